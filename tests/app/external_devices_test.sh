#!/usr/bin/env bash
# external_devices_test.sh PROGRAM FOLDER SOURCE: the commands serve and check-device and devices of the kind exec, as a person and
# as a script use them.
set -uo pipefail
program=$1 folder=$2 source=$3
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" || exit 1
export QT_QPA_PLATFORM=offscreen XDG_STATE_HOME=$PWD/state
failures=0
fail() { echo "FAILED: $1"; failures=$((failures + 1)); }

"$program" check-device --device "exec:$program serve --device model:gtx560ti" >out.txt 2>err.txt || fail "check-device of serve: $(grep -A4 'does not' out.txt) $(cat err.txt)"
grep -q "holds .*warmup_goes_on" out.txt || fail "check-device names no rules: $(cat out.txt)"
example="exec:python3 $source/resources/examples/cache_device.py"
"$program" check-device --json --device "$example" >out.json 2>err.txt || fail "check-device of the example: $(cat err.txt)"
# What the examples don't list (one memory at many addresses, code in blocks) has no rule to hold.
python3 -c 'import json; d = json.load(open("out.json")); assert len(d) > 25 and all(c["verdict"] == ("not applicable" if c["name"] in ("same_memory", "instructions_orders") else "holds") for c in d), d' || fail "check-device --json"
# The example in C++ needs no library to compile, and its cache is the same as that of the example in Python.
if command -v g++ >/dev/null; then
  g++ -std=c++17 -Wall -Wextra -Werror -O2 "$source/resources/examples/cache_device.cpp" -o cache_device 2>err.txt || fail "the example in C++: $(head -n 5 err.txt)"
  "$program" check-device --json --device "exec:./cache_device" >out.json 2>err.txt || fail "check-device of the example in C++: $(cat err.txt)"
  python3 -c 'import json; d = json.load(open("out.json")); assert len(d) > 25 and all(c["verdict"] == ("not applicable" if c["name"] in ("same_memory", "instructions_orders") else "holds") for c in d), d' || fail "check-device --json of the example in C++"
  "$program" probe fine-grained --device "$example" --set bytes=1056 --set stride=32 -o in_python.json >/dev/null 2>err.txt || fail "probe of the example: $(cat err.txt)"
  "$program" probe fine-grained --device "exec:./cache_device" --set bytes=1056 --set stride=32 -o in_cpp.json >/dev/null 2>err.txt || fail "probe of the example in C++: $(cat err.txt)"
  python3 -c 'import json; a, b = (json.load(open(n)) for n in ("in_python.json", "in_cpp.json")); assert a["runs"] == b["runs"]' || fail "the two examples are not the same cache"
fi
"$program" check-device --device "exec:python3 $source/tests/engine/protocol/careless_device.py" >out.txt 2>err.txt && fail "a careless device passed"
grep -q "does not hold .*bad_line" out.txt || fail "a careless device: $(cat out.txt)"
grep -q "sent: " out.txt || fail "what was sent is not shown"
sed 's/result\["offsets"\] = offsets/pass/' "$source/resources/examples/cache_device.py" >no_order.py
"$program" check-device --device "exec:python3 no_order.py" >out.txt 2>err.txt && fail "a device that does not tell its order passed"
grep -q "tells its order\.$" out.txt || fail "a device that does not tell its order: $(cat out.txt)"
grep -q "\.\.$" out.txt && fail "a sentence with two full stops: $(grep "\.\.$" out.txt)"

# A program that ends in the middle of a discovery, started anew for each part, says so once, and how to go on.
sed 's/^for text in sys.stdin.buffer:/for number, text in enumerate(sys.stdin.buffer):\n    if number == 6:\n        sys.exit(3)/' "$source/resources/examples/cache_device.py" >die.py
"$program" discover -d "exec:python3 die.py" -v -o die.json >out.txt 2>err.txt && fail "a discovery of a program that dies ended well"
[ "$(grep -c "ended with exit code 3" out.txt)" -eq 1 ] || fail "the end of a program is not told once: $(grep "exit code" out.txt)"
grep -q "^  Failed or not reached: Caches, TLB" out.txt || fail "the parts that failed: $(cat out.txt)"
grep -qE "Tlb|L2-map" out.txt && fail "names of steps that nobody knows: $(grep -E "Tlb|L2-map" out.txt)"
grep -q "chasescope discover -d 'exec:python3 die.py'" out.txt || fail "the advice does not name the device: $(cat out.txt)"

"$program" check-device --device model:gtx560ti 2>err.txt && fail "check-device of a model"
grep -q "exec:COMMAND" err.txt || fail "check-device of a model: $(cat err.txt)"

# The array has one line more than the cache of the example holds: set 0 always misses, and the other seven sets never miss.
"$program" probe fine-grained --device "$example" --set bytes=1056 --set stride=32 -o example.json >out.txt 2>err.txt || fail "probe of the example: $(cat err.txt)"
python3 - <<'PYTHON' || fail "the example's trace"
import json
run = json.load(open("example.json"))["runs"][0]
cycles, start = run["trace"]["cycles"], run["request"].get("warmup", 0)
missed = {(start + i) % 33 for i, c in enumerate(cycles) if c > 100 and start + i >= 66}
assert missed == {0, 8, 16, 24, 32}, missed
PYTHON

# The same probe directly and through serve.
for device in "model:gtx780" "exec:$program serve --device model:gtx780"; do
  "$program" probe fine-grained --device "$device" --set bytes=1MiB --set stride=128 -o "$(echo "$device" | cut -c1-4).json" >/dev/null 2>err.txt || fail "probe of $device: $(cat err.txt)"
done
python3 -c 'import json; a, b = (json.load(open(n)) for n in ("mode.json", "exec.json")); assert a["runs"] == b["runs"] and a["findings"] == b["findings"]' || fail "the traces differ"

# serve ends with exit code 0 and without a message at the end of its input, and at once when its output is closed.
printf '{"id":1,"call":"describe"}\nnonsense\n' | "$program" serve --device model:textbook >out.txt 2>err.txt || fail "serve ended with $?"
python3 -c 'import json; a = [json.loads(l) for l in open("out.txt")]; assert {json.dumps(m["id"]) for m in a} == {"1", "null"}, a' || fail "serve: $(cat out.txt)"
[ ! -s err.txt ] || fail "serve said: $(cat err.txt)"
(while echo '{"id":1,"call":"describe"}'; do :; done) 2>/dev/null | "$program" serve --device model:textbook 2>err.txt | head -n 3 >/dev/null
[ "${PIPESTATUS[1]}" -eq 0 ] || fail "a closed output ended serve with ${PIPESTATUS[1]}"
"$program" serve --device model:nonesuch </dev/null 2>err.txt && fail "serve of nothing"
[ "$(wc -l <err.txt)" -eq 1 ] || fail "serve of nothing: $(cat err.txt)"

"$program" probe fine-grained --device "exec:/no/such/program" 2>err.txt && fail "a program that is not there"
grep -q "can't be started" err.txt || fail "a program that is not there: $(cat err.txt)"
"$program" probe fine-grained --device "exec:sh -c \"echo broken >&2; exit 4\"" 2>err.txt && fail "a program that ends"
grep -q 'exit code 4; its last words were "broken"' err.txt || fail "a program that ends: $(cat err.txt)"


# The device dies during a discovery, and dies again after it was started anew. The findings made before are printed, and the last
# message tells how many parts are missing.
mortal="exec:python3 $source/tests/app/window/mortal_device.py $source/resources/examples/cache_device.py 40"
"$program" discover --device "$mortal" >out.txt 2>err.txt && fail "a device that died twice gave a whole discovery"
grep -q 'discovery ended with failures: [0-9]* parts failed. .*exit code 3; its last words were "the bus is gone"' err.txt || fail "a device that was started anew: $(cat err.txt)"
mortal="$mortal grave"
for how in "" "-o died.json"; do
  rm -f grave
  # shellcheck disable=SC2086
  "$program" discover --device "$mortal" $how >out.txt 2>err.txt && fail "a device that died gave a whole discovery"
  grep -q "Notes .*8 sets of 4 ways" out.txt || fail "what was found before the device died: $(cat out.txt)"
  grep -q 'discovery ended early: 1 part failed and [0-9]* were not reached. .*exit code 3; its last words were "the bus is gone"' err.txt || fail "the end of a device that died: $(cat err.txt)"
done
[ -s died.json ] || fail "what was found before the device died was not saved"
"$program" discover --device "$example" --quick >out.txt 2>err.txt || fail "a device that serves little: $(cat err.txt)"

echo "$failures failures"
[ $failures -eq 0 ]
