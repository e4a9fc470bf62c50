// Nothing: the tests' precompiled header is made with this file (CMakeLists.txt).
