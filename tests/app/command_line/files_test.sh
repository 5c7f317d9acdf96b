#!/usr/bin/env bash
# files_test.sh PROGRAM FOLDER: writing a file never destroys an existing one, and text from foreign files sends no commands to the
# terminal.
source "$(dirname "$0")/common.sh"

a_session t.json
"$program" convert t.json t.cbor >out.txt 2>&1
"$program" figure scope --session t.json -o figures --name scope >out.txt 2>&1

# A file or folder that has the name of a bundled recording does not take its place.
mkdir -p named/h100
cp t.json named/h200
good "a recording beside a file of its name" env -C named "$program" discover --device recording:h200
holds "a recording beside a file of its name" "NVIDIA H200"
good "recordings beside a folder of the name of one" env -C named "$program" compare recording:h100 recording:h200
good "the file of that name" env -C named "$program" probe fine-grained --device recording:./h200
holds "the file of that name" "GeForce GTX 560 Ti"

# An existing file must survive each failed write: on a disk that is full after any number of bytes, and where the target is no
# ordinary file.
full() { (trap "" XFSZ; exec prlimit --fsize="$1" "${@:2}"); }  # full BYTES COMMAND…: files can't grow beyond this many bytes
full_disk() {  # full_disk DESCRIPTION BYTES COMMAND…: the program refuses; its messages go to a pipe, which has no limit of size
  checks=$((checks + 1))
  local said code
  said=$(full "$2" "${@:3}" 2>&1 >/dev/null | cat)
  code=$?
  if [ $code -ne 0 ] && [ $code -lt 128 ] && [[ $said == *"nothing was changed"* ]]; then return; fi
  echo "FAILED: $1: exit code $code: $said"
  failures=$((failures + 1))
}
for target in small.json small.cbor small.md small.tex small.config small.csv; do
  echo old >"$target"
  for bytes in 0 1 100 200; do
    full_disk "a full disk after $bytes bytes, $target" $bytes "$program" convert t.json "$target"
    [ "$(cat "$target")" = old ] || { echo "FAILED: a full disk after $bytes bytes changed $target"; failures=$((failures + 1)); }
  done
done
full_disk "a full disk, a comparison" 100 "$program" compare t.json t.json -o small.md
[ "$(cat small.md)" = old ] || { echo "FAILED: a full disk changed a comparison"; failures=$((failures + 1)); }
cp -r figures full_figures
full_disk "a full disk, a figure" 100 "$program" figure scope --session t.json -o full_figures --name scope
diff -r figures full_figures || { echo "FAILED: a full disk changed a figure"; failures=$((failures + 1)); }
full_disk "a full disk, a log of requests" 100 "$program" probe fine-grained --device model:textbook --set bytes=52 --set stride=4 --request-log log.csv
[ ! -e log.csv ] || { echo "FAILED: a part of a log is left"; failures=$((failures + 1)); }
ls -A | grep -q "^.chasescope-" && { echo "FAILED: something temporary is left: $(ls -A | grep '^.chasescope-')"; failures=$((failures + 1)); }
if [ -w /dev/full ]; then
  for command in devices probes "devices --json" --help --version "convert t.json --format json" "convert t.json --format csv" \
    "compare t.json t.json" "figure list" "probe fine-grained --device model:textbook --set bytes=52 --set stride=4"; do
    checks=$((checks + 1))
    # shellcheck disable=SC2086
    "$program" $command >/dev/full 2>err.txt && { echo "FAILED: $command to a full disk: exit code 0"; failures=$((failures + 1)); }
    grep -q "Standard output can't be written: No space left on device" err.txt || { echo "FAILED: $command to a full disk: $(cat err.txt)"; failures=$((failures + 1)); }
  done
  refused "a file that is always full" "No space left" "$program" convert t.json /dev/full --format json
  [ -c /dev/full ] || { echo "FAILED: /dev/full was replaced"; failures=$((failures + 1)); }
fi
for command in devices --help "discover --device model:textbook" "discover --device model:textbook -o closed.json" "discover --device model:textbook -o -"; do
  checks=$((checks + 1))
  # shellcheck disable=SC2086
  "$program" $command >&- 2>err.txt && { echo "FAILED: $command to a closed output: exit code 0"; failures=$((failures + 1)); }
  grep -q "Standard output can't be written: " err.txt || { echo "FAILED: $command to a closed output: $(cat err.txt)"; failures=$((failures + 1)); }
done
good "a session that was written beside a closed output" "$program" convert closed.json -o closed.cbor
"$program" discover --device model:gtx560ti -v -o unread.json 2>err.txt | head -1 >/dev/null
good "a session that was written beside a pipe that nobody reads" "$program" convert unread.json -o unread.cbor
mkfifo pipe
cat pipe >piped.json &
good "a pipe" "$program" convert t.json pipe --format json
wait $!
[ -p pipe ] || { echo "FAILED: a pipe was replaced"; failures=$((failures + 1)); }
good "a session on -" "$program" convert t.json -o - --format json
echo >>piped.json  # standard output ends with a line
same "a pipe and standard output" piped.json out.txt
refused "a device in /dev" "it is a device" "$program" convert t.json /dev/zero --format json
mkdir folder.json
refused "a folder that is called as a file" "is a folder" "$program" convert t.json folder.json
[ -z "$(ls -A folder.json)" ] || { echo "FAILED: something was written into folder.json"; failures=$((failures + 1)); }
mkdir folder.csv
refused "a folder that is called as a table" "is a folder" "$program" convert t.json folder.csv
[ -z "$(ls -A folder.csv)" ] || { echo "FAILED: something was written into folder.csv"; failures=$((failures + 1)); }
cp t.json target.json && chmod 640 target.json && ln -s target.json link.json
good "through a link" "$program" convert t.cbor link.json
[ -L link.json ] && [ "$(stat -c %a target.json)" = 640 ] || { echo "FAILED: a link or permissions were lost"; failures=$((failures + 1)); }

# A discovery that was stopped never takes the place of a file.
for signal in INT TERM; do
  cp t.json better.json
  "$program" discover --device model:h100 -o better.json >out.txt 2>err.txt &
  for _ in $(seq 600); do
    grep -q "SigBlk:.*400[23]$" "/proc/$!/status" 2>/dev/null && break  # the program now blocks the signals and waits for them itself
    sleep 0.1
  done
  kill -$signal $!
  wait $! && { echo "FAILED: a stopped discovery ended with 0"; failures=$((failures + 1)); }
  same "a better file after $signal" t.json better.json
  grep -q "better.json is left as it is, and what was found is in better.partial.json" err.txt || { echo "FAILED: $signal: $(cat err.txt)"; failures=$((failures + 1)); }
  [ -s better.partial.json ] || { echo "FAILED: $signal: nothing was kept"; failures=$((failures + 1)); }
  rm -f better.partial.json
done

# Text from foreign files sends no commands to the terminal.
hostile=$'evil \e[2J\e]0;x\a name'
python3 - "$hostile" <<'PY'
import json, sys
session = json.load(open("t.json"))
session["device"]["name"] = sys.argv[1] + "\u009b1m R&D <script>"
session["runs"][0]["label"] = sys.argv[1]
json.dump(session, open("hostile.json", "w"))
json.dump({"schema": sys.argv[1], sys.argv[1]: 1}, open("hostile_model.json", "w"))
PY
calm() {  # calm DESCRIPTION FILE…: the files hold no control characters except line ends
  checks=$((checks + 1))
  if LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "${@:2}"; then echo "FAILED: $1: $(cat -v "${@:2}" | head -c 400)"; failures=$((failures + 1)); fi
}
good "a hostile session compared" "$program" compare hostile.json t.json
calm "a hostile session compared" out.txt err.txt
good "a hostile session replayed" "$program" probe fine-grained --device recording:hostile.json --set space=global.ca --set bytes=17KiB --set stride=128
calm "a hostile session replayed" out.txt err.txt
good "a hostile session as JSON" "$program" convert hostile.json --format json
calm "a hostile session as JSON" out.txt
good "a hostile session as Markdown" "$program" convert hostile.json hostile.md
calm "a hostile session as Markdown" hostile.md hostile_figures/*.svg
python3 -c 'import glob, xml.etree.ElementTree as tree; [tree.parse(f) for f in glob.glob("hostile_figures/*.svg")]' || failures=$((failures + 1))
# The device that a session names is not opened: no program is started, and the command does not wait for a pipe.
mkfifo pipe
for id in "exec:touch $PWD/hijacked" "ssh:$PWD" "file:$PWD/pipe" "mystery:$PWD/pipe"; do
  python3 - "$id" <<'PY'
import json, sys
session = json.load(open("t.json"))
session["environment"]["device_id"] = sys.argv[1]
json.dump(session, open("names.json", "w"))
PY
  good "a session that names $id converted" timeout 60 "$program" convert names.json names.md
  good "a session that names $id compared" timeout 60 "$program" compare names.json t.json
done
[ ! -e hijacked ] || { echo "FAILED: a session started a program"; failures=$((failures + 1)); }
refused "a pipe as a model" "is no ordinary file" timeout 60 "$program" probe fine-grained --device "file:$PWD/pipe"

refused "a hostile model" "\x1b[2J" "$program" probe fine-grained --device file:hostile_model.json
calm "a hostile model" err.txt
refused "a hostile name of a file" "\x1b[2J" "$program" convert "$hostile.json" x.json
calm "a hostile name of a file" err.txt
"$program" probe fine-grained --device "exec:sh -c \"printf 'x\\033[2Jy\\n' >&2; exit 4\"" >out.txt 2>err.txt
calm "a hostile device's standard error" err.txt

finish
