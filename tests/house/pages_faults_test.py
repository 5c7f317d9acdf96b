#!/usr/bin/env python3
"""Whether pages_test.py and commands_test.py find the faults that they look for.

Each test makes a small repository with one fault or none on its pages, and looks at the faults that are told of it.
"""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import commands_test  # noqa: E402
import pages_test  # noqa: E402

TREE = "# Map\n\n```\napp/      the program\nwidgets/  what is seen\nengine/   what is true\n  low/      a room\nkernels/  for a card\n```\n\n"


class Pages(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.root = pathlib.Path(made.name)
        for house in ("app", "widgets", "engine", "kernels", "tests", "resources", "docs"):
            (self.root / house).mkdir()
        self.write("engine/low/CMakeLists.txt", "cs_library(cs_low)")
        self.write("engine/low/low_tide.h", "class LowTide { int water_level(); };\n")
        self.write("HACKING.md", TREE)
        self.write("docs/index.md", "# Index\n\n[A page](page.md#a-word)\n")
        self.write("docs/page.md", "# Page\n\n## A word\n\n`LowTide` of `engine/low/low_tide.h`, `low_tide.h`, `water_level()` and `engine/low/`.\n")

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def faults(self):
        return "\n".join(pages_test.faults(self.root))

    def test_pages_in_order_have_none(self):
        self.assertEqual(self.faults(), "")

    def test_a_dead_link_and_a_heading_that_is_not_there(self):
        self.write("docs/page.md", "# Page\n\n[gone](gone.md) and [none](index.md#none)\n")
        self.assertIn("docs/page.md:3 links to gone.md, which is not there", self.faults())
        self.assertIn("links to index.md#none, but there is no such heading", self.faults())

    def test_a_picture_that_is_not_there(self):
        self.write("docs/page.md", "# A word\n\n![what it shows](pictures/gone.png)\n")
        self.assertIn("links to pictures/gone.png", self.faults())

    def test_a_link_in_a_block_of_code_is_none(self):
        self.write("docs/page.md", "# A word\n\n```sh\necho '[x](gone.md)'\n```\n")
        self.assertEqual(self.faults(), "")

    def test_a_file_that_is_not_there(self):
        self.write("docs/page.md", "# A word\n\nSee `engine/low/high_tide.h`, `high_tide.h` and `engine/high/`.\n")
        for gone in ("engine/low/high_tide.h", "high_tide.h", "engine/high/"):
            self.assertIn(f"docs/page.md:3 names `{gone}`, which is not there", self.faults())

    def test_a_file_that_the_program_writes(self):
        self.write("docs/page.md", "# A word\n\nThe folder has a `crate.json`.\n")
        self.assertIn("names `crate.json`, which is not there", self.faults())
        self.write("engine/low/low.cpp", 'write("crate.json");\n')
        self.assertEqual(self.faults(), "")

    def test_a_name_that_nothing_has(self):
        self.write("docs/page.md", "# A word\n\n`HighTide`, `water_depth()` and `LowTide::depth_of`.\n")
        for gone in ("HighTide", "water_depth", "depth_of"):
            self.assertIn(f"nothing in the sources is called {gone}", self.faults())

    def test_a_folder_that_the_tree_lacks_and_one_that_is_not_there(self):
        self.write("engine/high/CMakeLists.txt", "cs_library(cs_high)")
        self.write("HACKING.md", TREE.replace("  low/ ", "  deep/"))
        self.assertIn("the tree lacks engine/high/", self.faults())
        self.assertIn("the tree lacks engine/low/", self.faults())
        self.assertIn("the tree names engine/deep/", self.faults())

    def test_a_page_that_a_source_names(self):
        self.write("engine/low/low.cpp", "// Why: docs/gone.md\n")
        self.assertIn("engine/low/low.cpp:1 names docs/gone.md, which is not there", self.faults())

    def test_a_file_that_a_comment_names(self):
        self.write("engine/low/low.cpp", '#include "other/there.h"\nint low;  // as far as (low/gone.h) says\n')
        self.assertIn("engine/low/low.cpp:2 names low/gone.h, which is not there", self.faults())
        self.write("engine/low/low.cpp", "int low;  // as far as (engine/low/low.cpp) says\n")
        self.assertNotIn("names", self.faults())

    def test_a_long_page_without_a_picture(self):
        screens = "A line.\n\n" * (pages_test.THREE_SCREENS // 2 + 1)
        self.write("docs/long.md", "# Long\n\n" + screens)
        self.write("docs/index.md", "[long](long.md)\n")
        self.assertIn("docs/long.md has 125 lines without a picture", self.faults())
        self.write("docs/a.png", "")
        for page in (screens + "![a](a.png)\n", "![a](a.png)\n\n" + screens):  # a picture at the begin or the end leaves three screens without one
            self.write("docs/long.md", "# Long\n\n" + page)
            self.assertIn("without a picture", self.faults())
        self.write("docs/long.md", "# Long\n\n" + screens[:len(screens) // 2] + "![a](a.png)\n\n" + screens[len(screens) // 2:])
        self.assertNotIn("without a picture", self.faults())

    def test_words_about_a_picture_in_two_types(self):
        self.write("docs/a.png", "")
        self.write("docs/page.md", "# A word\n\n![the view `Chase`](a.png)\n")
        self.assertIn("docs/page.md: the words about a picture have a change of type", self.faults())
        self.write("docs/page.md", "# A word\n\n![the view Chase](a.png)\n")
        self.assertNotIn("change of type", self.faults())

    def test_lines_as_long_as_several_and_blocks_of_code(self):
        self.write("docs/index.md", "[long](long.md)\n")
        self.write("docs/long.md", "# Long\n\n" + "word " * (pages_test.LINE * pages_test.THREE_SCREENS // 5 + 1) + "\n")
        self.assertIn("without a picture", self.faults())
        self.write("docs/long.md", "# Long\n\n```sh\n" + "ls\n" * (2 * pages_test.THREE_SCREENS) + "```\n")
        self.assertNotIn("without a picture", self.faults())

    def test_a_page_that_the_index_forgot(self):
        self.write("docs/more/other.md", "# Other\n")
        self.assertIn("docs/index.md does not lead to docs/more/other.md", self.faults())


class Commands(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.root = pathlib.Path(made.name)
        for name in ("resources", "docs"):
            (self.root / name).mkdir()
        self.program = self.root / "program"
        self.program.write_text('#!/bin/sh\n[ "$1" = fail ] && { echo "It broke." >&2; exit 1; }\necho "Sets   32    measured"\n')
        self.program.chmod(0o755)

    def run_page(self, text):
        page = self.root / "docs/page.md"
        page.write_text(text)
        return commands_test.run_page(page, self.program, self.root)

    def test_commands_that_work(self):
        steps, left_out, faults = self.run_page("```sh\nchasescope probe sets   # a comment\n# only a comment\nls \\\n  docs > list\n```\n\n```text\nSets 32 …\n```\n")
        self.assertEqual([line for line, _ in steps], [2, 4])
        self.assertEqual((left_out, faults), ([], []))

    def test_a_command_that_fails(self):
        _, _, faults = self.run_page("# Page\n\n```sh\nchasescope probe sets\nchasescope fail now\nchasescope probe sets\n```\n")
        self.assertEqual(len(faults), 1)
        self.assertIn("docs/page.md:5: 'chasescope fail now' failed: It broke.", faults[0])

    def test_output_that_is_not_printed(self):
        _, _, faults = self.run_page("```sh\nchasescope probe sets\n```\n\n```text\nSets 64 measured\n```\n")
        self.assertEqual(faults, ["docs/page.md:6: the commands above did not print: Sets 64 measured"])

    def test_what_needs_more_is_left_out(self):
        steps, left_out, _ = self.run_page("```sh\npackaging/run\nchasescope\nchasescope --device model:x\nchasescope discover --device cuda:0\n"
                                           "chasescope probe sets --device ssh:there\nchasescope lesson play x\nchasescope h100.json\n```\n")
        self.assertEqual((len(steps), len(left_out)), (0, 7))


if __name__ == "__main__":
    unittest.main()
