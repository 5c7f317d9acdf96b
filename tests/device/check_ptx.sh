#!/bin/sh
# Checks that the compiler left the timed sections as they are written: clock, load, store, clock.
#
#   check_ptx.sh NVCC SOURCE ARCH FLAGS…        e.g. check_ptx.sh nvcc kernels/device/kernels.cu 90 -std=c++20 -I.
set -u
here=$(dirname "$0")
nvcc=${1:?usage: check_ptx.sh NVCC SOURCE ARCH FLAGS...}
source=$2
arch=$3
shift 3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
"$nvcc" -ptx -arch="compute_$arch" "$@" -o "$work/kernels.ptx" "$source" || exit 1
expected=94
[ "$arch" -lt 80 ] || expected=97  # priorities of loads
[ "$arch" -lt 90 ] || expected=98  # clusters
awk -v form=ptx -v expected="$expected" -f "$here/timed_sections.awk" "$work/kernels.ptx"
