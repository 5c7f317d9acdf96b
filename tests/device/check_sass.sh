#!/bin/sh
# Looks at the machine code of the timed sections, where a wrong instruction makes every number wrong.
#
#   check_sass.sh [--dump] FATBIN [ARCH]                e.g. check_sass.sh --dump build/kernels/kernels.fatbin sm_90
#   check_sass.sh [--dump] FATBIN ARCH NVCC SOURCE FLAGS…
#
# Disassembles with cuobjdump; without it, and given the compiler, with nvdisasm a cubin compiled for the purpose.
# --dump prints the sections with the lines around them. Exit codes: 0 all is well, 1 something is not, 77 no disassembler here.
# CUOBJDUMP and NVDISASM name the tools, if they are not on PATH or beside nvcc.
set -u
here=$(dirname "$0")
dump=
if [ "${1:-}" = --dump ]; then dump=1; shift; fi
fatbin=${1:?usage: check_sass.sh [--dump] FATBIN [ARCH [NVCC SOURCE FLAGS...]]}
arch=${2:-sm_90}
nvcc=${3:-}
source=${4:-}
[ $# -ge 4 ] && shift 4 || shift $#

tool() {  # NAME OVERRIDE
  if [ -n "$2" ]; then echo "$2"; return; fi
  command -v "$1" 2>/dev/null && return
  for folder in ${nvcc:+"$(dirname "$nvcc")"} /usr/local/cuda/bin /opt/cuda/bin; do
    if [ -x "$folder/$1" ]; then echo "$folder/$1"; return; fi
  done
}
cuobjdump=$(tool cuobjdump "${CUOBJDUMP:-}")
nvdisasm=$(tool nvdisasm "${NVDISASM:-}")

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
listing=$work/listing

if [ -n "$cuobjdump" ] && "$cuobjdump" -sass -arch "$arch" "$fatbin" >"$listing" 2>"$work/errors" && grep -q "Function : " "$listing"; then
  echo "disassembled by $cuobjdump, $arch"
elif [ -n "$nvdisasm" ] && [ -n "$nvcc" ] && "$nvcc" -cubin -arch="$arch" "$@" -o "$work/kernels.cubin" "$source" &&
     "$nvdisasm" -c "$work/kernels.cubin" >"$listing" 2>"$work/errors" && [ -s "$listing" ]; then
  echo "disassembled by $nvdisasm, $arch"
else
  [ -s "$work/errors" ] && cat "$work/errors"
  echo "SKIPPED: neither cuobjdump nor nvdisasm could disassemble the kernels for $arch on this machine."
  exit 77
fi
expected=94
[ "${arch#sm_}" -lt 80 ] || expected=97  # priorities of loads
[ "${arch#sm_}" -lt 90 ] || expected=98  # clusters
awk -v form=sass -v dump="$dump" -v expected="$expected" -f "$here/timed_sections.awk" "$listing"
