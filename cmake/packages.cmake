# A .deb and a .tar.xz for any x86-64-v3 machine (make package): the program once per level of the instruction set, each from a
# build folder of its own, and a launcher. This is the build folder that packs; WEFT_MORE_LEVELS names the others.
set(WEFT_MORE_LEVELS "" CACHE STRING "Build folders whose programs are packed too")

add_executable(weft_launcher ${PROJECT_SOURCE_DIR}/apps/launcher/launcher.cpp)
target_compile_options(weft_launcher PRIVATE -march=x86-64 -Wall -Wextra -Werror)
target_link_options(weft_launcher PRIVATE -Wl,--as-needed)  # the C library alone
install(PROGRAMS $<TARGET_FILE:weft_launcher> DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME weft COMPONENT program)

# Programs find the libraries of the .tar.xz first (RPATH, not RUNPATH: it counts for libraries of libraries too).
set(WEFT_LIBRARIES lib/weft/libraries)
install(TARGETS weft RUNTIME DESTINATION lib/weft/${WEFT_ARCH} COMPONENT level)
set_target_properties(weft PROPERTIES INSTALL_RPATH "$ORIGIN/../libraries")
target_link_options(weft PRIVATE -Wl,--disable-new-dtags)
install(CODE "
  set(PROGRAM \"$<TARGET_FILE:weft>\")
  set(LIBRARIES \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${WEFT_LIBRARIES}\")
  set(LICENCES \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/licences\")
  include(\"${CMAKE_CURRENT_LIST_DIR}/bundle.cmake\")" COMPONENT bundled)

set(CPACK_PACKAGE_NAME weft)
set(CPACK_PACKAGE_VENDOR "The Weft project")
set(CPACK_PACKAGE_CONTACT "The Weft project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "simulates cloth, knits, hair, shells, solids, putty and grains")
set(CPACK_DEBIAN_WEFT_DESCRIPTION "Weft reads a scene (TOML), simulates things that touch, slide, fold and tangle, and draws or
exports what it found. It computes on the processor (AVX2 or AVX-512, chosen when it starts); kernels for
graphics cards need a build from source.")
set(CPACK_PACKAGE_FILE_NAME weft-${PROJECT_VERSION}-x86_64)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB TXZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};weft;ALL;/")
set(CPACK_COMPONENTS_LEVEL level)  # what `level` in the next lines stands for
foreach(folder ${WEFT_MORE_LEVELS})
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS "${folder};weft;level;/")
endforeach()

# The .deb: a package with the program, another with the library; dependencies are found by dpkg-shlibdeps.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PROGRAM_GROUP weft)
set(CPACK_COMPONENT_LEVEL_GROUP weft)
set(CPACK_COMPONENT_DEVELOPMENT_GROUP dev)
set(CPACK_DEBIAN_WEFT_PACKAGE_NAME weft)
set(CPACK_DEBIAN_WEFT_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_WEFT_PACKAGE_DEPENDS fonts-dejavu-core)  # letters of plots
set(CPACK_DEBIAN_WEFT_PACKAGE_RECOMMENDS ffmpeg)
set(CPACK_DEBIAN_DEV_PACKAGE_NAME weft-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEV_DESCRIPTION "library of the simulator Weft for C++ programs\nfind_package(weft) in CMake gives weft::weft; examples/cpp is a program that links it.")
string(JOIN ", " CPACK_DEBIAN_DEV_PACKAGE_DEPENDS g++ pkg-config libtbb-dev libfmt-dev libtomlplusplus-dev nlohmann-json3-dev libpng-dev
  zlib1g-dev libembree-dev libosd-dev libeigen3-dev libbullet-dev libzstd-dev liblz4-dev libxxhash-dev libmuparser-dev libopenvdb-dev
  libboost-iostreams-dev libblosc-dev libcairo2-dev)

# The .tar.xz: one folder that can lie anywhere.
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/pack_each.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/pack_staged.cmake)
include(CPack)
