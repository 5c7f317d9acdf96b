// Latencies that run away over all chases together, not within each alike: no model in this repository does so.
#include <gmock/gmock.h>

#include <cmath>

#include "engine/probe/probe.h"
#include "engine/trace/random.h"
#include "tests/engine/probe/made_up_cards.h"

namespace chasescope {
namespace {

/// A model whose latencies jitter by 2 cycles and go up and down by 2 % in so many accesses, whatever chase they belong to.
class WanderingDevice final : public Device {
 public:
  WanderingDevice(const json& card, double period) : model_(opened(card)), period_(period) {}
  const Description& description() const override { return model_->description(); }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    auto result = model_->chase(request, {.stop = control.stop});
    const double began = passed_;
    passed_ += static_cast<double>(request.warmup + request.accesses);
    if (!result || request.record != Record::each) return result;
    std::vector<float> cycles = result->cycles.copy();
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      const double at = began + static_cast<double>(request.warmup + i);
      double jitter = -6;
      for (int k = 0; k < 12; ++k) jitter += random_.unit();
      cycles[i] = static_cast<float>(cycles[i] * (1 + 0.02 * std::sin(6.2832 * at / period_)) + 2 * jitter);
    }
    ChaseResult changed;
    changed.cycles.append(std::move(cycles));
    changed.offsets = result->offsets;
    return changed;
  }

 private:
  std::unique_ptr<Device> model_;
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
  for (const double period : {9e3, 3e4, 1e5, 4e5}) {
    WanderingDevice device(two_levels(), period);
    for (const Finding& finding : found_on(device, "latency", {})) {
      if (finding.quantity != "hit_latency_cycles" || finding.status != FindingStatus::measured) continue;
      ASSERT_TRUE(truth.contains(finding.subject)) << finding.subject;
      EXPECT_LE(*finding.low, truth.at(finding.subject)) << finding.subject << ' ' << period;
      EXPECT_GE(*finding.high, truth.at(finding.subject)) << finding.subject << ' ' << period;
    }
  }
}

TEST(WanderingClock, MakesNoLevelOfItsOwn) {
  for (const double period : {9e3, 3e4, 1e5, 4e5})
    for (const char* probe : {"latency", "footprint-sweep"}) {
      WanderingDevice device(two_levels(), period);
      for (const Finding& finding : found_on(device, probe, {})) EXPECT_NE(finding.subject, "l3") << probe << ' ' << period;
    }
}

}  // namespace
}  // namespace chasescope
