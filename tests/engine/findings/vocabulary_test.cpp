// The table of words: each word occurs once, has a name and a unit, and has a source.
#include "engine/findings/vocabulary.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace chasescope {
namespace {

TEST(Vocabulary, has_each_word_once_and_finds_it) {
  std::set<std::string_view> seen;
  for (const SubjectEntry& entry : all_subjects()) {
    EXPECT_TRUE(seen.insert(entry.id).second) << entry.id;
    EXPECT_EQ(find_subject(entry.id), &entry);
  }
  seen.clear();
  for (const QuantityEntry& entry : all_quantities()) {
    EXPECT_TRUE(seen.insert(entry.id).second) << entry.id;
    EXPECT_EQ(find_quantity(entry.id), &entry);
  }
  EXPECT_EQ(find_subject("no_such_part"), nullptr);
  EXPECT_EQ(find_quantity(""), nullptr);
}

TEST(Vocabulary, has_a_name_in_full_and_one_for_little_room) {
  for (const SubjectEntry& entry : all_subjects()) {
    EXPECT_NE(std::string_view(entry.name), "") << entry.id;
    EXPECT_LE(std::string_view(entry.part).size(), std::string_view(entry.name).size()) << entry.id;
  }
  for (const QuantityEntry& entry : all_quantities()) {
    EXPECT_NE(std::string_view(entry.name), "") << entry.id;
    EXPECT_LE(std::string_view(entry.brief).size(), std::string_view(entry.name).size()) << entry.id;
  }
}

// If the name of a quantity ends in a unit, its unit is that one.
TEST(Vocabulary, has_the_units_that_the_words_end_in) {
  const std::set<std::string_view> units{"1", "bytes", "bytes/s", "cycles", "accesses", "requests", "threads", "bits", "kHz", "ns"};
  for (const QuantityEntry& entry : all_quantities()) {
    const std::string_view id = entry.id, unit = entry.unit;
    EXPECT_TRUE(units.contains(unit)) << id << " in " << unit;
    EXPECT_EQ(id.ends_with("_bytes") || id.starts_with("shared_bytes"), unit == "bytes") << id;
    EXPECT_EQ(id.ends_with("_cycles") || id == quantity::cycles_per_instruction, unit == "cycles") << id;
    EXPECT_EQ(id.ends_with("_bandwidth"), unit == "bytes/s") << id;
    EXPECT_EQ(id.ends_with("_khz"), unit == "kHz") << id;
  }
}

TEST(Vocabulary, says_what_each_part_is) {
  for (const SubjectEntry& entry : all_subjects()) EXPECT_GT(std::string_view(entry.meaning).size(), 20U) << entry.id;
}

}  // namespace
}  // namespace chasescope
