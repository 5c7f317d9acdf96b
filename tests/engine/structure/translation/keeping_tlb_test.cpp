// Translation on devices that keep their caches between chases, and whose lines have different latencies, as cards' do. The ways
// through the chip differ from line to line by more than a TLB miss takes, and a little with the earlier reads.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/trace/random.h"
#include "tests/engine/made_up/cards_of_tlbs.h"
#include "tests/engine/made_up/keeping_device.h"

namespace chasescope {
namespace {

using nlohmann::json;

/// A device with near and far lines.
class UnevenDevice final : public KeepingDevice {
 public:
  using KeepingDevice::KeepingDevice;
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    auto result = KeepingDevice::chase(request, control);
    if (!result) return result;
    const std::uint64_t period = accesses_per_pass(request.pattern);
    const auto line = [&](std::uint64_t access) -> std::uint64_t {
      if (const auto* uniform = std::get_if<UniformPattern>(&request.pattern)) return access % period * uniform->stride / 128;
      if (const auto* listed = std::get_if<OffsetsPattern>(&request.pattern)) return listed->offsets[access % period] / 128;
      return 0;
    };
    std::vector<float> cycles = result->cycles.copy();
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      const std::uint64_t here = line(request.warmup + i), before = line(request.warmup + i + 2 * period - 2);
      const auto way = static_cast<float>(mixed_seed(1, here) % 50);
      const auto clocks = static_cast<float>(mixed_seed(here, before) % 4);
      cycles[i] += way - 25 + clocks;
    }
    result->cycles = LatencyTrace(std::move(cycles));
    return result;
  }
};

const Finding* find_kept(const std::vector<Finding>& findings, const std::string& subject, const std::string& quantity) {
  for (const Finding& finding : findings)
    if (finding.subject == subject && finding.quantity == quantity) return &finding;
  return nullptr;
}

class KeepingTlb : public testing::TestWithParam<std::pair<Tlb, Tlb>> {};

TEST_P(KeepingTlb, IsFoundThoughLinesAreNearAndFar) {
  const auto& [near, far] = GetParam();
  UnevenDevice device(card_of_tlbs(near, far));
  const auto report = find_probe("tlb")->run(device, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  const auto value = [&](const char* subject, const char* quantity) {
    const Finding* finding = find_kept(report->findings, subject, quantity);
    return finding != nullptr && finding->status == FindingStatus::measured ? finding->value : json(finding ? finding->reason : "-");
  };
  EXPECT_EQ(value("l1_tlb", "page_bytes"), near.page_bytes);
  EXPECT_EQ(value("l1_tlb", "entries"), near.sets * near.ways);
  EXPECT_EQ(value("l1_tlb", "sets"), near.sets);
  const json first = value("l1_tlb", "miss_penalty_cycles"), second = value("l2_tlb", "miss_penalty_cycles");
  ASSERT_TRUE(first.is_number()) << first;
  ASSERT_TRUE(second.is_number()) << second;
  EXPECT_NEAR(first.get<double>(), static_cast<double>(near.penalty), 0.5);
  EXPECT_NEAR(second.get<double>(), static_cast<double>(far.penalty), 0.5);
  EXPECT_EQ(find_kept(report->findings, "l3_tlb", "entries"), nullptr);
  // Either the TLB behind is found, or the reach of neighbouring pages is.
  if (const json reach = value("l2_tlb", "reach_bytes"); reach.is_number()) {
    EXPECT_EQ(reach, far.reach());
  } else {
    const Finding* contiguous = find_kept(report->findings, "l2_tlb", "contiguous_bytes");
    ASSERT_NE(contiguous, nullptr) << reach;
    EXPECT_LE(*contiguous->low, static_cast<double>(far.reach()));
    EXPECT_GT(*contiguous->high, static_cast<double>(far.reach()));
    EXPECT_LE(*contiguous->high - *contiguous->low, static_cast<double>(far.reach()) / 30);
  }
}

INSTANTIATE_TEST_SUITE_P(Geometries, KeepingTlb,
                         testing::Values(std::pair(Tlb{2 * kMiB, 1, 16, 10}, Tlb{2 * kMiB, 64, 8, 96}),
                                         std::pair(Tlb{16 * kMiB, 1, 11, 12}, Tlb{32 * kMiB, 1, 96, 60}),
                                         std::pair(Tlb{8 * kMiB, 4, 6, 25}, Tlb{8 * kMiB, 128, 4, 150})));

}  // namespace
}  // namespace chasescope
