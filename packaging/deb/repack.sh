#!/usr/bin/env bash
# repack.sh PACKAGE: writes the .deb again, with sorted files that are owned by root and have the time of the sources.
set -euo pipefail
package=$1
SOURCE_DATE_EPOCH=$("$(dirname "${BASH_SOURCE[0]}")/../source_date")
export SOURCE_DATE_EPOCH
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
dpkg-deb --raw-extract "$package" "$folder"
find "$folder" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz -z6 --threads-max=1 --build "$folder" "$package.new" >/dev/null
mv "$package.new" "$package"
