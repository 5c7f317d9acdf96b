#!/bin/sh
# Starts ChaseScope. If the system's glibc is at least as new as the one that the program was compiled with (@GLIBC@), the program uses it,
# because it fits the system's locales and drivers best. If the system's glibc is older, or there is none, the program uses the loader and
# the glibc in its own folder. CHASESCOPE_GLIBC=own or =system chooses one of them.
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
