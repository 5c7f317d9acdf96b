#!/usr/bin/env python3
"""sbom.py [--page]: prints the bill of materials of ChaseScope (a list of all software of others that it uses) as CycloneDX 1.5 JSON, or,
with --page, the text of docs/licences.md.

Both are made from packaging/components.json. Versions in the bill are those of the Debian packages that are installed on this machine;
the page has no versions, so it is the same on every machine. Exit code 1, with a sentence for each fault on standard error: a package of
packaging/dependencies.txt, a bundled file or a file in a folder of third-party sources belongs to no component, or a component names a
package or file that does not exist.
"""
import fnmatch
import json
import pathlib
import re
import subprocess
import sys
import urllib.parse

USES = {"linked": "Linked", "compiled in": "Compiled in (headers)", "bundled": "Bundled", "found when run": "Found on the machine when run",
        "tests": "For tests alone", "build": "For building alone"}
FOREIGN = re.compile(r"(third.?party|vendor|external|extern|3rd.?party)", re.I)


def packages_of(root):
    """The Debian packages that packaging/dependencies.txt lists."""
    lines = (line.partition("#")[0].strip() for line in (root / "packaging/dependencies.txt").read_text().splitlines())
    return {line for line in lines if line}


def bundled_files(root):
    """The paths of files that others made: fonts, published topologies, and all files in folders with a name such as third_party."""
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        if inside.parts[0] in (".git", "build") or not path.is_file():
            continue
        if inside.parts[:2] in (("resources", "fonts"), ("resources", "topologies")) or any(FOREIGN.fullmatch(part) for part in inside.parts[:-1]):
            yield inside.as_posix()


def faults(root, components):
    """A sentence for each difference between packaging/components.json and the files and packages that are there."""
    named = [package for component in components for package in component.get("packages", [])]
    patterns = [pattern for component in components for pattern in component.get("files", [])]
    wanted, files = packages_of(root), list(bundled_files(root))
    for package in sorted(wanted - set(named)):
        yield f"packaging/components.json does not say what {package} of packaging/dependencies.txt is."
    for package in sorted(set(named) - wanted):
        yield f"packaging/components.json names the package {package}, which packaging/dependencies.txt has not."
    for file in files:
        if not any(fnmatch.fnmatchcase(file, pattern) for pattern in patterns):
            yield f"packaging/components.json does not say whose {file} is."
    for pattern in patterns:
        if not any(fnmatch.fnmatchcase(file, pattern) for file in files):
            yield f"packaging/components.json names {pattern}, which is not there."
    for component in components:
        if component["use"] not in USES:
            yield f"packaging/components.json: {component['name']} has the unknown use '{component['use']}'."


def version_of(package):
    """The installed version of a Debian package; empty if it is not installed or the system has no dpkg."""
    try:
        done = subprocess.run(["dpkg-query", "-W", "-f=${Version}", package], capture_output=True, text=True)
    except FileNotFoundError:
        return ""
    return done.stdout if done.returncode == 0 else ""


def bill(root, components):
    """The bill of materials as CycloneDX 1.5 has it, as a dict."""
    version = re.search(r"^project\(ChaseScope VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.M).group(1)
    listed = []
    for component in components:
        entry = {"type": "library" if component["use"] in ("linked", "compiled in") else "file" if component["use"] == "bundled" else "application",
                 "name": component["name"], "scope": {"tests": "excluded", "build": "excluded", "found when run": "optional"}.get(component["use"], "required"),
                 "licenses": [{"expression": component["license"]}], "description": component["for"],
                 "externalReferences": [{"type": "website", "url": component["site"]}]}
        if found := version_of(component.get("packages", [""])[0]):
            entry["version"] = found
            entry["purl"] = f"pkg:deb/debian/{component['packages'][0]}@{urllib.parse.quote(found, safe='')}"
        listed.append(entry)
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
            "metadata": {"component": {"type": "application", "name": "ChaseScope", "version": version,
                                       "licenses": [{"expression": "GPL-3.0-or-later"}]}}, "components": listed}


def page(components):
    """The text of docs/licences.md."""
    out = ["# Licences", "", "ChaseScope is under the GNU General Public License, version 3 or later ([LICENSE](../LICENSE)). This is what it uses of others, with",
           "licences as SPDX names them. `packaging/sbom.py` makes this page and a bill of materials (CycloneDX) from", "`packaging/components.json`."]
    for use, title in USES.items():
        out += ["", f"## {title}", "", "| what | licence | what for |", "|---|---|---|"]
        out += [f"| [{one['name']}]({one['site']}) | {one['license']} | {one['for']} |" for one in components if one["use"] == use]
    out += ["", "The portable folder carries the libraries that Qt needs besides, as Debian has them; Debian's own `copyright` files have their licences.",
            "`LicenseRef-…` names a licence that is its project's own; the link leads to it."]
    return "\n".join(out) + "\n"


def main(arguments):
    root = pathlib.Path(__file__).resolve().parent.parent
    components = json.loads((root / "packaging/components.json").read_text())
    wrong = list(faults(root, components))
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return 1
    print(page(components) if arguments == ["--page"] else json.dumps(bill(root, components), indent=2, ensure_ascii=False), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
