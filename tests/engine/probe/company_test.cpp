// How solvers handle company (further addresses that are read along with each question). A made-up cache without a device answers
// their questions.
#include "engine/structure/sets/company.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/structure/sets/index_solver.h"
#include "engine/structure/testers/minimal_overflow.h"
#include "engine/trace/random.h"
#include "tests/engine/made_up/made_up_sets.h"

namespace chasescope::structure {
namespace {

class AbsorbCompany : public testing::TestWithParam<std::uint64_t> {};

TEST_P(AbsorbCompany, PartsOfOneLineAreAMember) {
  // The company has an address every 64 B, so that each line has four of them. It begins at each of the four parts of a line, so
  // that a line may be divided between two groups that are examined one after the other. Lines 0 and 15 of it belong to the set.
  MadeUpSets tester(15, 5);
  Addresses company;
  for (std::uint64_t at = GetParam(); at < 24 * kLine; at += 64) company.push_back(at);
  tester.keep_company(company);
  std::vector<RunPtr> runs;
  const Addresses found = absorb_company(tester, {30 * kLine, 45 * kLine, 60 * kLine, 75 * kLine}, runs);
  std::set<std::uint64_t> lines;
  for (const std::uint64_t address : found) lines.insert(address / kLine);
  EXPECT_THAT(lines, testing::ElementsAre(0, 15, 30, 45, 60, 75));
  EXPECT_EQ(found.size(), 6U);
  for (const std::uint64_t address : tester.company()) EXPECT_FALSE(address / kLine == 0 || address / kLine == 15) << address;
}

INSTANTIATE_TEST_SUITE_P(Beginnings, AbsorbCompany, testing::Values(0, 64, 128, 192));

// A cache behind others in noise: whether lines fit takes many passes, and a brief question refuses to say so.
class TellsBrieflyOnlyConflicts final : public MadeUpSets {
 public:
  using MadeUpSets::MadeUpSets;
  Answer ask(const Addresses& watched, const Addresses& others, const std::string& label) override {
    ++exact;
    return MadeUpSets::ask(watched, others, label);
  }
  Answer ask_briefly(const Addresses& watched, const std::string& label) override {
    Answer answer = MadeUpSets::ask(watched, {}, label);
    if (!answer.conflict) throw Undecided("More passes would tell.");
    return answer;
  }
  int exact = 0;
};

TEST(AbsorbCompanyInNoise, AsksAboutSingleLinesAloneWithAllPasses) {
  TellsBrieflyOnlyConflicts tester(15, 5);
  Addresses company;
  for (std::uint64_t line = 0; line < 300; ++line)
    if (line % 15 != 0 || line == 90 || line == 105) company.push_back(line * kLine);
  tester.keep_company(company);
  std::vector<RunPtr> runs;
  EXPECT_EQ(absorb_company(tester, {0, 15 * kLine, 30 * kLine, 45 * kLine}, runs).size(), 6U);
  EXPECT_EQ(tester.company().size(), company.size() - 2);
  // For each of the two: it and its neighbour are left out alone, at most three times, and it is asked about among the members.
  EXPECT_LE(tester.exact, 2 * (2 * 3 + 1) + 1);
}

// The sets of the TLB in front: the line number modulo 3.
CacheShape front_of_three() {
  CacheShape front;
  front.line_bytes = kLine;
  front.index.emplace();
  front.index->kind = inference::SetIndex::Kind::modulo;
  front.index->granule_bytes = kLine;
  front.index->modulus = 3;
  front.ways = {4, 4, 4};
  return front;
}

TEST(TopUpCompany, FillsTheSetsInFrontWithLinesOfOtherSets) {
  MadeUpSets tester(16, 4);
  const Addresses members{0, 16 * kLine, 32 * kLine, 48 * kLine, 64 * kLine};
  Random random(7);
  top_up_company(tester, members, front_of_three(), 2, random);
  std::map<std::uint64_t, std::size_t> in_front;
  for (const std::uint64_t address : tester.company()) {
    ++in_front[address / kLine % 3];
    EXPECT_NE(address / kLine % 16, 0U) << "a member evicts the others";
  }
  EXPECT_THAT(in_front, testing::ElementsAre(testing::Pair(0, 9), testing::Pair(1, 9), testing::Pair(2, 9)));
  EXPECT_LT(tester.questions, 27) << "fewer than one for each";
}

// A cache whose rough answers are sometimes wrong: something else seems to take ways of one set.
class OfTwoMinds final : public Tester {
 public:
  explicit OfTwoMinds(std::uint64_t takes_ways_of) : sets_(16, 4), takes_ways_of_(takes_ways_of) {}
  Answer ask(const Addresses& watched, const Addresses& others, const std::string& label) override {
    ++exact;
    return sets_.ask(watched, others, label);
  }
  Answer ask_roughly(const Addresses& watched, const Addresses& others, const std::string& label) override {
    Answer answer = sets_.ask(watched, others, label);
    const auto of_set = [&](std::uint64_t address) { return address / kLine % 16 == takes_ways_of_; };
    answer.conflict = answer.conflict || std::count_if(watched.begin(), watched.end(), of_set) > 2;
    return answer;
  }
  bool has_rough_answers() const override { return true; }
  std::uint64_t unit_bytes() const override { return kLine; }
  std::uint64_t limit_bytes() const override { return sets_.limit_bytes(); }
  std::vector<bool> ask_groups(const Addresses&, const std::vector<std::uint32_t>&, std::uint32_t, const std::string&, RunPtr*,
                               std::vector<bool>*) override {
    return {};
  }
  int exact = 0;

 private:
  MadeUpSets sets_;
  std::uint64_t takes_ways_of_;
};

Addresses neighbours(std::uint64_t count) {
  Addresses lines;
  for (std::uint64_t line = 0; line < count; ++line) lines.push_back(line * kLine);
  return lines;
}

TEST(MinimalOverflow, SparesExactAnswersWhereRoughOnesHold) {
  OfTwoMinds tester(99);
  std::vector<RunPtr> runs;
  const Addresses found = minimal_overflow(tester, neighbours(16 * 4 + 4), runs);
  ASSERT_EQ(found.size(), 5U);
  for (const std::uint64_t line : found) EXPECT_EQ((line - found.front()) / kLine % 16, 0U);
  EXPECT_LE(tester.exact, 8);
}

// By rough answers, set 3 seems to overflow with three lines, which fit.
TEST(MinimalOverflow, TrustsNoRoughAnswerByItself) {
  OfTwoMinds tester(3);
  std::vector<RunPtr> runs;
  const Addresses found = minimal_overflow(tester, neighbours(16 * 4 + 4), runs);
  ASSERT_EQ(found.size(), 5U);
  for (const std::uint64_t line : found) EXPECT_EQ((line - found.front()) / kLine % 16, 0U);
}

// 65 lines in 16 sets of 4 ways: one set has five. The others never miss, and are left out at once.
TEST(MinimalOverflow, LeavesOutAtOnceWhatNeverMissed) {
  MadeUpSets tester(16, 4);
  std::vector<RunPtr> runs;
  EXPECT_EQ(minimal_overflow(tester, neighbours(65), runs).size(), 5U);
  EXPECT_LE(tester.questions, 2 + 5) << "all, those that missed, and each of these";
}

TEST(SolveIndex, ManyAddressesAtOnceThatOverflowByOthersAreNoMembers) {
  MadeUpSets tester(16, 4);
  tester.crowd = 20;
  std::vector<RunPtr> runs;
  const Addresses overflowing{0, 16 * kLine, 32 * kLine, 48 * kLine, 64 * kLine};
  const inference::SetIndex index = solve_index(tester, overflowing, kLine, runs, [](const inference::SetIndex&) { return true; });
  EXPECT_EQ(index.sets(), 16U);
  EXPECT_TRUE(index.plain_bits());
}

struct Solved {
  inference::SetIndex index;
  int questions = 0;
};

// A cache of 48 sets of 4 ways.
Solved solve_with(const std::vector<inference::SetIndex>& guesses) {
  MadeUpSets tester(48, 4);
  std::vector<RunPtr> runs;
  Addresses overflowing;
  for (std::uint64_t i = 0; i <= 4; ++i) overflowing.push_back(i * 48 * kLine);
  const auto accept = [](const inference::SetIndex&) { return true; };
  const inference::SetIndex index = solve_index(tester, overflowing, kLine, runs, accept, guesses);
  return {index, tester.questions};
}

inference::SetIndex modulo(std::uint64_t sets) {
  inference::SetIndex index;
  index.kind = inference::SetIndex::Kind::modulo;
  index.granule_bytes = kLine;
  index.modulus = sets;
  return index;
}

TEST(SolveIndex, WhatIsGuessedRightTakesConfirmingOnly) {
  const Solved guessed = solve_with({modulo(48)}), searched = solve_with({});
  EXPECT_EQ(guessed.index.sets(), 48U);
  EXPECT_EQ(searched.index.sets(), 48U);
  EXPECT_LT(guessed.questions, searched.questions);
}

TEST(SolveIndex, WhatIsGuessedWrongIsPutToTheTestLikeAnyOther) {
  inference::SetIndex one;
  one.kind = inference::SetIndex::Kind::one_set;
  for (const std::uint64_t wrong : {3U, 12U, 24U, 47U, 96U, 144U})
    EXPECT_EQ(solve_with({one, modulo(wrong)}).index.sets(), 48U) << wrong;
}

// The set of each line, drawn at random; the first lines are of each set in turn.
std::vector<std::uint64_t> drawn_table(std::uint64_t lines, std::uint64_t sets) {
  Random random(5);
  std::vector<std::uint64_t> table;
  for (std::uint64_t line = 0; line < lines; ++line) table.push_back(line < sets ? line : random.below(sets));
  return table;
}

Addresses lines_of_first_set(const std::vector<std::uint64_t>& table, std::size_t count, std::uint64_t from = 0) {
  Addresses lines;
  for (std::uint64_t line = from; lines.size() < count; ++line)
    if (table[line % table.size()] == 0) lines.push_back(line * kLine);
  return lines;
}

TEST(SolveIndex, ALineIsAskedAboutInAllKnownSetsAtOnce) {
  constexpr std::uint64_t kPeriod = 80, kSets = 9;
  MadeUpSets tester(kSets, 4);
  tester.table = drawn_table(kPeriod, kSets);
  std::vector<RunPtr> runs;
  const auto accept = [](const inference::SetIndex&) { return true; };
  const inference::SetIndex index = solve_index(tester, lines_of_first_set(tester.table, 5), kLine, runs, accept);
  EXPECT_EQ(index.sets(), kSets);
  EXPECT_EQ(index.listed_period, kPeriod);
  EXPECT_LE(tester.questions, 1100) << "two for each of the lines of two periods, and those that find the sets";
}

// In noise, a question about all sets may name one that the line is not in. It is asked about alone.
TEST(SolveIndex, ASetThatIsNamedWronglyIsNotBelieved) {
  constexpr std::uint64_t kPeriod = 80, kSets = 9;
  MadeUpSets tester(kSets, 4);
  tester.table = drawn_table(kPeriod, kSets);
  tester.misled_in = "which set a line overflows";
  tester.misleads = 7;
  std::vector<RunPtr> runs;
  const auto accept = [](const inference::SetIndex&) { return true; };
  const inference::SetIndex index = solve_index(tester, lines_of_first_set(tester.table, 5), kLine, runs, accept);
  ASSERT_EQ(index.listed_period, kPeriod);
  for (std::uint64_t line = 0; line < kPeriod; ++line)
    for (std::uint64_t other = 0; other < line; ++other)
      EXPECT_EQ(index.set_of(line * kLine) == index.set_of(other * kLine), tester.table[line] == tester.table[other]) << line;
}

// The lines of the first set that were found lie beyond the range that is listed first. With all sets full, one of them that is
// read anyway overflows none.
TEST(SolveIndex, LinesThatFillASetAreListedInIt) {
  constexpr std::uint64_t kPeriod = 80, kSets = 9;
  MadeUpSets tester(kSets, 4);
  tester.table = drawn_table(kPeriod, kSets);
  std::vector<RunPtr> runs;
  const auto accept = [](const inference::SetIndex&) { return true; };
  const inference::SetIndex index = solve_index(tester, lines_of_first_set(tester.table, 5, 70), kLine, runs, accept);
  EXPECT_EQ(index.sets(), kSets);
  EXPECT_EQ(index.listed_period, kPeriod);
}

// A flush line takes a way of the first set, so that it seems to hold a line less than it does beside lines of other sets.
TEST(SolveIndex, ASetThatAFlushLineFilledIsListedWithAllItsWays) {
  constexpr std::uint64_t kPeriod = 80, kSets = 9;
  MadeUpSets tester(kSets, 4);
  tester.table = drawn_table(kPeriod, kSets);
  Addresses lines = lines_of_first_set(tester.table, 30);
  tester.keep_company({lines.back()});
  lines.resize(4);
  std::vector<RunPtr> runs;
  const auto accept = [](const inference::SetIndex&) { return true; };
  const inference::SetIndex index = solve_index(tester, lines, kLine, runs, accept);
  EXPECT_EQ(index.sets(), kSets);
  EXPECT_EQ(index.listed_period, kPeriod);
}

// A list reaches 64 sets. Of 600 sets, more lines fit in those that are not yet known than 64 sets hold.
TEST(SolveIndex, SetsAreNotListedIfThereAreTooMany) {
  MadeUpSets tester(600, 4);
  tester.table = drawn_table(1 << 14, 600);
  std::vector<RunPtr> runs;
  const auto accept = [](const inference::SetIndex&) { return true; };
  EXPECT_THROW(solve_index(tester, lines_of_first_set(tester.table, 5), kLine, runs, accept), Undecided);
  EXPECT_LE(tester.questions, 600);
}

}  // namespace
}  // namespace chasescope::structure
