#!/usr/bin/env bash
# amd_device_test.sh PROGRAM FOLDER SOURCE_FOLDER CXX: the example for AMD cards, compiled against a stand-in of HIP, keeps the device protocol
# and shows the cache of the stand-in.
set -uo pipefail
program=$1 folder=$2 source=$3 cxx=$4
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || exit 1
export QT_QPA_PLATFORM=offscreen XDG_STATE_HOME=$PWD/state
die() { echo "FAILED: $1"; exit 1; }
"$cxx" -x c++ -std=c++17 -O1 -Wall -Wextra -Werror -I "$source/tests/device/fake_hip" "$source/resources/examples/amd_device.hip" -o amd_device || die "it does not compile"
"$program" check-device --device "exec:$folder/amd_device" >out.txt 2>err.txt || die "it breaks the protocol: $(cat out.txt err.txt | tail -20)"
misses() { "$program" probe fine-grained --device "exec:$folder/amd_device" --set space=global.ca --set "bytes=$1" --set stride=64 --set warmup=1000 --set accesses=1000 -o t.json >out.txt 2>err.txt || die "a chase of $1: $(cat err.txt)"
  python3 -c 'import json; print(sum(c > 300 for c in json.load(open("t.json"))["runs"][0]["trace"]["cycles"]))'; }
[ "$(misses 16KiB)" = 0 ] || die "16 KiB miss in a cache of 16 KiB"
[ "$(misses 64KiB)" = 1000 ] || die "64 KiB hit in a cache of 16 KiB"
"$program" probe fine-grained --device "exec:$folder/amd_device 7" --set bytes=16KiB --set stride=64 >out.txt 2>err.txt && die "a card that is not there was opened"
grep -q "Choosing the card failed" err.txt || die "a missing card has no reason: $(cat err.txt)"
grep -q "NEVER RUN ON A CARD" "$source/resources/examples/amd_device.hip" || die "it does not say that it never ran on a card"
echo "it keeps the protocol on a stand-in"
