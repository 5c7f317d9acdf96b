#!/usr/bin/env python3
"""research_object_test.py FOLDER: whether the archive in FOLDER is a research object as RO-Crate 1.1 defines it, and its checksums are right.

These rules of https://w3id.org/ro/crate/1.1 are checked. The graph is one flat list of entities. A metadata descriptor says that it
conforms to 1.1 and is about the root. The root has name, description, datePublished and license. Every file of the archive is a part of the
root and has an entity that describes it. Every reference leads to an entity of the graph.
"""
import datetime
import hashlib
import json
import pathlib
import sys
import urllib.parse

METADATA = "ro-crate-metadata.json"


def references(value):
    """The references in a member's value: ("id", where it leads), or ("nested", the object) for an object that is not a reference alone."""
    if isinstance(value, list):
        for one in value:
            yield from references(one)
    elif isinstance(value, dict):
        if set(value) != {"@id"}:
            yield ("nested", value)
        else:
            yield ("id", value["@id"])


def faults(folder):
    """A sentence for each rule that the archive breaks."""
    document = json.loads((folder / METADATA).read_text(encoding="utf-8"))
    if document.get("@context") != "https://w3id.org/ro/crate/1.1/context":
        yield "The context is not that of RO-Crate 1.1."
    graph = document["@graph"]
    ids = [entity["@id"] for entity in graph]
    for twice in {one for one in ids if ids.count(one) > 1}:
        yield f"{twice} is described twice."
    entities = {entity["@id"]: entity for entity in graph}
    descriptor = entities.get(METADATA, {})
    if descriptor.get("@type") != "CreativeWork" or descriptor.get("about") != {"@id": "./"}:
        yield "The descriptor is not about the root."
    if descriptor.get("conformsTo") != {"@id": "https://w3id.org/ro/crate/1.1"}:
        yield "The descriptor does not conform to 1.1."
    root = entities.get("./", {})
    if root.get("@type") != "Dataset":
        yield "The root is no Dataset."
    for member in ("name", "description", "datePublished", "license"):
        if not root.get(member):
            yield f"The root has no {member}."
    datetime.date.fromisoformat(root["datePublished"])
    for entity in graph:
        if not entity.get("@type"):
            yield f"{entity['@id']} has no type."
        for member, value in entity.items():
            for kind, what in references(value):
                if kind == "nested":
                    yield f"{entity['@id']} has {member} nested: the graph is flat."
                elif what not in entities and not what.startswith("https://w3id.org/ro/crate/"):
                    yield f"{entity['@id']}: {member} leads to {what}, which is not there."
    parts = {part["@id"] for part in root.get("hasPart", [])}
    on_disk = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - {METADATA}
    described = {urllib.parse.unquote(part) for part in parts}
    for path in sorted(on_disk - described):
        yield f"{path} is no part of the root."
    for path in sorted(described - on_disk):
        yield f"{path} is a part of the root and not there."
    for part in parts:
        entity = entities[part]
        path = folder / urllib.parse.unquote(part)
        if entity["@type"] != "File" or not entity.get("name") or not entity.get("encodingFormat"):
            yield f"{part} is not described as a file."
        elif path.is_file() and entity.get("contentSize") != str(path.stat().st_size):
            yield f"{part} has {path.stat().st_size} bytes, not {entity.get('contentSize')}."
    sums = {}
    for line in (folder / "checksums.sha256").read_text(encoding="utf-8").splitlines():
        digest, _, path = line.partition("  ")
        sums[path] = digest
    for path in sorted((on_disk | {METADATA}) - {"checksums.sha256"}):
        if sums.get(path) != hashlib.sha256((folder / path).read_bytes()).hexdigest():
            yield f"{path} does not have the checksum that is told."


def main():
    found = list(faults(pathlib.Path(sys.argv[1])))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
