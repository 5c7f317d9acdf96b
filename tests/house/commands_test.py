#!/usr/bin/env python3
"""commands_test.py PROGRAM ROOT [PAGE …]: whether the commands on the pages of the manual work.

Runs every command in the fenced `sh` blocks of each PAGE (without any: the pages of PAGES). Each page has a new folder, which looks like
ROOT after a build. If a block of `text` follows, each of its lines must be in the output of the commands above it; '…' stands for any text.
Commands that need a card, another machine, a display, a build or packages are not run. The test prints them with the reason.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```", re.M | re.S)
PAGES = ("README.md", "docs/first-steps-*.md", "docs/method.md", "docs/what-it-cant-tell.md", "docs/citing.md")
LIMIT = 300  # seconds for all commands of a page
# Reasons why a command can't be run here. The first pattern that matches gives the reason.
NEEDS = (
    (re.compile(r"packaging/(run|test)|\bcmake\b|\bctest\b|\bninja\b|docs/\S*make\.py|docs/pictures/"), "builds"),
    (re.compile(r"\b(apt|apt-get|sudo|pip|git clone|curl|wget|cd ChaseScope)\b"), "installs or fetches"),
    (re.compile(r"\bcuda:\d|\bnvcc\b"), "needs a card"),
    (re.compile(r"\bssh:|^ssh\b|\bssh-install\b"), "needs another machine"),
    (re.compile(r"^chasescope(\s+--device\s+\S+|\s+\S+\.\w+)?\s*$|^chasescope --device|^chasescope lesson play"), "opens the window"),
)


def blocks(text):
    """(kind, number of the first line, text) of each block of `sh` or `text`."""
    for found in BLOCK.finditer(text):
        yield found.group(1), text.count("\n", 0, found.start()) + 2, found.group(2)


def commands(body, first):
    """(line number, command) of each command in a block. A line that ends with a backslash continues; comments are skipped."""
    held, line = "", first
    for number, text in enumerate(body.splitlines(), first):
        line = line if held else number
        held += text
        if text.endswith("\\"):
            held += "\n"
            continue
        if held.strip() and not held.lstrip().startswith("#"):
            yield line, held
        held = ""


def why_left_out(command):
    """The reason why this command can't be run here, or None if it can."""
    plain = re.sub(r"\s+#.*", "", command).strip()
    return next((why for needs, why in NEEDS if needs.search(plain)), None)


def house_in(folder, program, root):
    """Fills `folder` with links to the files that a person has after a build. The program is where packaging/run puts it."""
    for name in ("resources", "docs"):
        (folder / name).symlink_to(root / name)
    application = folder / "build/release/app"
    application.mkdir(parents=True)
    (application / "chasescope").symlink_to(program)


def is_said(expected, output):
    """Whether a line of the output has the expected text; '…' stands for any text, and any number of spaces for one."""
    pattern = ".*".join(re.escape(" ".join(part.split())) for part in expected.split("…"))
    return any(re.search(pattern, " ".join(line.split())) for line in output.splitlines())


def run_page(page, program, root):
    """Runs the commands of a page. Returns the (line, command) of those that ran, a sentence for each that did not, and the faults."""
    text = page.read_text()
    name = page.relative_to(root).as_posix()
    script, steps, left_out, faults = ["set -eo pipefail"], [], [], []
    expected = []  # (line, first step of the commands above, end of these steps, text that they should print)
    begun = 0      # the first step of the last block of commands
    for kind, first, body in blocks(text):
        if kind == "sh":
            begun = len(steps)
            for line, command in commands(body, first):
                why = why_left_out(command)
                if why:
                    left_out.append(f"{name}:{line}: {why}: {command.strip()}")
                    continue
                script.append(f"printf '\\n@@step {len(steps)}\\n'; printf '\\n@@step {len(steps)}\\n' >&2\n{command}")
                steps.append((line, command.strip()))
        else:
            expected += [(number, begun, len(steps), one) for number, one in enumerate(body.splitlines(), first) if one.strip()]
    if not steps:
        return steps, left_out, faults
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made).resolve()
        house_in(folder, program, root)
        runtime = folder / ".runtime"
        runtime.mkdir(mode=0o700)
        environment = {**os.environ, "PATH": f"{folder / 'build/release/app'}:{os.environ['PATH']}", "QT_QPA_PLATFORM": "offscreen",
                       "XDG_RUNTIME_DIR": str(runtime), "HOME": made, "XDG_CONFIG_HOME": made, "XDG_DATA_HOME": made}
        try:
            done = subprocess.run(["bash", "-c", "\n".join(script)], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, errors="replace", timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return steps, left_out, [f"{name}: took more than {LIMIT} s"]
    said = [part.partition("\n")[2] for part in re.split(r"@@step (?=\d+\n)", done.stdout)[1:]]
    if done.returncode != 0:
        line, command = steps[max(len(said) - 1, 0)]
        last = done.stderr.rpartition("@@step ")[2].partition("\n")[2].strip().splitlines()
        faults.append(f"{name}:{line}: '{command}' failed: {' '.join(last[-3:])}")
    for number, begin, end, one in expected:
        if begin == end:
            continue  # the text is the output of commands that were left out
        if not is_said(one, "\n".join(said[begin:end])):
            faults.append(f"{name}:{number}: the commands above did not print: {one.strip()}")
    return steps, left_out, faults


def main():
    program, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    pages = [pathlib.Path(page).resolve() for page in sys.argv[3:]] or [page for one in PAGES for page in sorted(root.glob(one))]
    ran, all_faults = 0, []
    for page in pages:
        steps, left_out, faults = run_page(page, program, root)
        ran += len(steps)
        all_faults += faults
        print("\n".join(f"Left out: {one}" for one in left_out) or f"{page.name}: nothing left out")
    if not ran:
        all_faults.append("No command was run.")
    print("\n".join(all_faults) if all_faults else f"{ran} commands of {len(pages)} pages work.")
    return 1 if all_faults else 0


if __name__ == "__main__":
    sys.exit(main())
