#!/usr/bin/env python3
"""Whether arrows_test.py and typed_words_test.py find the faults that they look for.

Each test makes a small tree of sources with one fault or none, and looks at the faults that are told of it.
"""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import arrows_test  # noqa: E402
import typed_words_test  # noqa: E402


class Faults(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        for house in ("engine", "kernels", "widgets", "app", "resources", "tests", "docs", "packaging", "cmake"):
            (self.root / house).mkdir()
        self.write("engine/low/CMakeLists.txt", "cs_library(cs_low)")
        self.write("engine/low/low.h", "#pragma once\n")
        self.write("engine/high/CMakeLists.txt", "cs_library(cs_high LIBRARIES\n           cs_low)")
        self.write("engine/high/high.h", '#include "engine/low/low.h"\n')

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def faults(self):
        return "\n".join(arrows_test.faults(self.root))

    def test_a_house_in_order_has_none(self):
        self.assertEqual(self.faults(), "")

    def test_one_name_is_one_type(self):
        self.write("engine/low/low.h", "#pragma once\nnamespace chasescope {\nclass Matrix;\nstruct Matrix {\n};\n}  // namespace chasescope\n")
        self.assertEqual(self.faults(), "")
        self.write("engine/high/high.h", "namespace chasescope::high {\nstruct Matrix {\n};\n}  // namespace chasescope::high\n")
        self.assertEqual(self.faults(), "")
        self.write("engine/high/high.h", "namespace chasescope {\nclass Matrix : public Other {\n};\n}  // namespace chasescope\n")
        self.assertIn("both define chasescope::Matrix", self.faults())

    def test_what_is_reached_through_another_room_is_linked(self):
        self.write("app/top/CMakeLists.txt", "cs_library(cs_top QT LIBRARIES cs_high)  # and cs_low with it")
        self.write("app/top/top.cpp", '#include "engine/low/low.h"\n')
        self.assertEqual(self.faults(), "")

    def test_a_view_is_linked_by_its_line_in_the_list(self):
        self.write("widgets/views/notes/CMakeLists.txt", "cs_library(cs_view_notes QT)")
        self.write("widgets/views/notes/notes_view.h", "#pragma once\n")
        self.write("widgets/registry/CMakeLists.txt", "cs_library(cs_registry QT LIBRARIES ${libraries_of_views})")
        self.write("widgets/registry/view_list.cpp", '#include "widgets/views/notes/notes_view.h"\n')
        self.assertIn("cs_registry does not link cs_view_notes", self.faults())
        self.write("widgets/registry/all_views.inc", "// All views.\nCHASESCOPE_VIEW(notes, notesViewEntry)\n")
        self.assertEqual(self.faults(), "")

    def test_an_arrow_upwards(self):
        self.write("engine/low/low.cpp", '#include "engine/high/high.h"\n')
        self.assertIn("engine/low/low.cpp includes", self.faults())
        self.assertIn("cs_low does not link cs_high", self.faults())

    def test_a_circle(self):
        self.write("engine/low/CMakeLists.txt", "cs_library(cs_low LIBRARIES cs_high)")
        self.assertIn("link in a circle", self.faults())

    def test_a_header_that_is_not_there_or_not_named_by_its_path(self):
        self.write("engine/high/high.cpp", '#include "engine/low/gone.h"\n#include "low.h"\n')
        self.assertIn("gone.h\", which is not there", self.faults())
        self.assertIn('"low.h": name it by its path', self.faults())

    def test_a_crowded_folder(self):
        for i in range(arrows_test.MOST_FILES + 1):
            self.write(f"docs/page{i}.md", "")
        self.assertIn("docs holds 41 files", self.faults())

    def test_no_house_at_all(self):
        for path in list(self.root.rglob("CMakeLists.txt")):
            path.unlink()
        self.assertIn("No cs_library() was found", self.faults())


class TypedWords(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        for folder in ("engine/findings", "engine/probe", "engine/model", "widgets", "app"):
            (self.root / folder).mkdir(parents=True)
        self.table = self.root / typed_words_test.TABLE
        self.table.write_text('inline constexpr const char* l2 = "l2";\ninline constexpr const char* line_bytes = "line_bytes";\n')

    def faults_of(self, file, text):
        (self.root / file).write_text(text)
        return "\n".join(typed_words_test.faults(self.root))

    def test_long_words_anywhere(self):
        self.assertIn('probe.cpp:2 types "line_bytes"', self.faults_of("engine/probe/probe.cpp", '\nblank("line_bytes");\n'))

    def test_short_words_where_they_are_a_subject(self):
        self.assertEqual(self.faults_of("app/run.cpp", 'run_probe("l2");\n'), "")
        self.assertIn('types "l2"', self.faults_of("app/run.cpp", 'if (finding.subject == "l2") return;\n'))
        self.assertIn('types "l2"', self.faults_of("app/run.cpp", 'Part part{.subject = "l2"};\n'))

    def test_comments_and_other_formats_may(self):
        self.assertEqual(self.faults_of("engine/probe/probe.h", 'std::string subject;  ///< "line_bytes"\n'), "")
        self.assertEqual(self.faults_of("engine/model/card.cpp", 'reader.count("line_bytes");\n'), "")

    def test_a_table_without_words(self):
        self.table.write_text("")
        self.assertIn("has no words", "\n".join(typed_words_test.faults(self.root)))


if __name__ == "__main__":
    unittest.main()
