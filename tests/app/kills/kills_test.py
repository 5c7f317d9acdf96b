#!/usr/bin/env python3
"""kills_test.py PROGRAM VICTIM FOLDER [--count N] [--seed S]: whether no finished result is lost if the program is killed.

Kills (SIGKILL) measurements of the window and of the command line at random moments. VICTIM is the program that measures; it prints a
line for each result as soon as the result is shown as finished. Everything that was printed must be in what 'chasescope recover' saves."""
import argparse, json, os, random, re, shutil, signal, subprocess, sys, time

parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("victim")
parser.add_argument("folder")
parser.add_argument("--count", type=int, default=20)
parser.add_argument("--seed", type=int, default=int(time.time()))
asked = parser.parse_args()
draw = random.Random(asked.seed)
print(f"seed {asked.seed}")
shutil.rmtree(asked.folder, ignore_errors=True)
os.makedirs(asked.folder)
state = os.path.join(asked.folder, "state")
environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", XDG_STATE_HOME=state)
saved = os.path.join(asked.folder, "saved.json")
failures, told, empty, torn = 0, 0, 0, 0
# A kill in the middle of a write cuts the record that was being written. This loss alone is allowed: nothing of that record was
# shown as finished.
CUT = re.compile(r"chasescope: note: [\d,.]+ (B|KiB|MiB) at the end of the journal can't be read: it was cut there, or is damaged\.\n")
UNREADABLE = re.compile(r"chasescope: note: \S+ is no journal that can be read\. It is left as it is\.\n")


def recover(*words):
    return subprocess.run([asked.program, "recover", *words], env=environment, capture_output=True, text=True)


def fault(mode, said):
    """What is wrong with the recovered session, as a sentence; empty if it has every result of `said` (the words of VICTIM's lines)."""
    listed = recover("--list")
    # A journal that was cut within its first record holds no result that was shown.
    if listed.returncode != 0 or (listed.stderr if said else UNREADABLE.sub("", listed.stderr, count=1)):
        return f"the list failed: {listed.stderr}"
    if not said:
        recover("--discard")
        shutil.rmtree(state, ignore_errors=True)
        return ""
    if len(listed.stdout.splitlines()) != 1:
        return f"one measurement was expected, but the list has: {listed.stdout}"
    kept = recover("--save", saved)
    global torn
    torn += CUT.fullmatch(kept.stderr) is not None
    if kept.returncode != 0 or CUT.sub("", kept.stderr, count=1):
        return f"saving failed: {kept.stderr}"
    with open(saved) as file:
        session = json.load(file)
    os.remove(saved)
    if mode == "free":
        newest = max(int(words[1]) for words in said)
        has = [run["request"]["pattern"]["bytes"] for run in session["runs"] if not run.get("auxiliary")]
        if not has or max(has) < newest:
            return f"the trace of {newest} bytes was shown, and {has} given back"
    else:
        ids = {run["id"] for run in session["runs"]}
        missing = [words[1] for words in said if words[0] == "run" and words[1] not in ids]
        if missing:
            return f"{len(missing)} runs are missing, {missing[0]} the first of them"
        findings = max((int(words[1]) for words in said if words[0] == "findings"), default=0)
        if len(session["findings"]) < findings:
            return f"{findings} findings were shown, and {len(session['findings'])} given back"
    if recover("--list").stdout != "Nothing was left unsaved.\n":
        return "it is offered again after it was saved"
    return ""


for i in range(asked.count):
    mode = ("window", "free", "command")[i % 3]
    child = subprocess.Popen([asked.victim, mode], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
    # The kill comes at a random moment: in nine of ten cases after a result was shown as finished, otherwise at any time.
    first = child.stdout.read(1) if draw.random() < 0.9 else b""
    time.sleep(draw.uniform(0, 1))
    child.send_signal(signal.SIGKILL)
    said = [line.split() for line in (first + child.stdout.read()).decode().splitlines()]
    child.wait()
    if child.returncode != -signal.SIGKILL:
        failures += 1
        print(f"FAILED: {mode} ended by itself with {child.returncode}")
    told += len(said)
    empty += not said
    if why := fault(mode, said):
        failures += 1
        print(f"FAILED: kill {i}, {mode}: {why}", flush=True)
        # The next kill must begin with no files left of this one.
        shutil.rmtree(state, ignore_errors=True)
        if os.path.exists(saved):
            os.remove(saved)
    if i % 50 == 49:
        print(f"{i + 1} kills, {told} results shown as finished, {failures} failures", flush=True)
print(f"{asked.count} kills ({empty} before anything was finished, {torn} in the midst of a write), {told} results shown as finished, {failures} failures")
sys.exit(failures != 0 or told == 0)
