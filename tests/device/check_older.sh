#!/bin/sh
# Checks that the PTX of the kernels for cards before 7.0 has no instruction that came with 7.0 (PTX ISA, "Target ISA Notes" of
# each). The check needs no toolkit that still compiles for these cards.
#
#   check_older.sh NVCC SOURCE ARCH FLAGS…
set -u
nvcc=${1:?usage: check_older.sh NVCC SOURCE ARCH FLAGS...}
source=$2
arch=$3
shift 3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
newer='\.relaxed|\.release|\.acquire|\.acq_rel|fence\.|nanosleep|L1::no_allocate'
"$nvcc" -ptx -arch="compute_$arch" -DCHASESCOPE_CARD_ARCH=700 "$@" -o "$work/newer.ptx" "$source" || exit 1
grep -qE "$newer" "$work/newer.ptx" || { echo "FAILED: for 7.0 there is none of them, so nothing is checked"; exit 1; }
"$nvcc" -ptx -arch="compute_$arch" -DCHASESCOPE_CARD_ARCH=600 "$@" -o "$work/older.ptx" "$source" || exit 1
if grep -nE "$newer" "$work/older.ptx" | head -5 | grep .; then echo "FAILED: these are for 7.0 and newer"; exit 1; fi
echo "nothing for 6.0 is newer than 6.0"
