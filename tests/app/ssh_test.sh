#!/usr/bin/env bash
# ssh_test.sh PROGRAM FOLDER: a probe over ssh to this machine gives the trace that it gives here. The sshd is our own: a high port of the
# loopback, its own keys and configuration, nothing of the person's or the machine's. Skipped (77) where no sshd can run.
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
[ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd 2>/dev/null  # where sshd shuts its unprivileged half in

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
CONFIG
  "$sshd" -D -e -f "$folder/sshd_config" 2>sshd.log &
  daemon=$!
  trap 'kill $daemon 2>/dev/null; wait $daemon 2>/dev/null' EXIT
  # It listens or it ends: each is seen, whatever it takes.
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
echo "the traces agree over ssh"
