#!/usr/bin/env python3
"""words_test.py ROOT: whether pages, strings and comments are free of some patterns of words that are hard to understand.

A sentence that names things by pronouns alone ("what empties what is in front", "those that don't fit and those that do") can't be understood
by a reader who does not know the code. This test calls such a sentence a riddle. It looks for patterns that nearly always make one, in the
pages of docs/, in the strings of SENTENCES and in the comments of COMMENTS. HACKING.md has the whole rule ("Comments").
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
COMMENTS = ("engine/structure", "engine/experiment", "engine/inference")  # their comments were rewritten as a whole
SENTENCES = ("app", "widgets", "engine", "kernels")                       # their strings are shown to a person
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
# Sentences that may match a pattern, because they can be understood: the begin of each, with the reason.
ALLOWED = {}
CODE = re.compile(r"^( *)(```|~~~).*?^\1\2\s*$|`[^`\n]*`|!?\[([^\]]*)\]\([^)]*\)", re.M | re.S)
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMMENT = re.compile(r"^\s*///?<?\s?(.*)$|\s///?<?\s(.*)$")


def sentences(text):
    """The sentences of a text. Empty lines and borders of table cells also end a sentence."""
    return [one.strip() for one in re.split(r"(?<=[.!?:;])\s+|\n\s*\n|\s\|\s", text) if one.strip()]


def of_page(text):
    """The sentences of a Markdown page without code. Of links and pictures, the text is taken."""
    plain = CODE.sub(lambda found: found.group(3) or " ", text)
    for block in re.split(r"\n\s*\n|\n(?=\s*[-|#])", plain):
        yield from sentences(" ".join(block.split()))


def of_strings(text):
    """The sentences in the string literals of a source. Literals that the compiler joins are one text."""
    code = re.sub(r"(?m)^\s*//.*$|\s//\s.*$", "", text)
    for found in re.finditer(rf"{LITERAL.pattern}(?:\s*\n\s*{LITERAL.pattern})*", code):
        words = "".join(LITERAL.findall(found.group(0)))
        if words.count(" ") > 3:
            yield from sentences(words)


def of_comments(text):
    """The sentences in the comments of a source. Comments on lines next to each other are one text."""
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
    """Each of these sentences that matches a pattern, with the reason why that is a fault."""
    for sentence in words:
        if any(sentence.startswith(begin) for begin in ALLOWED):
            continue
        for pattern, why in RIDDLES:
            if pattern.search(sentence):
                yield f"{sentence!r}: {why}"
                break


def faults(root):
    """Each fault of the repository, with the name of its file."""
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
