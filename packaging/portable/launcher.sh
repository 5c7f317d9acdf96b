#!/bin/sh
# Starts ChaseScope. A system whose glibc is as new as the one that the program was compiled with (@GLIBC@) uses its own, which also knows
# its locales and drivers best; an older one, or one without glibc, uses the loader and the glibc that lie beside the program.
# CHASESCOPE_GLIBC=own or =system chooses.
here=$(dirname "$(readlink -f "$0")")
choice=${CHASESCOPE_GLIBC:-}
if [ -z "$choice" ]; then
  choice=own
  version=$(getconf GNU_LIBC_VERSION 2>/dev/null)  # "glibc 2.28"
  version=${version#glibc }
  needed=@GLIBC@
  case "$version" in
    [0-9]*.[0-9]*)
      minor=${version#*.}
      minor=${minor%%[!0-9]*}
      if [ "${version%%.*}" -gt "${needed%%.*}" ] || { [ "${version%%.*}" -eq "${needed%%.*}" ] && [ "$minor" -ge "${needed#*.}" ]; }; then
        choice=system
      fi
      ;;
  esac
fi
case "$choice" in
  system) exec "$here/chasescope-program" "$@" ;;
  own) exec "$here/ld-linux-x86-64.so.2" --argv0 "$0" --library-path "$here/glibc:$here/lib" "$here/chasescope-program" "$@" ;;
  *) echo "chasescope: CHASESCOPE_GLIBC is '$choice'; it may be own or system" >&2; exit 2 ;;
esac
