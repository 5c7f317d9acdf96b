#!/usr/bin/env python3
"""typed_words_test.py ROOT: whether the subjects and quantities of findings are typed once, in engine/findings/vocabulary.h.

Elsewhere they are written as subject::l1_data and quantity::line_bytes. Card files, the protocol and what is measured of a device by its
driver have formats of their own, with members of the same names: engine/model, engine/device and engine/build may type them. Short words
("sets", "l2") name probes, views and levels of requests, too; these are faults only where they are compared with a subject or a quantity,
or become one.
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
