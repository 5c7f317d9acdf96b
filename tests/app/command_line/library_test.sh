#!/usr/bin/env bash
# library_test.sh PROGRAM FOLDER: the cards of others: their list, the check of a card against its kind, and the file to contribute.
source "$(dirname "$0")/common.sh"
export XDG_DATA_HOME=$PWD/data

good "the list" "$program" library
for words in "recording:h100  " "published:v100  " "model:v100  " "H100 80GB HBM3 (9.0)" "$PWD/data/chasescope/cards"; do holds "the list" "$words"; done
good "the list as JSON" "$program" library --json
python3 - <<'PY' || failures=$((failures + 1))
import json
cards = json.load(open("out.txt"))
kinds = {card["id"]: card["kind"] for card in cards}
assert kinds["model:h100"] == kinds["recording:h100"], kinds
assert kinds["model:p6000"] == kinds["published:p6000"], kinds
assert all("licence" not in card and card["about"] for card in cards)
PY
good "a published card is a document" "$program" convert published:v100 v100.json
good "its topology is that of its maker again" "$program" convert v100.json v100-mt4g.json --format mt4g
good "a model beside its published card" "$program" compare model:p6000 published:p6000
holds "the comparison" "Quadro P6000"
refused "an unknown published card" "published:v100" "$program" compare model:v100 published:v101
holds_error() { grep -qF -- "$1" err.txt || { echo "FAILED: '$1' is not in: $(cat err.txt)"; failures=$((failures + 1)); }; }

good "what may be given away" "$program" contribute recording:h100 -o given.json
holds "what was taken out" "the map of the chip, by which one card can be known again"
holds "the size of it" "findings of a card named \"NVIDIA H100 80GB HBM3\""
[ "$(stat -c %s given.json)" -lt 200000 ] || { echo "FAILED: given.json is large"; failures=$((failures + 1)); }
a_session t.json
refused "a software GPU is no card" "software GPU" "$program" contribute t.json -o no.json
refused "a file of another tool" "another tool" "$program" contribute published:v100 -o no.json
misunderstood "another format" "FILE.json or FILE.cbor" "$program" contribute given.json -o no.md
refused "a folder that is not there" "nowhere" "$program" contribute given.json -o nowhere/given.json
cp given.json mine.json
refused "a contribution over its session" "is the session itself" "$program" contribute mine.json -o ./mine.json
cmp -s given.json mine.json || { echo "FAILED: the session was replaced"; failures=$((failures + 1)); }
good "again, of what was given" "$program" contribute given.json -o again.json
[ ! -e no.json ] && [ ! -e no.md ] || { echo "FAILED: a refused contribution left a file"; failures=$((failures + 1)); }

# Three cards like the recorded one, and one that is not.
mkdir cards "cards/not looked into"
python3 - <<'PY' || failures=$((failures + 1))
import json
given = json.load(open("given.json"))
def card(name, change):
    one = json.loads(json.dumps(given))
    for finding in one["findings"]:
        change(finding)
    json.dump(one, open(name, "w"))
def scaled(part):
    def change(finding):
        if isinstance(finding.get("value"), float) and "low" in finding and "high" in finding:
            finding["value"] += part * (finding["high"] - finding["low"])
    return change
for i, name in enumerate("abc"):
    card(f"cards/{name}.json", scaled(0.05 * (i + 1)))
card("cards/not looked into/d.json", scaled(0.3))
def strange(finding):
    scaled(-0.05)(finding)
    if finding["subject"] == "dram" and finding["quantity"] == "read_bandwidth":
        for member in ("value", "low", "high"):
            finding[member] *= 0.7
card("strange.json", strange)
card("good.json", scaled(-0.05))
PY
good "a good card" "$program" library check good.json --folder cards --fail
holds "a good card" "is like 6 other cards of its kind: none of"
refused "a strange card" "1 of" "$program" library check strange.json --folder cards --fail
holds_error "Main memory: Read bandwidth"
good "a folder before the word" "$program" library --folder cards check good.json
holds "a folder before the word" "is like 6 other cards"
good "the same without --fail" "$program" library check strange.json --folder cards
for words in "Outside" "Main memory: Read bandwidth" "All 6 others lie at" "recording:h100"; do holds "a strange card" "$words"; done
good "as JSON" "$program" library check strange.json --folder cards -f json -o check.json
python3 - <<'PY' || failures=$((failures + 1))
import json
check = json.load(open("check.json"))
outside = [row for row in check["rows"] if row["standing"] == "outside"]
assert [row["card"]["quantity"] for row in outside] == ["read_bandwidth"], outside
assert len(check["others"]) == 6 and "others lie at" in outside[0]["how"], check["others"]
PY
for format in text markdown csv; do good "as $format" "$program" library check strange.json --folder cards -f $format -v -o "check.$format"; done
grep -q "^outside,dram,read_bandwidth," check.csv || { echo "FAILED: check.csv has no line of it"; failures=$((failures + 1)); }
good "itself is no other" "$program" library check recording:h100
holds "itself is no other" "recording:h100 is left out: it is the discovery of this card itself."
good "what comes with the program" "$program" library check strange.json
holds "what comes with the program" "outside what 3 other cards show"
good "a contributed card is a document" "$program" compare contributed:h200-a contributed:h200-b
refused "an unknown contributed card" "contributed:h200-a" "$program" compare model:h100 contributed:h200
good "a published card of another tool" "$program" library check published:v100
holds "a published card" "No other Tesla V100-PCIE-16GB is known"

mkdir -p data/chasescope/cards odd
cp cards/a.json data/chasescope/cards/
good "one's own folder needs no option" "$program" library check strange.json
holds "one's own folder" "data/chasescope/cards/a.json"
echo "{" >odd/cut.json
: >odd/empty.cbor
ln -s /nonexistent odd/nowhere.json
cp t.json odd/model.json
"$program" library --folder odd --folder missing >out.txt 2>err.txt || { echo "FAILED: a folder with odd files"; failures=$((failures + 1)); }
[ "$(grep -c '^chasescope: note: ' err.txt)" -eq 5 ] || { echo "FAILED: not five notes: $(cat err.txt)"; failures=$((failures + 1)); }
refused "no such card" "There is no file" "$program" library check missing.json
# The command line is understood, and the file is not good: as of every other command the exit code is 1.
for broken in odd/cut.json odd/empty.cbor recording:odd/cut.json; do
  refused "a broken file $broken" "odd/" "$program" library check $broken
  [ $code -eq 1 ] || { echo "FAILED: a broken file $broken: exit code $code, not 1"; failures=$((failures + 1)); }
done
misunderstood "no format" "There is no format" "$program" library check t.json -f silly
misunderstood "no tolerance" "no tolerance" "$program" library check good.json --tolerance 2
misunderstood "no card" "CARD" "$program" library check
misunderstood "an empty folder name" "is empty" "$program" library --folder ""
misunderstood "a word that is no command" "" "$program" library silly

finish
