"""Reads what a program prints for --help, for each of its commands. Man page and completions are made from nothing else.

    command = read_command("build/ci/app/chasescope")
    command.commands["lesson"].commands["play"].options[0].names   # ["--terminal"]

It reads the format of the library CLI11. A line that does not fit this format raises NotUnderstood: no line is guessed or left out.
"""
import dataclasses
import re
import subprocess

COLUMN = 30  # the column at which CLI11 begins descriptions
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
    """A line of the help, or of --version, that does not have the expected format."""


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
        """The values that the description lists, as in "One of svg, png"; an empty list if it lists none."""
        found = CHOICES.search(self.text)
        return re.split(r", ?", found.group(1)) if found else []


@dataclasses.dataclass
class Command:
    """A command with everything that its help says."""

    path: list  # ["chasescope", "lesson", "play"]
    text: str
    usage: str
    positionals: list = dataclasses.field(default_factory=list)
    options: list = dataclasses.field(default_factory=list)
    commands: dict = dataclasses.field(default_factory=dict)
    notes: list = dataclasses.field(default_factory=list)  # (title, lines) of the notes that the help of every command has at its end

    def all(self):
        """This command, its commands, their commands, and so on."""
        yield self
        for command in self.commands.values():
            yield from command.all()


def argument(found, text):
    """The Argument for a match of OPTION or POSITIONAL and its description."""
    kind, _, default = (found["kind"] or "").partition("=")
    return Argument(found["names"].split(","), kind, default, bool(found["required"]), bool(found["repeated"] or found["more"]), text)


def entries(lines, pattern):
    """(match, description) of each entry of a section. The description of a long entry begins on the next line. Raises NotUnderstood."""
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
    """(title, lines) of each note at the end of a help. Raises NotUnderstood."""
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
    """The Command that a help describes. Its `commands` are a dict from names to descriptions until read_command() replaces it. Raises
    NotUnderstood."""
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
    """Runs the program with --help for this command and for all commands below it, and returns the Command. Raises NotUnderstood, OSError
    (the program can't be started) and subprocess.SubprocessError (it failed, or took more than 60 s)."""
    said = subprocess.run([program, *path[1:], "--help"], capture_output=True, text=True, check=True, timeout=60).stdout
    command = parse(list(path), said)
    command.commands = {name: read_command(program, (*path, name)) for name in command.commands}
    return command


def version_of(program):
    """The version that the program states, as "0.1.0". Raises the same errors as read_command()."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, timeout=60).stdout
    found = re.match(r"ChaseScope (\S+)", said)
    if found is None:
        raise NotUnderstood(said)
    return found.group(1)
