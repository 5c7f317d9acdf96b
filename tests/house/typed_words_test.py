#!/usr/bin/env python3
"""typed_words_test.py ROOT: whether the subjects and quantities of findings are typed as strings only in engine/findings/vocabulary.h.

All other sources must write subject::l1_data or quantity::line_bytes instead of "l1_data" or "line_bytes". Exceptions are engine/model,
engine/device and engine/build: card files, the protocol and the driver's properties have members with the same names. Words without an
underscore ("sets", "l2") are also names of probes, views and levels. They are faults only if they are assigned to a subject or quantity, or
compared with one.
"""
import pathlib
import re
import sys

TABLE = "engine/findings/vocabulary.h"
TYPED = re.compile(r'inline constexpr const char\* \w+ = "(\w+)";')
HOUSES = ("engine", "widgets", "app")
FORMATS = ("engine/findings/vocabulary.", "engine/model/", "engine/device/", "engine/build/")
COMMENT = re.compile(r"//.*")


def faults(root):
    """A sentence for each string that should be a constant of the table."""
    words = TYPED.findall((root / TABLE).read_text())
    if not words:
        yield f"{TABLE} has no words."
        return
    long_words = re.compile('"(' + "|".join(word for word in words if "_" in word) + ')"')
    becomes_one = re.compile(r'\b(?:subject|quantity)\s*[=!]?=\s*(?:QStringLiteral\()?"(' + "|".join(words) + ')"')
    for house in HOUSES:
        for path in sorted((root / house).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix not in (".h", ".cpp") or name.startswith(FORMATS):
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                for word in {*long_words.findall(COMMENT.sub("", line)), *becomes_one.findall(COMMENT.sub("", line))}:
                    yield f'{name}:{number} types "{word}": name it by {TABLE}.'


if __name__ == "__main__":
    found = list(faults(pathlib.Path(sys.argv[1]).resolve()))
    print("\n".join(found) if found else "Subjects and quantities are typed once.")
    sys.exit(1 if found else 0)
