#include "device/shell_body.inl"
