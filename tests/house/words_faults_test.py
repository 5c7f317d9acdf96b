#!/usr/bin/env python3
"""Whether words_test.py finds sentences that can't be understood, on pages, in strings and in comments, and accepts plain sentences."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import words_test  # noqa: E402

PAGE = "docs" + "/page.md"
RIDDLES = (
    "Reads what empties what is in front.",
    "What is in front answers.",
    "Those that are not asked for are few, and those that fit say as little as those that don't.",
    "One visit came otherwise.",
    "Misses come now here, now there.",
    "It says who hurts whom in this set.",
    "Levels that are none were taken for caches.",
)
PLAIN = (
    "Reads the flush lines for the caches in front.",
    "What does this page show, and what does it cost?",
    "The lines that fit stay, and the others are evicted.",
    "What lies in front of the L2 is flushed.",
    "Those that fit stay.",
)


class Words(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.root = pathlib.Path(made.name)

    def faults(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return list(words_test.faults(self.root))

    def test_on_pages(self):
        for sentence in RIDDLES:
            self.assertEqual(len(self.faults(PAGE, f"# A page\n\nIt begins well. {sentence}\n")), 1, sentence)
        for sentence in PLAIN:
            self.assertEqual(self.faults(PAGE, f"# A page\n\n{sentence}\n"), [], sentence)

    def test_across_lines_and_in_tables_but_not_in_code(self):
        self.assertEqual(len(self.faults(PAGE, "Reads what empties\nwhat is in front.\n")), 1)
        self.assertEqual(len(self.faults(PAGE, "| a | reads what empties what is in front |\n")), 1)
        self.assertEqual(self.faults(PAGE, "```sh\necho what is in front\n```\n\n`what is in front` is a name.\n"), [])

    def test_in_sentences_for_people(self):
        for sentence in RIDDLES:
            self.assertEqual(len(self.faults("app/say.cpp", f'const char* say() {{ return "It begins well. {sentence}"; }}\n')), 1, sentence)
        broken = 'return "It says that one visit " +\n'  # literals that an operator joins are two sentences
        self.assertEqual(self.faults("app/say.cpp", broken + '       count + " came.";\n'), [])
        self.assertEqual(len(self.faults("app/say.cpp", 'return "It says that a visit came "\n       "otherwise than it should.";\n')), 1)
        self.assertEqual(self.faults("app/say.cpp", "// What is in front of a comment elsewhere: not looked at.\n"), [])

    def test_in_comments_of_the_folders_that_were_rewritten(self):
        for sentence in RIDDLES:
            self.assertEqual(len(self.faults("engine/structure/sets/a.h", f"/// It begins well. {sentence}\nint a();\n")), 1, sentence)
        self.assertEqual(len(self.faults("engine/structure/sets/a.h", "// Reads what empties\n// what is in front.\n")), 1)
        self.assertEqual(len(self.faults("engine/structure/sets/a.h", "int a = 0;  ///< reads what empties what is in front\n")), 1)


if __name__ == "__main__":
    unittest.main()
