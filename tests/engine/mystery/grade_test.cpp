// Points: for right answers, for partly right ones, for accesses that were not spent, and the grades of a whole class.
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/mystery/answer_value.h"
#include "engine/mystery/attached_run.h"
#include "engine/mystery/card_bench.h"
#include "engine/mystery/class_grades.h"
#include "engine/mystery/experiment.h"
#include "engine/mystery/question_share.h"
#include "tests/engine/mystery/scratch_folder.h"

namespace chasescope::mystery {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> sentences_of(const ClassGrades& result) {
  std::vector<std::string> sentences;
  for (const Refused& refused : result.refused) sentences.push_back(refused.sentence);
  return sentences;
}

/// 24 KiB in 32 sets of 6 lines of 128 B, as on a lecturer's slides.
HiddenCard slide_card() {
  HiddenCard card;
  card.line_bytes = 128;
  card.sets = 32;
  card.ways = 6;
  card.policy = "lru";
  card.index = {{7}, {8}, {9}, {10}, {11}};
  card.hit_cycles = 40;
  card.miss_cycles = 300;
  card.tlb = HiddenTlb{1 << 20, 4, 8, 90};
  return card;
}

unsigned points(Question question, const std::string& value, unsigned of) {
  return grade_answer(slide_card(), question, value, of).points;
}

TEST(Grade, is_full_for_what_is_right_however_it_is_written) {
  EXPECT_EQ(points(Question::capacity, "24 KiB", 20), 20U);
  EXPECT_EQ(points(Question::line, "128 B", 10), 10U);
  EXPECT_EQ(points(Question::sets_ways, "32 x 6", 25), 25U);
  EXPECT_EQ(points(Question::policy, "lru", 20), 20U);
  EXPECT_EQ(points(Question::index, "7-11", 15), 15U);
  EXPECT_EQ(points(Question::index, "11, 9, 10, 7, 8", 15), 15U);
  EXPECT_EQ(points(Question::index, "7^8, 8, 9, 10, 11", 15), 15U);  // other set numbers, but the same lines share a set
  EXPECT_EQ(points(Question::tlb_reach, "32 MiB", 5), 5U);
  EXPECT_EQ(points(Question::tlb_page, "1 MiB", 5), 5U);
  EXPECT_EQ(points(Question::tlb_sets, "4", 5), 5U);
}

TEST(Grade, is_a_part_for_what_is_right_in_part) {
  EXPECT_EQ(points(Question::capacity, "24,704 B", 20), 15U);  // the form that the program writes
  EXPECT_EQ(points(Question::capacity, "24704", 20), 15U);
  EXPECT_EQ(points(Question::capacity, "24448", 20), 15U);
  EXPECT_EQ(points(Question::capacity, "24705", 20), 0U);
  EXPECT_EQ(points(Question::sets_ways, "64 x 3", 25), 12U);
  EXPECT_EQ(points(Question::sets_ways, "32 x 7", 25), 6U);
  EXPECT_EQ(points(Question::sets_ways, "16 x 6", 25), 6U);
  EXPECT_EQ(points(Question::policy, "plru", 20), 10U);
  EXPECT_EQ(points(Question::index, "7-10", 15), 6U);
  EXPECT_EQ(points(Question::index, "7-12", 15), 6U);  // five right ones less a wrong one
  EXPECT_EQ(points(Question::index, "8-12", 15), 4U);
  EXPECT_EQ(points(Question::tlb_reach, "33 MiB", 5), 3U);
}

TEST(Grade, is_nothing_for_what_is_wrong_or_missing) {
  for (const Question question : {Question::capacity, Question::line, Question::sets_ways, Question::policy, Question::index})
    EXPECT_EQ(points(question, "", 20), 0U);
  EXPECT_EQ(points(Question::line, "64 B", 10), 0U);
  EXPECT_EQ(points(Question::sets_ways, "16 x 16", 25), 0U);
  EXPECT_EQ(points(Question::policy, "fifo", 20), 0U);
  EXPECT_EQ(points(Question::index, "12-16", 15), 0U);
  EXPECT_EQ(points(Question::index, "2-11", 15), 0U);  // as many wrong ones as right ones
  EXPECT_EQ(points(Question::index, "0-63", 15), 0U);
  EXPECT_EQ(points(Question::tlb_sets, "8", 5), 0U);
}

TEST(Grade, of_each_level_is_a_hundred_points_in_all) {
  for (const Level level : all_levels()) {
    unsigned sum = kAccessPoints;
    for (const AskedQuestion& asked : asked_at(level)) sum += asked.points;
    EXPECT_EQ(sum, kAllPoints) << to_string(level);
  }
}

TEST(AccessPoints, are_for_what_is_left_and_for_what_was_found) {
  EXPECT_EQ(access_points(1, 200'000, 90, 90), 10U);
  EXPECT_EQ(access_points(100'000, 200'000, 90, 90), 10U);
  EXPECT_EQ(access_points(143'820, 200'000, 90, 90), 5U);
  EXPECT_EQ(access_points(200'000, 200'000, 90, 90), 0U);
  EXPECT_EQ(access_points(1, 200'000, 45, 90), 5U);
  EXPECT_EQ(access_points(1, 200'000, 0, 90), 0U);
  EXPECT_EQ(access_points(0, 200'000, 90, 90), 0U);  // nothing was measured
}

TEST(Experiment, tells_of_the_card_in_its_own_numbers) {
  const HiddenCard card = slide_card();
  EXPECT_THAT(good_experiment(card, Question::capacity),
              HasSubstr("at N = 24,576 B nothing misses once the array was read, at N = 24,704 B 7 of 193 lines do"));
  EXPECT_THAT(good_experiment(card, Question::line), HasSubstr("(s = 32 B): each fourth load misses"));
  EXPECT_THAT(good_experiment(card, Question::sets_ways),
              HasSubstr("7 of them, at 0 B, 4 KiB, 8 KiB, 12 KiB, …; one is too many, so 6 ways, and 192 / 6 = 32 sets"));
  EXPECT_THAT(
      good_experiment(card, Question::policy),
      HasSubstr(
          "here the 2nd has gone. LRU spares the oldest and loses the 2nd, FIFO loses the oldest all the same; 14 accesses tell."));
  EXPECT_THAT(good_experiment(card, Question::index), HasSubstr("where bit 7, 8, 9, 10 or 11 differs, none has gone"));
  EXPECT_THAT(good_experiment(card, Question::tlb_reach), HasSubstr("at N = 33 MiB 9 of 33 take 90 cycles more"));
  EXPECT_THAT(good_experiment(card, Question::tlb_page),
              HasSubstr("at s = 256 KiB each fourth load takes 90 cycles more, so a page is four steps, 1 MiB"));
  EXPECT_THAT(good_experiment(card, Question::tlb_sets), HasSubstr("9 pages, 4 pages apart, so 4 sets of 8"));
}

TEST(Experiment, names_a_single_bit_as_one) {
  HiddenCard card = slide_card();
  card.index = {{8}, {9}, {10}, {11}, {12}};
  EXPECT_THAT(
      good_experiment(card, Question::index),
      HasSubstr("; where bit 7 differs, one has gone, for the new line is in the same set, so this bit does not choose it"));
  card.line_bytes = 64;
  EXPECT_THAT(good_experiment(card, Question::index), HasSubstr("where bit 6 or 7 differs, one has gone"));
  card.index = {{7, 12}, {8, 13}};
  EXPECT_THAT(good_experiment(card, Question::index), HasSubstr("where bits 7 and 12 differ together, one has gone again"));
}

TEST(Experiment, shows_which_line_goes_under_each_policy) {
  const std::map<std::string, std::string> said{
      {"fifo", "here the oldest has gone"}, {"plru", "here the 3rd has gone"}, {"random", "here another line has gone each time"}};
  for (const auto& [policy, words] : said) {
    HiddenCard card = slide_card();
    card.policy = policy;
    card.ways = 4;
    EXPECT_THAT(good_experiment(card, Question::policy), HasSubstr(words)) << policy;
  }
}

/// For every question of many cards, the text about the experiment is true of the card, as far as it names sets, ways and sizes.
TEST(Experiment, can_be_told_for_every_question_of_every_card) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const HiddenCard card = hidden_card({seed, Level::expert, kGenerator});
    EXPECT_THAT(good_experiment(card, Question::sets_ways), HasSubstr(std::to_string(card.ways + 1) + " of them")) << seed;
    EXPECT_THAT(good_experiment(card, Question::tlb_sets), HasSubstr(std::to_string(card.tlb->ways + 1) + " pages")) << seed;
    for (const AskedQuestion& asked : asked_at(Level::expert)) EXPECT_GT(good_experiment(card, asked.question).size(), 60U);
  }
}

constexpr CardName kClassCard{4711, Level::hard, kGenerator};

/// A student's answers, one per question; "" if there is none.
struct ClassAnswers {
  const char* student;
  std::vector<std::string> values;
  std::uint64_t spent;
};

// The card of seed 4711, level hard: 40 KiB in 32 sets of 5 lines of 256 B, FIFO; bits 8 to 12 choose the set.
const std::vector<ClassAnswers> kClass{{"s-101", {"40 KiB", "256 B", "32 x 5", "fifo", "8-12"}, 88'400},
                                       {"s-102", {"40 KiB", "256 B", "32 x 5", "lru", "8-12"}, 143'820},
                                       {"s-103", {"40 KiB", "256 B", "16 x 10", "", "8-12"}, 198'100},
                                       {"s-104", {"40960", "256 B", "32 x 5", "fifo", ""}, 121'000},
                                       {"s-105", {"40 KiB", "128 B", "32 x 5", "fifo", "8-12"}, 76'200},
                                       {"s-106", {"41216", "256 B", "32 x 6", "fifo", "8-11"}, 200'000},
                                       {"s-107", {"", "", "", "", ""}, 0},
                                       {"s-108", {"40 KiB", "256 B", "64 x 5", "random", "9-13"}, 150'000},
                                       {"s-109", {"48 KiB", "256 B", "32 x 5", "fifo", "12, 11, 10, 9, 8"}, 12'345},
                                       {"s-110", {"40 KiB", "256 B", "", "plru", "7-11"}, 199'999}};

AnswerSheet sheet_of(const ClassAnswers& student) {
  AnswerSheet sheet = begin_sheet({kClassCard, 200'000, {}}, student.student);
  sheet.spent = student.spent;
  sheet.handed_in = "2026-11-27T10:00:00Z";
  const auto& asked = asked_at(Level::hard);
  for (std::size_t i = 0; i < asked.size(); ++i)
    if (!student.values[i].empty()) sheet.answers[asked[i].question].value = *tidy_answer(asked[i].question, student.values[i]);
  return sheet;
}

std::vector<std::filesystem::path> class_files(const ScratchFolder& folder) {
  std::vector<std::filesystem::path> files;
  for (const ClassAnswers& student : kClass) {
    files.push_back(folder / (std::string(student.student) + ".answers"));
    EXPECT_EQ(write_sheet(sheet_of(student), kClassCard, files.back()), std::nullopt);
  }
  return files;
}

void expect_golden(const std::string& text, const std::string& name) {
  const std::string path = std::string(CHASESCOPE_SOURCE_DIR) + "/tests/golden/mystery/" + name;
  if (text == text_of(path)) return;
  put_text(name + ".actual", text);
  ADD_FAILURE() << path << " differs from " << std::filesystem::current_path() / (name + ".actual");
}

TEST(ClassGrades, are_what_the_golden_files_say) {
  const ScratchFolder folder;
  const ClassGrades result = grade_files(class_files(folder), std::uint64_t{4711});
  EXPECT_THAT(sentences_of(result), ElementsAre());
  EXPECT_THAT(result.notes, ElementsAre());
  expect_golden(grades_csv(result), "grades.csv");
  expect_golden(grades_text(result.grades), "grades.txt");
  expect_golden(grades_markdown(result), "grades.md");
}

TEST(ClassGrades, keep_each_sheet_beside_its_grade_and_take_folders) {
  const ScratchFolder folder;
  const auto files = class_files(folder);
  put_text(folder / "notes.txt", "not an answer file");
  const ClassGrades one_by_one = grade_files({files.rbegin(), files.rend()}, std::uint64_t{4711});
  const ClassGrades whole = grade_files({files.front().parent_path()}, std::uint64_t{4711});
  for (const ClassGrades* result : {&one_by_one, &whole}) {
    ASSERT_EQ(result->grades.size(), kClass.size());
    ASSERT_EQ(result->sheets.size(), kClass.size());
    for (std::size_t i = 0; i < kClass.size(); ++i) {
      EXPECT_EQ(result->grades[i].student, kClass[i].student);
      EXPECT_EQ(result->sheets[i].student, kClass[i].student);
      EXPECT_EQ(result->sheets[i].spent, kClass[i].spent);
    }
  }
  std::filesystem::create_directories(folder / "empty");
  EXPECT_THAT(sentences_of(grade_files({folder / "empty"}, std::uint64_t{4711})),
              ElementsAre(HasSubstr("empty holds no answer file (*.answers).")));
}

TEST(ClassGrades, tell_how_each_question_went) {
  const ScratchFolder folder;
  const auto shares = shares_of(grade_files(class_files(folder), std::uint64_t{4711}).grades);
  ASSERT_EQ(shares.size(), 5U);
  const QuestionShare& capacity = shares[0];
  EXPECT_EQ(capacity.question, Question::capacity);
  EXPECT_EQ(capacity.right, 7U);
  EXPECT_EQ(capacity.part, 1U);        // the student s-106, who answered one line too much
  EXPECT_EQ(capacity.wrong, 1U);       // the student s-109
  EXPECT_EQ(capacity.unanswered, 1U);  // the student s-107
  EXPECT_EQ(capacity.of, 20U);
  EXPECT_DOUBLE_EQ(capacity.mean(), (7 * 20 + 15) / 10.0);
}

TEST(ClassGrades, that_are_cut_anywhere_are_one_sentence_each) {
  const ScratchFolder folder;
  const auto files = class_files(folder);
  const std::string whole = text_of(files.front());
  for (std::size_t length = 0; length + 2 < whole.size(); length += 7) {  // the last brace is always cut off
    put_text(folder / "cut.answers", whole.substr(0, length));
    const ClassGrades result = grade_files({folder / "cut.answers", files[1]}, std::uint64_t{4711});
    ASSERT_EQ(result.refused.size(), 1U) << length;
    EXPECT_EQ(result.grades.size(), 1U) << length;
    const std::string& sentence = result.refused.front().sentence;
    EXPECT_EQ(std::count(sentence.begin(), sentence.end(), '\n'), 0) << length;
    EXPECT_THAT(sentence, HasSubstr("cut.answers is ")) << length;
    EXPECT_TRUE(sentence.ends_with('.')) << length;
  }
}

TEST(Tolerance, is_that_by_which_points_are_given) {
  EXPECT_EQ(tolerance_of(slide_card(), Question::capacity), "within a line (128 B): three quarters");
  EXPECT_EQ(tolerance_of(slide_card(), Question::tlb_reach), "within a page (1 MiB): three quarters");
  EXPECT_EQ(tolerance_of(slide_card(), Question::line), "none");
  EXPECT_THAT(tolerance_of(slide_card(), Question::policy), HasSubstr("PLRU"));
  HiddenCard fifo = slide_card();
  fifo.policy = "fifo";
  EXPECT_EQ(tolerance_of(fifo, Question::policy), "none");
}

TEST(AttachedRun, is_chased_again_on_the_card) {
  const ScratchFolder folder;
  AnswerSheet sheet = sheet_of(kClass.front());
  const ChaseRequest request{.pattern = UniformPattern{41'216, 256}, .warmup = 322, .accesses = 161};
  sheet.answers[Question::capacity].runs = {"run-3", "run-9"};
  sheet.requests["run-3"] = request;
  sheet.requests["run-4"] = {.pattern = UniformPattern{4096, 256}, .accesses = 300'000};
  write_sheet(sheet, kClassCard, folder / "a.answers");
  const auto read = read_sheet(folder / "a.answers");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->requests, sheet.requests);

  const auto session = attached_run(*read, kClassCard, "run-3");
  ASSERT_TRUE(session) << session.error().message;
  ASSERT_EQ(session->runs.size(), 1U);
  EXPECT_EQ(session->runs.front()->id, "run-3");
  EXPECT_EQ(session->runs.front()->chase()->request, request);
  // 161 lines for 160 places of a FIFO cache: the six lines of one set miss.
  const HiddenCard card = hidden_card(kClassCard);
  const auto cycles = session->runs.front()->cycles().copy();
  EXPECT_EQ(std::count_if(cycles.begin(), cycles.end(), [&](float each) { return each >= static_cast<float>(card.miss_cycles); }),
            6);

  EXPECT_THAT(attached_run(*read, kClassCard, "run-9").error().message, HasSubstr("does not say what it asked."));
  EXPECT_THAT(attached_run(*read, kClassCard, "run-4").error().message, HasSubstr("more than the 200,000 accesses"));
}

TEST(AttachedRun, that_means_nothing_is_left_out_and_costs_no_points) {
  const ScratchFolder folder;
  auto json = nlohmann::json::parse(sheet_text(sheet_of(kClass.front()), kClassCard));
  json["requests"] = {{"run-1", "wide"}, {"run-2", {{"space", "moon"}}}};
  put_text(folder / "a.answers", json.dump());
  const auto read = read_sheet(folder / "a.answers");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->requests.empty());
  EXPECT_EQ(grade_of(*read, kClassCard).points(), kAllPoints);
}

TEST(ClassGrades, leave_out_wrong_files_with_a_sentence_each) {
  const ScratchFolder folder;
  auto files = class_files(folder);
  const AnswerSheet good = sheet_of(kClass.front());
  AnswerSheet other = begin_sheet({{4712, Level::hard, kGenerator}, 200'000, {}}, "s-201");
  write_sheet(other, {4712, Level::hard, kGenerator}, folder / "seed.answers");
  AnswerSheet newer = good;
  newer.student = "s-202";
  newer.generator = kGenerator + 1;
  write_sheet(newer, {4711, Level::hard, kGenerator + 1}, folder / "version.answers");
  put_text(folder / "cut.answers", text_of(files.front()).substr(0, 200));
  auto changed = nlohmann::json::parse(sheet_text(good, kClassCard));
  changed["spent"] = 3;
  put_text(folder / "spent.answers", changed.dump());
  AnswerSheet draft = good;
  draft.student = "s-203";
  draft.handed_in.clear();
  write_sheet(draft, kClassCard, folder / "draft.answers");
  for (const char* name :
       {"seed.answers", "version.answers", "cut.answers", "spent.answers", "draft.answers", "none.answers", "s-101.answers"})
    files.push_back(folder / name);

  const ClassGrades result = grade_files(files, std::uint64_t{4711});
  EXPECT_EQ(result.grades.size(), kClass.size() + 1);
  EXPECT_THAT(sentences_of(result),
              ElementsAre(HasSubstr("seed.answers is about another card than that of the seed"),
                          HasSubstr("version.answers is about a card of generator 2"),
                          HasSubstr("cut.answers is cut short, or no answer file."), HasSubstr("spent.answers was changed by hand"),
                          HasSubstr("none.answers can't be read"), HasSubstr("s-101.answers is of s-101, handed in at ")));
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("draft.answers is a draft")));
  // The list of the class has a row for each file. A refused file has no points, and its row has the reason.
  const std::string csv = grades_csv(result);
  EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), files.size() + 1);
  EXPECT_THAT(csv, HasSubstr("\ncut,,,,,,,,,"));
  EXPECT_THAT(csv, HasSubstr("none.answers can't be read"));
}

TEST(ClassGrades, tell_of_an_answer_that_was_changed_after_it_was_written) {
  const ScratchFolder folder;
  AnswerSheet sheet = sheet_of(kClass.front());
  sheet.requests["run-3"] = {.pattern = UniformPattern{41'216, 256}, .accesses = 161};
  const auto refusal_of = [&](const std::function<void(nlohmann::json&)>& change) {
    auto file = nlohmann::json::parse(sheet_text(sheet, kClassCard));
    change(file);
    put_text(folder / "s.answers", file.dump());
    const ClassGrades result = grade_files({folder / "s.answers"}, std::uint64_t{4711});
    return result.refused.empty() ? std::string() : grades_csv(result);
  };
  EXPECT_EQ(refusal_of([](nlohmann::json&) {}), "");
  for (const char* member : {"value", "because"})
    EXPECT_THAT(refusal_of([&](nlohmann::json& file) { file["answers"]["capacity"][member] = "24 KiB"; }),
                HasSubstr("s.answers was changed by hand"))
        << member;
  EXPECT_THAT(refusal_of([](nlohmann::json& file) { file["answers"]["capacity"]["runs"] = {"run-9"}; }),
              HasSubstr("changed by hand"));
  EXPECT_THAT(refusal_of([](nlohmann::json& file) { file["answers"].erase("line"); }), HasSubstr("changed by hand"));
  EXPECT_THAT(refusal_of([](nlohmann::json& file) { file["requests"]["run-3"]["accesses"] = 162; }), HasSubstr("changed by hand"));
  EXPECT_THAT(refusal_of([](nlohmann::json& file) { file["handed_in"] = "2026-01-01T00:00:00Z"; }), HasSubstr("changed by hand"));
}

TEST(ClassGrades, take_the_file_of_a_student_that_was_handed_in_last) {
  const ScratchFolder folder;
  AnswerSheet early = sheet_of(kClass.front()), late = early, draft = early;
  early.handed_in = "2026-11-27T09:00:00Z";
  late.handed_in = "2026-11-27T10:30:00Z";
  draft.handed_in.clear();
  late.answers[Question::capacity].value = "1 KiB";  // the later file counts, although its answer is worse
  write_sheet(late, kClassCard, folder / "a.answers");
  write_sheet(early, kClassCard, folder / "b.answers");
  write_sheet(draft, kClassCard, folder / "c.answers");
  for (const auto& order : {std::vector{"a", "b", "c"}, {"c", "b", "a"}, {"b", "a", "c"}}) {
    std::vector<std::filesystem::path> files;
    for (const char* name : order) files.push_back(folder / (std::string(name) + ".answers"));
    const ClassGrades result = grade_files(files, std::uint64_t{4711});
    ASSERT_EQ(result.grades.size(), 1U);
    EXPECT_EQ(result.sheets.front().handed_in, late.handed_in);
    ASSERT_EQ(result.remarks.size(), 1U);
    EXPECT_EQ(result.remarks.front(),
              "of 3 files a.answers was taken, handed in at 2026-11-27T10:30:00Z; not taken: b.answers (handed in at "
              "2026-11-27T09:00:00Z), c.answers (a draft)");
    EXPECT_EQ(result.refused.size(), 2U);
    EXPECT_THAT(grades_csv(result), HasSubstr(",\"of 3 files a.answers was taken"));
    EXPECT_THAT(grades_markdown(result), HasSubstr("## Several files"));
  }
}

TEST(ClassGrades, take_a_seed_for_each_student) {
  const ScratchFolder folder;
  put_text(folder / "seeds.csv", "student,seed\ns-1,11\n\"Muster, Max\",12\r\n");
  const auto seeds = read_seeds(folder / "seeds.csv");
  ASSERT_TRUE(seeds) << seeds.error().message;
  std::vector<std::filesystem::path> files;
  for (const auto& [student, seed] : *seeds) {
    const CardName card{seed, Level::easy, kGenerator};
    AnswerSheet sheet = begin_sheet({card, 1000, {}}, student);
    for (const AskedQuestion& asked : asked_at(Level::easy))
      sheet.answers[asked.question].value = right_answer(hidden_card(card), asked.question);
    sheet.spent = 100;
    sheet.handed_in = "now";
    files.push_back(folder / (std::to_string(seed) + ".answers"));
    write_sheet(sheet, card, files.back());
  }
  AnswerSheet stranger = begin_sheet({{11, Level::easy, kGenerator}, 1000, {}}, "s-3");
  files.push_back(folder / "s-3.answers");
  write_sheet(stranger, {11, Level::easy, kGenerator}, files.back());
  const ClassGrades result = grade_files(files, *seeds);
  ASSERT_EQ(result.grades.size(), 2U);
  for (const Grade& grade : result.grades) EXPECT_EQ(grade.points(), kAllPoints);
  EXPECT_THAT(sentences_of(result), ElementsAre(HasSubstr("s-3.answers is of s-3, for whom there is no seed.")));
}

TEST(SeedList, may_begin_as_spreadsheets_begin_their_files) {
  const ScratchFolder folder;
  for (const char* heading : {"", "student,seed\r\n"}) {
    put_text(folder / "seeds.csv", std::string("\xEF\xBB\xBF") + heading + "s-1,11\r\ns-2,12\r\n");
    const auto seeds = read_seeds(folder / "seeds.csv");
    ASSERT_TRUE(seeds) << seeds.error().message;
    EXPECT_EQ(*seeds, (SeedList{{"s-1", 11}, {"s-2", 12}}));
  }
}

TEST(SeedList, names_the_line_that_is_wrong) {
  const ScratchFolder folder;
  const auto refusal = [&](const std::string& text) {
    put_text(folder / "seeds.csv", text);
    const auto read = read_seeds(folder / "seeds.csv");
    return read ? std::string("was read") : read.error().message;
  };
  EXPECT_THAT(refusal("s-1,1\ns-2\n"), HasSubstr("seeds.csv, line 2: write student,seed."));
  EXPECT_THAT(refusal("s-1,one\n"), HasSubstr("seeds.csv, line 1: write student,seed."));
  EXPECT_THAT(refusal("s-1,1\ns-1,2\n"), HasSubstr("line 2: s-1 has a seed already."));
  EXPECT_THAT(refusal(""), HasSubstr("names no student."));
  EXPECT_THAT(read_seeds(folder / "none.csv").error().message, HasSubstr("none.csv can't be read"));
}

}  // namespace
}  // namespace chasescope::mystery
