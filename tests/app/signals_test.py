#!/usr/bin/env python3
"""signals_test.py PROGRAM FOLDER: whether each signal that ends the program also ends, within a second, every process that a device
program has started."""
import os, signal, subprocess, sys, time

program, folder = sys.argv[1:3]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", XDG_CONFIG_HOME=folder, XDG_STATE_HOME=folder)
failures = 0

# stubborn.sh ignores the signals that ask it to end. The programs that it starts leave its session; one of them also drops its
# environment and its parent. The unusual word in their arguments tells these processes from all others.
with open("stubborn.sh", "w") as file:
    file.write("""trap '' TERM INT HUP QUIT PIPE
setsid sleep "$1" &
setsid sh -c 'sleep "$0" & wait' "$1" &
setsid env -i sh -c 'sleep "$0" &' "$1"
echo ready >"ready-$1"
while :; do sleep "$1"; done
""")


def processes(word):
    """The numbers of the running processes that have this word among their arguments."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
            with open(f"/proc/{name}/stat") as file:
                zombie = file.read().rsplit(")", 1)[1].split()[0] == "Z"
        except OSError:
            continue
        if word.encode() in words and not zombie:
            found.append(int(name))
    return found


def check(what, arguments, word, marker, ending, expected):
    """Starts the program, sends it the signal `ending`, and counts a failure unless it and the processes of its device end in time.

    The signal is sent when the file `marker` exists or, without a marker, when a process with `word` among its arguments runs. `expected`
    has the exit codes that are right.
    """
    global failures
    child = subprocess.Popen([program, *arguments], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (os.path.exists(marker) if marker else processes(word)) and child.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.3)
    begun = bool(processes(word))
    os.kill(child.pid, ending)
    at = time.monotonic()
    try:
        child.wait(10)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    took = time.monotonic() - at
    deadline = time.monotonic() + 1
    while processes(word) and time.monotonic() < deadline:
        time.sleep(0.02)
    left = processes(word)
    for process in left:
        os.kill(process, signal.SIGKILL)
    if not begun or left or took > 2 or child.returncode not in expected:
        failures += 1
        print(f"FAILED: {what}, {ending.name}: begun {begun}, left {left}, ended with {child.returncode} after {took:.2f} s")


count = 0
for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGPIPE", "SIGKILL"):
    ending = getattr(signal, name)
    for what, before in (("the window", []), ("the command line", ["probe", "fine-grained"])):
        count += 1
        word = f"{100_000 + os.getpid()}.{count:03d}"
        died = {-ending.value}
        asked = name in ("SIGINT", "SIGTERM", "SIGHUP")
        expected = died if not asked else {128 + ending.value} if not before else {1}
        check(what + ", a stubborn device", [*before, "--device", f"exec:bash stubborn.sh {word}"], word, f"ready-{word}", ending, expected)
        check(what + ", a device that says nothing", [*before, "--device", f"exec:sleep {word}"], word, None, ending, expected)
print(failures, "failures")
sys.exit(failures != 0)
