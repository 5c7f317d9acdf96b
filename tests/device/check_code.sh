#!/bin/sh
# Checks that the straight-line code holds BYTES bytes of multiply-adds in a row between its two clock reads.
#
#   check_code.sh NVCC SOURCE ARCH BYTES FLAGS…      e.g. check_code.sh nvcc kernels/device/straight_code.cu sm_90 524288 -std=c++20 -I.
#
# Exit codes: 0 all is well, 1 something is not, 77 no disassembler here. CUOBJDUMP names the tool, if it is not on PATH or beside nvcc.
set -u
nvcc=${1:?usage: check_code.sh NVCC SOURCE ARCH BYTES FLAGS...}
source=$2
arch=$3
bytes=$4
shift 4
cuobjdump=${CUOBJDUMP:-$(command -v cuobjdump || true)}
[ -n "$cuobjdump" ] || cuobjdump=$(dirname "$nvcc")/cuobjdump
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
"$nvcc" -cubin -arch="$arch" "$@" -o "$work/code.cubin" "$source" || exit 1
if ! "$cuobjdump" -sass "$work/code.cubin" >"$work/listing" 2>"$work/errors" || ! grep -q "Function : " "$work/listing"; then
  cat "$work/errors"
  echo "SKIPPED: nothing here disassembles the code for $arch."
  exit 77
fi
awk -v bytes="$bytes" '
  /Function : / { functions++ }
  !match($0, /\/\*[0-9a-f][0-9a-f][0-9a-f][0-9a-f]+\*\/ +[@A-Z]/) { next }
  {
    line = substr($0, RSTART + RLENGTH - 1)
    sub(/ *;.*$/, "", line)
  }
  line ~ /^CS2R.*SR_CLOCKLO/ { clocks++; next }
  clocks == 1 && line ~ /^FFMA / { run++; multiply_adds++; next }
  clocks == 1 { if (run == 0) before++; else if (++others <= 4) inside = inside "\n  " line }
  END {
    if (functions != 1 || clocks != 2) { print "FAIL " functions + 0 " functions with " clocks + 0 " clock reads, not 1 with 2"; exit 1 }
    if (multiply_adds * 16 != bytes) { print "FAIL " multiply_adds * 16 " bytes of multiply-adds, not " bytes; exit 1 }
    if (inside != "") { print "FAIL among the multiply-adds stand " others " other instructions:" inside; exit 1 }
    print "ok   " multiply_adds " multiply-adds in a row, after " before + 0 " instructions that jump there"
  }' "$work/listing"
