// Outliers in bursts, which no model in this repository has.
#include <gmock/gmock.h>

#include <cmath>

#include "engine/trace/random.h"
#include "tests/engine/made_up/made_up_cards.h"
#include "tests/engine/made_up/reshaping_device.h"

namespace chasescope {
namespace {

/// A model whose latencies jitter by a cycle. One in 2,000 accesses begins a burst of 20 outliers.
class BurstingDevice final : public ReshapingDevice {
 public:
  BurstingDevice(const json& card, std::uint64_t seed) : ReshapingDevice(opened(card)), random_(seed) {}

 private:
  void reshape(const ChaseRequest&, const AccessOrder&, std::vector<float>& cycles) override {
    constexpr int kLength = 20;
    constexpr double kOneIn = 2000;
    for (float& latency : cycles) {
      double jitter = -6;
      for (int k = 0; k < 12; ++k) jitter += random_.unit();
      if (left_ == 0 && random_.unit() * kOneIn < 1) left_ = kLength;
      const double outlier = left_ > 0 ? 300 + 2700 * random_.unit() : 0;
      left_ -= left_ > 0 ? 1 : 0;
      latency += static_cast<float>(jitter + outlier);
    }
  }

  Random random_;
  int left_ = 0;
};

TEST(OutlierBursts, MakeNoLevelSoWideThatItPassesForMemory) {
  json card = card_around({{"l1", lru(128, 128, 32, 4, {{"kind", "modulo"}})}, {"l2", lru(128, 32, 256, 8, {{"kind", "modulo"}})}},
                          {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", {{"l1", 30}, {"l2", 200}, {"dram", 500}}}}}});
  card.erase("tlbs");
  const std::map<std::string, double> truth{{"l1_data", 30}, {"l2", 200}, {"dram", 500}};
  std::size_t told = 0;
  for (std::uint64_t seed = 14; seed <= 18; ++seed) {
    BurstingDevice device(card, seed);
    for (const Finding& finding : found_on(device, "latency", {})) {
      if (finding.quantity != "hit_latency_cycles" || finding.status != FindingStatus::measured) continue;
      // If a single part answers all accesses that are possible, it may be any level.
      const auto found = truth.find(finding.subject == "device" ? "l1_data" : finding.subject);
      ASSERT_NE(found, truth.end()) << finding.subject << ' ' << seed;
      EXPECT_NEAR(finding.value.get<double>(), found->second, 0.02 * found->second) << finding.subject << ' ' << seed;
      ++told;
    }
  }
  EXPECT_GE(told, 3U) << "of fifteen; such bursts hide most levels";
}

}  // namespace
}  // namespace chasescope
