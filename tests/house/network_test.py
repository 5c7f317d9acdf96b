#!/usr/bin/env python3
"""network_test.py ROOT: whether the program has no network code, as docs/security.md says.

No source may include a header of a network library, and no library may link one. Only the manual (MAY_OPEN) may open links: it passes a
link that a person clicked to the browser. ChaseScope reaches other machines by starting the program ssh.
"""
import pathlib
import re
import sys

HOUSES = ("app", "widgets", "engine", "kernels")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]((?:QtNetwork/|QNetwork|QTcp|QUdp|QLocalSo|QLocalSe|QSsl|QHost|QWebSocket|curl/|netdb|netinet/|arpa/)[^>"]*)', re.M)
OPENS = re.compile(r"\b(QDesktopServices|setOpenExternalLinks|AF_INET6?|getaddrinfo)\b")
MAY_OPEN = {"app/help/manual_desk.cpp"}
LINKS = re.compile(r"\bQt6?::(Network\w*|WebSockets|WebEngine\w*)|\b(CURL::\w+|OpenSSL::\w+)|COMPONENTS[^)]*\b(Network)\b")


def faults(root):
    """A sentence for each place that uses the network."""
    for house in HOUSES:
        for path in sorted((root / house).rglob("*")):
            if path.suffix in (".h", ".cpp", ".cu", ".cuh"):
                rules = (INCLUDE,) if path.relative_to(root).as_posix() in MAY_OPEN else (INCLUDE, OPENS)
            elif path.name == "CMakeLists.txt":
                rules = (LINKS,)
            else:
                continue
            text = path.read_text(errors="replace")
            for rule in rules:
                for found in rule.finditer(text):
                    word = next(group for group in found.groups() if group)
                    yield f"{path.relative_to(root)}:{text.count(chr(10), 0, found.start(1) if found.group(1) else found.start()) + 1} uses {word}, but docs/security.md says that there is no network code."
    for found in LINKS.finditer((root / "CMakeLists.txt").read_text()):
        yield f"CMakeLists.txt finds {found.group(0)}, but docs/security.md says that there is no network code."


if __name__ == "__main__":
    wrong = list(faults(pathlib.Path(sys.argv[1])))
    print("\n".join(wrong) or "No network code.")
    sys.exit(bool(wrong))
