#!/usr/bin/env bash
# reports_test.sh PROGRAM FOLDER: sessions in other formats, reports and comparisons.
source "$(dirname "$0")/common.sh"

a_session t.json

good "convert to CBOR" "$program" convert t.json t.cbor
[ "$(cat out.txt)" = "Saved to t.cbor" ] || { echo "FAILED: convert says: $(cat out.txt)"; failures=$((failures + 1)); }
good "convert back" "$program" convert t.cbor t2.json
python3 - <<'PY' || failures=$((failures + 1))
import json
a, b = json.load(open("t.json")), json.load(open("t2.json"))
assert a == b, "JSON and CBOR differ"
PY
good "a report by its ending" "$program" convert t.json -o t.md
[ "$(cat out.txt)" = "Saved to t.md, t_figures" ] || { echo "FAILED: a report says: $(cat out.txt)"; failures=$((failures + 1)); }
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
refused "before anything is measured" "notes.txt" "$program" discover --device model:h100 -o u.md
[ ! -e u.md ] && [ "$(ls u_figures)" = notes.txt ] || { echo "FAILED: a refused report left something"; failures=$((failures + 1)); }
echo mine >v_figures
refused "a file where the figures belong" "something else of that name" "$program" convert t.json -o v.md
refused "an unwritable folder" "the folder /proc takes no new files" "$program" convert t.json -o /proc/report.md
mkdir w.md
refused "a folder where the report belongs" "w.md" "$program" convert t.json -o w.md --format markdown
ls -d w_figures* >/dev/null 2>&1 && { echo "FAILED: figures without a report"; failures=$((failures + 1)); }
good "a report with figures in a folder with a space" "$program" convert t.json -o "the card.md"
grep -q "](the%20card_figures/scope.svg)" "the card.md" || { echo "FAILED: a link with a space"; failures=$((failures + 1)); }
good "a report on standard output" "$program" convert t.json --format markdown
grep -q "^chasescope: note: No figures on standard output" err.txt || { echo "FAILED: no note about figures"; failures=$((failures + 1)); }
grep -v -e '^!\[' -e '^\*.*\.\* ' -e '^## Figures' t.md | cat -s >plain.md
cat -s out.txt | diff -B - plain.md >/dev/null || { echo "FAILED: standard output and file differ by more than figures"; failures=$((failures + 1)); }
good "a session on standard output" "$program" convert t.cbor --format json
python3 -c 'import json; assert json.load(open("out.txt")) == json.load(open("t.json"))' || failures=$((failures + 1))
good "the findings as one table" "$program" convert t.json -o findings.csv --format csv
head -3 findings.csv | tail -1 | grep -q "^subject,quantity" || { echo "FAILED: findings.csv has no header"; failures=$((failures + 1)); }
good "the findings as CSV" "$program" convert t.json --format csv
grep -q "^chasescope: note: It holds only the findings" err.txt || { echo "FAILED: no note about traces: $(cat err.txt)"; failures=$((failures + 1)); }
good "a whole card as CSV" "$program" convert recording:h100 -o card.csv
[ "$(cat out.txt)" = "Saved to card.csv" ] || { echo "FAILED: a whole card as CSV says: $(cat out.txt)"; failures=$((failures + 1)); }
[ "$(ls card*)" = card.csv ] || { echo "FAILED: more than one file for card.csv: $(ls card*)"; failures=$((failures + 1)); }
"$program" convert recording:h100 --format csv 2>/dev/null | cmp -s - card.csv || { echo "FAILED: card.csv is not the findings"; failures=$((failures + 1)); }
grep -q -- "--format traces" err.txt || { echo "FAILED: no word of the traces: $(cat err.txt)"; failures=$((failures + 1)); }
mkdir mine && echo mine >mine/note.txt
refused "a folder without a word of traces" "--format traces" "$program" convert recording:h100 -o mine
refused "a folder of something else" "already" "$program" convert recording:h100 -o mine --format traces
[ "$(ls mine)" = note.txt ] || { echo "FAILED: something was written into a folder: $(ls mine)"; failures=$((failures + 1)); }
good "every trace of a card" "$program" convert recording:h100 -o traces --format traces
grep -qE "^Saved [0-9,]+ files to traces: [0-9,]+ traces, [0-9]+ tables of other requests and the findings$" out.txt || { echo "FAILED: traces: $(cat out.txt)"; failures=$((failures + 1)); }
[ "$(grep -oE "^Saved [0-9,]+" out.txt | tr -dc 0-9)" -eq "$(ls traces | wc -l)" ] || { echo "FAILED: $(cat out.txt), but there are $(ls traces | wc -l)"; failures=$((failures + 1)); }
cmp -s traces/findings.csv card.csv || { echo "FAILED: the findings beside the traces are others"; failures=$((failures + 1)); }
good "a sweep as CSV" "$program" probe miss-pattern --device model:textbook --set from=48 --set to=96 --set stride=8 -o sweep.csv
[ "$(ls sweep*)" = sweep.csv ] || { echo "FAILED: more than one file for sweep.csv: $(ls sweep*)"; failures=$((failures + 1)); }
# Qt looks for a socket of the desktop when it starts to draw, and says so where the machine has no place for one.
mkdir empty-tmp
good "a report on a machine without a desktop" env -u XDG_RUNTIME_DIR TMPDIR="$PWD/empty-tmp" "$program" convert t.json -o bare.md
[ ! -s err.txt ] || { echo "FAILED: standard error of a report: $(cat err.txt)"; failures=$((failures + 1)); }
[ -z "$(ls -A empty-tmp)" ] || { echo "FAILED: a report left something in the folder for temporary files"; failures=$((failures + 1)); }
good "a topology file of a whole card" "$program" convert recording:h100 --format mt4g
[ "$(wc -L <err.txt)" -le 200 ] || { echo "FAILED: a note longer than a person reads: $(cat err.txt)"; failures=$((failures + 1)); }
grep -q "^chasescope: note: This format has no place for [0-9]* of the quantities; they are named in the file" err.txt || { echo "FAILED: no note about losses: $(cat err.txt)"; failures=$((failures + 1)); }
python3 -c 'import json; assert "replacement_policy" in json.load(open("out.txt"))["chasescope"]["lost"][0]' || { echo "FAILED: the losses are not named in the file"; failures=$((failures + 1)); }
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

finish
