#!/usr/bin/env python3
"""help_pages.py PROGRAM FOLDER: writes the man page chasescope.1 and the completions chasescope.bash and _chasescope (for zsh) into FOLDER.

They are made from what PROGRAM prints for --help, for each of its commands. If a line of it can't be understood, no file is written, and
the script ends with a message and exit code 1.
"""
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True  # so that no files are written beside the sources
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "help"))

from bash_completion import bash_completion  # noqa: E402
from man_page import man_page  # noqa: E402
from read_help import NotUnderstood, read_command, version_of  # noqa: E402
from zsh_completion import zsh_completion  # noqa: E402


def main(program, folder):
    root = read_command(program)
    files = {"chasescope.1": man_page(root, version_of(program)), "chasescope.bash": bash_completion(root),
             "_chasescope": zsh_completion(root)}
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("error: help_pages.py PROGRAM FOLDER")
    try:
        main(*sys.argv[1:])
    except NotUnderstood as fault:
        sys.exit(f"error: this line of the help of {sys.argv[1]} is not understood: {fault}")
    except (OSError, subprocess.SubprocessError) as fault:
        sys.exit(f"error: no help pages of {sys.argv[1]}: {fault}")
