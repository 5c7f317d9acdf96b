"""check_schema.py RESOURCES [FOLDER …]: whether every card file fits resources/schemas/model.schema.json, and whether the schema refuses
unknown members in each object of a card file.

Card files are the JSON files of RESOURCES/models and of the other folders. Exit code 77: the Python package jsonschema is not installed."""
import copy
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(77)

resources = pathlib.Path(sys.argv[1])
schema = json.loads((resources / "schemas" / "model.schema.json").read_text(encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
faults = 0
folders = [resources / "models", *map(pathlib.Path, sys.argv[2:])]
cards = [path for folder in folders for path in sorted(folder.glob("*.json"))]
for path in cards:
    card = json.loads(path.read_text(encoding="utf-8"))
    for error in validator.iter_errors(card):
        faults += 1
        print(f"{path.name}: {error.json_path}: {error.message}")
    # The schema must refuse an unknown member in every object, except in maps of names.
    for place in ([], ["device"], ["caches", "*"], ["tlbs", "*"], ["caches", "*", "index"], ["caches", "*", "policy"], ["paths", "*"],
                  ["noise"], ["clock"], ["caches", "*", "data_store"], ["partitions"], ["shared_memory"], ["request_table"], ["bandwidth", "*"], ["instructions"], ["instructions", "path"],
                  ["cluster"], ["operations"], ["operations", "shared"], ["operations", "global", "atomic"], ["operations", "async_copy"],
                  ["residency"]):
        broken = copy.deepcopy(card)
        target = broken
        for step in place:
            target = target.get(step) if step != "*" else next(iter(target.values()))
            if target is None:
                break
        if target is None:
            continue
        target["surplus"] = 1
        if validator.is_valid(broken):
            faults += 1
            print(f"{path.name}: an unknown member in /{'/'.join(place)} is not refused")
if not cards:
    sys.exit("no card files")
sys.exit(1 if faults else 0)
