// The end of a cache that fetches the next line with each miss. In a sequential walk, the second of two missing lines becomes a
// hit.
#include <gtest/gtest.h>

#include "engine/probe/discovery/registry.h"
#include "tests/engine/made_up/made_up_cards.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kLine = 128, kSets = 32, kWays = 4;

json card_with(bool next_line) {
  json first = lru(kLine, kLine, kSets, kWays, {{"kind", "modulo"}});
  first["next_line"] = next_line;
  json card = card_around({{"l1", first}, {"l2", lru(kLine, kLine, 512, 16, {{"kind", "modulo"}})}},
                          {{"global.ca",
                            {{"data", {"l1", "l2"}},
                             {"latency", {{"l1", 30}, {"l2", 200}, {"dram", 450}}},
                             {"translation", {"tlb"}},
                             {"translation_penalty", {{"walk", 90}}}}}});
  card["tlbs"]["tlb"].update({{"page_bytes", 4096}, {"entries", 8}, {"ways", 8}});
  return card;
}

double contiguous_of(bool next_line, bool noise) {
  const auto device = opened(card_with(next_line), noise);
  const auto report = find_probe("capacity")->run(*device, {}, {});
  EXPECT_TRUE(report) << report.error().message;
  if (report)
    for (const Finding& finding : report->findings)
      if (finding.subject == "l1_data" && finding.quantity == "contiguous_bytes" && finding.status == FindingStatus::measured)
        return finding.value.get<double>();
  return -1;
}

TEST(NextLine, DoesNotMakeACacheSeemLarger) {
  for (const bool noise : {false, true}) EXPECT_EQ(contiguous_of(true, noise), kLine * kSets * kWays) << noise;
}

TEST(NextLine, WithoutItTheEndIsWhereItWas) {
  for (const bool noise : {false, true}) EXPECT_EQ(contiguous_of(false, noise), kLine * kSets * kWays) << noise;
}

}  // namespace
}  // namespace chasescope
