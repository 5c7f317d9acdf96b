#!/usr/bin/env python3
"""how_to_add_test.py ROOT BUILD [MOC PROGRAM]: whether docs/how-to-add-examples.md is true.

Makes a copy of the sources whose files are links to the real ones, and applies every block of the page that names a file: a new file as it
stands, a `diff` between the lines that it shows. Then the copy must keep the rules of the house (arrows_test.py), what the page adds must
compile with the flags of BUILD, the tests that it adds must pass when they are linked with the libraries of BUILD, and the program must print what
the page says. Without MOC and PROGRAM, those of a build with the window, the view and the card are left out.
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
    pass


def copy_of(root, house):
    """All files as links; a file that the page changes becomes one of its own."""
    for part in PARTS:
        for folder, _, files in os.walk(root / part):
            inside = house / pathlib.Path(folder).relative_to(root)
            inside.mkdir(parents=True)
            for file in files:
                (inside / file).symlink_to(pathlib.Path(folder) / file)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_text(text)


def runs_of(body):
    """The lines of a diff as (lines before, lines to be added, lines after): a new run begins where lines that are there follow an addition
    and lead to another one."""
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
    lines = text.splitlines()
    for before, gone, come, after in runs_of(body):
        if gone:
            # A line that goes may be shown up to where it changes.
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
    """The files that the page adds, and those that it changes."""
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
    def __init__(self, root, build, house):
        self.root, self.build, self.house = root, build, house
        self.commands = json.loads((build / "compile_commands.json").read_text())

    def flags(self, target):
        """The command that compiles a file of that target, without the file."""
        for one in self.commands:
            if f"/{target}.dir/" in one["command"] and "autogen" not in one["file"]:
                words = shlex.split(one["command"])
                words = words[:words.index("-c")]
                at = words.index("-o")
                words = words[:at] + words[at + 2:]
                return [f"-I{self.house}" if word == f"-I{self.root}" else word for word in words]
        raise Fault(f"compile_commands.json has no file of {target}")

    def library_of(self, source):
        return arrows_test.rooms_of(self.house)[0][pathlib.PurePosixPath(source).parent.as_posix()]

    def run(self, words):
        done = subprocess.run(words, cwd=self.build, capture_output=True, text=True, errors="replace")
        if done.returncode != 0:
            raise Fault(f"{' '.join(words[-3:])}:\n{done.stderr[:3000] or done.stdout[-3000:]}")
        return done.stdout

    def test(self, program, names):
        said = self.run([program, f"--gtest_filter={names}", "--gtest_brief=1"])
        if not re.search(r"PASSED\s*\] [1-9]", said):
            raise Fault(f"no test is called {names}")

    def object(self, job):
        source, target = job
        made = self.house / (source.replace("/", "_") + ".o")
        self.run([*self.flags(target), "-O0", "-o", str(made), "-c", str(self.house / source)])
        return str(made)

    def objects(self, jobs):
        with ThreadPoolExecutor(max_workers=2) as pool:
            return list(pool.map(self.object, jobs))

    def syntax(self, source, target, more=()):
        self.run([*self.flags(target), *more, "-fsyntax-only", str(self.house / source)])

    def linked(self, test, objects):
        """The test of BUILD with these objects in the place of its own. What the libraries define again is not taken."""
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
    """Sources of these folders that include one of the names, directly or through others."""
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
