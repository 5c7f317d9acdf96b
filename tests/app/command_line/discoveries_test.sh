#!/usr/bin/env bash
# discoveries_test.sh PROGRAM FOLDER: discoveries of some parts only, within a limited time, and of several devices.
source "$(dirname "$0")/common.sh"

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
python3 -c 'import json; s = json.load(open("out.txt")); r = {x["id"]: x for y in s["sections"] for x in y["rows"]}; assert r["l1_data"]["size"]["value"] == 245760 and s["findings"][r["l1_data"]["latency"]["findings"][0]]["value"] == 33.25' || failures=$((failures + 1))
good "a summary for programs beside a file" "$program" discover --device recording:h100 --json-summary -o both.json
python3 -m json.tool out.txt >/dev/null || failures=$((failures + 1))
misunderstood "two documents on one output" "both want standard output" "$program" discover --device recording:h100 --json-summary --format csv
good "a probe of a recorded discovery" "$program" probe capacity --device recording:h200 -o part.cbor
holds "a probe of a recorded discovery" "52 KiB"
good "a probe of a part of a recording" "$program" probe capacity --device recording:part.cbor
refused "a probe that a recording does not hold" "holds no run of tlb. It holds capacity" "$program" probe tlb --device recording:part.cbor
good "a carve-out of a recorded discovery" "$program" probe capacity --device recording:h100 --set carveout_percent=50
holds "a carve-out of a recorded discovery" "84,992 to 86,400 B"
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
holds "two recorded cards" "Chip: another chip. SMs 130, 131 share"
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

# Several devices are discovered at the same time, each in a process of its own.
good "several devices" "$program" discover --device model:textbook,model:gtx560ti --time 2s -o lab.json
holds "several devices" "model:textbook, Textbook cache"
holds "several devices" "Saved to lab-model-gtx560ti-geforce-gtx-560-ti.json"
holds "several devices" "Differs"
[ -s lab-model-textbook-textbook-cache.json ] || { echo "FAILED: several devices: the session of one is missing"; failures=$((failures + 1)); }
cp lab-model-textbook-textbook-cache.json before.json
good "three devices in a folder" "$program" discover --device model:textbook,recording:h200,model:textbook --time 2s -o three/
[ "$(ls three | wc -l)" -eq 3 ] || { echo "FAILED: three devices in a folder: $(ls three)"; failures=$((failures + 1)); }
refused "one of several that is not there" "file:none.json: The model file none.json can't be read" "$program" discover --device file:none.json,model:textbook --time 2s -o lab.json
holds "one of several that is not there" "Saved to lab-model-textbook-textbook-cache-2.json"
same "what was there before" lab-model-textbook-textbook-cache.json before.json
misunderstood "a slip in one of several" "did you mean 'gtx780'?" "$program" discover --device model:textbook,model:gtx78
misunderstood "several in one summary for programs" "is of one device" "$program" discover --device model:textbook,model:gtx780 --json-summary
misunderstood "several documents on one output" "name a file or a folder" "$program" discover --device model:textbook,model:gtx780 --format csv
misunderstood "several for a command that takes one" "There is no" "$program" probe capacity --device model:textbook,model:gtx780
CHASESCOPE_LIBCUDA=/nowhere/libcuda.so refused "all cards where there is none" "No NVIDIA driver" "$program" discover --device cuda:all

finish
