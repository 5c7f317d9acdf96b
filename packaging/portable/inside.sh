#!/usr/bin/env bash
# Runs as root inside a bare system. Tries the portable folder in /opt/chasescope as a user without rights.
set -euo pipefail
if [ "${1:-}" != person ]; then
  home=$(mktemp -d)
  chown nobody "$home"
  chroot --userspec=nobody / /usr/bin/env HOME="$home" XDG_RUNTIME_DIR="$home" bash /opt/inside.sh person
  exit
fi
cd "$HOME"
fail() { echo "error: $*" >&2; exit 1; }
system=$(getconf GNU_LIBC_VERSION)
needed=$(sed -n 's/^ *needed=//p' /opt/chasescope/chasescope)
ways=(own)
[ "$(printf '%s\n' "${system#glibc }" "$needed" | sort -V | head -1)" != "$needed" ] || ways+=(system)
ln -s /opt/chasescope/chasescope link
for way in "${ways[@]}" ''; do
  export CHASESCOPE_GLIBC=$way
  rm -rf out
  /opt/chasescope/chasescope discover --quick --device model:gtx560ti >summary.txt || fail "the discovery ended with $?"
  grep -q "L1" summary.txt || fail "the summary knows no L1: $(cat summary.txt)"
  ./link figure miss-pattern --device model:textbook -o out >/dev/null || fail "the figure ended with $?"
  for ending in pdf svg png csv; do [ -s out/*."$ending" ] || fail "the figure has no $ending"; done
  grep -q '<svg' out/*.svg || fail "the SVG is none"
  # The version shows whether the loader took the wrong glibc.
  /opt/chasescope/chasescope --version --verbose >version.txt || fail "the version ended with $?"
  echo "$system, ${way:-chosen by itself}: $(grep '^glibc' version.txt | tr -s ' ')"
  case "$way" in
    own) grep -q "^glibc  *$needed " version.txt || fail "it does not run with the glibc that it carries: $(cat version.txt)" ;;
    system) grep -q "^glibc  *${system#glibc } " version.txt || fail "it does not run with the system's glibc: $(cat version.txt)" ;;
  esac
  # The window must stay open until timeout ends it.
  code=0
  QT_QPA_PLATFORM=offscreen timeout 10 /opt/chasescope/chasescope --device model:textbook 2>window.txt || code=$?
  [ $code -eq 124 ] || fail "the window ended with $code: $(cat window.txt)"
  # Programs that ChaseScope starts belong to the system, and must use the system's glibc.
  printf '#!/bin/sh\nldd --version >"%s/child.txt" 2>&1\nexit 3\n' "$HOME" >child.sh
  chmod +x child.sh
  /opt/chasescope/chasescope check-device --device "exec:$HOME/child.sh" >/dev/null 2>&1 || true
  grep -q "${system#glibc }" child.txt || fail "a program that it starts does not see the system's glibc: $(cat child.txt)"
done
CHASESCOPE_GLIBC=neither /opt/chasescope/chasescope --version 2>said.txt && fail "an unknown choice is taken"
grep -q "own or system" said.txt || fail "an unknown choice is no sentence: $(cat said.txt)"
echo "all was tried"
