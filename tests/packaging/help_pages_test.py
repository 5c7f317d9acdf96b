#!/usr/bin/env python3
"""help_pages_test.py ROOT PROGRAM PART: whether packaging/help_pages.py makes the right man page and completions from the program's --help.

PART is one of these:
- options: each command and each option is in all three files.
- faults: a help that can't be understood is refused, and no file is written.
- man: the program man shows the page without a warning.
- bash, zsh: the shell reads its file and offers the right words.
Exit code 77: the shell or man is not installed.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FILES = ("chasescope.1", "chasescope.bash", "_chasescope")
# What a person typed after "chasescope ", a word that the shell must offer then, and a word that it must not offer.
OFFERED = (
    ("", "discover", "play"),
    ("les", "lesson", "devices"),
    ("lesson ", "play", "discover"),
    ("lesson play --ter", "--terminal", "--device"),
    ("figure miss-pattern --", "--venue", "--version"),
    ("figure x --venue ", "ieee", "--venue"),
    ("figure mi", "miss-pattern", "memory-diagram"),
    ("discover --device model:textbook --q", "--quick", "--width"),
    ("mystery new --level ", "expert", "--seed"),
)


def made(root, program, folder):
    """Runs help_pages.py, and returns its exit code and output."""
    return subprocess.run([sys.executable, root / "packaging/help_pages.py", program, folder], capture_output=True, text=True)


def needs(tool):
    if shutil.which(tool) is None:
        print(f"skipped: {tool} is not installed")
        sys.exit(77)


def help_of(program, *path):
    return subprocess.run([program, *path, "--help"], capture_output=True, text=True, check=True).stdout


def options(folder, program):
    """A sentence for each command or option that a file lacks. They are read from --help here, independently of help_pages.py."""
    texts = {name: re.sub(r"\\f.", " ", (folder / name).read_text().replace("\\-", "-")) for name in FILES}  # roff: "\\-", "\\fB"
    commands = [()]
    for path in commands:
        text = help_of(program, *path)
        below = text.partition("\nSubcommands:\n")[2].partition("\n\n")[0]
        names = re.findall(r"^  ([a-z][\w-]*)", below, re.M)
        commands += [(*path, name) for name in names]
        for word in [*names, *re.findall(r"^  (?:-\w,)?(--[\w-]+)", text, re.M)]:
            for name, held in texts.items():
                if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", held):
                    yield f"{name} lacks {word} of 'chasescope {' '.join(path)}'."
        # Examples of its own are on the page, and are of the command or what it works with.
        if path[:1] == ("mystery",):
            examples = text.partition("\nExamples:\n")[2].split("\n")
            if not any(f"chasescope {' '.join(path)}" in example for example in examples):
                yield f"The help of 'chasescope {' '.join(path)}' has no example of it: {examples}"
            for example in filter(None, map(str.strip, examples)):
                if example not in texts["chasescope.1"]:
                    yield f"chasescope.1 lacks the example {example}."
    if len(commands) < 20:
        yield f"Only {len(commands)} commands were looked at."


def faults(root, folder):
    """A sentence for each bad program that help_pages.py accepts: three whose help has a line that can't be understood, and a missing one."""
    for number, line in enumerate(("  --width NUMBER              Columns", "  Something else altogether", "stray")):
        program = folder / f"program{number}"
        program.write_text(f"#!/bin/sh\nprintf 'A program\\nUsage: program [OPTIONS]\\n\\nOptions:\\n%s\\n' '{line}'\n")
        program.chmod(0o755)
        out = folder / f"out{number}"
        done = made(root, program, out)
        if done.returncode == 0 or out.exists() or line.strip() not in done.stderr:
            yield f"The line {line!r} was taken for something: {done.stderr!r}"
    done = made(root, "/nowhere", folder / "none")
    if done.returncode == 0 or not done.stderr.startswith("error: "):
        yield f"A program that is not there: {done.stderr!r}"


def man(folder):
    """Warnings of man, and headings that the page lacks."""
    needs("man")
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "80"}
    done = subprocess.run(["man", "--warnings", "-l", folder / "chasescope.1"], capture_output=True, text=True, env=environment)
    if done.stderr.strip() or done.returncode != 0:
        yield done.stderr
    for word in ("NAME", "SYNOPSIS", "EXIT STATUS", "EXAMPLES", "mystery export"):
        if word not in done.stdout:
            yield f"The page shows no {word}."


BASH = r"""
source "$1"
line=$2
COMP_LINE=$line COMP_POINT=${#line}
read -ra COMP_WORDS <<<"$line"
[[ $line == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_chasescope
printf '%s\n' "${COMPREPLY[@]}"
"""


def shell(name, folder, command):
    """Faults of the completions for one shell. `command` takes a line as its last argument, and prints the words that the shell offers."""
    needs(name)
    check = subprocess.run([name, "-n", folder / FILES[1 if name == "bash" else 2]], capture_output=True, text=True)
    if check.returncode != 0 or check.stderr:
        yield check.stderr
    for line, offered, withheld in OFFERED:
        done = subprocess.run([*command, f"chasescope {line}"], capture_output=True, text=True, timeout=60, cwd=folder)
        words = set(done.stdout.split())
        if offered not in words:
            yield f"'chasescope {line}' is not offered {offered}: {sorted(words)} {done.stderr}"
        if withheld in words:
            yield f"'chasescope {line}' is offered {withheld}."


def main(root, program, part):
    root = pathlib.Path(root)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if part == "faults":
            return list(faults(root, folder))
        done = made(root, program, folder)
        if done.returncode != 0:
            return [done.stderr]
        return list({"options": lambda: options(folder, program), "man": lambda: man(folder),
                     "bash": lambda: shell("bash", folder, ["bash", "--norc", "-c", BASH, "bash", folder / FILES[1]]),
                     "zsh": lambda: shell("zsh", folder, ["zsh", "-f", root.resolve() / "tests/packaging/offered_by.zsh", folder])}[part]())


if __name__ == "__main__":
    wrong = main(*sys.argv[1:])
    print("\n".join(wrong) or "All is there.")
    sys.exit(bool(wrong))
