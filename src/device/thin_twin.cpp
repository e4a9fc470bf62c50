#include "device/thin_body.inl"
