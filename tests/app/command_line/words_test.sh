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
misunderstood "no such session in the window" "none.json" "$program" none.json
misunderstood "a folder in the window" "is a folder" "$program" .
misunderstood "nothing in the window" "FILE: is empty" "$program" ""
misunderstood "no device in the window" "--device: is empty" "$program" --device ""
misunderstood "a model that is none in the window" "gtx560ti, gtx780" "$program" model:nosuch
misunderstood "a device that is none in the window" "gtx560ti, gtx780" "$program" --device model:nosuch
misunderstood "a model that is none tells of the cards of lessons" "cards that lessons have for themselves ('chasescope lesson list')" "$program" model:nosuch
misunderstood "nearly a model" "no model called 'gtx560tii'; did you mean 'gtx560ti'?" "$program" --device model:gtx560tii
misunderstood "nearly a card of a lesson" "did you mean 'one-set-plru'?" "$program" --device model:one-set-plr
misunderstood "nearly a figure" "There is no figure 'miss-patern'; did you mean 'miss-pattern'? There are scope," "$program" figure miss-patern --device model:textbook -o figures
misunderstood "nearly a probe" "There is no probe 'capcity'; did you mean 'capacity'? There are fine-grained," "$program" probe capcity --device model:textbook
misunderstood "a model file that is not there in the window" "none.json" "$program" file:none.json
misunderstood "a recording that is none in the window" "recording:h100, recording:h200" "$program" recording:nosuch
misunderstood "the beginning of a model's name" "no model called 'gtx560'; did you mean 'gtx560ti'?" "$program" --device model:gtx560
refused "nearly a recording" "no recording of that name comes with the program; did you mean 'h100'? There are recording:h100, recording:h200" "$program" discover --device recording:h10
refused "nearly a recording to compare" "did you mean 'h200'? There are recording:h100" "$program" compare recording:h20 recording:h100

good "help" "$program" --help
holds "help" "Exit code"
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
good "probes --json" "$program" probes --json
python3 -c 'import json; d = json.load(open("out.txt")); assert [p["key"] for p in d[0]["parameters"]][:3] == ["space", "bytes", "stride"], d' || failures=$((failures + 1))

finish
