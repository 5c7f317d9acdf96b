// A TLB whose misses take less than what the slices of a cache differ by. Nothing that is seen then says which TLB it is about.
#include <gtest/gtest.h>

#include "engine/structure/translation/tlb_survey.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

constexpr int kNearEntries = 16, kFarEntries = 128;

/// A card whose loads pass a sliced L2 and two TLBs. `nearer`: what a miss in the first TLB adds (cycles).
json card_of_slices(double nearer) {
  json l2 = lru(128, 64, 768, 16,
                {{"kind", "sliced"},
                 {"slices", 6},
                 {"slice", {{"kind", "modulo"}, {"granule_bytes", 4096}}},
                 {"within", {{"kind", "bits"}, {"bits", {7, 8, 9, 10, 11, 13, 14}}}}});
  l2["slice_cycles"] = {0, 16, 8, 8, 8, 20};
  json card = card_around({{"l2", l2}}, {{"global.cg",
                                          {{"data", {"l2"}},
                                           {"latency", {{"l2", 234}, {"dram", 565}}},
                                           {"translation", {"near", "far"}},
                                           {"translation_penalty", {{"far", nearer}, {"walk", 257}}}}}});
  const json modulo = {{"kind", "modulo"}};
  card["tlbs"] = {{"near", made_up_tlb(2 << 20, 1, kNearEntries, modulo, "lru")},
                  {"far", made_up_tlb(2 << 20, 1, kFarEntries, modulo, "lru")}};
  card["device"]["memory_bytes"] = std::uint64_t{2} << 30;
  return card;
}

/// How many TLBs show in walks over pages whose data come from memory. Throws Undecided if that can't be told.
std::size_t tlbs_seen(double nearer, bool noise) {
  const auto device = opened(card_of_slices(nearer), noise);
  Surveyed on(*device, MemorySpace::global_cg);
  structure::UncachedPages pages(on.lab, on.survey);
  return structure::survey_translation(pages).levels.size() - 1;
}

TEST(HiddenPenalty, IsNotTakenForNone) {
  // 8 cycles are also what data in two slices differ by, so that no latency is new.
  for (const double nearer : {4.0, 8.0, 11.0}) EXPECT_THROW(tlbs_seen(nearer, false), structure::Undecided) << nearer;
  EXPECT_THROW(tlbs_seen(11, true), structure::Undecided);
}

TEST(HiddenPenalty, IsNotSeenWhereMissesTakeLongerThanFarData) {
  EXPECT_EQ(tlbs_seen(60, false), 2U);
  EXPECT_EQ(tlbs_seen(16, false), 2U) << "a miss with far data takes longer than any hit";
}

}  // namespace
}  // namespace chasescope
