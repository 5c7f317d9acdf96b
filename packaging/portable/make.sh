#!/usr/bin/env bash
# make.sh PROGRAM BUILD_FOLDER NAME QMAKE [EXTRA_PROGRAM…]: makes BUILD_FOLDER/NAME and NAME.tar.xz. See packaging/CMakeLists.txt.
set -euo pipefail
program=$1 build=$2 name=$3 qmake=$4
shift 4
command -v patchelf >/dev/null || { echo "error: patchelf is missing (apt-get install patchelf)" >&2; exit 1; }
source_folder="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
plugins="$("$qmake" -query QT_INSTALL_PLUGINS)"
folder="$build/$name"
rm -rf "$folder" "$folder.tar.xz"
mkdir -p "$folder/lib" "$folder/plugins"

cp "$program" "$@" "$folder/"
for kind in platforms imageformats/libqsvg.so iconengines platforminputcontexts wayland-shell-integration wayland-decoration-client \
            wayland-graphics-integration-client xcbglintegrations; do
  [ -e "$plugins/$kind" ] || continue
  mkdir -p "$folder/plugins/$(dirname "$kind")"
  cp -r "$plugins/$kind" "$folder/plugins/$kind"
done
# Platforms that a desktop or a server uses; the others would only bring libraries along.
find "$folder/plugins/platforms" -type f ! -name 'libqxcb.so' ! -name 'libqwayland-generic.so' ! -name 'libqoffscreen.so' \
     ! -name 'libqminimal.so' -delete
find "$folder/plugins/wayland-graphics-integration-client" -type f ! -name 'libshm-emulation-server.so' -delete 2>/dev/null || true

# Everything they need, again and again until nothing new turns up; not glibc, which lies apart: a system with a newer one uses its own.
system='^(ld-linux-x86-64|libc|libm|libdl|libpthread|librt|libresolv|libutil|libanl|libnsl)\.so'
while :; do
  before=$(find "$folder/lib" -type f | wc -l)
  while read -r library; do
    file=$(basename "$library")
    [[ "$file" =~ $system ]] || [ -e "$folder/lib/$file" ] || cp -L "$library" "$folder/lib/$file"
  done < <(find "$folder" -type f \( -name '*.so*' -o -perm -u+x \) -exec ldd {} + 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u)
  [ "$(find "$folder/lib" -type f | wc -l)" -ne "$before" ] || break
done

# glibc and its loader, for systems whose own is older. The loader lies beside the program, as it is what /proc/self/exe names then, and Qt
# looks there for qt.conf.
loader=$(patchelf --print-interpreter "$program")
glibc=$("$loader" --version | sed -n '1s/.*version \([0-9]*\.[0-9]*\).*/\1/p')
[ -n "$glibc" ] || { echo "error: $loader does not say its version" >&2; exit 1; }
mkdir "$folder/glibc"
libraries="$(dirname "$(ldd "$program" | awk '$1 == "libc.so.6" { print $3 }')")"
for library in libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libresolv.so.2 libutil.so.1 libanl.so.1; do
  cp -L "$libraries/$library" "$folder/glibc/"
done

for executable in "$folder"/*; do
  [ -f "$executable" ] && patchelf --force-rpath --set-rpath '$ORIGIN/lib' "$executable"
done
find "$folder/lib" -type f -exec patchelf --force-rpath --set-rpath '$ORIGIN' {} \;
find "$folder/plugins" -type f -name '*.so' -exec patchelf --force-rpath --set-rpath '$ORIGIN/../../lib' {} \;
find "$folder" -type f \( -name '*.so*' -o -perm -u+x \) ! -path "$folder/glibc/*" -exec strip --strip-unneeded {} \; 2>/dev/null || true

# After patchelf and strip, which would spoil a loader.
cp -L "$loader" "$folder/ld-linux-x86-64.so.2"
mv "$folder/$(basename "$program")" "$folder/chasescope-program"
sed "s/@GLIBC@/$glibc/" "$source_folder/packaging/portable/launcher.sh" >"$folder/chasescope"
chmod 755 "$folder/chasescope"

printf '[Paths]\nPrefix = .\nPlugins = plugins\n' >"$folder/qt.conf"
# A bare server has no font configuration; the program's own fonts are inside it, and this keeps fontconfig quiet.
mkdir -p "$folder/fonts"
cat >"$folder/fonts/fonts.conf" <<'CONF'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
CONF
cp "$source_folder"/resources/fonts/* "$folder/fonts/"
cp "$source_folder"/resources/topologies/LICENSE-MT4G.txt "$folder/"
cp "$source_folder/LICENSE" "$source_folder"/{README,HACKING,CONTRIBUTING,CHANGELOG}.md "$source_folder/resources/python/chasescope.py" "$folder/"
cp -r "$source_folder/docs" "$folder/"  # what the README links to
python3 "$source_folder/packaging/help_pages.py" "$program" "$folder/share"
mkdir -p "$folder"/share/{man/man1,bash-completion/completions,zsh/site-functions,applications,metainfo,mime/packages,icons/hicolor/scalable/apps}
cp "$source_folder/packaging/chasescope.desktop" "$folder/share/applications/"
cp "$source_folder/packaging/org.chasescope.ChaseScope.metainfo.xml" "$folder/share/metainfo/"
cp "$source_folder/packaging/chasescope.xml" "$folder/share/mime/packages/"
cp "$source_folder/resources/icons/things/chasescope.svg" "$folder/share/icons/hicolor/scalable/apps/"
mv "$folder/share/chasescope.1" "$folder/share/man/man1/"
mv "$folder/share/chasescope.bash" "$folder/share/bash-completion/completions/chasescope"
mv "$folder/share/_chasescope" "$folder/share/zsh/site-functions/"
python3 "$source_folder/packaging/sbom.py" >"$folder/sbom.cdx.json"

# The same build gives the same bytes: files in order, owned by root, with the time of the sources; xz with one thread and no name.
seconds=$("$source_folder/packaging/source_date")
tar -C "$build" --sort=name --format=gnu --owner=root:0 --group=root:0 --numeric-owner --mode=u+rw,go=u-w --mtime="@$seconds" -cf - "$name" |
  xz -6 --threads=1 >"$folder.tar.xz"
echo "$folder"
du -sh "$folder" "$folder.tar.xz" | sed 's/^/  /'
