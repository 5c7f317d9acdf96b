#!/usr/bin/env python3
"""drawing.py ROOT [--check]: the floors of the house and what each may know, as it stands on docs/decisions/house.md; with --check, whether the
page has it so.

A floor is a folder with a library; those of all views are one. It may know what its library links. Of that, the drawing leaves out what
others of them know anyway, so that each arrow that is left counts."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import arrows_test  # noqa: E402

PAGE = "docs/decisions/house.md"


def floor_of(folder):
    return "widgets/views" if folder.startswith("widgets/views/") else folder


def arrows(root):
    """The floors that each floor links."""
    room, links = arrows_test.rooms_of(root)
    folder_of = {name: folder for folder, name in room.items()}
    known = {}
    for folder, name in room.items():
        below = known.setdefault(floor_of(folder), set())
        below.update(floor_of(folder_of[other]) for other in links[name] if other in folder_of)
    return {floor: below - {floor} for floor, below in known.items()}


def all_below(floor, known):
    return set().union(known[floor], *(all_below(other, known) for other in known[floor]))


def shortened(floors):
    """Those that stand in one folder named together: engine/inference/{chip curves}."""
    by_folder = {}
    for floor in floors:
        folder, _, name = floor.rpartition("/")
        by_folder.setdefault(folder, []).append(name)
    for folder, names in by_folder.items():
        yield f"{folder}/{{{' '.join(names)}}}" if len(names) > 1 else f"{folder}/{names[0]}"


def drawing(root):
    known = arrows(root)
    below = {floor: all_below(floor, known) for floor in known}
    height = {floor: len(below[floor]) for floor in known}  # whoever knows more stands higher
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
