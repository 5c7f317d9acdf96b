#!/usr/bin/env bash
# refusals_test.sh PROGRAM FOLDER: nonsense after every option, and well-formed requests for things that do not exist.
source "$(dirname "$0")/common.sh"

a_session t.json
"$program" convert t.json -o topology.json --format mt4g >out.txt 2>&1
echo old >t.csv

misunderstood "unknown device" "gtx560ti, gtx780" "$program" probe fine-grained --device model:nothing
misunderstood "unknown kind of device" "model:gtx560ti" "$program" probe fine-grained --device nonsense
misunderstood "unknown probe" "fine-grained" "$program" probe nothing --device model:gtx780
misunderstood "unknown key" "carveout_percent" "$program" probe fine-grained --device model:gtx780 --set colour=red
misunderstood "no key" "key=value" "$program" probe fine-grained --device model:gtx780 --set bytes
misunderstood "a key twice" "--set bytes is given twice: 4KiB and 8KiB" "$program" probe fine-grained --device model:gtx780 --set bytes=4KiB --set bytes=8KiB
misunderstood "no multiple" "no multiple of the stride" "$program" probe fine-grained --device model:gtx780 --set bytes=1000 --set stride=128
misunderstood "zero" "is 0" "$program" probe fine-grained --device model:gtx780 --set bytes=0
misunderstood "a unit of two sizes" "'16KB' can mean units of 1,000 or of 1,024 bytes; write 16KiB for the larger ones" "$program" probe fine-grained --device model:gtx780 --set bytes=16KB
misunderstood "a cursor's unit of two sizes" "'16KB' can mean units of 1,000" "$program" figure footprint-latency --device model:textbook --cursors 8KiB,16KB -o figures
misunderstood "a cursor's unit that is none" "'ns' of '16 ns' is no unit of an axis" "$program" figure footprint-latency --device model:textbook --cursors "16 ns" -o figures
at_once() {  # at_once ACCESSES EXPECTED_TEXT: a chase whose footprint is left open is refused before a footprint is looked for
  misunderstood "$1 accesses" "$2" "$program" probe fine-grained --device model:gtx560ti --set accesses="$1" --request-log asked.txt
  [ "$(wc -l <err.txt)" -eq 1 ] && [ "$(wc -l <asked.txt)" -eq 1 ] || { echo "FAILED: $1 accesses: asked before it was refused: $(cat err.txt)"; failures=$((failures + 1)); }
}
at_once 0 "The number of accesses is 0; it must be at least 1."
at_once 100000000000 "100,000,000,000 accesses are too many"
misunderstood "a step that is no stride" "The step of 100 B is no multiple of the stride, 128 B." "$program" probe miss-pattern --device model:gtx560ti --set step=100
misunderstood "a stride of 0" "The stride is 0; it must be at least one element" "$program" probe miss-pattern --device model:gtx560ti --set stride=0
misunderstood "passes over too large a footprint" "A footprint of 100 TiB is too large" "$program" probe miss-pattern --device model:gtx560ti --set from=100TiB --set to=100TiB
misunderstood "too many passes" "99,999,999,999 passes over 16 KiB are too many" "$program" probe miss-pattern --device model:gtx560ti --set passes=99999999999
misunderstood "a budget that is no number" "'abc' is no whole number from 1 to" "$program" probe sets --device model:gtx560ti --set budget=abc
for probe in sets tlb disturbance footprint-sweep; do
  misunderstood "no budget for $probe" "budget: The number is 0; it must be at least 1." "$program" probe $probe --device model:c2070 --set budget=0
done
misunderstood "code that no device has" "between the shortest, 1 KiB, and 16 MiB" "$program" probe instructions --device model:h100 --set to=1GiB
misunderstood "negative" "is no size" "$program" probe fine-grained --device model:gtx780 --set bytes=-16
misunderstood "overflow" "is no size" "$program" probe fine-grained --device model:gtx780 --set bytes=99999999999TiB
misunderstood "too large" "limit is" "$program" probe fine-grained --device model:gtx780 --set bytes=1TiB
misunderstood "too many threads" "between 1 and 1,024" "$program" probe outstanding --device model:m2070 --set threads=2-2048:2
misunderstood "no threads" "between 1 and 1,024" "$program" probe outstanding --device model:m2070 --set threads=0
misunderstood "no loads" "loads is 0; it must lie between 1 and" "$program" probe outstanding --device model:m2070 --set loads=0
misunderstood "no warp's sharing" "1, 2, 4, 8, 16 or 32" "$program" probe outstanding --device model:m2070 --set sharing=3
misunderstood "no width of a word" "4, 8 or 16" "$program" probe banks --device model:k20 --set words=5
refused "no such space" "has no memory space" "$program" probe fine-grained --device model:textbook --set space=texture
for probe in sets tlb; do
  refused "no constant space for $probe" "has no memory space constant; it has" "$program" probe $probe --device model:c2070 --set space=constant
  [ $code -eq 1 ] || { echo "FAILED: no constant space for $probe: exit code $code"; failures=$((failures + 1)); }
done
misunderstood "a space that is too small for a TLB" "constant is too small to outgrow a TLB" "$program" probe tlb --device model:h100 --set space=constant
misunderstood "no such choice" "is none of" "$program" probe fine-grained --device model:gtx780 --set space=attic
# Nonsense after every option that takes only certain words: the exit code is 2, whatever else is wrong, and nothing is begun.
empty="" hexadecimal=0x10 far_too_long=$(printf '9%.0s' {1..400})
nonsense() {  # nonsense COMMAND_AND_OPTION WORD…
  local option=$1 word
  shift
  for word in "$@" "$empty" "-" "two words" $'line\nend' "[]" "%s" "$far_too_long"; do
    # shellcheck disable=SC2086
    misunderstood "$option '${word:0:20}'" "chasescope: " "$program" $option "$word"
  done
  # shellcheck disable=SC2086
  misunderstood "$option and nothing" "chasescope: " "$program" $option
}
for command in "probe fine-grained" discover "figure scope -o none" serve; do
  nonsense "$command --device" model: model:GTX780 cuda:-1 cuda:x cuda:99999999999 exec: ssh: ssh:-oProxyCommand=x nosuch:1 /dev/null .
  nonsense "$command --device model:textbook --seed" -1 1.5 1e3 x $hexadecimal 18446744073709551616
done
for command in "probe fine-grained" discover "figure scope -o none"; do
  nonsense "$command --device model:textbook --noise=jitter" -1 x 1e999 nan
  for noise in loud jitter jitter=-1 jitter=nan jitter=1,jitter=2 outliers=2 low=1 "$far_too_long"; do
    # shellcheck disable=SC2086
    misunderstood "$command --noise $noise" "Noise" "$program" $command --device model:textbook --noise "$noise"
  done
done
nonsense "check-device --device" model:textbook exec: ssh: cuda:0 none
nonsense "probe fine-grained --device model:textbook --format" xml JSON markdown json,cbor .json
nonsense "discover --device model:textbook --format" xml JSON text json,cbor .json
nonsense "convert t.json --format" docx text JSON
nonsense "convert t.json none.md --format" docx text JSON
nonsense "compare t.json t.json --format" docx cbor JSON
nonsense "figure scope --session t.json -o none --formats" gif pdf,gif PDF pdf.svg
nonsense "figure scope --session t.json -o none --width" 0 -88.9 39.9 1000.1 1e9 1e999 nan inf 88,9 88.9km 1in $hexadecimal
nonsense "figure scope --session t.json -o none --height" 0 19 1001 high
nonsense "figure scope --session t.json -o none --type" 0 5.9 37 nan large
nonsense "figure scope --session t.json -o none --lines" 0 0.1 4 nan
nonsense "figure scope --session t.json -o none --venue" nature IEEE ieee,acm
nonsense "figure scope --session t.json -o none --font" arial Inter
nonsense "figure scope --session t.json -o none --palette" blue Grey
nonsense "figure scope --session t.json -o none --span" 2 columns
nonsense "figure generations --session t.json --with t.json -o none --quantity" beauty L2 l1-size,l2-size
nonsense "figure scope --session t.json -o none --x" 1 2:1 a:b 1:2:3 nan:1
nonsense "figure scope --session t.json -o none --panel" 0 ab -1 A
nonsense "figure scope --session t.json -o none --log" z yx log
nonsense "figure scope --session t.json -o none --legend" left Above
nonsense "figure scope --session t.json -o none --dpi" 0 -300 35 2401 300.5 nan 99999999999999999999
nonsense "figure set-map --session t.json -o none --cache" l9 L2 l2,l2_tlb
nonsense "figure" scopes SCOPE -1
refused "a session where the JSON of a figure belongs" "does not say how its figure was made" "$program" figure t.json
nonsense "probe --device model:textbook" scopes latencys -1 t.json
nonsense "discover --device model:textbook --only" l9 L2 l2,,tlb -1 all=1
for setting in =17KiB bytes "bytes =1" BYTES=52 bytes= bytes=x bytes=-1 bytes=1e3 bytes=5.2 bytes=99999999999TiB stride=0 stride=3 passes=-1 \
  space=attic space=; do
  nonsense "probe fine-grained --device model:textbook --set $setting --set" "$setting"
done
[ ! -e none ] || { echo "FAILED: nonsense left something"; failures=$((failures + 1)); }
for option in "convert t.json -o" "compare t.json t.json -o" "figure scope -o none --session" "figure scope --session t.json -o" "figure scope -o none --session t.json --run" \
  "figure memory-diagram -o none --session t.json --against" "probe fine-grained --device model:textbook --request-log" convert "convert t.json" compare "compare t.json"; do
  # shellcheck disable=SC2086
  misunderstood "$option ''" "is empty" "$program" $option ""
done
# A well-formed request for something that does not exist or is broken ends with exit code 1.
unable() {  # unable EXPECTED_TEXT COMMAND…
  refused "${*:3}" "$1" timeout 20 "${@:2}"
  [ $code -eq 1 ] || { echo "FAILED: ${*:3}: exit code $code, not 1"; failures=$((failures + 1)); }
}
for device in file:none.json file:. file:t.json recording:none.json recording:. recording:/dev/null exec:./none exec:true; do
  unable "" "$program" probe fine-grained --device "$device"
  unable "" "$program" figure scope --device "$device" -o none
  unable "" "$program" discover --device "$device"
  unable "" "$program" serve --device "$device"
done
for file in none.json . /dev/null t.csv/none; do
  unable "" "$program" convert "$file" --format json
  unable "" "$program" compare t.json "$file"
  unable "" "$program" figure scope --session "$file" -o none
done
[ ! -e none ] || { echo "FAILED: what can't be done left something"; failures=$((failures + 1)); }
CHASESCOPE_TIMEOUT=abc misunderstood "a time that is none" "CHASESCOPE_TIMEOUT is 'abc'" "$program" discover --device exec:true
# Where nothing can be written is known before anything is measured: the device, which would leave a file when it is asked, is not even opened.
echo old >kept.json
for place in /proc/x.json nowhere/x.json; do
  device="exec:sh -c 'touch $PWD/was-asked; cat >/dev/null'"
  for command in "probe fine-grained -o $place --device" "discover -o $place --device" "compare -o $place t.json" "library check -o $place" \
    "table summary -o $place --device" "figure scope -o $(dirname $place)/x.json/f --device" "figure all -o $(dirname $place)/x.json/f --device" \
    "archive -o $(dirname $place)/x.json/f --device"; do
    [[ $place == nowhere* && $command == *"/f --device" ]] && continue  # folders are made, with those above them
    # shellcheck disable=SC2086
    unable "$(dirname $place)" "$program" $command "$device"
  done
  unable "$(dirname $place)" "$program" discover --device model:textbook,model:gtx780 -o $place
done
[[ $(ls -d /proc/x.json nowhere was-asked 2>/dev/null) == "" ]] || { echo "FAILED: something was begun where nothing can be written"; failures=$((failures + 1)); }
unable "" "$program" discover --device exec:false -o kept.json
unable "" "$program" discover --device exec:false -o new.json
"$program" discover --device exec:false,exec:true -o new/ >out.txt 2>&1 && { echo "FAILED: two devices that fail: exit code 0"; failures=$((failures + 1)); }
[ "$(cat kept.json)" = old ] && [ ! -e new.json ] && [ ! -e new ] || { echo "FAILED: a measurement that failed left or took a file"; failures=$((failures + 1)); }
refused "no such folder" "there is no folder nowhere" "$program" probe fine-grained --device model:gtx780 -o nowhere/t.json
misunderstood "no such format" "json, cbor, csv" "$program" probe fine-grained --device model:gtx780 --format xml
misunderstood "no ending" "names no format" "$program" probe fine-grained --device model:gtx780 -o t
refused "a folder" "is a folder" "$program" probe fine-grained --device model:gtx780 -o .
refused "a folder for a report" "is a folder" "$program" discover --device model:gtx780 -o .
misunderstood "a report of a probe" "chasescope convert FILE.json FILE.md" "$program" probe capacity --device model:c2070 -o cap.md
misunderstood "no part" "must name a part" "$program" discover --device model:gtx780 --only ""
refused "no such session" "none.json" "$program" figure scope --session none.json -o figures
misunderstood "no such figure" "scope, miss-pattern" "$program" figure nothing --session t.json -o figures
misunderstood "no such figure format" "pdf, svg, png, csv, eps, tex, py" "$program" figure scope --session t.json -o figures --formats gif
misunderstood "absurd width" "between 40 and 1,000 mm" "$program" figure scope --session t.json -o figures --width 1e9
misunderstood "no source" "--session FILE or --device ID" "$program" figure scope -o figures
misunderstood "no such option" "Unknown flag --nonsense (see chasescope probe --help)" "$program" probe fine-grained --device model:gtx780 --nonsense
meant() {  # meant FLAG WORD…: the one sentence asks whether that flag was meant, and names nothing else
  misunderstood "a slip for $1" "did you mean $1? (see chasescope " "$program" "${@:2}"
  [ "$(grep -c "required\|expected\|no command" err.txt)" -eq 0 ] || { echo "FAILED: a slip for $1: $(cat err.txt)"; failures=$((failures + 1)); }
}
meant --device probe fine-grained --devcie model:gtx780
meant --device discover --devcie=model:gtx780
meant --device --devcie model:gtx780
meant --set probe fine-grained --device model:textbook --sett bytes=52
meant --session figure scope --sesion t.json -o figures
meant --format convert t.json --fromat json
meant --tolerance library check t.json --tolernce 2%
meant --json library --jsno
misunderstood "a flag of another command" "Unknown flag --set (see chasescope figure all --help)" "$program" figure all --device model:textbook -o none --set bytes=52
misunderstood "a misspelt command before flags" "did you mean 'probe'" "$program" prob fine-grained --nonsense
misunderstood "a flag with one dash" "Unknown flag -device; did you mean --device? (see chasescope probe --help)" "$program" probe latency -device model:textbook
misunderstood "a flag with one dash and a value" "Unknown flag -width; did you mean --width? (see chasescope figure --help)" "$program" figure scope -width=80 --device model:textbook
misunderstood "a flag of one letter" "Unknown flag -q (see chasescope --help)" "$program" -q
misunderstood "no device given" "--device" "$program" probe fine-grained
misunderstood "convert to nothing known" ".json" "$program" convert t.json t.xyz
misunderstood "convert to no known format" "markdown, latex" "$program" convert t.json -o t.out --format docx
misunderstood "traces to standard output" "name a folder" "$program" convert t.json --format traces
misunderstood "a discovery's traces to standard output" "name a folder" "$program" discover --device model:gtx780 --format traces
misunderstood "convert to nowhere" "--format" "$program" convert t.json
misunderstood "standard output in no format" "Standard output has no ending that names a format; say --format" "$program" convert t.json -o -
refused "convert into a missing folder" "nowhere" "$program" convert t.json nowhere/t.md
misunderstood "two outputs" "--output" "$program" convert t.json a.md -o b.md
refused "compare with nothing" "none.json" "$program" compare t.json none.json
good "a comparison that passes" "$program" compare t.json t.json --tolerance 0% --fail
for wrong in 2 2ms -1% 101% nan% % "2%%" 1e1% 0x2%; do
  misunderstood "a tolerance of $wrong" "per cent" "$program" compare t.json t.json "--tolerance=$wrong"
done
misunderstood "a tolerance for three" "two documents" "$program" compare t.json t.json t.json --tolerance 2%
refused "a comparison that fails" "differ" "$program" compare recording:h100 recording:h200 --tolerance 2% --fail
[ $code -eq 1 ] || { echo "FAILED: a comparison that fails: exit code $code"; failures=$((failures + 1)); }
misunderstood "compare in no known format" "text, latex, latex-long, markdown" "$program" compare t.json t.json --format docx
refused "compare into a missing folder" "nowhere" "$program" compare t.json t.json -o nowhere/c.md
echo '{"general": {"name": "x"}, "memory": {"l1": {"size": {"size": -5, "unit": "bytes"}}}}' >wrong.json
refused "a wrong topology file" "wrong.json, at /memory/l1/size/size" "$program" convert wrong.json whole.json
refused "a recording without runs" "holds no run of fine-grained" "$program" probe fine-grained --device recording:topology.json
head -c 200 t.json >half.json
refused "half a session" "half.json" "$program" convert half.json whole.json
[ ! -e whole.json ] || { echo "FAILED: a file was written from a broken one"; failures=$((failures + 1)); }
echo '{"name": 1}' >broken.json
refused "broken model" "broken.json" "$program" probe fine-grained --device file:broken.json
refused "no card" "CUDA" env CHASESCOPE_LIBCUDA=/nonexistent/libcuda.so.1 "$program" probe fine-grained --device cuda:0

finish
