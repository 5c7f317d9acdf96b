#!/usr/bin/env bash
# command_line_test.sh PROGRAM FOLDER: drives the program as a person does, with right and with wrong input.
set -uo pipefail
program=$1 folder=$2 here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" || exit 1
unset DISPLAY WAYLAND_DISPLAY
export XDG_RUNTIME_DIR=$PWD/runtime XDG_CONFIG_HOME=$PWD/config XDG_STATE_HOME=$PWD/state
mkdir -m 700 runtime
failures=0
kept="^chasescope: note: What was finished is kept"  # said where more than a second was measured before a refusal
checks=0

good() {  # good DESCRIPTION COMMAND…: exit code 0, nothing on standard error
  local what=$1
  shift
  checks=$((checks + 1))
  "$@" >out.txt 2>err.txt
  local code=$?
  if [ $code -ne 0 ]; then echo "FAILED: $what: exit code $code: $(head -c 300 err.txt)"; failures=$((failures + 1)); fi
}

refused() {  # refused DESCRIPTION EXPECTED_TEXT COMMAND…: exit code not 0, one line on standard error that holds the text
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

misunderstood() {  # misunderstood DESCRIPTION EXPECTED_TEXT COMMAND…: refused, at once, with exit code 2
  refused "$1" "$2" timeout 20 "${@:3}"
  [ $code -eq 2 ] || { echo "FAILED: $1: exit code $code, not 2"; failures=$((failures + 1)); }
}

same() {  # same DESCRIPTION FILE FILE
  checks=$((checks + 1))
  cmp -s "$2" "$3" || { echo "FAILED: $1: $2 and $3 differ"; failures=$((failures + 1)); }
}

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

good "probe to a file" "$program" probe fine-grained --device model:gtx560ti --set space=global.ca --set bytes=17KiB --set stride=128 -o t.json
good "probe to the terminal" "$program" probe fine-grained --device model:textbook --set bytes=52 --set stride=4
holds "textbook: three misses in thirteen" "23.1 %"
holds "textbook: period 13" "13 accesses"
good "a footprint that suits the device" "$program" probe fine-grained --device model:v100 -o suited.json
python3 - <<'PY' || failures=$((failures + 1))
import json
d = json.load(open("suited.json"))
rate = [f["value"] for f in d["findings"] if f["quantity"] == "miss_rate"]
assert len(rate) == 1 and 0 < rate[0] < 1, rate  # with 17 KiB nothing misses
assert {r["probe"] for r in d["runs"]} == {"fine-grained"}, d["runs"]
PY
good "noise" "$program" probe fine-grained --device model:gtx560ti --noise --seed 7 --set bytes=17KiB --set stride=128 -o noisy.json
python3 -c 'import json; e = json.load(open("noisy.json"))["environment"]; assert e["seed"] == 7 and e["noise"].startswith("jitter=3,outliers=0.001"), e' || failures=$((failures + 1))
good "noise of one's own" "$program" probe fine-grained --device model:textbook --noise jitter=1,drift=0.1 --set bytes=52 --set stride=4
misunderstood "noise that is none" "there is no 'loud'" "$program" probe fine-grained --device model:textbook --noise loud=3 --set bytes=52 --set stride=4
misunderstood "a negative seed" "no whole number from 0" "$program" probe fine-grained --device model:textbook --seed -3 --set bytes=52 --set stride=4
good "probe as CSV" "$program" probe fine-grained --device model:gtx780 --set space=texture --set bytes=12416 --set stride=32 -o t.csv
good "a sweep" "$program" probe miss-pattern --device model:textbook --set from=48 --set to=96 --set stride=8 -o sweep.json
good "convert to CBOR" "$program" convert t.json t.cbor
good "convert back" "$program" convert t.cbor t2.json
python3 - <<'PY' || failures=$((failures + 1))
import json
a, b = json.load(open("t.json")), json.load(open("t2.json"))
assert a == b, "JSON and CBOR differ"
PY
good "a report by its ending" "$program" convert t.json -o t.md
grep -q "^| Hit latency | " t.md || { echo "FAILED: t.md holds no hit latency"; failures=$((failures + 1)); }
good "a report in LaTeX" "$program" convert t.json t.tex
good "a report for a simulator" "$program" convert t.json gpgpusim.config
python3 - <<'PY' || failures=$((failures + 1))
import os, re
import xml.etree.ElementTree as tree
text = open("t.md").read()
links = re.findall(r"^!\[[^\]]+\]\((t_figures/[^)]+\.svg)\)$", text, re.M)
assert "t_figures/scope.svg" in links and text.index("memory-diagram.svg") < text.index("\n## "), links
assert set(os.listdir("t_figures")) == {os.path.basename(link) for link in links} | {"figures.json"}, os.listdir("t_figures")
for link in links:
    shapes = len(list(tree.parse(link).getroot().iter("{http://www.w3.org/2000/svg}path")))
    assert shapes > 10, (link, shapes)
    assert re.search(r"\]\(%s\)\n\n\*[^*]+\.\* .*GTX 560 Ti" % re.escape(link), text), "no caption under " + link
PY
good "the same report again" "$program" convert t.json -o t.md
cp t.md before.md
echo "<!-- mine -->" >>t_figures/scope.svg
refused "a figure that was changed since" "scope.svg in it was not written by a report" "$program" convert t.json -o t.md
cmp -s t.md before.md || { echo "FAILED: the report changed although its figures could not"; failures=$((failures + 1)); }
tail -1 t_figures/scope.svg | grep -q mine || { echo "FAILED: a changed figure was overwritten"; failures=$((failures + 1)); }
mkdir u_figures && echo mine >u_figures/notes.txt
refused "a folder of somebody else's" "notes.txt" "$program" convert t.json -o u.md
good "a part of a recorded discovery" "$program" discover --device recording:h200 --only tlb,l2
holds "a part of a recorded discovery" "L2 TLB"
checks=$((checks + 1))
if grep -q "Shared memory" out.txt; then echo "FAILED: a part of a recorded discovery holds others"; failures=$((failures + 1)); fi
good "every finding of a part" "$program" discover --device recording:h200 --only tlb,l2 -v
holds "every finding of a part" "L2 cache"
holds "every finding of a part" "NOT KNOWN"
if [ "$(grep -c "No lines from all over memory" out.txt)" -gt 1 ]; then echo "FAILED: a reason is told twice"; failures=$((failures + 1)); fi
good "a narrow summary" "$program" discover --device recording:h100 --width 80
if grep -q "$(printf '\033')" out.txt; then echo "FAILED: colours in a pipe"; failures=$((failures + 1)); fi
misunderstood "too narrow a summary" "'20' is no whole number from 80 to 200" "$program" discover --device recording:h100 --width 20
good "a summary for programs" "$program" discover --device recording:h100 --json-summary
python3 -c 'import json; s = json.load(open("out.txt")); r = {x["id"]: x for y in s["sections"] for x in y["rows"]}; assert r["l1_data"]["size"]["value"] == 262144 and s["findings"][r["l1_data"]["latency"]["findings"][0]]["value"] == 33.25' || failures=$((failures + 1))
good "a summary for programs beside a file" "$program" discover --device recording:h100 --json-summary -o both.json
python3 -m json.tool out.txt >/dev/null || failures=$((failures + 1))
misunderstood "two documents on one output" "both want standard output" "$program" discover --device recording:h100 --json-summary --format csv
good "a probe of a recorded discovery" "$program" probe capacity --device recording:h200 -o part.cbor
holds "a probe of a recorded discovery" "52 KiB"
good "a probe of a part of a recording" "$program" probe capacity --device recording:part.cbor
refused "a probe that a recording does not hold" "holds no run of tlb. It holds capacity" "$program" probe tlb --device recording:part.cbor
good "a carve-out of a recorded discovery" "$program" probe capacity --device recording:h100 --set carveout_percent=50
holds "a carve-out of a recorded discovery" "83 to 84.38 KiB"
good "the sets of a recorded discovery" "$program" probe sets --device recording:h100 --set carveout_percent=0
holds "the sets of a recorded discovery" "512"
good "the conflicts of a recorded discovery" "$program" probe conflicts --device recording:h100
holds "the conflicts of a recorded discovery" "carve-out 0 %"
good "a part in a reader's word" "$program" discover --device recording:h100 --only l1
holds "a part in a reader's word" "L1 data"
good "a part that a card has not" "$program" discover --device model:textbook --only l3
holds "a part that a card has not" "Nothing was found of l3 on Textbook cache"
misunderstood "nearly a part" "did you mean 'texture'?" "$program" discover --device recording:h100 --only texure
misunderstood "no part of a card" "none of caches, l1" "$program" discover --device recording:h200 --only l9_data
good "a discovery in a time" "$program" discover --device model:textbook --time 60s
misunderstood "a time of no unit" "'5 parsecs' is no time; write a number with s, min or h" "$program" discover --device model:textbook --time "5 parsecs"
misunderstood "no time at all" "does not lie between 1 s and 24 h" "$program" discover --device model:textbook --time 0s
misunderstood "a time and an effort" "give one of them" "$program" discover --device model:textbook --time 60s --quick
good "a quick discovery" "$program" discover --device model:textbook --quick -o quick.json
grep -q '"seconds": "2"' quick.json || { echo "FAILED: --quick is no name for 2 s"; failures=$((failures + 1)); }
good "two recorded cards" "$program" compare recording:h100 recording:h200
holds "two recorded cards" "Chip: another chip. SMs 2, 3, 6, 7, 8, 9, 10, 11, 20, 21, 26, 27, 28, 29, 30, 31 and 48 more share"
good "several discoveries" "$program" discover --device model:textbook --repeat 3 -o repeated.json
holds "several discoveries" "IN 3 DISCOVERIES"
holds "several discoveries" "the same in all"
misunderstood "no discovery" "is no whole number from 1 to 1000" "$program" discover --device model:textbook --repeat 0
good "the spread for programs" "$program" discover --device model:textbook --repeat 2 --json-summary
holds "the spread for programs" '"discoveries": 2'
good "a discovery with its curves" "$program" discover --device model:gtx560ti -o curves.json
for figure in footprint-latency stride-latency latency-spectrum miss-pattern scope; do
  good "the figure $figure of a discovery" "$program" figure "$figure" --session curves.json -o curves --formats csv
done
misunderstood "two efforts at once" "exclude each other" "$program" discover --device model:textbook --quick --thorough
refused "before anything is measured" "notes.txt" "$program" discover --device model:h100 -o u.md
[ ! -e u.md ] && [ "$(ls u_figures)" = notes.txt ] || { echo "FAILED: a refused report left something"; failures=$((failures + 1)); }
echo mine >v_figures
refused "a file where the figures belong" "something else of that name" "$program" convert t.json -o v.md
refused "an unwritable folder" "No folder for the figures" "$program" convert t.json -o /proc/report.md
mkdir w.md
refused "a folder where the report belongs" "w.md" "$program" convert t.json -o w.md --format markdown
ls -d w_figures* >/dev/null 2>&1 && { echo "FAILED: figures without a report"; failures=$((failures + 1)); }
good "a report with figures in a folder with a space" "$program" convert t.json -o "the card.md"
grep -q "](the%20card_figures/scope.svg)" "the card.md" || { echo "FAILED: a link with a space"; failures=$((failures + 1)); }
good "a report on standard output" "$program" convert t.json --format markdown
grep -q "^chasescope: note: The figures are left out" err.txt || { echo "FAILED: no note about figures"; failures=$((failures + 1)); }
grep -v -e '^!\[' -e '^\*.*\.\* ' -e '^## Figures' t.md | cat -s >plain.md
cat -s out.txt | diff -B - plain.md >/dev/null || { echo "FAILED: standard output and file differ by more than figures"; failures=$((failures + 1)); }
good "a session on standard output" "$program" convert t.cbor --format json
python3 -c 'import json; assert json.load(open("out.txt")) == json.load(open("t.json"))' || failures=$((failures + 1))
good "the findings as one table" "$program" convert t.json -o findings.csv --format csv
head -3 findings.csv | tail -1 | grep -q "^subject,quantity" || { echo "FAILED: findings.csv has no header"; failures=$((failures + 1)); }
good "a topology file of MT4G" "$program" convert t.json -o topology.json --format mt4g
good "a topology file as a session" "$program" convert topology.json topology.cbor
good "and back" "$program" convert topology.cbor -o topology2.json --format mt4g
python3 - <<'PY' || failures=$((failures + 1))
import json
a, b = json.load(open("topology.json")), json.load(open("topology2.json"))
assert {k: v for k, v in a.items() if k != "chasescope"} == {k: v for k, v in b.items() if k != "chasescope"}, "the topology changed"
PY
good "a comparison" "$program" compare t.json recording:t.cbor
holds "a comparison" "agree"
good "a comparison of two cards" "$program" compare t.json topology.json --format markdown -o comparison.md
grep -q "^## " comparison.md || { echo "FAILED: comparison.md has no table"; failures=$((failures + 1)); }
good "a comparison as JSON" "$program" compare t.json topology.json --format json
python3 -c 'import json; assert json.load(open("out.txt"))["schema"] == "chasescope-comparison-1"' || failures=$((failures + 1))
good "two cards in one figure" "$program" figure memory-diagram --session t.json --against topology.json -o two --name memory-diagram --formats svg,csv
grep -q ",differs$" two/memory-diagram.csv && { echo "FAILED: a card differs from itself"; failures=$((failures + 1)); }
[ "$(cut -d, -f1 two/memory-diagram.csv | sort -u | wc -l)" -ge 2 ] || { echo "FAILED: only one card"; failures=$((failures + 1)); }
misunderstood "two cards in another figure" "scope shows one card; figures of several are " "$program" figure scope --session t.json --with topology.json -o two
misunderstood "three cards in a memory diagram" "shows two cards at the most" "$program" figure memory-diagram --session t.json --with topology.json --with t.json -o two
misunderstood "a quantity of another figure" "for the figure generations" "$program" figure scope --session t.json --quantity l2-size -o two
misunderstood "a curve of one card" "name others by --with" "$program" figure footprint-latency --session t.json --curve global.ca -o two
misunderstood "a line of one card" "name others by --with" "$program" figure generations --session t.json -o two
refused "a card without the curve" "run the probe footprint-sweep first" "$program" figure footprint-latency --session t.json --with topology.json -o two
good "curves of two cards on one axis" "$program" figure footprint-latency --device model:gtx560ti --with model:gtx780 --curve global.cg -o over --name over --formats pdf,svg,csv --palette grey
python3 - <<'PY' || failures=$((failures + 1))
import csv, json
rows = list(csv.DictReader(open("over/over.csv")))
assert {row["card"] for row in rows} == {"GeForce GTX 560 Ti", "GeForce GTX 780"}, "not both cards"
assert any(row["source"].startswith("Mei") for row in rows), "nothing published beside the curves"
assert {row["curve"] for row in rows} == {"global.cg"}
made = json.load(open("over/over.json"))
assert len(made["cards"]) == 2 and all(card["runs"] for card in made["cards"]), "not made again from this"
PY
refused "a curve that no card has" "there are “" "$program" figure footprint-latency --device model:gtx560ti --with model:gtx780 --curve texture2 -o over
refused "another card that is not there" "none.json" "$program" figure memory-diagram --session t.json --against none.json -o two
good "a recording as a device" "$program" probe fine-grained --device recording:t.json --set space=global.ca --set bytes=17KiB --set stride=128 -o again.json
python3 - <<'PY' || failures=$((failures + 1))
import json
a, b = json.load(open("t.json")), json.load(open("again.json"))
assert a["runs"][0]["trace"]["cycles"] == b["runs"][0]["trace"]["cycles"], "the recording answers something else"
PY
good "banks" "$program" probe banks --device model:gtx560ti --set words=4 -o banks.cbor
holds "banks" "Conflict latency (conflict degree 2)"
good "outstanding" "$program" probe outstanding --device model:m2070 --set sharing=1,8 -o requests.cbor
holds "outstanding" "MSHR"
good "copies" "$program" probe l2-copy --device model:k20 -o copies.cbor
holds "copies" "Copies saturate     1.5 MiB"
good "copies of a recording" "$program" probe l2-copy --device recording:copies.cbor
holds "copies of a recording" "Copies saturate     1.5 MiB"
good "banks of a recording" "$program" probe banks --device recording:banks.cbor --set words=4
holds "banks of a recording" "Conflict latency (conflict degree 32)"
good "requests of a recording" "$program" probe outstanding --device recording:requests.cbor --set sharing=1,8
holds "requests of a recording" "MSHR"
good "figure list" "$program" figure list
# Every figure comes from one command, on a device that has what it shows; the help and the documentation name it.
figure_names=$(cut -d' ' -f1 out.txt)
"$program" figure --help >help.txt
for name in $figure_names; do
  with=
  case $name in
    generations) device=model:gtx560ti with="--with model:gtx780" ;;
    carveout-sizes | l2-map | near-far-memory | memory-halves | chip-map | instruction-caches | cluster-latencies) device=recording:h100 ;;
    l2-copy) device=model:m2070 ;;
    bandwidth) device=model:a100 ;;
    thread-latency | request-table) device=model:k20 ;;
    policy-machine) device=model:textbook ;;  # its LRU of few ways has few states; Fermi's L1 goes by chance
    *) device=model:gtx560ti ;;
  esac
  good "figure $name of a device" "$program" figure "$name" --device $device $with -o every --name "$name" --formats svg,csv
  checks=$((checks + 1))
  for ending in svg csv json; do [ -s "every/$name.$ending" ] || { echo "FAILED: every/$name.$ending is missing"; failures=$((failures + 1)); }; done
  grep -q "$name" help.txt || { echo "FAILED: $name is not in the help"; failures=$((failures + 1)); }
  grep -qF "\`$name\`" "$here/../../docs/figures-list.md" || { echo "FAILED: $name is not in docs/figures-list.md"; failures=$((failures + 1)); }
done
checks=$((checks + 1))
[ "$(echo "$figure_names" | wc -l)" -ge 17 ] || { echo "FAILED: the list has fewer figures than there are"; failures=$((failures + 1)); }
python3 - <<'PY' || failures=$((failures + 1))
import csv
rows = list(csv.DictReader(open("every/miss-rate.csv")))
assert len(rows) > 16 and all(row["lru_miss_rate"] for row in rows), "no LRU beside the miss rate"
rows = list(csv.DictReader(open("every/set-map.csv")))
assert len(rows) == 128 and all(row["line"] for row in rows), "the sets have no lines in them"
rows = list(csv.DictReader(open("every/miss-pattern.csv")))
assert {int(row["misses"]) > 0 for row in rows} == {True, False} and len({row["footprint_bytes"] for row in rows}) > 30, "not figure 3"
PY
good "a cache by its name" "$program" figure set-map --device model:gtx560ti --cache l2_tlb -o named --name set-map --formats csv
grep -q "^[0-9]*,17," named/set-map.csv || { echo "FAILED: not the sets of the L2 TLB"; failures=$((failures + 1)); }
good "a chase in the sets of the textbook" "$program" figure set-map --device model:textbook --set bytes=52 --set stride=4 -o book --name set-map --formats csv
grep -q "^0,2,6,48,.*[1-9]$" book/set-map.csv || { echo "FAILED: the thirteenth word is not in set 0"; failures=$((failures + 1)); }
good "the conflicts of a recorded discovery as a figure" "$program" figure conflict-matrix --device recording:h100 -o recorded --formats csv
good "a figure of a recorded discovery" "$program" figure tlb --device recording:h200 -o recorded --formats csv
banks=$here/../recordings/h200-banks.cbor
refused "a figure that a recording has not" "a recording measures nothing anew (chasescope figure all --device recording:$banks -o FOLDER" "$program" figure stride-latency --device "recording:$banks" -o recorded
misunderstood "a cache that is none" "there are l1_data" "$program" figure set-map --session t.json --cache l9 -o figures
misunderstood "a figure without caches" "--cache is for" "$program" figure bank-lanes --session t.json --cache l2 -o figures
misunderstood "a setting that no probe has" "has a parameter 'strides'" "$program" figure tlb --device model:gtx560ti --set strides=3 -o figures
misunderstood "a setting of a session" "nothing is measured" "$program" figure scope --session t.json --set bytes=17KiB -o figures
refused "a figure that a device can't fill" "does not serve the request outstanding" "$program" figure thread-latency --device model:gtx560ti -o figures
refused "no way is preferred" "LRU" "$program" figure way-probability --device model:textbook -o figures
misunderstood "a run of a figure of all runs" "--run is for scope" "$program" figure memory-diagram --session t.json --run run-1 -o missing
for name in scope set-map; do
  refused "a run that is not there, $name" "The session has no run run-999." "$program" figure $name --session t.json --run run-999 -o missing
done
[ ! -e missing ] || { echo "FAILED: a figure of no run left something"; failures=$((failures + 1)); }
good "figures" "$program" figure scope --session t.json -o figures --name scope
for ending in pdf svg png csv; do [ -s "figures/scope.$ending" ] || { echo "FAILED: figures/scope.$ending is missing"; failures=$((failures + 1)); }; done
good "the figure again" "$program" figure scope --session t.json -o figures2 --name scope
for ending in pdf svg png csv; do cmp "figures/scope.$ending" "figures2/scope.$ending" || failures=$((failures + 1)); done

good "the figure once more, the same" "$program" figure scope --session t.json -o figures --name scope
refused "another figure of that name" "--force" "$program" figure scope --session t.json -o figures --name scope --width 120
for ending in pdf svg png csv json; do cmp "figures/scope.$ending" "figures2/scope.$ending" >/dev/null || [ $ending = json ] || { echo "FAILED: figures/scope.$ending was changed"; failures=$((failures + 1)); }; done
good "another figure over it" "$program" figure scope --session t.json -o figures2 --name scope --width 120 --force
cmp -s figures/scope.pdf figures2/scope.pdf && { echo "FAILED: --force replaced nothing"; failures=$((failures + 1)); }
good "a name by device and figure" "$program" figure scope --session t.json -o by_name --formats svg
ls by_name | grep -q "^geforce-gtx-560-ti-scope.svg$" || { echo "FAILED: named $(ls by_name)"; failures=$((failures + 1)); }
good "a figure for other programs" "$program" figure scope --session t.json -o figures3 --name scope --formats eps,tex,py,svg --svg-text text
for ending in eps tex py svg json; do [ -s "figures3/scope.$ending" ] || { echo "FAILED: figures3/scope.$ending is missing"; failures=$((failures + 1)); }; done
[ -s figures3/scope-series.csv ] || { echo "FAILED: the script has no data"; failures=$((failures + 1)); }
good "a figure from its JSON" "$program" figure figures3/scope.json -o figures4
for file in scope.eps scope.tex scope.py scope.svg scope.json scope-series.csv; do same "$file from its JSON" figures3/$file figures4/$file; done
good "a figure from its JSON, in its place" "$program" figure figures3/scope.json
SOURCE_DATE_EPOCH=1 good "a figure of a model" "$program" figure bank-latency --device model:gtx560ti -o figures5 --name a --formats pdf,svg,png,eps,tex,py,csv --seed 7
SOURCE_DATE_EPOCH=1 good "a figure of a model from its JSON" "$program" figure figures5/a.json -o figures6
for file in a.pdf a.svg a.png a.eps a.tex a.py a.csv a.json a-series.csv; do same "$file of a model from its JSON" figures5/$file figures6/$file; done
python3 - figures5/a.json <<'PY'
import json, sys
told = json.load(open(sys.argv[1]))
for member in ("alt", "caption", "command", "arguments", "version", "device", "runs", "seed"):
    assert told.get(member), member
PY
[ $? -eq 0 ] || failures=$((failures + 1))
refused "a session is no JSON of a figure" "does not say how its figure was made" "$program" figure t.json -o figures4
echo '{"arguments": ["scope", "--device", "exec:touch evil"]}' >evil.json
refused "a JSON that runs a program" "is a program" "$program" figure evil.json -o figures4
echo '{"arguments": ["scope", "--session", "t.json", "--force"]}' >evil.json
refused "a JSON that replaces files" "no part of a figure" "$program" figure evil.json -o figures4
[ ! -e evil ] || { echo "FAILED: a JSON ran a program"; failures=$((failures + 1)); }
refused "a script of a drawing" "choose svg or tex" "$program" figure memory-diagram --session t.json -o figures4 --formats py
good "the look of a venue" "$program" figure scope --session t.json -o look --name a --formats svg --venue acm --font inter --palette grey
grep -q 'width="84.7' look/a.svg || { echo "FAILED: not the column of ACM: $(head -3 look/a.svg)"; failures=$((failures + 1)); }
python3 - look/a.svg <<'PY'
import re, sys
colours = set(re.findall(r'#([0-9a-f]{6})', open(sys.argv[1]).read()))
assert colours and all(c[0:2] == c[2:4] == c[4:6] for c in colours), f"colours in grey: {colours}"
PY
[ $? -eq 0 ] || failures=$((failures + 1))
good "a part of the axes" "$program" figure scope --session t.json -o look --name part --formats svg,csv --x 10:40 --y :500
cmp -s look/a.svg look/part.svg && { echo "FAILED: a part shows all"; failures=$((failures + 1)); }
refused "limits of a figure without axes" "has no horizontal axis" "$program" figure memory-diagram --session t.json -o look --x 1:2
refused "a part without data" "The data lie between" "$program" figure scope --session t.json -o look --x 1000000:2000000
refused "a scale that an axis can't have" "can't be logarithmic" "$program" figure scope --session t.json -o look --log y
refused "the place of no legend" "has no legend" "$program" figure scope --session t.json -o look --legend right
refused "a figure without room" "--type" "$program" figure memory-diagram --session t.json -o narrow --width 40 --type 16
[ -e narrow ] && { echo "FAILED: a folder for a figure that was refused"; failures=$((failures + 1)); }
width=$(sed -n 's/.*--width \([0-9.]*\).*/\1/p' err.txt)
good "the width that it names" "$program" figure memory-diagram --session t.json -o narrow --width "$width" --type 16 --formats pdf
refused "a panel of one picture" "without panels" "$program" figure scope --session t.json -o look --panel b
if "$program" figure check figures/scope.pdf 2>err.txt >out.txt; then
  grep -q "embedded" out.txt || { echo "FAILED: check: $(cat out.txt)"; failures=$((failures + 1)); }
else
  grep -q "libqpdf-dev" err.txt || { echo "FAILED: check of a good figure: $(cat err.txt out.txt)"; failures=$((failures + 1)); }
fi
refused "a PDF that is none" "." "$program" figure check t.json
refused "a PDF that is not there" "." "$program" figure check none.pdf
misunderstood "a path as a name" "name the folder by -o" "$program" figure scope --session t.json -o look --name a/b
misunderstood "no name" "must name a file" "$program" figure scope --session t.json -o look --name ..
misunderstood "a check of nothing" "Name the PDF" "$program" figure check
nothing_writable() { mkdir -p locked && chmod 555 locked && [ ! -w locked ]; }
if nothing_writable; then refused "a folder that can't be made" "can't be made" "$program" figure scope --session t.json -o locked/in; fi

# Nothing that is written may destroy what is there: a disk that is full after any number of bytes, and what is no file.
full() { (trap "" XFSZ; exec prlimit --fsize="$1" "${@:2}"); }  # full BYTES COMMAND…: files can't grow beyond so many bytes
full_disk() {  # full_disk DESCRIPTION BYTES COMMAND…: refused; its words go to a pipe, which is no file
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
    grep -q "SigBlk:.*400[23]$" "/proc/$!/status" 2>/dev/null && break  # from here on it listens
    sleep 0.1
  done
  kill -$signal $!
  wait $! && { echo "FAILED: a stopped discovery ended with 0"; failures=$((failures + 1)); }
  same "a better file after $signal" t.json better.json
  grep -q "better.json is left as it is, and what was found is in better.partial.json" err.txt || { echo "FAILED: $signal: $(cat err.txt)"; failures=$((failures + 1)); }
  [ -s better.partial.json ] || { echo "FAILED: $signal: nothing was kept"; failures=$((failures + 1)); }
  rm -f better.partial.json
done

# Words of strangers command no terminal.
hostile=$'evil \e[2J\e]0;x\a name'
python3 - "$hostile" <<'PY'
import json, sys
session = json.load(open("t.json"))
session["device"]["name"] = sys.argv[1] + "\u009b1m R&D <script>"
session["runs"][0]["label"] = sys.argv[1]
json.dump(session, open("hostile.json", "w"))
json.dump({"schema": sys.argv[1], sys.argv[1]: 1}, open("hostile_model.json", "w"))
PY
calm() {  # calm DESCRIPTION FILE…: no control characters but line ends
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
refused "a hostile model" "\x1b[2J" "$program" probe fine-grained --device file:hostile_model.json
calm "a hostile model" err.txt
refused "a hostile name of a file" "\x1b[2J" "$program" convert "$hostile.json" x.json
calm "a hostile name of a file" err.txt
"$program" probe fine-grained --device "exec:sh -c \"printf 'x\\033[2Jy\\n' >&2; exit 4\"" >out.txt 2>err.txt
calm "a hostile device's standard error" err.txt

misunderstood "unknown device" "gtx560ti, gtx780" "$program" probe fine-grained --device model:nothing
misunderstood "unknown kind of device" "model:gtx560ti" "$program" probe fine-grained --device nonsense
misunderstood "unknown probe" "fine-grained" "$program" probe nothing --device model:gtx780
misunderstood "unknown key" "carveout_percent" "$program" probe fine-grained --device model:gtx780 --set colour=red
misunderstood "no key" "key=value" "$program" probe fine-grained --device model:gtx780 --set bytes
misunderstood "no multiple" "no multiple of the stride" "$program" probe fine-grained --device model:gtx780 --set bytes=1000 --set stride=128
misunderstood "zero" "is 0" "$program" probe fine-grained --device model:gtx780 --set bytes=0
misunderstood "a unit of two sizes" "'16KB' can mean units of 1,000 or of 1,024 bytes; write 16KiB for the larger ones" "$program" probe fine-grained --device model:gtx780 --set bytes=16KB
misunderstood "a cursor's unit of two sizes" "'16KB' can mean units of 1,000" "$program" figure footprint-latency --device model:textbook --cursors 8KiB,16KB -o figures
misunderstood "a cursor's unit that is none" "'ns' of '16 ns' is no unit of an axis" "$program" figure footprint-latency --device model:textbook --cursors "16 ns" -o figures
misunderstood "negative" "is no size" "$program" probe fine-grained --device model:gtx780 --set bytes=-16
misunderstood "overflow" "is no size" "$program" probe fine-grained --device model:gtx780 --set bytes=99999999999TiB
misunderstood "too large" "limit is" "$program" probe fine-grained --device model:gtx780 --set bytes=1TiB
misunderstood "too many threads" "between 1 and 1,024" "$program" probe outstanding --device model:m2070 --set threads=2-2048:2
misunderstood "no threads" "between 1 and 1,024" "$program" probe outstanding --device model:m2070 --set threads=0
misunderstood "no loads" "loads is 0; it must lie between 1 and" "$program" probe outstanding --device model:m2070 --set loads=0
misunderstood "no warp's sharing" "1, 2, 4, 8, 16 or 32" "$program" probe outstanding --device model:m2070 --set sharing=3
misunderstood "no width of a word" "4, 8 or 16" "$program" probe banks --device model:k20 --set words=5
refused "no such space" "has no memory space" "$program" probe fine-grained --device model:textbook --set space=texture
misunderstood "no such choice" "is none of" "$program" probe fine-grained --device model:gtx780 --set space=attic
# Nonsense after every option that takes but certain words: exit code 2, whatever else is wrong, and nothing is begun.
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
# What is asked for well, and is not there or no good, is exit code 1.
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
refused "no such folder" "does not exist" "$program" probe fine-grained --device model:gtx780 -o nowhere/t.json
misunderstood "no such format" "json, cbor, csv" "$program" probe fine-grained --device model:gtx780 --format xml
misunderstood "no ending" "names no format" "$program" probe fine-grained --device model:gtx780 -o t
refused "a folder" "is a folder" "$program" probe fine-grained --device model:gtx780 -o .
refused "a folder for a report" "is a folder" "$program" discover --device model:gtx780 -o .
misunderstood "no part" "must name a part" "$program" discover --device model:gtx780 --only ""
refused "no such session" "none.json" "$program" figure scope --session none.json -o figures
misunderstood "no such figure" "scope, miss-pattern" "$program" figure nothing --session t.json -o figures
misunderstood "no such figure format" "pdf, svg, png, csv, eps, tex, py" "$program" figure scope --session t.json -o figures --formats gif
misunderstood "absurd width" "between 40 and 1,000 mm" "$program" figure scope --session t.json -o figures --width 1e9
misunderstood "no source" "--session FILE or --device ID" "$program" figure scope -o figures
misunderstood "no such option" "--help" "$program" probe fine-grained --device model:gtx780 --nonsense
misunderstood "no device given" "--device" "$program" probe fine-grained
misunderstood "convert to nothing known" ".json" "$program" convert t.json t.xyz
misunderstood "convert to no known format" "markdown, latex" "$program" convert t.json -o t.out --format docx
misunderstood "convert to nowhere" "--format" "$program" convert t.json
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

refused "recover of nothing in particular" "Choose what happens to the results" "$program" recover
refused "recover of two things at once" "exclude each other" "$program" recover --list --discard
mkdir -p left/chasescope/journal a-folder
cp "$(dirname "$0")/../engine/old_files/left-1.journal" left/chasescope/journal/1.journal
chmod 700 left/chasescope/journal
echo "a letter" >left/chasescope/journal/2.journal
for place in left.md left.csv a-folder; do
  refused "recover into $place" "writes a whole session" env XDG_STATE_HOME="$PWD/left" "$program" recover --save $place
done
echo other >taken.json
refused "recover over a file" "exists" env XDG_STATE_HOME="$PWD/left" "$program" recover --save taken.json
env XDG_STATE_HOME="$PWD/left" "$program" recover --list >out.txt 2>&1
holds "the list after what was refused" "1  "
holds "the list with a file that is no journal" "2.journal is no journal that can be read"
good "recover --save" env XDG_STATE_HOME="$PWD/left" "$program" recover --save left.json
good "what was recovered opens" "$program" convert left.json left.cbor
env XDG_STATE_HOME="$PWD/left" "$program" recover --list >out.txt 2>&1
holds "the list after it was saved" "Nothing else was left unsaved."
cat taken.json left/chasescope/journal/2.journal >out.txt
holds "a file that was there" "other"
holds "a file that is no journal" "a letter"
refused "recover where nothing was left" "Nothing was left" env XDG_STATE_HOME="$PWD/empty" "$program" recover --save nothing.json
good "recover --list" "$program" recover --list
echo "$checks checks, $failures failed"
[ $failures -eq 0 ]
