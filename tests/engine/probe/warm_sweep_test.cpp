// Sweeps over devices that keep what earlier chases left, as cards do: where the same lines are now near and now far, and take now a
// little less and now a little more, that is no level.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/engine/probe/keeping_device.h"
#include "tests/engine/probe/made_up_cards.h"
#include "tests/engine/probe/reshaping_device.h"

namespace chasescope {
namespace {

constexpr double kL1 = 30, kL2 = 270, kMemory = 600;

json two_caches() {
  json card = card_around({{"l1", lru(128, 32, 64, 4, {{"kind", "modulo"}})}, {"l2", lru(128, 32, 256, 16, {{"kind", "modulo"}})}},
                          {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", {{"l1", kL1}, {"l2", kL2}, {"dram", kMemory}}}}},
                           {"global.cg", {{"data", {"l2"}}, {"latency", {{"l2", kL2}, {"dram", kMemory}}}}}});
  card.erase("tlbs");
  card["device"]["memory_bytes"] = std::uint64_t{1} << 28;
  card["device"]["l2_bytes"] = std::uint64_t{1} << 19;
  return card;
}

/// Every other KiB is farther. When an array first grows beyond 1 MiB it is laid out anew: those that were far are near from then on.
class MovingArrays final : public ReshapingDevice {
 public:
  MovingArrays() : ReshapingDevice(std::make_unique<KeepingDevice>(two_caches())) {}

 private:
  void reshape(const ChaseRequest&, const AccessOrder& order, std::vector<float>& cycles) override {
    constexpr float kFarther = 32;
    for (std::size_t i = 0; i < cycles.size(); ++i) moved_ = moved_ || order.offset(i) >= std::uint64_t{1} << 20;
    for (std::size_t i = 0; i < cycles.size(); ++i)
      if (cycles[i] >= kL2 && (order.offset(i) / 1024 % 2 == 1) != moved_) cycles[i] += kFarther;
  }
  bool moved_ = false;
};

/// Every third chase runs on an SM that is farther from all but its L1.
class OtherSms final : public ReshapingDevice {
 public:
  OtherSms() : ReshapingDevice(std::make_unique<KeepingDevice>(two_caches())) {}

 private:
  void reshape(const ChaseRequest&, const AccessOrder&, std::vector<float>& cycles) override {
    const float more = chases_++ % 3 == 0 ? 24 : 0;
    for (float& latency : cycles)
      if (latency >= kL2) latency += more;
  }
  std::uint64_t chases_ = 0;
};

/// That no cache is told that is not there, nor one that ends where it does not.
void expect_caches_that_are_there(const std::vector<Finding>& findings, std::size_t least) {
  std::size_t measured = 0;
  for (const Finding& finding : findings) {
    if (finding.quantity == "plateau_cycles") {
      EXPECT_TRUE(finding.subject == "l1_data" || finding.subject == "l2" || finding.subject == "dram" ||
                  finding.subject == "device")
          << finding.subject << ' ' << finding.conditions.dump();
    }
    if (finding.quantity != "contiguous_bytes" || finding.status != FindingStatus::measured) continue;
    ++measured;
    const bool l1 = finding.subject == "l1_data";
    // Through a space that no L1 lies in front of, one level may not be named.
    EXPECT_TRUE(l1 || finding.subject == "l2" || finding.subject == "device") << finding.subject;
    EXPECT_EQ(finding.value, l1 ? 32768 : 524288) << finding.subject << ' ' << finding.conditions.dump();
  }
  EXPECT_GE(measured, least);
}

TEST(WarmSweep, AnArrayThatMovesHasNoLevelWherePlacesAreFar) {
  MovingArrays device;
  // Through this space alone: the array is small at first.
  expect_caches_that_are_there(found_on(device, "footprint-sweep", {{"space", "global.cg"}}), 1);
}

TEST(WarmSweep, ChasesOfAFartherSmShowNoLevel) {
  OtherSms device;
  expect_caches_that_are_there(found_on(device, "footprint-sweep", {}), 2);
}

}  // namespace
}  // namespace chasescope
