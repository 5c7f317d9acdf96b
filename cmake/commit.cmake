# Writes FILE, a header that defines the commit that is built: cmake -DSOURCE=… -DFILE=… -P commit.cmake. The file is written only when its
# text changes. Sources outside a clone (from a tar file) have no commit, and the header says so.
execute_process(COMMAND git -C "${SOURCE}" describe --always --dirty=-changed --abbrev=12 --exclude=*
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed OR NOT commit MATCHES "^[0-9a-f]+(-changed)?$")
  set(commit "unknown: not built from a clone")
endif()
set(text "#pragma once\n#define CHASESCOPE_COMMIT \"${commit}\"\n")
set(before "")
if(EXISTS "${FILE}")
  file(READ "${FILE}" before)
endif()
if(NOT before STREQUAL text)
  file(WRITE "${FILE}" "${text}")
endif()
