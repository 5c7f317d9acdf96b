// The spectrum on unpublished cards: every named combination of a data level and a translation must have the card's latency.
// says.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "engine/findings/vocabulary.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/made_up/made_up_card.h"

namespace chasescope {
namespace {

using tests::environment_number;
using tests::MadeUpCard;
using tests::make_up_card;

/// The card's latency for a combination; empty if the card has no such combination.
std::optional<double> truth_of(const MadeUpCard& made, const std::string& data, const std::string& translation) {
  const std::size_t n = made.levels.size();
  const model::PathSpec& path = made.card.paths.at("global.ca");
  double cycles = made.memory_latency;
  if (data != "dram") {
    const std::size_t level = n == 1 || data == "l1_data" ? 0 : data == "l2" ? 1 : 2;
    if (level >= n) return std::nullopt;
    cycles = made.levels[level].latency;
    if (level == 0 && path.translation_after) return cycles;  // the cache answers before translation
  }
  if (translation == "l1_tlb" || (translation == "any" && !made.has_tlb)) return cycles;
  if (!made.has_tlb) return std::nullopt;
  if (translation == "l2_tlb" && path.translation.size() == 2) return cycles + path.translation_penalty.at("tlb1");
  if (translation == "walk") return cycles + path.translation_penalty.at(model::kWalk);
  return std::nullopt;
}

class SpectrumOnMadeUpCards : public ::testing::TestWithParam<bool> {};

TEST_P(SpectrumOnMadeUpCards, EveryCombinationTakesWhatItSays) {
  const std::uint64_t first = environment_number("CHASESCOPE_FIRST_CARD", 1);
  const std::uint64_t end = first + environment_number("CHASESCOPE_CARDS", 12);
  int right = 0, wrong = 0, classes = 0, unexplained = 0;
  for (std::uint64_t card = first; card < end; ++card) {
    const MadeUpCard made = make_up_card(card);
    const auto device = made.open(GetParam(), card);
    const auto report = find_probe("spectrum")->run(*device, {}, {});
    ASSERT_TRUE(report);
    for (const Finding& f : report->findings) {
      if (f.quantity == "access_class_cycles" && f.status == FindingStatus::measured)
        ++(f.conditions["paths"].empty() ? unexplained : classes);
      if (f.quantity != quantity::access_latency_cycles || f.status != FindingStatus::measured) continue;
      const auto truth = truth_of(made, f.conditions["data"], f.conditions["translation"]);
      const double value = f.value.get<double>();
      const bool is_right = truth && std::abs(value - *truth) <= (GetParam() ? std::max(0.02 * *truth, 2.0) : 0.001 * *truth);
      EXPECT_TRUE(is_right) << f.conditions << ' ' << value << ", true " << truth.value_or(-1) << made.description();
      ++(is_right ? right : wrong);
    }
  }
  std::cout << right << " right, " << wrong << " wrong; " << classes << " classes explained, " << unexplained << " not\n";
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(right, 3 * static_cast<int>(end - first));
}

INSTANTIATE_TEST_SUITE_P(Noise, SpectrumOnMadeUpCards, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "StandardNoise" : "Quiet"; });

}  // namespace
}  // namespace chasescope
