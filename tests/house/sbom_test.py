#!/usr/bin/env python3
"""sbom_test.py ROOT: whether the bill of materials (packaging/sbom.py) has all software of others, and docs/licences.md has the same.

The test also makes a small tree with faults, and looks whether sbom.faults() finds all of them.
"""
import json
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True  # so that no files are written beside the sources
root = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(root / "packaging"))
import sbom  # noqa: E402

components = json.loads((root / "packaging/components.json").read_text())
wrong = list(sbom.faults(root, components))
if (root / "docs/licences.md").read_text() != sbom.page(components):
    wrong.append("docs/licences.md is out of date: packaging/sbom.py --page > docs/licences.md")
bill = sbom.bill(root, components)
if [one["name"] for one in bill["components"]] != [one["name"] for one in components] or bill["bomFormat"] != "CycloneDX":
    wrong.append("The bill of materials lacks components.")

with tempfile.TemporaryDirectory() as name:
    tree = pathlib.Path(name)
    for path, text in (("packaging/dependencies.txt", "libknown  # why\nlibnew\n"), ("resources/fonts/Known-Bold.otf", ""),
                       ("resources/fonts/New.ttf", ""), ("engine/third_party/new/new.h", "")):
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_text(text)
    known = [{"name": "Known", "license": "MIT", "use": "linked", "site": "", "for": "", "packages": ["libknown", "libgone"],
              "files": ["resources/fonts/Known-*", "resources/fonts/Gone*"]}]
    told = "\n".join(sbom.faults(tree, known))
    for word in ("libnew", "libgone", "New.ttf", "third_party/new/new.h", "Gone*"):
        if word not in told:
            wrong.append(f"Nothing is said of {word}.")
    if "libknown" in told or "Known-Bold" in told:
        wrong.append(f"What is known is told as a fault: {told}")

print("\n".join(wrong) or "The bill is whole.")
sys.exit(bool(wrong))
