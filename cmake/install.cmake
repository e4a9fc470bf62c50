# What `cmake --install` puts where. Components: program (with its data, manual page and completion), development (library, headers, CMake package).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

option(WEFT_LAUNCHER "Install the program as lib/weft/ARCH/weft, and a launcher that chooses by processor as bin/weft" OFF)
set(WEFT_DATA ${CMAKE_INSTALL_DATADIR}/weft)

# The program, and what it tells shells and man.
if(WEFT_LAUNCHER)
  include(${CMAKE_CURRENT_LIST_DIR}/packages.cmake)
else()
  install(TARGETS weft RUNTIME COMPONENT program)
endif()
set(told ${CMAKE_BINARY_DIR}/told)
add_custom_command(OUTPUT ${told}/weft.1.gz DEPENDS weft ${CMAKE_CURRENT_LIST_DIR}/tell.cmake VERBATIM
  COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:weft> -DFOLDER=${told} -P ${CMAKE_CURRENT_LIST_DIR}/tell.cmake)
add_custom_target(weft_told ALL DEPENDS ${told}/weft.1.gz)
install(FILES ${told}/weft.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME weft COMPONENT program)
install(FILES ${told}/_weft DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
install(FILES ${told}/weft.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
install(FILES ${told}/weft.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)

# What the program reads when it runs: src/scene/shipped.h finds it from where the program lies.
install(DIRECTORY scenes DESTINATION ${WEFT_DATA} COMPONENT program PATTERN "*.run" EXCLUDE)
install(DIRECTORY validation DESTINATION ${WEFT_DATA} COMPONENT program PATTERN "*.run" EXCLUDE)
install(DIRECTORY docs/gallery DESTINATION ${WEFT_DATA}/docs COMPONENT program)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT program)
install(FILES README.md docs/running.md docs/scene_reference.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)

# The library for other programs. `#include <weft/world/world.h>`; headers include each other as "world/world.h", so that
# include/weft/ is searched as well.
set(exported weft_core weft_validation weft_needs weft_flags)
if(WEFT_HAS_CUDA)
  list(APPEND exported weft_device_cuda)
endif()
target_include_directories(weft_needs INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/weft>)
set_target_properties(weft_core PROPERTIES EXPORT_NAME weft)
set_target_properties(weft_validation PROPERTIES EXPORT_NAME validation)
# The whole library goes before a program's own objects: of the inline functions that both have, the library's are linked, and with
# them its bits, however the program is compiled.
target_link_options(weft_needs INTERFACE
  "$<INSTALL_INTERFACE:LINKER:--whole-archive,$<TARGET_FILE:weft::weft>,--no-whole-archive>")
set(WEFT_CMAKE ${CMAKE_INSTALL_LIBDIR}/cmake/weft)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}-dev RENAME copyright COMPONENT development)
install(DIRECTORY examples/cpp DESTINATION ${CMAKE_INSTALL_DOCDIR}-dev/examples COMPONENT development)
install(TARGETS ${exported} EXPORT weft_targets ARCHIVE COMPONENT development)
install(EXPORT weft_targets NAMESPACE weft:: DESTINATION ${WEFT_CMAKE} FILE weft-targets.cmake COMPONENT development)
install(DIRECTORY src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weft COMPONENT development
  FILES_MATCHING PATTERN "*.h" PATTERN "*.inl")
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/weft-config.cmake.in ${CMAKE_BINARY_DIR}/weft-config.cmake
  INSTALL_DESTINATION ${WEFT_CMAKE})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/weft-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/weft-config.cmake ${CMAKE_BINARY_DIR}/weft-config-version.cmake DESTINATION ${WEFT_CMAKE}
  COMPONENT development)
