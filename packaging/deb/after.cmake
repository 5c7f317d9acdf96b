# CPack runs this script after the package is made. The files in the package have the times of the build. repack.sh gives them the time of
# the commit instead, so that the same commit gives the same bytes.
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  execute_process(COMMAND "${CMAKE_CURRENT_LIST_DIR}/repack.sh" "${package}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
