// The line that is read to look up a page (the primer) lies in the tested set. Tests on a card made for this purpose.
#include <gtest/gtest.h>

#include "engine/probe/discovery/registry.h"
#include "engine/structure/testers/data_tester.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

inference::SetIndex bits(std::initializer_list<unsigned> bits) {
  inference::SetIndex index{.kind = inference::SetIndex::Kind::linear};
  for (const unsigned bit : bits) index.rows.push_back(std::uint64_t{1} << bit);
  return index;
}

// All lines of 4 KiB go to one set of three ways, so that two lines and their primers overflow it.
TEST(PagesInSets, PrimersThatTakeWaysAreToldByTheIndex) {
  json card = card_around({{"l1", lru(512, 512, 64, 3, {{"kind", "bits"}, {"bits", {12, 13, 14, 15, 16, 17}}})}},
                          {{"global.ca",
                            {{"data", {"l1"}},
                             {"latency", {{"l1", 159}, {"dram", 654}}},
                             {"translation", {"tlb"}},
                             {"translation_penalty", {{"walk", 120}}}}}});
  const auto device = opened(card);
  Surveyed on(*device, MemorySpace::global_ca, 2);
  ASSERT_EQ(on.survey.caches(), 1U);
  structure::DataTester tester(on.lab, on.survey, 0);
  const structure::Addresses two{std::uint64_t{1} << 30, std::uint64_t{3} << 30};
  tester.choose_primer(two);
  ASSERT_TRUE(tester.ask(two, "two lines and their primers").conflict);
  EXPECT_TRUE(tester.primers_took_ways(bits({12, 13, 14, 15, 16, 17}), 512, two));
  EXPECT_TRUE(tester.primers_took_ways({}, 512, two)) << "there is but one set";
  EXPECT_FALSE(tester.primers_took_ways(bits({8, 9, 10, 11, 12, 13}), 256, two)) << "they lie in other sets";
  EXPECT_FALSE(tester.primers_took_ways(bits({12, 13, 14, 15, 16, 17}), 4096, two)) << "they have the tag of their line";
  ASSERT_GT(on.survey.clean_until, 512U);
  const structure::Addresses near{0, 512};
  EXPECT_FALSE(tester.primers_took_ways(bits({12, 13, 14, 15, 16, 17}), 512, near)) << "no page is looked up for them";
}

}  // namespace
}  // namespace chasescope
