#!/usr/bin/env python3
"""pages_test.py ROOT: whether the files, names and links on the pages (Markdown files) of the repository ROOT exist.

The rules:
- Every relative link of a page leads to a file and, behind '#', to one of its headings.
- Every path and every name in `code` in HACKING.md, README.md, CONTRIBUTING.md and docs/ exists. A path begins at the root or at the
  page's folder, or is the name of a file alone. A name is a word of the sources, or a file that the program writes.
- A page that a source names exists, and so does a source file that a comment names with its folder.
- The tree of HACKING.md has every folder of the four houses (app, widgets, engine, kernels) that has a library, and no other folder.
- docs/index.md leads to every page of docs/, directly or through an index.md.
- No page of docs/ has more than three screens without a picture (except those of TABLES_ALONE).
- The text of a picture has no change of type (bold, code).
"""
import pathlib
import re
import sys

HOUSES = ("app", "widgets", "engine", "kernels")
SOURCES = {".h", ".cpp", ".cuh", ".cu", ".py", ".sh", ".json", ".txt", ".cmake", ".md", ".svg"}
ENDINGS = "h|cpp|cuh|cu|py|sh|json|cbor|md|txt|cmake|png"
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FENCE = re.compile(r"^( *)(```|~~~).*?^\1\2\s*$", re.M | re.S)
LINK = re.compile(r"!?\[(?:[^\]\\]|\\.)*\]\(([^()\s]+(?:\([^()]*\))?)\)")
FILE = re.compile(rf"[\w*./-]+\.(?:{ENDINGS})")
FOLDER = re.compile(r"(?:app|widgets|engine|kernels|tests|resources|docs|packaging|cmake)/[\w*./-]*")
QUOTED = re.compile(rf'"([\w-]+\.(?:{ENDINGS}))"')
WORD = re.compile(r"[A-Za-z_]\w*")
# A name of the sources: UpperCamelCase of several words, lower_snake, camelCase, kConstant, call() or Class::member.
NAME = re.compile(r"(?:[A-Z][a-z0-9]+(?:[A-Z]\w*)+|[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z]+[A-Z]\w*|[A-Z]+(?:_[A-Z0-9]+)+|[A-Za-z]\w*(?:::\w+)+|\w+\(\))")
# A file of code in a comment, with its folder.
COMMENTED_FILE = re.compile(r"(?<!:)//[^\n]*?(?<![\w/.])(\w+(?:/\w+)+\.(?:h|cpp|cuh|cu))\b")
# Files that a person makes by the commands of a page, so they need not exist.
MADE = re.compile(r"(?:^|/)(?:figures|build|[a-z0-9-]+_figures)(?:/|$)|(?:^|/)(?:NAME|OUT)\b|^(?:report|card|session|trace|my-lesson|before|after|topology|figures|map|lab\d?|s-\d+|"
                  r"class|grades|findings|shapes)\b")


# Characters of a line, and lines of three screens, in the manual's window at 1280x800: a screen has 40 lines.
LINE, THREE_SCREENS = 110, 3 * 40
TABLES_ALONE = {"h100.md", "presets.md", "found.md", "cards.md"}  # pages that are printed by programs and need no pictures
# Words that look like names, but say how names are written (HACKING.md, "Names").
FORMS = {"UpperCamelCase", "lowerCamelCase", "lower_snake_case", "snake_case"}


def markdown(root):
    """The Markdown files of the repository, without golden files of tests."""
    for path in sorted(root.rglob("*.md")):
        inside = path.relative_to(root).parts
        if inside[0] not in ("build", ".git") and "golden" not in inside:
            yield path


def without_blocks(text):
    """The text with an empty line for each line of a fenced block, so that line numbers stay the same."""
    return FENCE.sub(lambda block: "\n" * block.group(0).count("\n"), text)


def anchors(text):
    """The anchors of a page's headings, as GitHub writes them in links."""
    seen = {}
    for heading in re.findall(r"^#{1,6}\s+(.*?)\s*$", without_blocks(text), re.M):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        count = seen.get(anchor, 0)
        seen[anchor] = count + 1
        yield anchor if count == 0 else f"{anchor}-{count}"


def line_of(text, at):
    """The number of the line with the character `at`."""
    return text.count("\n", 0, at) + 1


def link_faults(root, path, text):
    """A sentence for each link of a page that leads to no file or heading."""
    for found in LINK.finditer(without_blocks(SPAN.sub(lambda span: " " * len(span.group(0)) if "](" in span.group(0) else span.group(0), text))):
        target = found.group(1)
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        place = (path.parent / file) if file else path
        where = f"{path.relative_to(root)}:{line_of(text, found.start())}"
        if not place.exists():
            yield f"{where} links to {target}, which is not there."
        elif anchor and place.suffix == ".md" and anchor not in anchors(place.read_text()):
            yield f"{where} links to {target}, but there is no such heading."


def vocabulary(root):
    """Three sets: the words of all sources, the names of all files, and the paths of all files and folders from the root."""
    words, names, paths = set(), set(), set()
    for top in (*HOUSES, "tests", "resources", "packaging", "cmake", "docs"):
        for path in (root / top).rglob("*"):
            inside = path.relative_to(root).as_posix()
            names.add(path.name)
            words.add(path.stem)
            paths.add(inside)
            if path.is_file() and path.suffix in SOURCES and path.suffix != ".md" and path.stat().st_size < 4_000_000:
                text = path.read_text(errors="replace")
                words.update(WORD.findall(text))
                if path.suffix in (".cpp", ".h"):
                    names.update(QUOTED.findall(text))  # what the program writes
    for path in root.iterdir():
        names.add(path.name)
        paths.add(path.name)
        if path.is_file() and path.suffix in SOURCES | {""} and path.suffix != ".md":
            words.update(WORD.findall(path.read_text(errors="replace")))
    return words, names, paths


def stands_for(pattern, known):
    """Whether a path or name with stars matches one of the known ones."""
    as_expression = re.compile(re.escape(pattern).replace(r"\*", "[^/]*"))
    return any(as_expression.fullmatch(one) for one in known)


def span_fault(span, path, root, words, names, paths):
    """What is wrong with one span of code on the page `path`, as the end of a sentence; None if it is right."""
    span = span.strip()
    if re.match(r"\$|--|https?:|[a-z]+:[^:]", span) or MADE.search(span) or "…" in span and "/" not in span:
        return None
    if FILE.fullmatch(span) or FOLDER.fullmatch(span):
        inside = span.rstrip("/")
        if (root / inside).exists() or (path.parent / inside).exists():
            return None
        if "/" in inside:
            if stands_for(inside, paths) or any(one.endswith("/" + inside) for one in paths) or stands_for("*/" + inside, paths):
                return None
        elif inside in names or stands_for(inside, names):
            return None
        return f"names `{span}`, which is not there"
    if NAME.fullmatch(span) and span not in FORMS:
        for word in WORD.findall(span):
            if word not in words:
                return f"names `{span}`, but nothing in the sources is called {word}"
    return None


def page_faults(root):
    """A sentence for each link, path and name on a page that leads to nothing."""
    words, names, paths = vocabulary(root)
    for path in markdown(root):
        text = path.read_text()
        yield from link_faults(root, path, text)
        inside = path.relative_to(root).as_posix()
        if not (inside in ("HACKING.md", "README.md", "CONTRIBUTING.md") or inside.startswith("docs/")):
            continue
        plain = without_blocks(text)
        for found in SPAN.finditer(plain):
            fault = span_fault(found.group(1), path, root, words, names, paths)
            if fault:
                yield f"{inside}:{line_of(plain, found.start())} {fault}."


def tree_faults(root):
    """A sentence for each difference between the tree of HACKING.md and the folders that exist."""
    page = root / "HACKING.md"
    text = page.read_text() if page.exists() else ""
    block = re.search(r"^```\n(.*?)^```", text, re.M | re.S)
    if not block:
        yield "HACKING.md has no tree."
        return
    house, named = None, set()
    for line in block.group(1).splitlines():
        top, below = re.match(r"(\w+)/\s", line), re.match(r"  (\w+)/\s", line)
        if top:
            house = top.group(1)
            named.add(house)
        elif below:
            named.add(f"{house}/{below.group(1)}")
    for one in sorted(named):
        if not (root / one).is_dir():
            yield f"HACKING.md: the tree names {one}/, which is not there."
    for house in HOUSES:
        if house not in named:
            yield f"HACKING.md: the tree lacks {house}/."
        for folder in sorted(root.glob(house + "/*/")):
            inside = folder.relative_to(root).as_posix()
            if house != "kernels" and (folder / "CMakeLists.txt").exists() and inside not in named:
                yield f"HACKING.md: the tree lacks {inside}/."


def index_faults(root):
    """A sentence for each page of docs/ that docs/index.md does not lead to, directly or through the index.md of a folder."""
    start = root / "docs/index.md"
    if not start.exists():
        yield "docs/index.md is not there."
        return
    reached, waiting = set(), [start]
    while waiting:
        page = waiting.pop()
        if page in reached:
            continue
        reached.add(page)
        if page.name != "index.md":
            continue
        for target in LINK.findall(without_blocks(page.read_text())):
            file = target.partition("#")[0]
            if file.endswith(".md") and (page.parent / file).exists():
                waiting.append((page.parent / file).resolve())
    for page in sorted((root / "docs").rglob("*.md")):
        if page.resolve() not in reached and page not in reached:
            yield f"docs/index.md does not lead to {page.relative_to(root)}."


def lines_as_shown(text):
    """(number of lines on the screen, whether it has a picture) of each part of a page: a paragraph, heading, list entry or table row.

    Fenced blocks are left out. An empty line follows each paragraph.
    """
    for block in re.split(r"\n\s*\n", FENCE.sub("", text)):
        for part in re.split(r"\n(?=\s*(?:[-|#]|\d+\.))", block):
            words = re.sub(r"\]\([^)]*\)", "]", " ".join(part.split()))
            yield -(-len(words) // LINE), "![" in part
        yield 1, False


def caption_faults(root):
    """A sentence for each picture whose text has code or emphasis: the manual in the program would show such a picture several times."""
    for page in sorted((root / "docs").rglob("*.md")):
        for found in re.finditer(r"!\[([^\]\n]*)\]", FENCE.sub("", page.read_text())):
            if re.search(r"[`*]", found.group(1)):
                yield f"{page.relative_to(root)}: the words about a picture have a change of type: {found.group(1)}"


def picture_faults(root):
    """A sentence for each page that has more than three screens without a picture."""
    for page in sorted((root / "docs").glob("*.md")):
        if page.name in TABLES_ALONE:
            continue
        longest = since = 0
        for lines, is_picture in lines_as_shown(page.read_text()):
            since = 0 if is_picture else since + lines
            longest = max(longest, since)
        if longest > THREE_SCREENS:
            yield f"{page.relative_to(root)} has {longest} lines without a picture; three screens are {THREE_SCREENS}."


def comment_faults(root):
    """A sentence for each page that a source names, and for each source file that a comment names with its folder, that does not exist."""
    for house in (*HOUSES, "tests", "packaging", "cmake"):
        for path in sorted((root / house).rglob("*")):
            if path.suffix not in SOURCES - {".md", ".json", ".svg"} or path.name == "pages_faults_test.py":
                continue
            text = path.read_text(errors="replace")
            for found in re.finditer(r"docs/[\w/-]+\.md", text):
                if not (root / found.group(0)).exists():
                    yield f"{path.relative_to(root)}:{line_of(text, found.start())} names {found.group(0)}, which is not there."
            if house not in HOUSES:
                continue
            for found in COMMENTED_FILE.finditer(text):
                if not (root / found.group(1)).exists():
                    yield f"{path.relative_to(root)}:{line_of(text, found.start())} names {found.group(1)}, which is not there."


def faults(root):
    """A sentence for each broken rule."""
    yield from page_faults(root)
    yield from comment_faults(root)
    yield from tree_faults(root)
    yield from index_faults(root)
    yield from picture_faults(root)
    yield from caption_faults(root)


if __name__ == "__main__":
    found = list(faults(pathlib.Path(sys.argv[1]).resolve()))
    print("\n".join(found) if found else "Every link leads somewhere, and every path and name on the pages exists.")
    sys.exit(1 if found else 0)
