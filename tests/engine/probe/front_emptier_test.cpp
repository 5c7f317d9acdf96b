// The flush lines that empty single sets of the caches in front.
#include "engine/structure/testers/front_emptier.h"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

#include "engine/device/software/software_device.h"
#include "engine/experiment/recorder.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/made_up/made_up_card.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kLine = 64, kSets = 16;
constexpr std::uint32_t kWays = 4;

class FrontSetsOf16 : public ::testing::Test {
 protected:
  FrontSetsOf16() {
    survey_.clean_until = std::uint64_t{1} << 20;
    inference::SetIndex index;
    index.kind = inference::SetIndex::Kind::modulo;
    index.granule_bytes = kLine;
    index.modulus = kSets;
    emptier_.empty_sets_of({{index, std::vector<std::uint32_t>(kSets, kWays), kLine}});
  }

  std::map<std::uint64_t, Addresses> by_set(const FrontEmptier::Question& question) const {
    std::map<std::uint64_t, Addresses> lines;
    for (const std::uint64_t line : emptier_.of_sets(question, kLine)) lines[line / kLine % kSets].push_back(line);
    return lines;
  }

  std::unique_ptr<Device> device_ = tests::make_up_card(1).open(false, 1);
  ProbeControl control_;  // the recorder keeps a reference to it
  Recorder recorder_{find_probe("sets")->info(), *device_, control_};
  Budget budget_{1'000'000};
  Lab lab_{*device_, recorder_, {}, budget_};
  Survey survey_;
  FrontEmptier emptier_{lab_, survey_, 1};
};

TEST_F(FrontSetsOf16, GetOneLineMoreThanTheyHaveWays) {
  const auto lines = by_set({.lines = {0, kSets * kLine}, .as_if = {kLine}, .may_share_pages = true});
  ASSERT_EQ(lines.size(), 2U) << "none of the other sets";
  EXPECT_EQ(lines.at(0).size(), kWays + 1 - 2);
  EXPECT_EQ(lines.at(1).size(), kWays + 1) << "what is not read itself evicts nothing";
}

TEST_F(FrontSetsOf16, AreFilledWhereNotAllLinesAreReadInEachPass) {
  const auto lines = by_set({.lines = {0, kSets * kLine}, .may_share_pages = true, .all_read_in_each_pass = false});
  EXPECT_EQ(lines.at(0).size(), kWays);
}

TEST_F(FrontSetsOf16, GetMoreWhereThatIsAskedFor) {
  emptier_.use_fill(3);
  EXPECT_EQ(by_set({.lines = {0}}).at(0).size(), 3 * kWays);
}

TEST_F(FrontSetsOf16, LeavePagesOfTheLinesAlone) {
  for (const auto& [set, lines] : by_set({.lines = {0, 5 * kSmallestPage + kLine}}))
    for (const std::uint64_t line : lines) {
      EXPECT_NE(line / kSmallestPage, 0U);
      EXPECT_NE(line / kSmallestPage, 5U);
    }
}

inference::SetIndex every_other_kib() {
  inference::SetIndex index;
  index.kind = inference::SetIndex::Kind::linear;
  index.rows = {1024};
  return index;
}

TEST_F(FrontSetsOf16, KeepOutOfTheSetsThatAreAskedAbout) {
  const FrontEmptier::Question question{.lines = {0}, .may_share_pages = true};
  emptier_.use_fill(4);
  const auto sets = [&](const Addresses& lines) {
    std::map<std::uint64_t, int> counts;
    for (const std::uint64_t line : lines) ++counts[line / 1024 % 2];
    return counts;
  };
  EXPECT_GT(sets(by_set(question).at(0)).at(0), 0) << "where the sets are not known";
  emptier_.keep_out_of_sets_of(every_other_kib());
  EXPECT_EQ(sets(by_set(question).at(0)), (std::map<std::uint64_t, int>{{1, 4 * kWays}}));
}

TEST_F(FrontSetsOf16, KeepOutOfNoSetWhereNoneIsLeft) {
  emptier_.keep_out_of_sets_of(every_other_kib());
  const auto lines = by_set({.lines = {0, 1024}, .may_share_pages = true});
  EXPECT_EQ(lines.at(0).size(), kWays + 1 - 2) << "both are asked about";
}

TEST_F(FrontSetsOf16, KeepTheChoiceThatWasSettledForThem) {
  const FrontEmptier::Question question{.lines = {0, kLine}, .may_share_pages = true, .settled = {0}};
  emptier_.use_choice(3);
  emptier_.settle();
  const auto settled = by_set(question);
  emptier_.use_choice(9);
  const auto another = by_set(question);
  EXPECT_EQ(settled.at(0), another.at(0));
  EXPECT_NE(settled.at(1), another.at(1));
}

TEST_F(FrontSetsOf16, AreAsBeforeAfterAQuestion) {
  emptier_.use_choice(5);
  {
    ChoiceAsBefore before(emptier_);
    emptier_.use_choice(7);
    emptier_.use_fill(12);
    before.but_fill(3);
  }
  EXPECT_EQ(emptier_.choice(), 5U);
  EXPECT_EQ(emptier_.fill(), 3U);
}

}  // namespace
}  // namespace chasescope::structure
