// Answers in the forms in which people write them, and answer files.
#include <gmock/gmock.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "engine/mystery/answer_sheet.h"
#include "engine/mystery/answer_value.h"
#include "engine/mystery/bit_span.h"
#include "resources/resources.h"
#include "tests/engine/mystery/schema_check.h"
#include "tests/engine/mystery/scratch_folder.h"

namespace chasescope::mystery {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string tidied(Question question, const std::string& text) {
  const auto answer = tidy_answer(question, text);
  return answer ? *answer : "none";
}

TEST(AnswerValue, is_read_as_people_write_it) {
  EXPECT_EQ(tidied(Question::capacity, "24KiB"), "24 KiB");
  EXPECT_EQ(tidied(Question::capacity, "24576"), "24 KiB");
  EXPECT_EQ(tidied(Question::capacity, "24 k"), "24 KiB");
  EXPECT_EQ(tidied(Question::capacity, "10368"), "10,368 B");
  EXPECT_EQ(tidied(Question::capacity, "10,368 B"), "10,368 B");  // the form in the file
  EXPECT_EQ(tidied(Question::sets_ways, "32 × 6"), "32 x 6");
  EXPECT_EQ(tidied(Question::sets_ways, "32X6"), "32 x 6");
  EXPECT_EQ(tidied(Question::policy, "FIFO"), "fifo");
  EXPECT_EQ(tidied(Question::policy, "Pseudo-LRU"), "plru");
  EXPECT_EQ(tidied(Question::index, "bits 7–11"), "7-11");
  EXPECT_EQ(tidied(Question::index, "7, 8, 9"), "7-9");
  EXPECT_EQ(tidied(Question::index, "7 ^ 12, 8 ⊕ 13"), "7^12, 8^13");
  EXPECT_EQ(tidied(Question::tlb_sets, "4"), "4");
}

TEST(AnswerValue, is_none_where_it_means_nothing) {
  for (const char* text : {"", "0", "-1", "many", "99999999999999999999999 GiB"})
    EXPECT_EQ(tidied(Question::capacity, text), "none") << text;
  for (const char* text : {"32", "32x", "x6", "0x6", "32x6x2", "a x b"})
    EXPECT_EQ(tidied(Question::sets_ways, text), "none") << text;
  for (const char* text : {"", "11-7", "7^", "64", "7,,8", "7-9-11"}) EXPECT_EQ(tidied(Question::index, text), "none") << text;
  EXPECT_EQ(tidied(Question::policy, "mru"), "none");
}

/// The sample in a message must not look like the solution.
TEST(AnswerValue, that_is_none_is_answered_with_a_sample_that_is_called_one) {
  const auto said = [](Question question, const char* text) { return tidy_answer(question, text).error().message; };
  EXPECT_EQ(said(Question::capacity, "huge"), "'huge' is no answer for capacity; write a size such as 24KiB.");
  EXPECT_EQ(said(Question::sets_ways, "32"), "'32' is no answer for sets_ways; write sets and ways such as 32x6.");
  EXPECT_EQ(said(Question::policy, "mru"), "'mru' is no answer for policy; write lru, fifo, plru or random.");
  EXPECT_EQ(said(Question::index, "low"),
            "'low' is no answer for index; write bits such as 7-11, or 7^12, 8^13 where bits are XORed.");
  EXPECT_EQ(said(Question::tlb_sets, "few"), "'few' is no answer for tlb_sets; write a number such as 4.");
}

TEST(BitSpan, tells_index_functions_apart_by_what_they_put_together) {
  EXPECT_EQ(rank_of({{7}, {8}, {7, 8}}), 2U);
  EXPECT_EQ(rank_of({{7, 7}}), 0U);
  EXPECT_EQ(shared_rank({{7}, {8}, {9}}, {{9}, {7, 8}, {8}}), 3U);
  EXPECT_EQ(shared_rank({{7}, {8}}, {{8}, {9}}), 1U);
  EXPECT_EQ(shared_rank({{7, 12}, {8, 13}}, {{7}, {8}}), 0U);
}

MysteryFile card_file() { return {{4711, Level::hard, kGenerator}, 200'000, {}}; }

AnswerSheet sample() {
  AnswerSheet sheet = begin_sheet(card_file(), "s-101");
  sheet.answers[Question::capacity] = {"24 KiB", "First misses at N = 24,704 B.", {"run-3", "run-4"}};
  sheet.answers[Question::policy] = {"fifo", "", {}};
  sheet.spent = 88'400;
  sheet.handed_in = "2026-11-27T10:00:00Z";
  return sheet;
}

TEST(AnswerSheet, reads_back_what_it_wrote) {
  const ScratchFolder folder;
  ASSERT_EQ(write_sheet(sample(), card_file().card, folder / "s-101.answers"), std::nullopt);
  auto read = read_sheet(folder / "s-101.answers");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(mark_holds(*read, card_file().card));
  read->mark.clear();
  EXPECT_EQ(*read, sample());
  EXPECT_EQ(read->answered(), 2U);
}

TEST(AnswerSheet, is_what_its_schema_says) {
  const json schema = json::parse(*resource_text("schemas/answers.schema.json"));
  json file = json::parse(sheet_text(sample(), card_file().card));
  EXPECT_EQ(schema_fault(file, schema), "");
  file["answers"]["capacity"]["surplus"] = 1;
  EXPECT_NE(schema_fault(file, schema), "");
  // The schema lists the names of all questions.
  const json& names = schema["properties"]["answers"]["propertyNames"]["enum"];
  for (const AskedQuestion& asked : asked_at(Level::expert))
    EXPECT_THAT(names, testing::Contains(json(words_of(asked.question).id)));
}

TEST(AnswerSheet, holds_what_was_spent_together_with_the_student) {
  const CardName card = card_file().card;
  const ScratchFolder folder;
  for (const auto& [member, value] :
       std::vector<std::pair<const char*, json>>{{"spent", 1}, {"student", "s-102"}, {"budget", 900'000}, {"handed_in", ""}}) {
    json file = json::parse(sheet_text(sample(), card));
    file[member] = value;
    put_text(folder / "a.answers", file.dump());
    const auto read = read_sheet(folder / "a.answers");
    ASSERT_TRUE(read);
    EXPECT_FALSE(mark_holds(*read, card)) << member;
  }
}

TEST(AnswerSheet, of_all_kinds_of_damage_is_refused_in_one_sentence) {
  const ScratchFolder folder;
  const std::string text = sheet_text(sample(), card_file().card);
  const auto refusal = [&](const std::string& with) {
    put_text(folder / "a.answers", with);
    const auto read = read_sheet(folder / "a.answers");
    return read ? std::string("was read") : read.error().message;
  };
  const auto changed = [&](const std::function<void(json&)>& change) {
    json file = json::parse(text);
    change(file);
    return refusal(file.dump());
  };
  EXPECT_THAT(refusal(text.substr(0, text.size() / 2)), HasSubstr("a.answers is cut short, or no answer file."));
  EXPECT_THAT(refusal("[]"), HasSubstr("a.answers is cut short, or no answer file."));
  EXPECT_THAT(refusal("{}"), HasSubstr("a.answers is no answer file of ChaseScope."));
  EXPECT_THAT(changed([](json& file) { file["version"] = 2; }),
              HasSubstr("is version 2 of that format, and this program reads version 1; a newer ChaseScope can open it."));
  EXPECT_THAT(changed([](json& file) { file["answers"]["tlb_page"] = file["answers"]["policy"]; }),
              HasSubstr("answers what level hard does not ask."));
  EXPECT_THAT(changed([](json& file) { file["answers"]["policy"]["value"] = "best"; }),
              HasSubstr("has an answer for policy that can't be one"));
  EXPECT_THAT(changed([](json& file) { file["answers"]["policy"] = 3; }),
              HasSubstr("has an answer for policy that can't be read."));
  EXPECT_THAT(changed([](json& file) { file["answers"]["policy"]["runs"] = "run-1"; }),
              HasSubstr("has an answer for policy that can't be read."));
  EXPECT_THAT(changed([](json& file) { file.erase("mark"); }), HasSubstr("lacks what an answer file holds"));
  EXPECT_THAT(changed([](json& file) { file["student"] = ""; }), HasSubstr("lacks what an answer file holds"));
}

}  // namespace
}  // namespace chasescope::mystery
