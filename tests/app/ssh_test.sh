#!/usr/bin/env bash
# ssh_test.sh PROGRAM FOLDER: a probe over ssh to this machine gives the same trace as a probe without ssh. The test runs an sshd of
# its own, with a high port of the loopback, its own keys and its own configuration, and touches no settings of the person or of the
# machine. Where no sshd can run, the test is skipped (exit code 77).
set -uo pipefail
program=$1 folder=$2
skip() { echo "SKIPPED: $1"; exit 77; }
die() { echo "FAILED: $1"; [ -f "$folder/sshd.log" ] && tail -5 "$folder/sshd.log"; exit 1; }

sshd=$(PATH="$PATH:/usr/sbin:/sbin" command -v sshd) || skip "sshd is not installed (apt-get install openssh-server)"
command -v ssh >/dev/null || skip "ssh is not installed"
rm -rf "$folder"
mkdir -p "$folder" && cd "$folder" || exit 1
chmod 700 .
export QT_QPA_PLATFORM=offscreen XDG_STATE_HOME=$PWD/state
ssh-keygen -q -t ed25519 -N '' -f host_key && ssh-keygen -q -t ed25519 -N '' -f user_key || die "ssh-keygen"
cp user_key.pub authorized_keys
chmod 600 authorized_keys
[ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd 2>/dev/null  # sshd confines its unprivileged process to this folder

port=
for candidate in $(python3 -c 'import random; print(*random.sample(range(20000, 60000), 5))'); do
  cat >sshd_config <<CONFIG
ListenAddress 127.0.0.1
Port $candidate
HostKey $folder/host_key
PidFile none
AuthorizedKeysFile $folder/authorized_keys
AuthenticationMethods publickey
StrictModes no
UsePAM no
SetEnv HOME=$folder/home
CONFIG
  "$sshd" -D -e -f "$folder/sshd_config" 2>sshd.log &
  daemon=$!
  trap 'kill $daemon 2>/dev/null; wait $daemon 2>/dev/null' EXIT
  # The sshd either listens or ends, and the loop waits for whichever comes, however long that takes.
  while kill -0 $daemon 2>/dev/null && ! grep -q "Server listening" sshd.log; do :; done
  if kill -0 $daemon 2>/dev/null; then port=$candidate && break; fi
done
[ -n "$port" ] || skip "sshd can't run here: $(head -1 sshd.log)"
echo "[127.0.0.1]:$port $(cut -d' ' -f1,2 host_key.pub)" >known_hosts

options="-F /dev/null -p $port -i $folder/user_key -o IdentitiesOnly=yes -o UserKnownHostsFile=$folder/known_hosts -o StrictHostKeyChecking=yes"
export CHASESCOPE_SSH="ssh $options"
$CHASESCOPE_SSH -o BatchMode=yes 127.0.0.1 true 2>login.txt || skip "this account can't log in by ssh: $(tail -1 login.txt)"

settings=(--set space=global.ca --set bytes=17KiB --set stride=128)
export CHASESCOPE_REMOTE="env QT_QPA_PLATFORM=offscreen $program"
"$program" probe fine-grained --device model:gtx560ti "${settings[@]}" -o direct.json >/dev/null 2>err.txt || die "direct: $(cat err.txt)"
"$program" probe fine-grained --device ssh:127.0.0.1:model:gtx560ti "${settings[@]}" -o remote.json >/dev/null 2>err.txt || die "over ssh: $(cat err.txt)"
python3 - <<'PYTHON' || die "the traces differ"
import json
direct, remote = (json.load(open(name)) for name in ("direct.json", "remote.json"))
assert direct["runs"] == remote["runs"] and direct["runs"]
assert direct["findings"] == remote["findings"] and direct["device"] == remote["device"]
PYTHON

refused() {  # refused EXPECTED_TEXT DEVICE
  "$program" probe fine-grained --device "$2" "${settings[@]}" >/dev/null 2>err.txt && die "$2 was opened"
  grep -qF -- "$1" err.txt || die "'$1' is not in: $(cat err.txt)"
}
CHASESCOPE_REMOTE=/no/such/program refused "was not found on 127.0.0.1" ssh:127.0.0.1:model:gtx560ti
refused "There is no" ssh:127.0.0.1:model:nonesuch
ssh-keygen -q -t ed25519 -N '' -f stranger
CHASESCOPE_SSH="ssh ${options/user_key/stranger}" refused "set up a key" ssh:127.0.0.1
: >no_hosts
CHASESCOPE_SSH="ssh ${options/known_hosts/no_hosts}" refused "is not known yet" ssh:127.0.0.1

# The portable folder, as ssh-install copies it. Here it is a small one with the same names. Nothing in the account's own home is
# touched.
mkdir -p home "portable folder/lib"
[ "$($CHASESCOPE_SSH 127.0.0.1 'echo $HOME')" = "$folder/home" ] || { echo "the traces agree over ssh; this sshd gives no home of its own"; exit 0; }
printf '#!/bin/sh\nexec env QT_QPA_PLATFORM=offscreen %s "$@"\n' "$program" >"portable folder/chasescope"
touch "portable folder/chasescope-program" "portable folder/lib/libtest.so"
chmod 755 "portable folder/chasescope"
unset CHASESCOPE_REMOTE
install() { "$program" ssh-install "$@" >out.txt 2>err.txt; }
install 127.0.0.1 --from "portable folder" --dry-run || die "a dry run: $(cat err.txt)"
grep -q "Nothing was done" out.txt && [ -z "$(ls -A home)" ] || die "a dry run did something: $(cat out.txt)"
grep -qF "tar -C '$folder/portable folder' -cf - . | ssh " out.txt || die "the command is not shown: $(cat out.txt)"
cp out.txt shown.txt
for round in first again; do
  install 127.0.0.1 --from "portable folder" || die "$round: $(cat out.txt err.txt)"
  [ -f home/.local/lib/chasescope/lib/libtest.so ] && [ ! -e home/.local/lib/chasescope.new ] || die "$round: not all is there"
done
diff <(grep '^  ' shown.txt) <(grep '^  ' out.txt) || die "another command was run than was shown"
"$program" probe fine-grained --device ssh:127.0.0.1:model:gtx560ti "${settings[@]}" -o installed.json >/dev/null 2>err.txt || die "the installed one: $(cat err.txt)"
cmp <(python3 -c 'import json; print(json.load(open("direct.json"))["runs"])') <(python3 -c 'import json; print(json.load(open("installed.json"))["runs"])') || die "the installed one measures otherwise"
not_installed() {  # not_installed EXPECTED_TEXT ARGUMENT…
  local expected=$1
  shift
  install "$@" && die "installed: $*"
  grep -qF -- "$expected" err.txt || die "'$expected' is not in: $(cat err.txt)"
}
rm home/.local/bin/chasescope && echo mine >home/.local/bin/chasescope
not_installed "is another program, and was not replaced" 127.0.0.1 --from "portable folder"
[ "$(cat home/.local/bin/chasescope)" = mine ] || die "a program of somebody else's was replaced"
rm home/.local/bin/chasescope && rm -r home/.local/lib/chasescope && mkdir -p home/.local/lib/chasescope && touch home/.local/lib/chasescope/mine
not_installed "is no folder of ChaseScope" 127.0.0.1 --from "portable folder"
[ -f home/.local/lib/chasescope/mine ] || die "a folder of somebody else's was removed"
rm -r home/.local
printf '#!/bin/sh\nexit 1\n' >"portable folder/chasescope"
not_installed "the program did not run there" 127.0.0.1 --from "portable folder"
[ ! -e home/.local/lib/chasescope ] && [ ! -e home/.local/bin/chasescope ] || die "a program that does not run was put in its place"
not_installed "is no portable folder" 127.0.0.1 --from home
not_installed "does not run from its portable folder" 127.0.0.1
not_installed "is no host" -- -oProxyCommand=true
not_installed "is no host" "a host; rm x"
CHASESCOPE_SSH="ssh ${options/user_key/stranger} -o BatchMode=yes" not_installed "was not let in" 127.0.0.1 --from "portable folder"
echo "the traces agree over ssh, and the folder is copied"
