# Shared by the tests of the command line, which run the program as a person does, with right and with wrong input.
set -uo pipefail
program=$1 folder=$2 here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" || exit 1
unset DISPLAY WAYLAND_DISPLAY
export XDG_RUNTIME_DIR=$PWD/runtime XDG_CONFIG_HOME=$PWD/config XDG_STATE_HOME=$PWD/state
mkdir -m 700 runtime
failures=0
kept="^chasescope: note: What was finished is kept"  # said where more than a second had been measured before the program refused
checks=0

good() {  # good DESCRIPTION COMMAND…: exit code 0, nothing on standard error
  local what=$1
  shift
  checks=$((checks + 1))
  "$@" >out.txt 2>err.txt
  local code=$?
  if [ $code -ne 0 ]; then echo "FAILED: $what: exit code $code: $(head -c 300 err.txt)"; failures=$((failures + 1)); fi
}

refused() {  # refused DESCRIPTION EXPECTED_TEXT COMMAND…: the exit code is not 0, and one line on standard error holds the text
  local what=$1 expected=$2
  shift 2
  checks=$((checks + 1))
  "$@" >out.txt 2>err.txt
  code=$?
  if [ $code -eq 0 ]; then echo "FAILED: $what: exit code 0"; failures=$((failures + 1)); fi
  if [ $code -ge 128 ]; then echo "FAILED: $what: ended by signal $((code - 128))"; failures=$((failures + 1)); fi
  if [ "$(grep -cv "$kept" err.txt)" -ne 1 ]; then echo "FAILED: $what: not one line: $(cat err.txt)"; failures=$((failures + 1)); fi
  grep -qF -- "$expected" err.txt || { echo "FAILED: $what: '$expected' is not in: $(cat err.txt)"; failures=$((failures + 1)); }
}

holds() {  # holds DESCRIPTION TEXT: the last output holds the text
  checks=$((checks + 1))
  grep -qF -- "$2" out.txt || { echo "FAILED: $1: '$2' is not in the output: $(head -c 600 out.txt)"; failures=$((failures + 1)); }
}

misunderstood() {  # misunderstood DESCRIPTION EXPECTED_TEXT COMMAND…: the program refuses at once, with exit code 2
  refused "$1" "$2" timeout 20 "${@:3}"
  [ $code -eq 2 ] || { echo "FAILED: $1: exit code $code, not 2"; failures=$((failures + 1)); }
}

same() {  # same DESCRIPTION FILE FILE
  checks=$((checks + 1))
  cmp -s "$2" "$3" || { echo "FAILED: $1: $2 and $3 differ"; failures=$((failures + 1)); }
}

a_session() {  # a_session FILE: a chase through the L1 of the GTX 560 Ti over an array that is one way larger than the cache
  good "a session to work with" "$program" probe fine-grained --device model:gtx560ti --set space=global.ca --set bytes=17KiB --set stride=128 -o "$1"
}

finish() {
  echo "$checks checks, $failures failed"
  [ $failures -eq 0 ]
}

export QT_QPA_PLATFORM=offscreen
