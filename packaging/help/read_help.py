"""What a program says to --help, for all of its commands: the one source of man page and completions.

    command = read_command("build/ci/app/chasescope")
    command.commands["lesson"].commands["play"].options[0].names   # ["--terminal"]

Reads the form in which CLI11 prints. A line that it doesn't understand is an error: nothing is guessed or left out.
"""
import dataclasses
import re
import subprocess

COLUMN = 30  # where CLI11 begins descriptions
NAMES = r"(?:-\w,)?--[\w-]+(?:,--[\w-]+)*|-\w"
KIND = r"(?:TEXT|UINT|INT|FLOAT)(?:=\S+)?"
MARKS = r"(?P<repeated> \.\.\.| x \d+)?(?P<required> REQUIRED)?(?P<more> \.\.\.)?(?: (?:Excludes|Needs): \S+(?: --\S+)*)*"
OPTION = re.compile(rf"(?P<names>{NAMES})(?: (?P<kind>{KIND}))?{MARKS}")
POSITIONAL = re.compile(rf"(?P<names>\S+) (?P<kind>{KIND}){MARKS}")
COMMAND = re.compile(r"([a-z][\w-]*)")
SECTIONS = {"Positionals:": POSITIONAL, "Options:": OPTION, "Subcommands:": COMMAND}
NOTE = re.compile(r"([A-Z][\w ]*): *(.*)")  # "Sizes:     whole bytes …", below the options of every command
CHOICES = re.compile(r"(?:One of |: )([\w-]+(?:, ?[\w-]+)+)(?=, …|[;.]|$)")


class NotUnderstood(Exception):
    pass


@dataclasses.dataclass
class Argument:
    """An option or a positional."""

    names: list
    kind: str  # "TEXT", or "" for a flag
    default: str
    required: bool
    repeated: bool
    text: str

    @property
    def choices(self):
        """The words that the description lists; none if it lists none."""
        found = CHOICES.search(self.text)
        return re.split(r", ?", found.group(1)) if found else []


@dataclasses.dataclass
class Command:
    path: list  # ["chasescope", "lesson", "play"]
    text: str
    usage: str
    positionals: list = dataclasses.field(default_factory=list)
    options: list = dataclasses.field(default_factory=list)
    commands: dict = dataclasses.field(default_factory=dict)
    notes: list = dataclasses.field(default_factory=list)  # (title, lines), those that stand below the options of every command

    def all(self):
        yield self
        for command in self.commands.values():
            yield from command.all()


def argument(found, text):
    kind, _, default = (found["kind"] or "").partition("=")
    return Argument(found["names"].split(","), kind, default, bool(found["required"]), bool(found["repeated"] or found["more"]), text)


def entries(lines, pattern):
    """(match, description) of each entry; a long one has its description on the next line."""
    at = 0
    while at < len(lines):
        line = lines[at]
        left, text = line[:COLUMN].strip(), line[COLUMN:].strip()
        found = pattern.fullmatch(left) if text or len(line) <= COLUMN else None
        if found is None:
            found, text = pattern.fullmatch(line.strip()), ""
        if found is None:
            raise NotUnderstood(line)
        at += 1
        while at < len(lines) and lines[at].startswith(" " * COLUMN):
            text = f"{text} {lines[at].strip()}".strip()
            at += 1
        yield found, text


def notes_of(lines):
    notes = []
    for line in lines:
        found = NOTE.match(line)
        if found and not line.startswith(" "):
            notes.append((found.group(1), [found.group(2)] if found.group(2) else []))
        elif line.startswith("  ") and notes:
            notes[-1][1].append(line.strip())
        elif line:
            raise NotUnderstood(line)
    return notes


def parse(path, help_text):
    """One command, and the names of its commands with what they do."""
    lines = help_text.splitlines()
    usage = next((at for at, line in enumerate(lines) if line.startswith("Usage: ")), None)
    if usage is None:
        raise NotUnderstood(f"the help of '{' '.join(path)}' has no line 'Usage:'")
    words = lines[usage].removeprefix("Usage: ").removeprefix(" ".join(path))
    command = Command(path, " ".join(lines[:usage]), words.strip())
    below, at = [], usage + 1
    while at < len(lines):
        pattern = SECTIONS.get(lines[at])
        if pattern is None:
            if lines[at]:
                below = lines[at:]
                break
            at += 1
            continue
        title, end = lines[at], at + 1
        while end < len(lines) and lines[end]:
            end += 1
        for found, text in entries(lines[at + 1:end], pattern):
            if pattern is COMMAND:
                command.commands[found.group(1)] = text
            else:
                (command.positionals if title == "Positionals:" else command.options).append(argument(found, text))
        at = end
    command.notes = notes_of(below)
    return command


def read_command(program, path=("chasescope",)):
    """The command and all below it. Errors: NotUnderstood, subprocess.CalledProcessError."""
    said = subprocess.run([program, *path[1:], "--help"], capture_output=True, text=True, check=True, timeout=60).stdout
    command = parse(list(path), said)
    command.commands = {name: read_command(program, (*path, name)) for name in command.commands}
    return command


def version_of(program):
    """"0.1.0"."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, timeout=60).stdout
    found = re.match(r"ChaseScope (\S+)", said)
    if found is None:
        raise NotUnderstood(said)
    return found.group(1)
