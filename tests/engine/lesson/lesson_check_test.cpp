// The faults that a check finds in a lesson: words that name nothing, and runs whose answers differ from the lesson's.
#include "engine/lesson/lesson_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/lesson/lesson_text.h"

namespace chasescope::lesson {
namespace {

const std::string kHead = "---\ntitle: T\nabout: A.\nminutes: 9\n---\n";  // lines 1 to 5
const std::vector<std::string> kViews{"chase", "scope"};

std::vector<Fault> words_of_lesson(const std::string& steps) {
  const Reading read = read_lesson(kHead + steps);
  EXPECT_TRUE(read.faults.empty()) << read.faults[0].sentence;
  return check_words(read.lesson, kViews);
}

testing::AssertionResult one_fault(const std::vector<Fault>& faults, int line, const std::string& words) {
  if (faults.size() == 1 && faults[0].line == line && faults[0].sentence.find(words) != std::string::npos)
    return testing::AssertionSuccess();
  auto result = testing::AssertionFailure() << "expected one fault on line " << line << " with \"" << words << "\", and there are:";
  for (const Fault& fault : faults) result << "\n  " << fault.line << ": " << fault.sentence;
  return result;
}

TEST(LessonCheck, names_what_is_not_there) {
  const std::string good = "# 1\ndevice: model:textbook\nprobe: fine-grained\nbytes: 48\nview: chase\n\nx\n";
  EXPECT_TRUE(words_of_lesson(good).empty());
  EXPECT_TRUE(one_fault(words_of_lesson("# 1\ndevice: model:textbok\n\nx\n"), 7, "textbook"));
  EXPECT_TRUE(one_fault(words_of_lesson("# 1\ndevice: file:/no/such.json\n\nx\n"), 7, "/no/such.json"));
  EXPECT_TRUE(one_fault(words_of_lesson("# 1\ndevice: model:textbook\nbeside: model:no\n\nx\n"), 8, "model"));
  EXPECT_TRUE(one_fault(words_of_lesson("# 1\ndevice: model:textbook\nview: scop\n\nx\n"), 8,
                        "there is no view 'scop'; there are chase, scope"));
  EXPECT_TRUE(one_fault(words_of_lesson("# 1\ndevice: model:textbook\ncache: l9\n\nx\n"), 8,
                        "'l9' names no cache and no TLB; did you mean 'l2'?"));
  EXPECT_TRUE(one_fault(words_of_lesson("# 1\ndevice: model:textbook\nprobe: fine\n\nx\n"), 8, "there is no probe 'fine'"));
  EXPECT_TRUE(
      one_fault(words_of_lesson("# 1\ndevice: model:textbook\nprobe: fine-grained\nbites: 48\n\nx\n"), 9, "'bites' is neither"));
  EXPECT_TRUE(one_fault(words_of_lesson("# 1\ndevice: model:textbook\nprobe: fine-grained\nbytes: many\n\nx\n"), 9, "bytes: "));
  EXPECT_TRUE(one_fault(
      words_of_lesson("# 1\ndevice: model:textbook\nprobe: fine-grained\nask: number\ntruth: finding l9 ways\n\nx\n"), 10, "'l9'"));
  // A mistake is reported once, at its own line, and not again for the later steps that take it over.
  EXPECT_TRUE(one_fault(words_of_lesson("# 1\ndevice: model:textbook\nview: scop\n\nx\n# 2\n\ny\n"), 8, "scop"));
}

/// The session of a device: one pass of 13 accesses with three misses.
Outcome<Session> three_misses(const Stage&) {
  auto run = std::make_shared<chasescope::Run>();
  run->id = "run-1";
  Exchange<ChaseRequest> chase;
  chase.request.pattern = UniformPattern{52, 4};
  chase.request.accesses = 26;
  std::vector<float> cycles;
  for (int i = 0; i < 26; ++i) cycles.push_back(i % 13 == 0 || i % 13 == 6 || i % 13 == 12 ? 100.F : 10.F);
  chase.result.cycles = LatencyTrace(cycles);
  run->exchange = chase;
  Session session;
  session.runs.push_back(run);
  Finding rate;
  rate.subject = "device";
  rate.quantity = "miss_rate";
  rate.value = 3.0 / 13;
  rate.status = FindingStatus::measured;
  rate.evidence = {"run-1"};
  session.findings.push_back(rate);
  return session;
}

std::vector<Fault> runs_of_lesson(const std::string& question, const Measure& measure = three_misses) {
  const Reading read = read_lesson(kHead + "# 1\ndevice: model:textbook\nprobe: fine-grained\nview: chase\n" + question + "\nx\n");
  EXPECT_TRUE(read.faults.empty()) << read.faults[0].sentence;
  return check_runs(read.lesson, measure);
}

TEST(LessonCheck, the_first_fault_is_told_in_a_sentence_with_file_and_line) {
  const Reading read = read_lesson(kHead + "# 1\ndevice: model:textbook\nview: scop\n\nx\n# 2\nview: chas\nask: nothing\n\nx\n");
  const auto faults = faults_of_words(read, kViews);
  ASSERT_GE(faults.size(), 3U);  // unknown names and unreadable lines are in one list, sorted by line
  EXPECT_TRUE(std::is_sorted(faults.begin(), faults.end(), [](const Fault& a, const Fault& b) { return a.line < b.line; }));
  EXPECT_EQ(first_of(faults, "mine.md"), "mine.md, line 8: there is no view 'scop'; there are chase, scope. And " +
                                             std::to_string(faults.size() - 1) + " more.");
  EXPECT_EQ(first_of({{3, "A sentence."}}, "m.md"), "m.md, line 3: A sentence.");
  EXPECT_EQ(first_of({}, "m.md"), "");
}

TEST(LessonCheck, holds_options_against_what_is_measured) {
  EXPECT_TRUE(runs_of_lesson("ask: number\ntruth: misses\noptions: 0 | 3 | 13\n").empty());
  EXPECT_TRUE(runs_of_lesson("ask: number\ntruth: misses\n").empty());
  EXPECT_TRUE(one_fault(runs_of_lesson("ask: number\ntruth: misses\noptions: 0 | 1 | 13\n"), 12,
                        "the run's answer is 3, which is none of the options"));
  EXPECT_TRUE(runs_of_lesson("ask: word\ntruth: word 12\n").empty());
  EXPECT_TRUE(one_fault(runs_of_lesson("ask: word\ntruth: word 13\n"), 11, "no word 13"));
  EXPECT_TRUE(runs_of_lesson("ask: word\ntruth: word 0 or 1\n").empty());
  EXPECT_TRUE(one_fault(runs_of_lesson("ask: word\ntruth: word 0 or 14\n"), 11, "no word 14"));
  EXPECT_TRUE(one_fault(runs_of_lesson("ask: word\ntruth: word 13\n"), 11, "has 13 words, counted from 0"));
}

TEST(LessonCheck, a_run_in_front_is_one_that_the_probe_makes) {
  EXPECT_TRUE(one_fault(runs_of_lesson("trace: footprint 64 B\n"), 10, "no run has the label 'footprint 64 B'; there are ''"));
}

TEST(LessonCheck, a_row_of_the_report_is_one_that_there_is) {
  const std::vector<std::string> views{"report", "scope"};
  const auto words = [&](const std::string& settings) {
    const Reading read = read_lesson(kHead + "# 1\ndevice: model:textbook\nprobe: capacity\n" + settings + "\nx\n# 2\n\ny\n");
    EXPECT_TRUE(read.faults.empty());
    EXPECT_FALSE(read.lesson.steps[1].row);  // a step does not take the row over from the step before
    return check_words(read.lesson, views);
  };
  EXPECT_TRUE(words("view: report\nrow: l2.capacity_bytes\n").empty());
  EXPECT_TRUE(one_fault(words("view: report\nrow: l9.capacity_bytes\n"), 10, "'l9'"));
  EXPECT_TRUE(one_fault(words("view: report\nrow: l2.size\n"), 10, "'size' is no quantity of a finding; the nearest are "));
  EXPECT_TRUE(one_fault(words("view: scope\nrow: l2.capacity_bytes\n"), 10, "view: report"));
  EXPECT_TRUE(one_fault(read_lesson(kHead + "# 1\ndevice: model:textbook\nrow: l2\n\nx\n").faults, 8, "'SUBJECT.QUANTITY'"));
  EXPECT_TRUE(one_fault(runs_of_lesson("row: l2.capacity_bytes\n"), 10, "the report has no row 'l2.capacity_bytes'"));
  EXPECT_TRUE(runs_of_lesson("row: device.miss_rate\n").empty());
}

TEST(LessonCheck, marked_words_are_terms_of_the_glossary) {
  const std::string step = "# 1\ndevice: model:textbook\n\nTwo [sets](term:set) of two [ways](term:";
  EXPECT_TRUE(words_of_lesson(step + "way).\n").empty());
  EXPECT_TRUE(one_fault(words_of_lesson(step + "wey).\n"), 6, "no term 'wey'; did you mean 'way'?"));
  EXPECT_TRUE(one_fault(words_of_lesson(step + "radeon-vii)\n"), 6, "no term 'radeon-vii'; the nearest are "));
}

TEST(LessonCheck, says_why_a_question_has_no_answer_or_a_step_no_run) {
  const auto nothing = [](const Stage&) -> Outcome<Session> { return Session{}; };
  EXPECT_TRUE(one_fault(runs_of_lesson("ask: number\ntruth: misses\n", nothing), 11, "has no answer"));
  const auto refused = [](const Stage&) -> Outcome<Session> { return DeviceError{ErrorCode::internal, "It broke."}; };
  EXPECT_TRUE(one_fault(runs_of_lesson("", refused), 6, "It broke."));
}

TEST(LessonCheck, paths_are_seen_from_the_lessons_folder) {
  EXPECT_EQ(device_from("file:cards/a.json", "/home/me"), "file:/home/me/cards/a.json");
  EXPECT_EQ(device_from("file:/abs/a.json", "/home/me"), "file:/abs/a.json");
  EXPECT_EQ(device_from("recording:trace.json", "/home/me"), "recording:/home/me/trace.json");
  EXPECT_EQ(device_from("recording:h200", "/home/me"), "recording:h200");
  EXPECT_EQ(device_from("model:h100", "/home/me"), "model:h100");
  EXPECT_EQ(device_from("file:a.json", ""), "file:a.json");
}

}  // namespace
}  // namespace chasescope::lesson
