// Conflict questions answered by a made-up set, without any device: what the solvers make of company.
#include "engine/probe/structure/company.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/probe/structure/index_solver.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kLine = 256;

/// A cache whose sets are the line number modulo `sets`. Questions of more than `crowd` addresses overflow whatever they name, as
/// if something read beside them took the ways.
class MadeUpSets final : public Tester {
 public:
  MadeUpSets(std::uint64_t sets, std::size_t ways) : sets_(sets), ways_(ways) {}

  Answer ask(const Addresses& watched, const Addresses& others, const std::string&) override {
    std::map<std::uint64_t, std::set<std::uint64_t>> lines;
    for (const Addresses& list : {watched, others, company_})
      for (const std::uint64_t address : list) lines[address / kLine % sets_].insert(address / kLine);
    Answer answer;
    for (const std::uint64_t address : watched) answer.misses.push_back(lines[address / kLine % sets_].size() > ways_ ? 1 : 0);
    answer.conflict = others.size() > crowd || std::count(answer.misses.begin(), answer.misses.end(), 1U) > 0;
    answer.passes = 1;
    return answer;
  }
  std::uint64_t unit_bytes() const override { return 64; }
  std::uint64_t limit_bytes() const override { return 1 << 22; }
  void keep_company(Addresses company) override { company_ = std::move(company); }
  Addresses company() const override { return company_; }
  std::vector<bool> ask_groups(const Addresses&, const std::vector<std::uint32_t>&, std::uint32_t, const std::string&,
                               RunPtr*) override {
    return {};
  }

  std::size_t crowd = ~std::size_t{0};

 private:
  std::uint64_t sets_;
  std::size_t ways_;
  Addresses company_;
};

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
