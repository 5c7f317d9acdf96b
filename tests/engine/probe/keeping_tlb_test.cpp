// Translation on devices that keep what they have read and answer each line after a time of its own, as cards do: the way through the
// chip differs from line to line by more than a TLB miss takes, and a little with what was read before.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/probe/probe.h"
#include "engine/trace/random.h"
#include "tests/engine/probe/keeping_device.h"

namespace chasescope {
namespace {

using nlohmann::json;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

struct Tlb {
  std::uint64_t page_bytes = 0, sets = 1, ways = 1, penalty = 0;
  std::uint64_t reach() const { return page_bytes * sets * ways; }
};

json tlb_json(const Tlb& tlb) {
  return {{"page_bytes", tlb.page_bytes}, {"entries", tlb.sets * tlb.ways},   {"sets", tlb.sets},
          {"ways", tlb.ways},             {"index", {{"kind", "modulo"}}}, {"policy", {{"kind", "lru"}}}};
}

json card(const Tlb& near, const Tlb& far) {
  constexpr std::uint64_t kSets = 2039;  // a prime: lines at any distance lie in different sets
  const json l2{{"capacity_bytes", kSets * 16 * 128}, {"line_bytes", 128}, {"sets", kSets}, {"ways", 16},
                {"index", {{"kind", "modulo"}}},      {"policy", {{"kind", "lru"}}}};
  return {{"schema", "chasescope-model"},
          {"version", 1},
          {"name", "Card"},
          {"summary", "as a large card"},
          {"device", {{"memory_bytes", std::uint64_t{1} << 35}, {"l2_bytes", kSets * 16 * 128}, {"sm_count", 12}}},
          {"caches", {{"l2", l2}}},
          {"tlbs", {{"l1_tlb", tlb_json(near)}, {"l2_tlb", tlb_json(far)}}},
          {"paths",
           {{"global.cg",
             {{"data", {"l2"}},
              {"backing", "dram"},
              {"latency", {{"l2", 280}, {"dram", 700}}},
              {"translation", {"l1_tlb", "l2_tlb"}},
              {"translation_penalty", {{"l2_tlb", near.penalty}, {"walk", near.penalty + far.penalty}}}}}}}};
}

/// Its lines are near and far.
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

const Finding* find(const std::vector<Finding>& findings, const std::string& subject, const std::string& quantity) {
  for (const Finding& finding : findings)
    if (finding.subject == subject && finding.quantity == quantity) return &finding;
  return nullptr;
}

class KeepingTlb : public testing::TestWithParam<std::pair<Tlb, Tlb>> {};

TEST_P(KeepingTlb, IsFoundThoughLinesAreNearAndFar) {
  const auto& [near, far] = GetParam();
  UnevenDevice device(card(near, far));
  const auto report = find_probe("tlb")->run(device, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  const auto value = [&](const char* subject, const char* quantity) {
    const Finding* finding = find(report->findings, subject, quantity);
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
  EXPECT_EQ(find(report->findings, "l3_tlb", "entries"), nullptr);
  // The one behind is either found, or how far neighbouring pages reach.
  if (const json reach = value("l2_tlb", "reach_bytes"); reach.is_number()) {
    EXPECT_EQ(reach, far.reach());
  } else {
    const Finding* contiguous = find(report->findings, "l2_tlb", "contiguous_bytes");
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
