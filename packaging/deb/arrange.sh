#!/usr/bin/env bash
# arrange.sh FOLDER VERSION MAINTAINER: changes the files that were installed into FOLDER (…/usr) as Debian's policy demands: compressed man
# page and changelogs, the file copyright with the text of every licence that Debian doesn't carry, zsh's completion in its Debian place.
set -euo pipefail
folder=$1 version=$2 maintainer=$3
sources="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
seconds=$("$sources/packaging/source_date")
share=$folder/share
about=$share/doc/chasescope

find "$share/doc" -mindepth 1 -maxdepth 1 ! -name chasescope -exec mv {} "$about" \;
rm -f "$about/LICENSE" "$about"/*LICENSE*.txt "$about/CHANGELOG.md"

# Prints a licence text as the file copyright needs it: indented, with " ." for an empty line.
indented() { sed 's/[[:space:]]*$//; s/^$/./; s/^/ /' "$1"; }
{
  cat "$sources/packaging/deb/copyright"
  # The licence text is the same for both typefaces. The line of copyright before it differs, and the file copyright has it already.
  printf '\nLicense: OFL-1.1\n'
  sed -n '/^SIL OPEN FONT LICENSE/,$p' "$sources/resources/fonts/Inter-LICENSE.txt" | indented /dev/stdin
} >"$about/copyright"

gzip -9n <"$sources/CHANGELOG.md" >"$about/changelog.gz"
printf 'chasescope (%s) bookworm; urgency=medium\n\n  * Package of this version. changelog.gz says what is new in it.\n\n -- %s  %s\n' \
  "$version" "$maintainer" "$(LC_ALL=C date -u -R -d "@$seconds")" | gzip -9n >"$about/changelog.Debian.gz"
[ ! -e "$share/man/man1/chasescope.1" ] || gzip -9n "$share/man/man1/chasescope.1"
if [ -e "$share/zsh/site-functions/_chasescope" ]; then
  mkdir -p "$share/zsh/vendor-completions"
  mv "$share/zsh/site-functions/_chasescope" "$share/zsh/vendor-completions/"
  rmdir "$share/zsh/site-functions"
fi
strip --remove-section=.comment "$folder/bin/chasescope"
mkdir -p "$share/lintian/overrides"
cp "$sources/packaging/deb/lintian-overrides" "$share/lintian/overrides/chasescope"
find "$folder" -type d -exec chmod 755 {} +
find "$share" -type f -exec chmod 644 {} +
