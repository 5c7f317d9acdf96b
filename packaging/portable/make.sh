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
# Keeps the platforms that a desktop or a server uses. The others would only add libraries.
find "$folder/plugins/platforms" -type f ! -name 'libqxcb.so' ! -name 'libqwayland-generic.so' ! -name 'libqoffscreen.so' \
     ! -name 'libqminimal.so' -delete
find "$folder/plugins/wayland-graphics-integration-client" -type f ! -name 'libshm-emulation-server.so' -delete 2>/dev/null || true

# Copies all libraries that the files of the folder need, again and again until no new one is needed. glibc is left out here: it has a
# folder of its own, because a system with a newer glibc uses that.
system='^(ld-linux-x86-64|libc|libm|libdl|libpthread|librt|libresolv|libutil|libanl|libnsl)\.so'
while :; do
  before=$(find "$folder/lib" -type f | wc -l)
  while read -r library; do
    file=$(basename "$library")
    [[ "$file" =~ $system ]] || [ -e "$folder/lib/$file" ] || cp -L "$library" "$folder/lib/$file"
  done < <(find "$folder" -type f \( -name '*.so*' -o -perm -u+x \) -exec ldd {} + 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u)
  [ "$(find "$folder/lib" -type f | wc -l)" -ne "$before" ] || break
done

# Copies glibc and its loader, for systems whose own glibc is older. The loader must lie beside the program: when the loader starts the
# program, /proc/self/exe names the loader, and Qt looks for qt.conf in the loader's folder.
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

# The loader is copied after patchelf and strip have run, because they would damage it.
cp -L "$loader" "$folder/ld-linux-x86-64.so.2"
mv "$folder/$(basename "$program")" "$folder/chasescope-program"
sed "s/@GLIBC@/$glibc/" "$source_folder/packaging/portable/launcher.sh" >"$folder/chasescope"
chmod 755 "$folder/chasescope"

printf '[Paths]\nPrefix = .\nPlugins = plugins\n' >"$folder/qt.conf"
# A bare server has no font configuration. The program's own fonts are inside the program, and this file keeps fontconfig from warning.
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
cp -r "$source_folder/docs" "$folder/"  # the README links to its pages
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

# The same build gives the same bytes. For that, the files are sorted, owned by root and have the time of the sources, and xz runs with one
# thread and stores no file name.
seconds=$("$source_folder/packaging/source_date")
tar -C "$build" --sort=name --format=gnu --owner=root:0 --group=root:0 --numeric-owner --mode=u+rw,go=u-w --mtime="@$seconds" -cf - "$name" |
  xz -6 --threads=1 >"$folder.tar.xz"
echo "$folder"
du -sh "$folder" "$folder.tar.xz" | sed 's/^/  /'
