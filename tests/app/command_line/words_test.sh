#!/usr/bin/env bash
# words_test.sh PROGRAM FOLDER: what the program says of itself, and of words that are nearly right.
source "$(dirname "$0")/common.sh"

unset QT_QPA_PLATFORM
refused "window without a display" "no display" "$program"
refused "window on a display that is not there" "can't be opened" env DISPLAY=:987 timeout 60 "$program"
misunderstood "a word that is nothing, without a display" "no file of that name" "$program" nosuchcommand
export QT_QPA_PLATFORM=offscreen
misunderstood "a word that is nothing" "'nosuchcommand' is no command" "$program" nosuchcommand
misunderstood "nearly a command" "did you mean 'discover'?" "$program" discovr --device model:textbook
misunderstood "nearly a command, and more words" "'prob' is no command, and there is no file of that name; did you mean 'probe'?" "$program" prob fine-grained
misunderstood "nearly a command, and options" "did you mean 'discover'?" "$program" discovr --device model:textbook --only l1
misunderstood "nearly a command of the library" "'chek' is no command of library; did you mean 'check'? There is check." "$program" library chek
misunderstood "nearly a command of lessons" "'lst' is no command of lesson; did you mean 'list'?" "$program" lesson lst
misunderstood "no command of mysteries" "'xyzzy' is no command of mystery; there are " "$program" mystery xyzzy
misunderstood "a word too many" "not expected: more" "$program" devices more
misunderstood "a device without its kind" "There is no device 'h100'; did you mean 'model:h100' or 'recording:h100'? There are " "$program" probe fine-grained --device h100
misunderstood "a slip in the kind of a device" "did you mean 'model:gtx780'? There are " "$program" discover --device modl:gtx780
misunderstood "nearly a part" "did you mean 'tlb'?" "$program" discover --device model:textbook --only tbl
misunderstood "nearly a memory space" "did you mean 'texture'?" "$program" probe fine-grained --device model:gtx780 --set space=textur
missing() {  # missing DESCRIPTION EXPECTED_TEXT COMMAND…: a file to read that is not there, exit code 1
  refused "$1" "$2" timeout 20 "${@:3}"
  [ $code -eq 1 ] || { echo "FAILED: $1: exit code $code, not 1"; failures=$((failures + 1)); }
}
missing "no such session in the window" "There is no file none.json." "$program" none.json
missing "a folder in the window" "is a folder" "$program" .
misunderstood "nothing in the window" "FILE: is empty" "$program" ""
misunderstood "no device in the window" "--device: is empty" "$program" --device ""
misunderstood "a model that is none in the window" "gtx560ti, gtx780" "$program" model:nosuch
misunderstood "a device that is none in the window" "gtx560ti, gtx780" "$program" --device model:nosuch
misunderstood "a model that is none tells of the cards of lessons" "cards that lessons have for themselves ('chasescope lesson list')" "$program" model:nosuch
misunderstood "nearly a model" "no model called 'gtx560tii'; did you mean 'gtx560ti'?" "$program" --device model:gtx560tii
misunderstood "nearly a card of a lesson" "did you mean 'one-set-plru'?" "$program" --device model:one-set-plr
misunderstood "nearly a figure" "There is no figure 'miss-patern'; did you mean 'miss-pattern'? There are scope," "$program" figure miss-patern --device model:textbook -o figures
misunderstood "nearly a probe" "There is no probe 'capcity'; did you mean 'capacity'? There are fine-grained," "$program" probe capcity --device model:textbook
missing "a model file that is not there in the window" "none.json" "$program" file:none.json
missing "a mystery that is not there in the window" "none.mystery" "$program" --device mystery:none.mystery
missing "a recording that is none in the window" "recording:h100, recording:h200" "$program" recording:nosuch
missing "no such recording to compare" "There is no file none.json." "$program" compare none.json none.json
missing "no such CSV" "There is no file none.csv." "$program" convert none.csv --format json
missing "no such session for a figure" "There is no file none.json." "$program" figure scope --session none.json -o figures
missing "no such session for a table" "There is no file none.json." "$program" table summary --session none.json
missing "no such card for the library" "There is no file none.json." "$program" library check none.json
missing "no such session to give" "There is no file none.json." "$program" contribute none.json -o given.json
missing "no such model" "none.json" "$program" probe fine-grained --device file:none.json
missing "no such PDF" "none.pdf" "$program" figure check none.pdf
misunderstood "the beginning of a model's name" "no model called 'gtx560'; did you mean 'gtx560ti'?" "$program" --device model:gtx560
refused "nearly a recording" "no recording of that name comes with the program; did you mean 'h100'? There are recording:h100, recording:h200" "$program" discover --device recording:h10
refused "nearly a recording to compare" "did you mean 'h200'? There are recording:h100" "$program" compare recording:h20 recording:h100

good "help" "$program" --help
holds "help" "Exit code"
holds "help tells of files" "-o FILE writes FILE completely or not at all"
good "version" "$program" --version
holds "version" "ChaseScope"
head -1 out.txt >version.txt
for words in "--version --verbose" "--verbose --version"; do
  good "the version for a report" "$program" $words
  for word in "$(cat version.txt)" "commit " "GCC " "kernels " "Qt 6" "QCustomPlot " "Inter " "glibc " "Linux " "cards "; do
    checks=$((checks + 1))
    tr -s ' ' <out.txt | grep -qF -- "$word" || { echo "FAILED: '$words': '$word' is not in: $(cat out.txt)"; failures=$((failures + 1)); }
  done
  checks=$((checks + 1))
  grep -vE '^(libraries|system|cards|driver) ' out.txt | grep -q / && { echo "FAILED: the version for a report names a file: $(cat out.txt)"; failures=$((failures + 1)); }
done
misunderstood "more of what is not asked for" "--version" "$program" --verbose
good "devices" "$program" devices
holds "devices" "model:gtx560ti"
good "devices --json" "$program" devices --json
python3 -c 'import json; d = json.load(open("out.txt")); assert any(e["id"] == "model:gtx780" for e in d), d' || failures=$((failures + 1))
good "probes" "$program" probes
holds "probes" "carveout_percent"
holds "probes" "Costs:  One chase for each footprint: 35 requests and 29,000 accesses"
holds "probes" "Limits: Only the nearest cache of a memory space is examined"
good "two of the probes" "$program" probes line tlb
holds "two of the probes" "The same as capacity."
checks=$((checks + 1))
[ "$(grep -c '^[a-z]' out.txt)" -eq 2 ] || { echo "FAILED: more than two probes: $(cat out.txt)"; failures=$((failures + 1)); }
misunderstood "nearly one of the probes" "did you mean 'line'?" "$program" probes lin
good "help for a probe" "$program" probe line --help
holds "help for a probe" "--device TEXT REQUIRED"
holds "help for a probe" "one of all, nearest"
good "help for a probe that is none" "$program" probe lin --help
holds "help for a probe that is none" "'chasescope probe NAME --help' lists the keys"
good "a device without an option" "$program" probe facts model:gtx780
holds "a device without an option" "GeForce GTX 780"
misunderstood "no such device without an option" "did you mean 'gtx780'?" "$program" discover model:gtx78
good "probes --json" "$program" probes --json
python3 -c 'import json; d = json.load(open("out.txt")); assert [p["key"] for p in d[0]["parameters"]][:3] == ["space", "bytes", "stride"], d' || failures=$((failures + 1))

finish
