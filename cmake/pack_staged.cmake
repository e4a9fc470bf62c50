# Run on what is about to be packed: what Debian installs finds its libraries by itself.
if(CPACK_GENERATOR STREQUAL DEB)
  file(GLOB programs ${CPACK_TEMPORARY_DIRECTORY}/*/usr/lib/weft/*/weft)
  foreach(program ${programs})
    file(RPATH_REMOVE FILE ${program})
  endforeach()
endif()
