// The answers to questions, from hand-written runs, and whether a guess is right.
#include "engine/lesson/answer.h"

#include <gtest/gtest.h>

#include "engine/lesson/question_words.h"

namespace chasescope::lesson {
namespace {

/// A chase over five words in which the words 0 and 3 miss, with a finding that says so. It has 12 warm-up accesses, so that the
/// first timed access is to word 2, and 13 timed accesses.
Session with_trace() {
  auto run = std::make_shared<chasescope::Run>();
  run->id = "run-1";
  run->probe = "fine-grained";
  Exchange<ChaseRequest> chase;
  chase.request.pattern = UniformPattern{20, 4};
  chase.request.warmup = 12;
  chase.request.accesses = 13;
  std::vector<float> cycles;
  for (int i = 0; i < 13; ++i) cycles.push_back((12 + i) % 5 == 0 || (12 + i) % 5 == 3 ? 200.F : 30.F);
  chase.result.cycles = LatencyTrace(cycles);
  run->exchange = chase;
  Session session;
  session.runs.push_back(run);
  Finding rate;
  rate.subject = "device";
  rate.quantity = "miss_rate";
  rate.value = 0.4;
  rate.status = FindingStatus::measured;
  rate.evidence = {"run-1"};
  session.findings.push_back(rate);
  return session;
}

Question asking(Truth::Kind kind) {
  Question question;
  question.truth.kind = kind;
  return question;
}

TEST(LessonAnswer, misses_are_those_of_the_last_whole_pass) {
  const auto answer = answer_of(asking(Truth::Kind::misses), with_trace());
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(*answer, Answer(2.0));
}

TEST(LessonAnswer, a_guess_beyond_what_the_run_has_is_told_why) {
  Question word = asking(Truth::Kind::word);
  word.ask = Ask::word;
  EXPECT_EQ(fault_of_guess(word, Answer(4.0), with_trace()), "");
  EXPECT_EQ(fault_of_guess(word, Answer(5.0), with_trace()), "the array has 5 words, counted from 0, and no word 5");
  EXPECT_EQ(fault_of_guess(asking(Truth::Kind::misses), Answer(5.0), with_trace()), "");
  EXPECT_EQ(fault_of_guess(asking(Truth::Kind::misses), Answer(6.0), with_trace()), "'6' can't be, for a pass has 5 accesses");
  EXPECT_EQ(fault_of_guess(asking(Truth::Kind::misses), Answer(6.0), Session()), "");  // no run tells the length of a pass
  EXPECT_EQ(fault_of_guess(asking(Truth::Kind::number), Answer(900.0), with_trace()), "");
}

TEST(LessonAnswer, a_pass_that_was_not_ended_does_not_count) {
  Session session = with_trace();
  auto longer = std::make_shared<chasescope::Run>(*session.runs[0]);
  std::vector<float> cycles;
  for (std::size_t i = 0; i < longer->cycles().size(); ++i) cycles.push_back(longer->cycles()[i]);
  cycles.push_back(30);  // word 0 of the next pass: a hit here, a miss in all earlier passes
  longer->chase()->request.accesses = cycles.size();
  longer->chase()->result.cycles = LatencyTrace(cycles);
  session.runs[0] = longer;
  EXPECT_EQ(*answer_of(asking(Truth::Kind::misses), session), Answer(2.0));
}

TEST(LessonAnswer, a_run_is_chosen_by_its_label) {
  Session session = with_trace();
  auto other = std::make_shared<chasescope::Run>(*session.runs[0]);
  other->label = "other";
  other->chase()->request.pattern = UniformPattern{24, 4};
  session.runs.insert(session.runs.begin(), other);
  Question question = asking(Truth::Kind::accesses);
  EXPECT_EQ(*answer_of(question, session), Answer(5.0));  // of the last run
  question.trace = "other";
  EXPECT_EQ(*answer_of(question, session), Answer(6.0));
  question.trace = "none";
  EXPECT_FALSE(answer_of(question, session));
}

TEST(LessonAnswer, accesses_are_those_of_a_pass) {
  EXPECT_EQ(*answer_of(asking(Truth::Kind::accesses), with_trace()), Answer(5.0));
}

TEST(LessonAnswer, without_a_trace_or_a_word_on_misses_there_is_a_reason_and_no_number) {
  EXPECT_FALSE(answer_of(asking(Truth::Kind::misses), Session{}));
  EXPECT_FALSE(answer_of(asking(Truth::Kind::accesses), Session{}));
  Session untold = with_trace();
  untold.findings.clear();
  const auto answer = answer_of(asking(Truth::Kind::misses), untold);
  ASSERT_FALSE(answer);
  EXPECT_NE(answer.error().message.find("tells hits from misses"), std::string::npos);
}

TEST(LessonAnswer, a_finding_is_taken_as_it_was_told_last_and_only_if_it_was_told) {
  Question question = asking(Truth::Kind::finding);
  question.truth.subject = "l1_data";
  question.truth.quantity = "capacity_bytes";
  Session session;
  EXPECT_FALSE(answer_of(question, session));
  Finding finding;
  finding.subject = "l1_data";
  finding.quantity = "capacity_bytes";
  finding.reason = "noise";
  session.findings.push_back(finding);
  const auto untold = answer_of(question, session);
  ASSERT_FALSE(untold);
  EXPECT_NE(untold.error().message.find("noise"), std::string::npos);
  finding.status = FindingStatus::measured;
  finding.value = 16384;
  session.findings.push_back(finding);
  EXPECT_EQ(*answer_of(question, session), Answer(16384.0));
}

TEST(LessonAnswer, a_curve_has_a_point_for_each_footprint) {
  Session session;
  const std::vector<std::pair<std::uint64_t, double>> measured{{4096, 30.0}, {1024, 20.0}, {4096, 40.0}};
  for (const auto& [bytes, cycles] : measured) {
    auto run = std::make_shared<chasescope::Run>();
    run->id = "run-" + std::to_string(session.runs.size() + 1);
    Exchange<ChaseRequest> chase;
    chase.request.pattern = UniformPattern{bytes, 4};
    chase.request.record = Record::mean;
    chase.result.mean_cycles = cycles;
    run->exchange = chase;
    session.runs.push_back(run);
  }
  const auto answer = answer_of(asking(Truth::Kind::measured), session);
  ASSERT_TRUE(answer);
  EXPECT_EQ(std::get<std::vector<CurvePoint>>(*answer), (std::vector<CurvePoint>{{1024, 20}, {4096, 40}}));
}

TEST(LessonAnswer, a_number_is_right_within_what_the_question_allows) {
  Question question;
  EXPECT_TRUE(is_right(question, 3.0, 3.0));
  EXPECT_FALSE(is_right(question, 4.0, 3.0));
  question.within = 1;
  EXPECT_TRUE(is_right(question, 4.0, 3.0));
  EXPECT_FALSE(is_right(question, 4.1, 3.0));
  question.within = 0.1;
  question.within_share = true;
  EXPECT_TRUE(is_right(question, 110.0, 100.0));
  EXPECT_FALSE(is_right(question, 111.0, 100.0));
  EXPECT_FALSE(is_right(question, std::string("3"), 3.0));  // text is never equal to a number
  EXPECT_TRUE(is_right(question, std::string("LRU"), std::string("LRU")));
  EXPECT_FALSE(is_right(question, std::string("FIFO"), std::string("LRU")));
}

TEST(LessonAnswer, a_drawn_curve_is_held_against_the_measured_one) {
  const std::vector<CurvePoint> step{{1024, 10}, {2048, 10}, {4096, 110}, {8192, 110}};
  EXPECT_DOUBLE_EQ(curve_distance(step, step), 0);
  const std::vector<CurvePoint> level{{1024, 10}, {8192, 10}};
  EXPECT_NEAR(curve_distance(level, step), 0.5, 1e-9);  // half of the footprints are off by the whole height of the step
  const std::vector<CurvePoint> higher{{1024, 20}, {2048, 20}, {4096, 120}, {8192, 120}};
  EXPECT_NEAR(curve_distance(higher, step), 0.1, 1e-9);
  Question question;
  EXPECT_TRUE(is_right(question, higher, step));
  EXPECT_FALSE(is_right(question, level, step));
  EXPECT_DOUBLE_EQ(curve_distance({}, step), 1);
  EXPECT_DOUBLE_EQ(curve_distance({{16, 10}, {32, 10}}, step), 1);  // the drawn footprints do not overlap with those of the step
}

TEST(LessonAnswer, sizes_are_typed_and_shown_as_sizes) {
  Question question;
  question.unit = "bytes";
  EXPECT_EQ(number_from(question, "24 KiB"), 24576.0);
  EXPECT_EQ(number_from(question, "24576"), 24576.0);
  EXPECT_EQ(number_from(question, "some"), std::nullopt);
  EXPECT_EQ(words_of(question, 24576.0), "24 KiB");
  question.unit = "of 13";
  EXPECT_EQ(number_from(question, " 3 "), 3.0);
  EXPECT_EQ(number_from(question, "3 KiB"), std::nullopt);
  EXPECT_EQ(number_from(question, "nan"), std::nullopt);
  EXPECT_EQ(number_from(question, "1e999"), std::nullopt);
  EXPECT_EQ(words_of(question, 3.0), "3 of 13");
  question.ask = Ask::word;
  EXPECT_EQ(words_of(question, 6.0), "word 6");
}

TEST(LessonAnswer, what_is_no_size_and_no_count_is_told_why) {
  Question question;
  question.unit = "bytes";
  for (const char* typed : {"-5", "nonsense", "1e3", "-24 KiB", ""}) {
    EXPECT_EQ(number_from(question, typed), std::nullopt) << typed;
    EXPECT_EQ(fault_of_number(question, typed), "'" + std::string(typed) + "' is no size; write one like 24 KiB or 24576");
  }
  EXPECT_EQ(fault_of_number(question, "24 KiB"), "");
  question.unit = "of 13";
  question.truth.kind = Truth::Kind::misses;
  for (const char* typed : {"-5", "2.5", "many"}) {
    EXPECT_EQ(number_from(question, typed), std::nullopt) << typed;
    EXPECT_EQ(fault_of_number(question, typed),
              "'" + std::string(typed) + "' is no number of accesses; write a whole number from 0");
  }
  EXPECT_EQ(number_from(question, "3"), 3.0);
  question.truth.kind = Truth::Kind::number;  // a number that no run tells may be negative, for example a loss
  question.unit = "more";
  EXPECT_EQ(number_from(question, "-2.5"), -2.5);
  EXPECT_EQ(fault_of_number(question, "x"), "'x' is no number; write one like 3 or 0.5");
}

TEST(LessonAnswer, more_than_there_are_can_not_be) {
  Question question;
  question.unit = "of 12";
  question.truth.kind = Truth::Kind::misses;
  EXPECT_EQ(number_from(question, "12"), 12.0);
  EXPECT_EQ(number_from(question, "99"), std::nullopt);
  EXPECT_EQ(fault_of_number(question, "99"), "'99' can't be, for there are 12; write a number from 0 to 12");
  question.truth.kind = Truth::Kind::number;
  EXPECT_EQ(number_from(question, "13"), std::nullopt);
  question.unit = "%";
  EXPECT_EQ(number_from(question, "0.5"), 0.5);
  EXPECT_EQ(fault_of_number(question, "120"), "'120' is no share; write a number from 0 to 100");
  EXPECT_EQ(fault_of_number(question, "-5"), "'-5' is no share; write a number from 0 to 100");
  question.unit = "cycles";
  EXPECT_EQ(most_of(question), std::nullopt);
  EXPECT_EQ(number_from(question, "5000"), 5000.0);
}

}  // namespace
}  // namespace chasescope::lesson
