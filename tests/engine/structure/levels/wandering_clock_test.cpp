// Latencies that drift over all chases together, and not in the same way within each. No model in this repository does so.
#include <gmock/gmock.h>

#include <cmath>

#include "engine/probe/probe.h"
#include "engine/trace/random.h"
#include "tests/engine/made_up/made_up_cards.h"
#include "tests/engine/made_up/reshaping_device.h"

namespace chasescope {
namespace {

/// A model whose latencies jitter by 2 cycles. They rise and fall by 2 % with a period of accesses that does not depend on the
/// chases.
class WanderingDevice final : public ReshapingDevice {
 public:
  WanderingDevice(const json& card, double period) : ReshapingDevice(opened(card)), period_(period) {}

 private:
  void reshape(const ChaseRequest& request, const AccessOrder&, std::vector<float>& cycles) override {
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      const double at = passed_ + static_cast<double>(request.warmup + i);
      double jitter = -6;
      for (int k = 0; k < 12; ++k) jitter += random_.unit();
      cycles[i] = static_cast<float>(cycles[i] * (1 + 0.02 * std::sin(6.2832 * at / period_)) + 2 * jitter);
    }
    passed_ += static_cast<double>(request.warmup + request.accesses);
  }

  double period_, passed_ = 0;
  Random random_{17};
};

json two_levels() {
  json card = card_around({{"l1", lru(128, 128, 32, 4, {{"kind", "modulo"}})}, {"l2", lru(128, 32, 256, 8, {{"kind", "modulo"}})}},
                          {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", {{"l1", 30}, {"l2", 200}, {"dram", 500}}}}}});
  card.erase("tlbs");
  return card;
}

TEST(WanderingClock, NoLatencyIsToldMorePreciselyThanItIsKnown) {
  const std::map<std::string, double> truth{{"l1_data", 30}, {"l2", 200}, {"dram", 500}};
  std::size_t told = 0;
  for (const double period : {9e3, 3e4, 1e5, 4e5}) {
    WanderingDevice device(two_levels(), period);
    for (const Finding& finding : found_on(device, "latency", {})) {
      if (finding.quantity != "hit_latency_cycles" || finding.status != FindingStatus::measured) continue;
      ASSERT_TRUE(truth.contains(finding.subject)) << finding.subject;
      EXPECT_LE(*finding.low, truth.at(finding.subject)) << finding.subject << ' ' << period;
      EXPECT_GE(*finding.high, truth.at(finding.subject)) << finding.subject << ' ' << period;
      ++told;
    }
  }
  EXPECT_GE(told, 5U) << "of twelve; a clock that wanders fast hides the others";
}

TEST(WanderingClock, MakesNoLevelOfItsOwn) {
  for (const double period : {9e3, 3e4, 1e5, 4e5})
    for (const char* probe : {"latency", "footprint-sweep"}) {
      WanderingDevice device(two_levels(), period);
      const std::vector<Finding> findings = found_on(device, probe, {});
      EXPECT_FALSE(findings.empty()) << probe << ' ' << period;
      for (const Finding& finding : findings) EXPECT_NE(finding.subject, "l3") << probe << ' ' << period;
    }
}

}  // namespace
}  // namespace chasescope
