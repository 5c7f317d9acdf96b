#!/usr/bin/env bash
# figures_test.sh PROGRAM FOLDER: figures of one card and of several.
source "$(dirname "$0")/common.sh"

a_session t.json
"$program" convert t.json -o topology.json --format mt4g >out.txt 2>&1

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
good "one file, named by -o" "$program" figure scope --session t.json -o one/l1.svg
[ "$(cd one && echo *)" = "l1.svg l1.svg.json" ] || { echo "FAILED: -o one/l1.svg wrote $(cd one && echo *)"; failures=$((failures + 1)); }
good "the same from its JSON" "$program" figure one/l1.svg.json -o again
cmp -s one/l1.svg again/l1.svg || { echo "FAILED: not made again as it was"; failures=$((failures + 1)); }
good "the same by its command" env PATH="$(dirname "$program"):$PATH" sh -c "cd one && $(python3 -c 'import json; print(json.load(open("one/l1.svg.json"))["command"])')"
good "the same figure in another format" "$program" figure scope --session t.json -o one/l1.png
good "its table as a file" "$program" figure scope --session t.json -o one/l1.csv
good "another file from its JSON" "$program" figure one/l1.svg.json -o one/other.pdf
good "another name from its JSON" "$program" figure one/l1.svg.json --name third
[ "$(cd one && echo *)" = "l1.csv l1.csv.json l1.png l1.png.json l1.svg l1.svg.json other.pdf other.pdf.json third.json third.svg" ] ||
  { echo "FAILED: in one file after another: $(cd one && echo *)"; failures=$((failures + 1)); }
cp t.json one/t.json
refused "a session in the place of a figure's JSON" "never replaced by one" "$program" figure scope --session one/t.json -o one --name t --force
same "a session in the place of a figure's JSON" t.json one/t.json
good "a figure of a device by name" "$program" figure scope model:gtx780 -o one/card.svg
refused "the same once more" "so nothing was measured" "$program" figure scope model:gtx780 -o one/card.svg
misunderstood "a format that is none" "names no format of figures; there are pdf" "$program" figure scope --session t.json -o fig.jpg
misunderstood "a format in capital letters" "write fig.png" "$program" figure scope --session t.json -o fig.PNG
good "a folder of such a name" "$program" figure scope --session t.json -o fig.jpg/ -f svg --name a
[ -f fig.jpg/a.svg ] || { echo "FAILED: no figure in a folder that ends like a file"; failures=$((failures + 1)); }
good "into that folder, which exists" "$program" figure scope --session t.json -o fig.jpg -f svg --name b
refused "a file in the place of a folder" "one/l1.svg is no folder" "$program" figure scope --session t.json -o one/l1.svg/x.png
misunderstood "a file and other formats" "names one file" "$program" figure scope --session t.json -o one/l1.svg --formats pdf
good "a session without an option" "$program" figure scope t.json -o bare -f svg --name bare
good "a device without an option" "$program" figure scope model:gtx780 -o bare -f csv --name card
[ "$(cd bare && echo *)" = "bare.json bare.svg card.csv" ] || { echo "FAILED: written without an option: $(cd bare && echo *)"; failures=$((failures + 1)); }
misunderstood "two sessions" "one word too many" "$program" figure scope t.json t.json -o bare
misunderstood "a session and a device" "one word too many" "$program" figure scope t.json --device model:gtx780 -o bare
misunderstood "no such device without an option" "did you mean 'gtx780'?" "$program" figure scope model:gtx78 -o bare
misunderstood "a list of some figures" "'scope' is one word too many" "$program" figure list scope
good "figure list" "$program" figure list
# Every figure comes from one command, on a device that has what it shows; the help and the documentation name it.
figure_names=$(cut -d' ' -f1 out.txt)
"$program" figure --help >help.txt
for name in $figure_names; do
  with=
  case $name in
    generations) device=model:gtx560ti with="--with model:gtx780" ;;
    memory-operations | l2-residency | instruction-prefetch) device=model:h100 ;;
    carveout-sizes | l2-map | near-far-memory | memory-halves | chip-map | instruction-caches | cluster-latencies) device=recording:h100 ;;
    l2-copy) device=model:m2070 ;;
    bandwidth | load) device=model:a100 ;;
    thread-latency | request-table) device=model:k20 ;;
    policy-machine) device=model:textbook ;;  # its LRU of few ways has few states; Fermi's L1 goes by chance
    *) device=model:gtx560ti ;;
  esac
  good "figure $name of a device" "$program" figure "$name" --device $device $with -o every --name "$name" --formats svg,csv
  checks=$((checks + 1))
  for ending in svg csv json; do [ -s "every/$name.$ending" ] || { echo "FAILED: every/$name.$ending is missing"; failures=$((failures + 1)); }; done
  grep -q "$name" help.txt || { echo "FAILED: $name is not in the help"; failures=$((failures + 1)); }
  grep -qF "\`$name\`" "$here/../../../docs/figures-list.md" || { echo "FAILED: $name is not in docs/figures-list.md"; failures=$((failures + 1)); }
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
banks=$here/../../recordings/h200-banks.cbor
refused "a figure that a recording has not" "the recording holds no run of stride-sweep, and a recording measures nothing anew (chasescope figure all --device recording:$banks -o FOLDER" "$program" figure stride-latency --device "recording:$banks" -o recorded
misunderstood "a cache that is none" "there are l1_data" "$program" figure set-map --session t.json --cache l9 -o figures
misunderstood "a figure without caches" "--cache is for" "$program" figure bank-lanes --session t.json --cache l2 -o figures
misunderstood "a setting that no probe has" "has a parameter 'strides'" "$program" figure tlb --device model:gtx560ti --set strides=3 -o figures
misunderstood "a setting that a search for a footprint refuses" "The largest N, 1 KiB, is smaller than the smallest, 1 GiB." "$program" figure scope --device model:gtx780 --set from=1GiB --set to=1KiB -o unset
misunderstood "a setting of a search that is not made" "The setting budget is for the search for a footprint, and bytes names the footprint." "$program" figure scope --device model:gtx780 --set bytes=64KiB --set budget=7 -o unset
misunderstood "a stride of 0 for a picture" "The stride " "$program" figure miss-pattern --device model:gtx780 --set stride=0 -o unset
misunderstood "a footprint of no device for a picture" "A footprint of 100 TiB is too large" "$program" figure miss-pattern --device model:gtx780 --set from=100TiB -o unset
[ ! -e unset ] || { echo "FAILED: a setting that was refused left something"; failures=$((failures + 1)); }
good "a search whose budget is too small" "$program" figure scope --device model:gtx780 --set budget=7 -o searched --formats csv
grep -q "note: No footprint was found .* shows the standard one (bytes=17KiB). It would take at least .* the 7 accesses that this probe may spend (budget)" err.txt || { echo "FAILED: the standard footprint without a word: $(cat err.txt)"; failures=$((failures + 1)); }
good "a search from a large footprint on" "$program" figure scope --device model:gtx780 --set from=2MiB -o above --formats csv
[ ! -s err.txt ] || { echo "FAILED: a search from 2 MiB on: $(cat err.txt)"; failures=$((failures + 1)); }
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
  grep -q "verdict  *can be printed$" out.txt || { echo "FAILED: a check without a verdict: $(cat out.txt)"; failures=$((failures + 1)); }
else
  grep -q "libqpdf-dev" err.txt || { echo "FAILED: check of a good figure: $(cat err.txt out.txt)"; failures=$((failures + 1)); }
fi
refused "a PDF that is none" "." "$program" figure check t.json
refused "a PDF that is not there" "." "$program" figure check none.pdf
# A figure of a discovery that was stopped would look like one of the whole card.
"$program" figure memory-diagram --device model:h100 -o stopped >out.txt 2>err.txt &
for _ in $(seq 600); do
  grep -q "SigBlk:.*400[23]$" "/proc/$!/status" 2>/dev/null && break  # the program now waits for the signals itself
  sleep 0.1
done
sleep 1.5  # what was measured in less than a second is not kept
kill -INT $!
wait $! && { echo "FAILED: a stopped figure ended with 0"; failures=$((failures + 1)); }
checks=$((checks + 1))
[ ! -e stopped ] && grep -q "The discovery was cancelled: .* No figure was written." err.txt && grep -q "chasescope recover" err.txt || { echo "FAILED: a stopped figure: $(ls stopped 2>&1) $(cat err.txt)"; failures=$((failures + 1)); }
misunderstood "a path as a name" "name the folder by -o" "$program" figure scope --session t.json -o look --name a/b
misunderstood "no name" "must name a file" "$program" figure scope --session t.json -o look --name ..
good "a figure on standard output" "$program" figure scope --session t.json -o - --formats png
head -c 4 out.txt | grep -q PNG || { echo "FAILED: standard output is no PNG"; failures=$((failures + 1)); }
good "a figure's data on standard output" "$program" figure scope --session t.json -o /dev/stdout --formats csv
head -1 out.txt | grep -q "," || { echo "FAILED: standard output is no table"; failures=$((failures + 1)); }
misunderstood "several formats on standard output" "one format" "$program" figure scope --session t.json -o -
misunderstood "a name on standard output" "no name" "$program" figure scope --session t.json -o - --formats svg --name x
refused "a script on standard output" "lies beside it" "$program" figure scope --session t.json -o - --formats tex
for command in "figure all --session t.json" "gallery --only paper-figure-4" "archive --session t.json"; do
  for output in - /dev/stdout; do
    # shellcheck disable=SC2086
    misunderstood "$command on standard output" "'$output' is standard output" "$program" $command -o $output
  done
done
[ -e ./- ] && { echo "FAILED: a folder of the name -"; failures=$((failures + 1)); }
misunderstood "a check of nothing" "Name the PDF" "$program" figure check
nothing_writable() { mkdir -p locked && chmod 555 locked && [ ! -w locked ]; }
if nothing_writable; then refused "a folder that can't be made" "can't be made" "$program" figure scope --session t.json -o locked/in; fi

finish
