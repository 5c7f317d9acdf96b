#!/usr/bin/env python3
"""arrows_test.py ROOT: whether the sources in the repository ROOT keep the rules about folders and libraries.

The names in this test are those of HACKING.md. A house is one of the folders engine, kernels, widgets and app. A room is a folder in it
whose CMakeLists.txt has a cs_library(). The rules:
- A file includes headers of its own room, and of rooms that its room links directly or through others.
- No two rooms link each other, directly or through others.
- Headers are included by their path from ROOT.
- No folder holds more than forty files.
- No two headers define types with the same name, because the linker would use the functions of one type for both.
"""
import pathlib
import re
import sys

MOST_FILES = 40
HOUSES = ("engine", "kernels", "widgets", "app")
SOURCES = {".h", ".cpp", ".cuh", ".cu"}
LIBRARY = re.compile(r"cs_library\(\s*(\w+)([^)]*)\)")
LINKED = re.compile(r"target_link_libraries\(\s*(\w+)\s+(?:PRIVATE|PUBLIC|INTERFACE)([^)]*)\)")
MADE_BY_MOC = re.compile(r"moc_\w+\.cpp")
VIEWS, REGISTRY, VIEW = "widgets/registry/all_views.inc", "cs_registry", re.compile(r"^CHASESCOPE_VIEW\((\w+),", re.M)
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def rooms_of(root):
    """Two dicts: from each room's folder to its library, and from each library to the libraries that it links directly."""
    room, links = {}, {}
    for house in HOUSES:
        for lists in (root / house).rglob("CMakeLists.txt"):
            text = re.sub(r"#.*", "", lists.read_text())
            folder = lists.parent.relative_to(root).as_posix()
            for name, rest in LIBRARY.findall(text):
                room[folder] = name
                links.setdefault(name, set()).update(re.findall(r"\bcs_\w+", rest))
            for name, rest in LINKED.findall(text):
                links.setdefault(name, set()).update(re.findall(r"\bcs_\w+", rest))
    if (root / VIEWS).is_file():
        links.setdefault(REGISTRY, set()).update("cs_view_" + folder for folder in VIEW.findall((root / VIEWS).read_text()))
    return room, links


def reached(name, links, on_the_way=()):
    """The libraries that `name` links directly or through others. Raises ValueError if libraries link in a circle."""
    if name in on_the_way:
        raise ValueError("These rooms link in a circle: " + " -> ".join((*on_the_way, name)))
    all_below = set()
    for below in links.get(name, ()):
        all_below |= {below} | reached(below, links, (*on_the_way, name))
    return all_below


def faults(root):
    """A sentence for each place that breaks a rule."""
    room, links = rooms_of(root)
    if not room:
        yield "No cs_library() was found."
    try:
        below = {folder: reached(name, links) for folder, name in room.items()}
    except ValueError as circle:
        yield str(circle)
        return
    for house in HOUSES:
        for path in sorted((root / house).rglob("*")):
            if path.suffix not in SOURCES:
                continue
            folder = path.parent.relative_to(root).as_posix()
            for header in INCLUDE.findall(path.read_text()):
                if header.endswith(".moc") or MADE_BY_MOC.fullmatch(header):
                    continue
                if not header.startswith((*(h + "/" for h in HOUSES), "tests/", "resources/")):
                    yield f'{path.relative_to(root)} includes "{header}": name it by its path from the root.'
                    continue
                if not (root / header).is_file():
                    yield f'{path.relative_to(root)} includes "{header}", which is not there.'
                    continue
                other = pathlib.PurePosixPath(header).parent.as_posix()
                if other in (folder, "resources") or folder not in room:
                    continue
                if other not in room:
                    yield f'{path.relative_to(root)} includes "{header}", which is in no room.'
                elif room[other] not in below[folder]:
                    yield f'{path.relative_to(root)} includes "{header}", but {room[folder]} does not link {room[other]}.'
    for top in (*HOUSES, "resources", "tests", "docs", "packaging", "cmake"):
        for folder in [root / top, *(path for path in (root / top).rglob("*") if path.is_dir())]:
            count = sum(1 for path in folder.iterdir() if path.is_file())
            if count > MOST_FILES and "__pycache__" not in folder.parts:
                yield f"{folder.relative_to(root)} holds {count} files, more than {MOST_FILES}."
    yield from names_given_twice(root)


NAMESPACE, ITS_END = re.compile(r"namespace ([\w:]+) \{"), re.compile(r"\}\s*// namespace")
TYPE = re.compile(r"(?:class|struct|enum class)\s+(\w+)\b[^;]*$")


def types_of(header):
    """The names, with namespaces, of the types that a header defines; types that are members of others are left out."""
    inside = []
    for line in header.splitlines():
        if begun := NAMESPACE.match(line):
            inside.append(begun.group(1))
        elif ITS_END.match(line) and inside:
            inside.pop()
        elif found := TYPE.match(line):
            yield "::".join([*inside, found.group(1)])


def names_given_twice(root):
    """A sentence for each type name that two headers define."""
    given = {}
    for house in HOUSES:
        for path in sorted((root / house).rglob("*.h")):
            for name in types_of(path.read_text()):
                other = given.setdefault(name, path)
                if other != path:
                    yield f"{path.relative_to(root)} and {other.relative_to(root)} both define {name}."


if __name__ == "__main__":
    found = list(faults(pathlib.Path(sys.argv[1]).resolve()))
    print("\n".join(found) if found else "Every arrow goes down, and no folder is crowded.")
    sys.exit(1 if found else 0)
