#!/usr/bin/env python3
"""how_to_add_test.py ROOT BUILD [MOC PROGRAM]: whether the examples of docs/how-to-add-examples.md work.

ROOT is the repository, BUILD a folder in which it was built. The test makes a copy of the sources whose files are links to the real ones.
It applies every fenced block of the page that names a file: a `diff` changes that file, any other block is the text of a new file. Then
- the copy must keep the rules of arrows_test.py,
- the new and changed files must compile with the flags of BUILD,
- the tests that the page adds must pass, linked with the libraries of BUILD,
- the program must print what the page shows.
MOC (Qt's tool) and PROGRAM come from a build with the window. Without them, the examples of a view and of a card are left out.
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import arrows_test  # noqa: E402

PAGE = "docs/how-to-add-examples.md"
BLOCK = re.compile(r"^```(\w+) (\S+)\n(.*?)^```", re.M | re.S)
COMMAND = re.compile(r"^```sh\n(.*?)^```\n+```text\n(.*?)^```", re.M | re.S)
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
PARTS = ("app", "widgets", "engine", "kernels", "resources", "tests", "docs", "packaging", "cmake")


class Fault(Exception):
    """A sentence that says what on the page does not work."""


def copy_of(root, house):
    """Makes the folders of `root` in `house`, with a link for each file. write() replaces a link by a file where the page changes it."""
    for part in PARTS:
        for folder, _, files in os.walk(root / part):
            inside = house / pathlib.Path(folder).relative_to(root)
            inside.mkdir(parents=True)
            for file in files:
                (inside / file).symlink_to(pathlib.Path(folder) / file)


def write(path, text):
    """Writes a file, with the folders to it. A link that is there is removed first, so that the real file stays as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_text(text)


def runs_of(body):
    """The changes of a diff, one after the other: (line before, lines to remove, lines to add, line after).

    A change is a run of lines with '+' or '-'. The line before or after it is None if the diff shows none. Raises Fault.
    """
    lines = [(line[:1] or " ", line[1:]) for line in body.splitlines()]
    for mark, words in lines:
        if mark not in " +-":
            raise Fault(f"this line of a diff begins with neither '+', '-' nor a space: {mark}{words}")
    at = 0
    while at < len(lines):
        if lines[at][0] == " ":
            at += 1
            continue
        end = at
        while end < len(lines) and lines[end][0] != " ":
            end += 1
        before = lines[at - 1][1] if at > 0 and lines[at - 1][0] == " " else None
        after = lines[end][1] if end < len(lines) else None
        gone = [words for mark, words in lines[at:end] if mark == "-"]
        come = [words for mark, words in lines[at:end] if mark == "+"]
        yield before, gone, come, after
        at = end


def patched(text, body, name):
    """The text of the file `name` with the changes of a diff. Raises Fault if a place is not found, or not once."""
    lines = text.splitlines()
    for before, gone, come, after in runs_of(body):
        if gone:
            # Of a line that is replaced, the page may show only its begin, up to the part that changes.
            for old, new in zip(gone, come):
                found = [i for i, line in enumerate(lines) if line.startswith(old)]
                if len(found) != 1:
                    raise Fault(f"{name} has {len(found)} lines that begin: {old}")
                lines[found[0]] = new + lines[found[0]][len(old):]
            continue
        anchor = before if before is not None else after
        found = [i for i, line in enumerate(lines) if line == anchor]
        if len(found) != 1:
            raise Fault(f"{name} has {len(found)} lines that say: {anchor}")
        at = found[0] + (1 if before is not None else 0)
        lines[at:at] = come
    return "\n".join(lines) + "\n"


def apply(page, house):
    """Adds and changes the files of the page in `house`. Returns the names of the new and of the changed files. Raises Fault."""
    added, changed = [], []
    for kind, name, body in BLOCK.findall(page):
        path = house / name
        if kind == "diff":
            if not path.exists():
                raise Fault(f"{PAGE} changes {name}, which is not there")
            write(path, patched(path.read_text(), body, name))
            changed.append(name)
        else:
            if path.exists():
                raise Fault(f"{PAGE} adds {name}, which is there already")
            write(path, body)
            added.append(name)
    return added, changed


class Compiler:
    """Compiles, links and runs files of the copy `house` with the commands that were used in the folder `build`. Methods raise Fault."""

    def __init__(self, root, build, house):
        self.root, self.build, self.house = root, build, house
        self.commands = json.loads((build / "compile_commands.json").read_text())

    def flags(self, target):
        """The words of the command that compiles a file of this target, without the names of the file and of its output."""
        for one in self.commands:
            if f"/{target}.dir/" in one["command"] and "autogen" not in one["file"]:
                words = shlex.split(one["command"])
                words = words[:words.index("-c")]
                at = words.index("-o")
                words = words[:at] + words[at + 2:]
                return [f"-I{self.house}" if word == f"-I{self.root}" else word for word in words]
        raise Fault(f"compile_commands.json has no file of {target}")

    def library_of(self, source):
        """The library to whose folder a source belongs."""
        return arrows_test.rooms_of(self.house)[0][pathlib.PurePosixPath(source).parent.as_posix()]

    def run(self, words):
        """Runs a command in the build folder and returns what it printed."""
        done = subprocess.run(words, cwd=self.build, capture_output=True, text=True, errors="replace")
        if done.returncode != 0:
            raise Fault(f"{' '.join(words[-3:])}:\n{done.stderr[:3000] or done.stdout[-3000:]}")
        return done.stdout

    def test(self, program, names):
        """Runs the tests of a test program whose names match; at least one must exist."""
        said = self.run([program, f"--gtest_filter={names}", "--gtest_brief=1"])
        if not re.search(r"PASSED\s*\] [1-9]", said):
            raise Fault(f"no test is called {names}")

    def object(self, job):
        """Compiles a job, (source, target), without optimisation. Returns the path of the object file."""
        source, target = job
        made = self.house / (source.replace("/", "_") + ".o")
        self.run([*self.flags(target), "-O0", "-o", str(made), "-c", str(self.house / source)])
        return str(made)

    def objects(self, jobs):
        with ThreadPoolExecutor(max_workers=2) as pool:
            return list(pool.map(self.object, jobs))

    def syntax(self, source, target, more=()):
        """Lets the compiler check a source, with more flags, without making an object file."""
        self.run([*self.flags(target), *more, "-fsyntax-only", str(self.house / source)])

    def linked(self, test, objects):
        """Links a test program of the build with these objects instead of its own. Returns the path of the new program.

        Functions of the objects come before functions with the same names in the libraries.
        """
        steps = subprocess.run(["ninja", "-t", "commands", test], cwd=self.build, capture_output=True, text=True).stdout
        lines = [line for line in steps.splitlines() if f" -o {test} " in line]
        if not lines:
            raise Fault(f"ninja does not know how {test} is linked")
        words = shlex.split(lines[-1].removeprefix(": && ").partition(" && ")[0])
        own = [i for i, word in enumerate(words) if word.endswith(".o") and word.startswith(str(pathlib.Path(test).parent))]
        words = [word for i, word in enumerate(words) if i not in own]
        made = str(self.house / pathlib.Path(test).name)
        words[words.index("-o") + 1] = made
        words[1:1] = ["-Wl,--allow-multiple-definition", *objects]
        self.run(words)
        return made


def reached_from(house, folders, names):
    """The sources in these folders that include one of these headers, directly or through other headers."""
    text = {path.relative_to(house).as_posix(): path.read_text() for folder in folders for path in (house / folder).rglob("*") if path.suffix in (".h", ".cpp")}
    reached = set(names)
    while True:
        more = {file for file, words in text.items() if file not in reached and reached & set(INCLUDE.findall(words))}
        if not more:
            return sorted(file for file in reached if file.endswith(".cpp"))
        reached |= more


def check_probe(compiler):
    sources = ["engine/probe/others/nearest_hit.cpp", "engine/probe/discovery/registry.cpp"]
    objects = compiler.objects([*((source, compiler.library_of(source)) for source in sources), ("tests/engine/probe/nearest_hit_test.cpp", "test_probe")])
    compiler.test(compiler.linked("tests/engine/probe/test_probe", objects), "NearestHit.*")


def check_policy(compiler):
    sources = reached_from(compiler.house, ["engine/model"], {"engine/model/policy/policy_list.h"})
    jobs = [(source, compiler.library_of(source)) for source in sources]
    jobs.append(("tests/engine/model/policies_oracle_test.cpp", "test_model"))
    objects = compiler.objects(jobs)
    compiler.test(compiler.linked("tests/engine/model/test_model", objects), "*PoliciesOracle*/lifo")


def check_view(compiler, moc):
    made = compiler.house / "moc"
    made.mkdir()
    header = "widgets/views/notes/notes_view.h"
    compiler.run([moc, str(compiler.house / header), "-p", "widgets/views/notes", "-o", str(made / "moc_notes_view.cpp")])
    compiler.syntax("widgets/views/notes/notes_view.cpp", "cs_view_tlb", [f"-I{made}"])
    compiler.syntax("widgets/registry/view_list.cpp", "cs_registry")


def check_program(page, house, program):
    bin_folder = house / "bin"
    bin_folder.mkdir()
    (bin_folder / "chasescope").symlink_to(program)
    environment = {**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}", "QT_QPA_PLATFORM": "offscreen"}
    for command, expected in COMMAND.findall(page):
        done = subprocess.run(["bash", "-ec", command], cwd=house, capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            raise Fault(f"{command.strip()}: {done.stderr.strip()}")
        for line in expected.splitlines():
            if line not in done.stdout:
                raise Fault(f"{command.strip()} does not print: {line}")


def main():
    root, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    page = (root / PAGE).read_text()
    with tempfile.TemporaryDirectory() as made:
        house = pathlib.Path(made).resolve()
        try:
            copy_of(root, house)
            added, changed = apply(page, house)
            wrong = list(arrows_test.faults(house))
            if wrong:
                raise Fault("\n".join(wrong))
            for name in (*added, *changed):
                if name.endswith(".json"):
                    json.loads((house / name).read_text())
            compiler = Compiler(root, build, house)
            check_probe(compiler)
            check_policy(compiler)
            if len(sys.argv) > 4:
                check_program(page, house, pathlib.Path(sys.argv[4]).resolve())
                check_view(compiler, sys.argv[3])
        except Fault as fault:
            print(fault)
            return 1
        finally:
            shutil.rmtree(house, ignore_errors=True)
            house.mkdir()
    print(f"{PAGE}: {len(added)} new files and {len(changed)} changes do what the page says.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
