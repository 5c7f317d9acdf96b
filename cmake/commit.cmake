# Writes FILE, a header with the commit that is built, where it changed: cmake -DSOURCE=… -DFILE=… -P commit.cmake. What is built from no
# clone (a tar file) has none, and says so.
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
