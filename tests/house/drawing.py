#!/usr/bin/env python3
"""drawing.py ROOT [--check]: prints which folders of the sources use which other folders, as docs/decisions/house.md shows it. With --check,
tests whether the page shows the same; exit code 1 if it does not.

A floor is a folder with a library; the folders of all views are one floor. An arrow leads from a floor to another one that its library
links. The drawing leaves out an arrow if other arrows lead to the same floor through others, so that it has no arrow too many."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import arrows_test  # noqa: E402

PAGE = "docs/decisions/house.md"


def floor_of(folder):
    """The floor to which a folder belongs."""
    return "widgets/views" if folder.startswith("widgets/views/") else folder


def arrows(root):
    """A dict from each floor to the floors that it links directly."""
    room, links = arrows_test.rooms_of(root)
    folder_of = {name: folder for folder, name in room.items()}
    known = {}
    for folder, name in room.items():
        below = known.setdefault(floor_of(folder), set())
        below.update(floor_of(folder_of[other]) for other in links[name] if other in folder_of)
    return {floor: below - {floor} for floor, below in known.items()}


def all_below(floor, known):
    """The floors that `floor` links directly or through others."""
    return set().union(known[floor], *(all_below(other, known) for other in known[floor]))


def shortened(floors):
    """The names of floors; floors in one folder are written together, as engine/inference/{chip curves}."""
    by_folder = {}
    for floor in floors:
        folder, _, name = floor.rpartition("/")
        by_folder.setdefault(folder, []).append(name)
    for folder, names in by_folder.items():
        yield f"{folder}/{{{' '.join(names)}}}" if len(names) > 1 else f"{folder}/{names[0]}"


def drawing(root):
    """The text of the drawing: a line for each floor, with the floors to which its arrows lead."""
    known = arrows(root)
    below = {floor: all_below(floor, known) for floor in known}
    height = {floor: len(below[floor]) for floor in known}  # a floor that links more floors, directly or through others, stands higher
    lines = []
    for house in ("app", "widgets", "engine", "kernels"):
        mine = sorted((floor for floor in known if floor.split("/")[0] == house), key=lambda floor: (-height[floor], floor))
        for floor in mine:
            seen = set().union(*(below[other] for other in known[floor]))
            drawn = sorted(known[floor] - seen, key=lambda other: (-height[other], other))
            lines.append(f"{floor:30}→ {' '.join(shortened(drawn))}" if drawn else floor)
        lines.append("")
    return "\n".join(lines).rstrip()


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    drawn = drawing(root)
    if "--check" not in sys.argv:
        print(drawn)
        return 0
    if drawn in (root / PAGE).read_text():
        print("The drawing is what the link lines say.")
        return 0
    print(f"The drawing on {PAGE} is not what the link lines say. It should be:\n\n{drawn}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
