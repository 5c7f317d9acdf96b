// Reading the text of a lesson: its steps, the settings that a step takes over from the one before, and the sentences about
// mistakes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "engine/lesson/lesson_text.h"
#include "engine/lesson/library.h"

namespace chasescope::lesson {
namespace {

const std::string kTextHead = "---\ntitle: T\nabout: A.\nminutes: 9\n---\n";  // lines 1 to 5

/// The faults as "line: sentence", for a readable comparison.
std::vector<std::string> faults_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const Fault& fault : read_lesson(text).faults) lines.push_back(std::to_string(fault.line) + ": " + fault.sentence);
  return lines;
}

/// Whether there is exactly one fault, on that line, and its sentence has these words.
testing::AssertionResult one_fault(const std::string& text, int line, const std::string& words) {
  const auto faults = read_lesson(text).faults;
  if (faults.size() == 1 && faults[0].line == line && faults[0].sentence.find(words) != std::string::npos)
    return testing::AssertionSuccess();
  auto result = testing::AssertionFailure() << "expected one fault on line " << line << " with \"" << words << "\", and there are:";
  for (const Fault& fault : faults) result << "\n  " << fault.line << ": " << fault.sentence;
  return result;
}

TEST(LessonText, says_what_the_example_of_the_documentation_says) {
  const Reading read = read_lesson(
      "---\ntitle: How big is this cache?\nabout: Grow it.\npaper: 2014 paper, section 3.2\nminutes: 10\n---\n"
      "\n# Twelve words fit\ndevice: model:textbook\nprobe: fine-grained\nbytes: 48\nstride: 4\nview: chase\n\n"
      "An array of **twelve** words.\n\nSecond paragraph.\n\n"
      "# Add one word\nbytes: 52\ncover: cache, pass\nask: number\ntruth: misses\nunit: of 13\noptions: 0 | 1 | 3 | 13\n\n"
      "Full.\n\n## Why\n\nThree lines of set 0.\n");
  ASSERT_TRUE(read.faults.empty()) << read.faults[0].sentence;
  const Lesson& lesson = read.lesson;
  EXPECT_EQ(lesson.title, "How big is this cache?");
  EXPECT_EQ(lesson.paper, "2014 paper, section 3.2");
  EXPECT_EQ(lesson.minutes, 10);
  ASSERT_EQ(lesson.steps.size(), 2U);
  const Step& first = lesson.steps[0];
  EXPECT_EQ(first.line, 8);
  EXPECT_EQ(first.headline, "Twelve words fit");
  EXPECT_EQ(first.text, "An array of **twelve** words.\n\nSecond paragraph.");
  EXPECT_EQ(first.running, Running::once);
  EXPECT_FALSE(first.question);
  const Step& second = lesson.steps[1];
  EXPECT_EQ(second.stage.device, "model:textbook");
  EXPECT_EQ(second.stage.values, (ParameterValues{{"bytes", "52"}, {"stride", "4"}}));
  EXPECT_EQ(second.running, Running::once);
  EXPECT_EQ(second.text, "Full.");
  EXPECT_EQ(second.why, "Three lines of set 0.");
  ASSERT_TRUE(second.question);
  EXPECT_EQ(second.question->truth.kind, Truth::Kind::misses);
  EXPECT_EQ(second.question->options, (std::vector<std::string>{"0", "1", "3", "13"}));
  EXPECT_EQ(second.question->cover, (std::vector<Cover>{Cover::cache, Cover::pass}));
}

TEST(LessonText, a_step_has_what_the_one_before_had_until_device_or_probe_are_new) {
  const auto steps = read_lesson(kTextHead +
                                 "# 1\ndevice: model:a\nprobe: p\nbytes: 48\nview: chase\ncache: l2\n\nx\n"
                                 "# 2\n\nx\n"
                                 "# 3\nstride: 8\n\nx\n"
                                 "# 4\nbytes: default\n\nx\n"
                                 "# 5\nprobe: q\n\nx\n"
                                 "# 6\ndevice: model:b\nrun: free\n\nx\n"
                                 "# 7\nview: scope\n\nx\n"
                                 "# 8\nbeside: model:c\nrun: none\n\nx\n"
                                 "# 9\nbeside: none\n\nx\n")
                         .lesson.steps;
  ASSERT_EQ(steps.size(), 9U);
  EXPECT_EQ(steps[1].stage, steps[0].stage);
  EXPECT_EQ(steps[1].running, Running::nothing);  // the step changes nothing that a run depends on
  EXPECT_EQ(steps[2].stage.values, (ParameterValues{{"bytes", "48"}, {"stride", "8"}}));
  EXPECT_EQ(steps[3].stage.values, (ParameterValues{{"stride", "8"}}));
  EXPECT_EQ(steps[4].stage.probe, "q");
  EXPECT_TRUE(steps[4].stage.values.empty());
  EXPECT_EQ(steps[4].stage.view, "chase");
  EXPECT_EQ(steps[5].stage.device, "model:b");
  EXPECT_EQ(steps[5].stage.cache, "");
  EXPECT_EQ(steps[5].running, Running::freely);
  EXPECT_EQ(steps[6].running, Running::freely);  // the free run goes on in this step
  EXPECT_EQ(steps[7].stage.beside, "model:c");
  EXPECT_EQ(steps[7].running, Running::nothing);
  EXPECT_EQ(steps[8].stage.beside, "");
}

TEST(LessonText, takes_line_ends_and_marks_of_other_editors) {
  const Reading unix = read_lesson(kTextHead + "# 1\ndevice: model:a\n\nOne.\n\nTwo.\n");
  std::string text = "\xEF\xBB\xBF" + kTextHead + "# 1\ndevice: model:a\n\nOne.\n\nTwo.";
  std::string windows;
  for (const char c : text) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const Reading other = read_lesson(windows);
  EXPECT_TRUE(other.faults.empty());
  ASSERT_EQ(other.lesson.steps.size(), 1U);
  EXPECT_EQ(other.lesson.steps[0].text, unix.lesson.steps[0].text);
  EXPECT_EQ(other.lesson.steps[0].stage, unix.lesson.steps[0].stage);
}

TEST(LessonText, says_line_and_reason_of_each_mistake) {
  const std::string step = "# 1\ndevice: model:a\nprobe: fine-grained\n";  // lines 6 to 8
  EXPECT_TRUE(one_fault("# 1\ndevice: model:a\n\nx\n", 1, "begins with '---'"));
  EXPECT_TRUE(one_fault("---\nabout: A.\nminutes: 9\n---\n# 1\ndevice: a:b\n\nx\n", 4, "no title"));
  EXPECT_EQ(faults_of("---\ntitle: T\nabout: A.\nminutes: ten\n---\n# 1\ndevice: a:b\n\nx\n"),
            std::vector<std::string>{"4: minutes: 'ten' is no whole number from 1 to 240"});
  EXPECT_TRUE(one_fault("---\ntitle: T\nabout: A.\n---\n# 1\ndevice: a:b\n\nx\n", 4, "how many minutes"));
  EXPECT_TRUE(one_fault("---\ntitle: T\nabout: A.\nminutes: 9\n# 1\ndevice: a:b\n\nx\n", 5, "not ended by '---'"));
  EXPECT_TRUE(one_fault(kTextHead, 5, "there is no step"));
  EXPECT_TRUE(one_fault(kTextHead + "words\n" + "# 1\ndevice: model:a\n\nx\n", 6, "words before the first step"));
  EXPECT_TRUE(one_fault(kTextHead + "# 1\n\nx\n", 6, "names a device"));
  EXPECT_TRUE(one_fault(kTextHead + step, 6, "says nothing"));
  EXPECT_TRUE(one_fault(kTextHead + step + "bytes: 1\nbytes: 2\n\nx\n", 10, "said twice"));
  EXPECT_TRUE(one_fault(kTextHead + step + "what is this\n\nx\n", 9, "is no setting"));
  EXPECT_TRUE(one_fault(kTextHead + step + "run: often\n\nx\n", 9, "none of once, free, none"));
  EXPECT_TRUE(one_fault(kTextHead + "# 1\ndevice: model:a\nrun: once\n\nx\n", 6, "names a probe"));
  EXPECT_TRUE(one_fault(kTextHead + step + "\nx\n## Why\n\ny\n", 11, "explains an answer"));
  EXPECT_TRUE(one_fault(kTextHead + step + "truth: 3\n\nx\n", 9, "asks nothing"));
  EXPECT_TRUE(one_fault(kTextHead + step + "ask: maybe\n\nx\n", 9, "none of number, choice, word, curve"));
  EXPECT_TRUE(one_fault(kTextHead + step + "ask: number\n\nx\n", 9, "no truth"));
  EXPECT_TRUE(one_fault(kTextHead + step + "ask: number\ntruth: many\n\nx\n", 10, "'many' is not misses, accesses"));
  EXPECT_TRUE(one_fault(kTextHead + step + "ask: choice\ntruth: C\noptions: A | B\n\nx\n", 10, "one of the options"));
  EXPECT_TRUE(one_fault(kTextHead + step + "ask: choice\ntruth: A\noptions: A\n\nx\n", 9, "at least two options"));
  EXPECT_TRUE(one_fault(kTextHead + step + "ask: number\ntruth: 3\noptions: 1 | 1 | 1\n\nx\n", 11, "'1' stands there twice"));
  // One mistake gives one fault: if a question can't be read, its answer is not reported as superfluous.
  EXPECT_TRUE(one_fault(kTextHead + step + "ask: numbr\ntruth: 3\n\nx\n\n## Why\n\ny\n", 9, "'numbr' is none of"));
  EXPECT_TRUE(one_fault(kTextHead + step + "ask: number\ntruth: 3\noptions: 1 | few\n\nx\n", 11, "'few' is no number"));
  EXPECT_TRUE(one_fault(kTextHead + step + "ask: number\ntruth: 3\nwithin: a bit\n\nx\n", 11, "'a bit' is neither"));
  EXPECT_TRUE(one_fault(kTextHead + step + "ask: number\ntruth: 3\ncover: half\n\nx\n", 11, "'half' is none of view, cache"));
  EXPECT_TRUE(
      one_fault(kTextHead + step + "ask: number\ntruth: 3\nview: scope\ncover: cache, pass\n\nx\n", 12, "only the view 'chase'"));
  EXPECT_TRUE(one_fault(kTextHead + step + "ask: word\ntruth: word 3\nview: scope\ncover: none\n\nx\n", 9, "in the view 'chase'"));
  for (const std::string truth : {"3", "word", "word 3 or", "word 3 or x", "word 3 and 4", "or 3"})
    EXPECT_TRUE(one_fault(kTextHead + step + "view: chase\nask: word\ntruth: " + truth + "\n\nx\n", 11, "is not 'word N'"))
        << truth;
  EXPECT_TRUE(one_fault(kTextHead + step + "ask: curve\ntruth: measured\n\nx\n", 9, "footprint-sweep"));
}

TEST(LessonText, a_heading_that_would_show_the_answer_too_early_is_told_of) {
  // A heading after this text is on line 13.
  const std::string asks = kTextHead + "# 1\ndevice: model:a\nask: number\ntruth: 3\n\nx\n\n";
  EXPECT_TRUE(faults_of(asks + "## Why\n\ny\n").empty());
  for (const std::string heading : {"## why", "## Why:", "##Why", "### Why", "## Because", "##"})
    EXPECT_EQ(faults_of(asks + heading + "\n\ny\n"),
              std::vector<std::string>{"13: '" + heading +
                                       "': what is shown after the guess stands under '## Why', and a step has no other heading"});
  EXPECT_TRUE(one_fault(asks + "## Why\n\ny\n### More\n\nz\n", 16, "'### More'"));
  EXPECT_TRUE(one_fault(asks + "## Why\n\ny\n## Why\n\nz\n", 16, "one '## Why'"));
  EXPECT_TRUE(one_fault(kTextHead + "# 1\ndevice: model:a\n\nx\n\n## Because\n\ny\n", 11, "'## Because'"));
}

TEST(LessonText, a_step_without_a_space_behind_its_mark_is_told_of_and_read) {
  const Reading read = read_lesson(kTextHead + "# 1\ndevice: model:a\n\nx\n#Fourteen words\nview: scope\n\ny\n");
  ASSERT_EQ(read.lesson.steps.size(), 2U);
  EXPECT_EQ(read.lesson.steps[1].headline, "Fourteen words");
  EXPECT_EQ(read.lesson.steps[1].stage.view, "scope");
  ASSERT_EQ(read.faults.size(), 1U);
  EXPECT_EQ(read.faults[0], (Fault{10, "'#Fourteen words': a step begins with '# ', and a space is missing here"}));
  EXPECT_TRUE(one_fault(kTextHead + "#1\ndevice: model:a\n\nx\n", 6, "a step begins with '# '"));
}

TEST(LessonText, marks_in_code_are_no_headings) {
  const std::string begin = kTextHead + "# 1\ndevice: model:a\n\n";
  const Reading read = read_lesson(begin + "```\n#include <cuda.h>\n# no step\n## no answer\n```\n\n# 2\n\ny\n");
  EXPECT_TRUE(read.faults.empty());
  ASSERT_EQ(read.lesson.steps.size(), 2U);
  EXPECT_EQ(read.lesson.steps[0].text, "```\n#include <cuda.h>\n# no step\n## no answer\n```");
  EXPECT_TRUE(one_fault(begin + "```\nx\n# 2\n\ny\n", 9, "not ended by a line '```'"));
}

TEST(LessonText, anything_is_read_without_harm) {
  // Systematic damage, as a fuzzer begins: every prefix of a good lesson, and the lesson without each one of its lines.
  const std::string good =
      kTextHead +
      "# 1\ndevice: model:a\nprobe: p\nask: number\ntruth: 3\nwithin: 10 %\noptions: 1 | 3\n\nx\n\n## Why\n\ny\n# 2\n\nz\n";
  ASSERT_TRUE(read_lesson(good).faults.empty());
  for (std::size_t length = 0; length < good.size(); ++length) {
    const Reading read = read_lesson(good.substr(0, length));
    EXPECT_TRUE(!read.faults.empty() || !read.lesson.steps.empty()) << length;
    EXPECT_TRUE(
        std::is_sorted(read.faults.begin(), read.faults.end(), [](const Fault& a, const Fault& b) { return a.line < b.line; }));
  }
  EXPECT_TRUE(one_fault(std::string(kMostLessonBytes + 1, 'x'), 1, "larger than 1 MiB"));
  EXPECT_TRUE(one_fault(good + std::string("y\n\0# 3\nbytes: \n", 15), 23, "it is no text"));
}

TEST(LessonLibrary, asks_whether_the_lesson_of_a_misspelt_name_was_meant) {
  const auto said = [](const char* name) { return lesson_text(name).error().message; };
  EXPECT_NE(said("set-and-ways").find("No such file or directory; did you mean 'sets-and-ways'? Bundled are 1 to "),
            std::string::npos)
      << said("set-and-ways");
  EXPECT_NE(said("04-set-and-ways").find("; did you mean '04-sets-and-ways'?"), std::string::npos);
  EXPECT_EQ(said("lessons-of-mine/far.md").find("did you mean"), std::string::npos);
}

TEST(LessonLibrary, takes_a_file_that_is_there_for_what_was_meant) {
  const std::filesystem::path file = "sets-and-way";  // a link to itself can't be read
  std::filesystem::remove(file);
  std::filesystem::create_symlink(file, file);
  const std::string said = lesson_text(file.string()).error().message;
  std::filesystem::remove(file);
  EXPECT_NE(said.find("can't be read: Too many levels of symbolic links. Bundled are 1 to "), std::string::npos) << said;
}

}  // namespace
}  // namespace chasescope::lesson
