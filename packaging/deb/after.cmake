# CPack runs this when the package is made. Its files bear the times of the build; dpkg-deb takes SOURCE_DATE_EPOCH for what is younger, so
# that the same commit gives the same bytes.
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  execute_process(COMMAND "${CMAKE_CURRENT_LIST_DIR}/repack.sh" "${package}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
