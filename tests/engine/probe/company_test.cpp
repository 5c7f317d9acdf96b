// Conflict questions answered by a made-up cache, without any device: what the solvers make of company.
#include "engine/probe/structure/company.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/probe/structure/index_solver.h"
#include "tests/engine/probe/made_up_sets.h"

namespace chasescope::structure {
namespace {

class AbsorbCompany : public testing::TestWithParam<std::uint64_t> {};

TEST_P(AbsorbCompany, PartsOfOneLineAreAMember) {
  // Company in steps of 64 B, so that four of them are in each line; it begins at each of the four, and may so lie in two parts
  // that are looked at one after the other. Lines 0 and 15 of it belong to the set.
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

TEST(SolveIndex, ManyAddressesAtOnceThatOverflowByOthersAreNoMembers) {
  MadeUpSets tester(16, 4);
  tester.crowd = 20;
  std::vector<RunPtr> runs;
  const Addresses overflowing{0, 16 * kLine, 32 * kLine, 48 * kLine, 64 * kLine};
  const inference::SetIndex index = solve_index(tester, overflowing, kLine, runs, [](const inference::SetIndex&) { return true; });
  EXPECT_EQ(index.sets(), 16U);
  EXPECT_TRUE(index.plain_bits());
}

}  // namespace
}  // namespace chasescope::structure
