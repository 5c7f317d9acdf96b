#!/usr/bin/env bash
# probes_test.sh PROGRAM FOLDER: single probes, of models and of recordings.
source "$(dirname "$0")/common.sh"

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
good "a carve-out before Volta" "$program" probe fine-grained --device model:gtx560ti --set carveout_percent=50 --set bytes=17KiB
grep -qF "carveout_percent is for cards of compute capability 7.0 (Volta) and newer; GeForce GTX 560 Ti has 2.1, so the setting should change nothing." err.txt || { echo "FAILED: no note about an idle setting: $(cat err.txt)"; failures=$((failures + 1)); }
good "the switch of Fermi on Volta" "$program" probe fine-grained --device model:v100 --set l1_kib=16 --set bytes=17KiB
grep -qF "l1_kib is for cards of compute capability 2.0 to 3.7" err.txt || { echo "FAILED: no note about an idle switch: $(cat err.txt)"; failures=$((failures + 1)); }
good "settings that count" "$program" probe fine-grained --device model:v100 --set carveout_percent=50 --set bytes=17KiB
grep -q "note" err.txt && { echo "FAILED: a note about a setting that counts: $(cat err.txt)"; failures=$((failures + 1)); }
good "a footprint that is left open" "$program" probe fine-grained --device model:gtx560ti
grep -q "The footprint is a little more than the nearest cache holds (" err.txt || { echo "FAILED: no note about the footprint: $(cat err.txt)"; failures=$((failures + 1)); }
good "a footprint in long strides" "$program" probe fine-grained --device model:gtx560ti --set stride=4KiB
grep -q "holds, in whole strides (" err.txt || { echo "FAILED: no note about whole strides: $(cat err.txt)"; failures=$((failures + 1)); }
good "a footprint of one stride" "$program" probe fine-grained --device model:gtx560ti --set stride=1GiB
grep -q "The footprint is one element" err.txt || { echo "FAILED: no note about a single element: $(cat err.txt)"; failures=$((failures + 1)); }
good "noise" "$program" probe fine-grained --device model:gtx560ti --noise --seed 7 --set bytes=17KiB --set stride=128 -o noisy.json
python3 -c 'import json; e = json.load(open("noisy.json"))["environment"]; assert e["seed"] == 7 and e["noise"].startswith("jitter=3,outliers=0.001"), e' || failures=$((failures + 1))
good "noise of one's own" "$program" probe fine-grained --device model:textbook --noise jitter=1,drift=0.1 --set bytes=52 --set stride=4
misunderstood "noise that is none" "there is no 'loud'" "$program" probe fine-grained --device model:textbook --noise loud=3 --set bytes=52 --set stride=4
"$program" probe latency --device recording:h200 --seed 7 >out.txt 2>err.txt
grep -q "are for models" err.txt || { echo "FAILED: a seed of a recording: $(head -c 300 err.txt)"; failures=$((failures + 1)); }
misunderstood "a negative seed" "no whole number from 0" "$program" probe fine-grained --device model:textbook --seed -3 --set bytes=52 --set stride=4
good "probe as CSV" "$program" probe fine-grained --device model:gtx780 --set space=texture --set bytes=12416 --set stride=32 -o t.csv
good "a sweep" "$program" probe miss-pattern --device model:textbook --set from=48 --set to=96 --set stride=8 -o sweep.json
good "a recording as a device" "$program" probe fine-grained --device recording:t.json --set space=global.ca --set bytes=17KiB --set stride=128 -o again.json
python3 - <<'PY' || failures=$((failures + 1))
import json
a, b = json.load(open("t.json")), json.load(open("again.json"))
assert a["runs"][0]["trace"]["cycles"] == b["runs"][0]["trace"]["cycles"], "the recording answers something else"
PY
good "a budget of one access" "$program" probe sets --device model:c2070 --set budget=1
holds "a budget of one access" "more than the 1 access that this probe may spend"
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

good "a budget that is too small for pages" "$program" probe tlb --device model:gtx560ti --set budget=10000
holds "how much it is too small" "It would take at least 1,536 accesses more, and of the 10,000 accesses that this probe may spend (budget), 464 are left."
grep -qE "structure of|every footprint" out.txt && { echo "FAILED: more than the budget is the reason: $(cat out.txt)"; failures=$((failures + 1)); }
good "a budget that is too small for levels" "$program" probe sets --device model:gtx560ti --set budget=1000
holds "what the first step takes" "It would take at least 2,112 accesses, more than the 1,000 accesses that this probe may spend (budget)."

finish
