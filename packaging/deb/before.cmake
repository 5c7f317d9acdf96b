# CPack runs this script after all files were installed into a folder, and before the folder becomes a package.
execute_process(COMMAND "${CMAKE_CURRENT_LIST_DIR}/arrange.sh" "${CPACK_TEMPORARY_DIRECTORY}/usr" "${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}"
                        "${CPACK_DEBIAN_PACKAGE_MAINTAINER}" COMMAND_ERROR_IS_FATAL ANY)
