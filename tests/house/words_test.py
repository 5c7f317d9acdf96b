#!/usr/bin/env python3
"""words_test.py ROOT: whether the words are plain.

A sentence that refers to things by pronouns alone ("what empties what is in front", "those that don't fit and those that do") can't be understood by
a reader who does not know the code. This test finds the patterns that are nearly always such riddles, in three places: the pages of docs/, the
sentences that the program shows, and the comments of the folders below. It says nothing of other faults; HACKING.md has the rule ("Words").
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
COMMENTS = ("engine/structure", "engine/experiment", "engine/inference")  # their comments were rewritten as a whole
SENTENCES = ("app", "widgets", "engine", "kernels")                       # what a person is shown
RIDDLES = (
    (re.compile(r"\bwhat\b[^,?]*\bwhat\b[^,?]*\bwhat\b", re.I), "three times 'what' in a sentence"),
    (re.compile(r"\bwhat (?:[a-z]+ ){1,3}what\b", re.I), "'what … what': name both things"),
    (re.compile(r"\bwhat (?:is|lies|stands) (?:in front|behind)\b(?! of)", re.I), "'what is in front': name the caches or TLBs"),
    (re.compile(r"\bthose (?:that|who|which)\b[^,]*\bthose (?:that|who|which)\b", re.I), "'those that … those that': name both groups"),
    (re.compile(r"\b(?:came|comes?|coming) otherwise\b", re.I), "'come otherwise': say that a prediction failed, or what differs"),
    (re.compile(r"\bwho(?:m)? (?:hurts|misses|evicts|goes|sits)\b|\bhurts? whom\b", re.I), "lines and places are not persons"),
    (re.compile(r"\bnow (?:here|this(?: \w+)?), now (?:there|that)\b", re.I), "'now here, now there': say that they differ from pass to pass"),
    (re.compile(r"\bthat (?:is|are) none\b", re.I), "'that is none': name what it is not"),
)
# Sentences that may say so, by their beginning, with the reason.
ALLOWED = {}
CODE = re.compile(r"^( *)(```|~~~).*?^\1\2\s*$|`[^`\n]*`|!?\[([^\]]*)\]\([^)]*\)", re.M | re.S)
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMMENT = re.compile(r"^\s*///?<?\s?(.*)$|\s///?<?\s(.*)$")


def sentences(text):
    """The sentences of flowing text."""
    return [one.strip() for one in re.split(r"(?<=[.!?:;])\s+|\n\s*\n|\s\|\s", text) if one.strip()]


def of_page(text):
    plain = CODE.sub(lambda found: found.group(3) or " ", text)
    for block in re.split(r"\n\s*\n|\n(?=\s*[-|#])", plain):
        yield from sentences(" ".join(block.split()))


def of_strings(text):
    """The sentences in string literals; literals next to each other are one."""
    code = re.sub(r"(?m)^\s*//.*$|\s//\s.*$", "", text)
    for found in re.finditer(rf"{LITERAL.pattern}(?:\s*\n\s*{LITERAL.pattern})*", code):
        words = "".join(LITERAL.findall(found.group(0)))
        if words.count(" ") > 3:
            yield from sentences(words)


def of_comments(text):
    """The sentences of comments; lines next to each other are one comment."""
    held = []
    for line in text.splitlines() + [""]:
        found = COMMENT.match(line) if line.lstrip().startswith("//") else None
        if found:
            held.append(found.group(1) or "")
            continue
        if held:
            yield from sentences(" ".join(held))
            held = []
        trailing = re.search(r"\s///?<?\s([^\"]*)$", line)
        if trailing:
            yield from sentences(trailing.group(1))


def riddles(words):
    for sentence in words:
        if any(sentence.startswith(begin) for begin in ALLOWED):
            continue
        for pattern, why in RIDDLES:
            if pattern.search(sentence):
                yield f"{sentence!r}: {why}"
                break


def faults(root):
    for page in sorted((root / "docs").rglob("*.md")):
        if "decisions" not in page.relative_to(root).parts:
            yield from (f"{page.relative_to(root)}: {fault}" for fault in riddles(of_page(page.read_text())))
    for house in SENTENCES:
        for path in sorted((root / house).rglob("*")):
            if path.suffix in (".cpp", ".h", ".cu", ".cuh"):
                yield from (f"{path.relative_to(root)}: {fault}" for fault in riddles(of_strings(path.read_text())))
    for folder in COMMENTS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".cpp", ".h"):
                yield from (f"{path.relative_to(root)}: {fault}" for fault in riddles(of_comments(path.read_text())))


if __name__ == "__main__":
    found = list(faults(pathlib.Path(sys.argv[1]).resolve()))
    print("\n".join(found) if found else "No sentence is a riddle of the kinds that this test knows.")
    sys.exit(1 if found else 0)
