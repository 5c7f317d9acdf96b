#!/usr/bin/env bash
# inside.sh PACKAGE: run only by deb-check, in a bare Debian 12. Installs the package, uses it as a user without rights, and removes it.
set -euo pipefail
package=$1
die() { echo "error: $*" >&2; exit 1; }
say() { printf '== %s\n' "$*"; }
say "Installing"
# A bare Debian is set up to leave out man pages and similar files. Without this setting, all files of the package are installed.
rm -f /etc/dpkg/dpkg.cfg.d/*
# If the mirror can't be reached, the package can't be tested, which is no fault of the package.
gone() { echo "skipped: the mirror went away"; exit 77; }
apt-get update -q -o APT::Update::Error-Mode=any >/dev/null 2>&1 || gone
apt-get install -y -q --download-only --no-install-recommends "$package" >/var/log/download 2>&1 || ! grep -q '^E: Failed to fetch' /var/log/download || gone
apt-get install -y -q -o Dpkg::Use-Pty=0 --no-install-recommends "$package" >/var/log/install 2>&1 || { tail -20 /var/log/install >&2; die "apt does not install the package."; }
dpkg -L chasescope | while read -r path; do [ -e "$path" ] || die "$path is missing"; done
for path in bin/chasescope share/man/man1/chasescope.1.gz share/doc/chasescope/{copyright,changelog.gz,changelog.Debian.gz} \
  share/bash-completion/completions/chasescope share/zsh/vendor-completions/_chasescope share/applications/chasescope.desktop \
  share/mime/packages/chasescope.xml share/metainfo/org.chasescope.ChaseScope.metainfo.xml; do
  [ -f "/usr/$path" ] || die "/usr/$path is missing"
done
! ldd /usr/bin/chasescope | grep 'not found' || die "a library is missing"

useradd --create-home person
as_person() { su person -c "cd && QT_QPA_PLATFORM=offscreen $*"; }
say "Running"
as_person "chasescope --version --verbose"
# The output goes into a file: with a pipe to head, which closes after a few lines, the program rightly ends with an error.
as_person "chasescope discover --device model:gtx560ti -o card.json >summary.txt" || die "the discovery ended with $?"
head -5 /home/person/summary.txt
grep -q "Shared memory" /home/person/summary.txt || die "the summary has no shared memory"
as_person "chasescope figure miss-pattern --device model:gtx560ti -o figures"
ls /home/person/figures
[ -s /home/person/card.json ] || die "the discovery wrote no session"
find /home/person/figures -name '*.pdf' -size +1k | grep -q . || die "the figure has no PDF"

say "Removing"
apt-get purge -y -q -o Dpkg::Use-Pty=0 chasescope >/dev/null
left=$(find /usr /etc /var/lib -xdev -iname '*chasescope*' ! -path '/var/lib/apt/*')
[ -z "$left" ] || die "the package leaves this behind: $left"
