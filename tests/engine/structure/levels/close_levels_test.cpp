// Levels that are close together, in cycles or in size. Blind tests on cards made for this purpose.
#include <gmock/gmock.h>

#include <cmath>

#include "tests/engine/made_up/made_up_cards.h"
#include "tests/engine/made_up/reshaping_device.h"

namespace chasescope {
namespace {

json two_caches(json l1, json l2, double l1_cycles, double l2_cycles, double memory_cycles) {
  json card = card_around(
      {{"l1", std::move(l1)}, {"l2", std::move(l2)}},
      {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", {{"l1", l1_cycles}, {"l2", l2_cycles}, {"dram", memory_cycles}}}}}});
  card.erase("tlbs");
  return card;
}

json usual_l1() { return lru(128, 128, 64, 4, {{"kind", "modulo"}}); }
json usual_l2() { return lru(128, 128, 256, 4, {{"kind", "modulo"}}); }

struct CloseCase {
  double l1, l2, memory;
};

class CloseLatencies : public ::testing::TestWithParam<CloseCase> {};

TEST_P(CloseLatencies, AreToldApartWithoutNoise) {
  const auto [l1, l2, memory] = GetParam();
  const json card = two_caches(usual_l1(), usual_l2(), l1, l2, memory);
  const auto latencies = found_on(card, "latency");
  EXPECT_EQ(value_of(latencies, "l1_data", "hit_latency_cycles"), l1);
  EXPECT_EQ(value_of(latencies, "l2", "hit_latency_cycles"), l2);
  EXPECT_EQ(value_of(latencies, "dram", "hit_latency_cycles"), memory);
  const auto capacities = found_on(card, "capacity");
  EXPECT_EQ(value_of(capacities, "l1_data", "capacity_bytes"), 32768);
  EXPECT_EQ(value_of(capacities, "l2", "capacity_bytes"), 131072);
  const auto footprints = found_on(card, "footprint-sweep");
  EXPECT_EQ(value_of(footprints, "l1_data", "contiguous_bytes"), 32768);
  EXPECT_EQ(value_of(footprints, "l2", "contiguous_bytes"), 131072);
}

INSTANTIATE_TEST_SUITE_P(Without, CloseLatencies,
                         ::testing::Values(CloseCase{100, 102, 105}, CloseCase{500, 510, 520}, CloseCase{1000, 1030, 1900},
                                           CloseCase{40, 900, 910}));

// The jitter is so strong that some accesses to the L2 look like accesses to the L1, and others look like accesses to memory.
TEST(StrongNoise, IsNoReasonToPassByALevel) {
  const auto loaded = load_card(two_caches(usual_l1(), usual_l2(), 30, 200, 500).dump(), "card");
  ASSERT_TRUE(loaded);
  std::size_t told = 0;
  for (const double jitter : {30.0, 40.0, 50.0})
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
      SoftwareOptions options{.seed = seed};
      options.noise = model::kStandardNoise;
      options.noise->jitter_cycles = jitter;
      const auto device = open_software_device(*loaded, options);
      ASSERT_TRUE(device);
      for (const Finding& finding : found_on(**device, "footprint-sweep", {})) {
        if (finding.status != FindingStatus::measured) continue;
        ++told;
        const double value = finding.value.get<double>();
        if (finding.quantity == "contiguous_bytes") {
          EXPECT_EQ(value, finding.subject == "l1_data" ? 32768 : 131072) << finding.subject << ' ' << jitter << ' ' << seed;
        }
        if (finding.quantity == "plateau_cycles" && finding.subject == "dram") {
          EXPECT_GT(value, 400) << jitter << ' ' << seed;
        }
      }
    }
  EXPECT_GE(told, 9U) << "something in each noise";
}

/// Exact latencies that rise by a cycle now and then and fall again, as with a clock that drifts slowly.
class CreepingDevice final : public ReshapingDevice {
 public:
  CreepingDevice(const json& card, double period) : ReshapingDevice(opened(card)), period_(period) {}

 private:
  void reshape(const ChaseRequest& request, const AccessOrder&, std::vector<float>& cycles) override {
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      const double at = passed_ + static_cast<double>(request.warmup + i);
      cycles[i] = std::round(cycles[i] * static_cast<float>(1 + 0.02 * std::sin(6.2832 * at / period_)));
    }
    passed_ += static_cast<double>(request.warmup + request.accesses);
  }

  double period_, passed_ = 0;
};

TEST(CreepingClock, MakesNoLevels) {
  const json card = two_caches(usual_l1(), usual_l2(), 30, 200, 500);
  for (const double period : {4e5, 3e6, 2e7})
    for (const char* probe : {"latency", "capacity"}) {
      CreepingDevice device(card, period);
      for (const Finding& finding : found_on(device, probe, {})) EXPECT_NE(finding.subject, "l3") << probe << ' ' << period;
    }
}

// Both caches lose the same lines if each line is read once a pass. The nearer cache must not get the farther one's name.
class HardlyMoreBehind : public ::testing::TestWithParam<json> {};

TEST_P(HardlyMoreBehind, TheNearerCacheKeepsItsName) {
  const json card = two_caches(lru(128, 128, 128, 4, {{"kind", "modulo"}}), GetParam(), 30, 200, 500);
  const auto latencies = found_on(card, "latency");
  EXPECT_EQ(value_of(latencies, "l1_data", "hit_latency_cycles"), 30);
  EXPECT_EQ(value_of(latencies, "l2", "hit_latency_cycles"), 200);
  EXPECT_EQ(value_of(found_on(card, "capacity"), "l1_data", "capacity_bytes"), 65536);
  EXPECT_EQ(value_of(found_on(card, "footprint-sweep"), "l1_data", "contiguous_bytes"), 65536);
  const auto strides = found_on(card, "stride-sweep", {{"picture", "no"}});
  EXPECT_EQ(value_of(strides, "l1_data", "sets"), 128);
  EXPECT_EQ(value_of(strides, "l2", "sets"), nullptr) << "both lose the same lines, and the nearer one hides it";
}

std::string size_of_l2(const ::testing::TestParamInfo<json>& l2) {
  return "L2Of" + std::to_string(l2.param["capacity_bytes"].get<int>());
}

INSTANTIATE_TEST_SUITE_P(An, HardlyMoreBehind,
                         ::testing::Values(lru(128, 128, 64, 4, {{"kind", "modulo"}}), lru(128, 128, 128, 4, {{"kind", "modulo"}}),
                                           lru(128, 128, 64, 9, {{"kind", "modulo"}})),
                         size_of_l2);

}  // namespace
}  // namespace chasescope
