# Functions for packaging/run and packaging/test: they print each step, install missing packages and build a preset.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"

say() { printf '\n\033[1m== %s\033[0m\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

install_dependencies() {  # install_dependencies [with-tests]
  local wanted missing=() package without='only for tests'
  [ "${1:-}" != with-tests ] || without='^$'
  wanted=$(sed "/$without/d; "'s/#.*//; s/[[:space:]]*$//; /^$/d' packaging/dependencies.txt)
  for package in $wanted; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)" = installed ] || missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    say "Everything that is needed is installed"
    return
  fi
  command -v apt-get >/dev/null || die "These packages are missing, and there is no apt-get to install them: ${missing[*]}"
  say "Installing: ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "Installing needs root: run this as root, or install sudo. Missing: ${missing[*]}"
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
}

build_preset() {  # build_preset NAME[:BUILD] [TARGET…]: BUILD is the build preset, if its name differs from that of the configure preset
  local preset=${1%%:*} build=${1##*:}
  shift
  say "Configuring the preset '$preset' in build/$preset"
  cmake --preset "$preset" >"build-$preset.log" 2>&1 || { cat "build-$preset.log" >&2; die "Configuring failed."; }
  grep -E 'CUDA' "build-$preset.log" || true
  rm -f "build-$preset.log"
  say "Building with $(nproc) cores"
  cmake --build --preset "$build" --parallel "$(nproc)" ${1:+--target "$@"}
}
