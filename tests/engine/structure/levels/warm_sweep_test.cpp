// Sweeps on devices that keep lines from earlier chases, as cards do. If the same lines are sometimes near and sometimes far, or
// take a little more or less, that is no level.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/trace/random.h"
#include "tests/engine/made_up/keeping_device.h"
#include "tests/engine/made_up/made_up_cards.h"
#include "tests/engine/made_up/reshaping_device.h"

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

/// Every other KiB is farther. When an array first grows beyond 1 MiB, it is placed anew: from then on, near and far KiB are
/// exchanged.
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

/// One in `every` chases runs on an SM that is farther from all caches but its L1.
class OtherSms final : public ReshapingDevice {
 public:
  explicit OtherSms(std::uint64_t every) : ReshapingDevice(std::make_unique<KeepingDevice>(two_caches())), every_(every) {}

 private:
  void reshape(const ChaseRequest&, const AccessOrder&, std::vector<float>& cycles) override {
    const float more = chases_++ % every_ == 0 ? 24 : 0;
    for (float& latency : cycles)
      if (latency >= kL2) latency += more;
  }
  std::uint64_t every_, chases_ = 0;
};

/// The first chase over each footprint of 28 KiB or more misses lines of the L1. Later chases find these lines there.
class LateL1 final : public ReshapingDevice {
 public:
  LateL1() : ReshapingDevice(std::make_unique<KeepingDevice>(two_caches())) {}

 private:
  void reshape(const ChaseRequest& request, const AccessOrder&, std::vector<float>& cycles) override {
    const auto* uniform = std::get_if<UniformPattern>(&request.pattern);
    if (request.space != MemorySpace::global_ca || uniform == nullptr || uniform->bytes < 28 << 10) return;
    if (!seen_.insert(uniform->bytes).second) return;
    for (std::size_t i = 0; i < cycles.size(); i += 3) cycles[i] = std::max<float>(cycles[i], kL2);
  }
  std::set<std::uint64_t> seen_;
};

/// Some chases find less room in the L1 than others. kAlways bytes always fit, and 32 KiB fit sometimes.
constexpr std::uint64_t kAlways = 32256;
class NarrowNowAndThen final : public ReshapingDevice {
 public:
  NarrowNowAndThen() : ReshapingDevice(std::make_unique<KeepingDevice>(two_caches())) {}

 private:
  void reshape(const ChaseRequest&, const AccessOrder& order, std::vector<float>& cycles) override {
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < cycles.size(); ++i) end = std::max(end, order.offset(i) + 4);
    const bool narrow = random_.below(2) == 0 && end > kAlways;
    for (std::size_t i = 0; narrow && i < cycles.size(); ++i)
      if (cycles[i] == kL1 && order.offset(i) / 128 % 61 == 3) cycles[i] = kL2;
  }
  Random random_{7};
};

/// Each reported cache must exist, and each reported end must be the true one: a number must be equal to it, and an interval must
/// contain it.
void expect_caches_that_are_there(const std::vector<Finding>& findings, std::size_t least) {
  std::size_t told = 0;
  for (const Finding& finding : findings) {
    if (finding.quantity == "plateau_cycles") {
      EXPECT_TRUE(finding.subject == "l1_data" || finding.subject == "l2" || finding.subject == "dram" ||
                  finding.subject == "device")
          << finding.subject << ' ' << finding.conditions.dump();
    }
    if (finding.quantity != "contiguous_bytes" || !finding.low || !finding.high) continue;
    ++told;
    const bool l1 = finding.subject == "l1_data";
    EXPECT_TRUE(l1 || finding.subject == "l2") << finding.subject;
    const double truth = l1 ? 32768 : 524288;
    if (finding.status == FindingStatus::measured) {
      EXPECT_EQ(finding.value, truth) << finding.subject << ' ' << finding.conditions.dump();
    }
    EXPECT_LE(*finding.low, truth) << finding.subject << ' ' << finding.conditions.dump();
    EXPECT_GE(*finding.high, truth) << finding.subject << ' ' << finding.conditions.dump();
  }
  EXPECT_GE(told, least);
}

TEST(WarmSweep, AnArrayThatMovesHasNoLevelWherePlacesAreFar) {
  MovingArrays device;
  // Only this space is used, so that the array is small at first.
  expect_caches_that_are_there(found_on(device, "footprint-sweep", {{"space", "global.cg"}}), 1);
}

TEST(WarmSweep, ChasesOfAFartherSmShowNoLevel) {
  for (const std::uint64_t every : {2, 3, 5}) {
    OtherSms device(every);
    expect_caches_that_are_there(found_on(device, "footprint-sweep", {}), 1);
  }
}

// The lines that overflow first are at the beginning of pages, whose translations may miss.
TEST(WarmSweep, AnEndIsExactWhereTheSameLinesMissInEveryPass) {
  KeepingDevice device(two_caches());
  const auto findings = found_on(device, "footprint-sweep", {});
  expect_caches_that_are_there(findings, 2);
  std::size_t exact = 0;
  for (const Finding& finding : findings) {
    if (finding.quantity != "contiguous_bytes" || finding.status != FindingStatus::measured) continue;
    EXPECT_LT(*finding.high - *finding.low, 128) << finding.subject << ' ' << finding.conditions.dump();
    ++exact;
  }
  EXPECT_GE(exact, 1U);
}

TEST(WarmSweep, WhatTheFirstChasesMissIsNoEnd) {
  LateL1 device;
  const auto found = found_on(device, "footprint-sweep", {});
  // The end of the L1 may be too uncertain to report, but the rise of its curve is not overlooked: the L2 is the second level.
  expect_caches_that_are_there(found, 1);
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const Finding& finding) {
    return finding.subject == "l2" && finding.quantity == "contiguous_bytes" && finding.low && *finding.low <= 524288 &&
           *finding.high >= 524288;
  }));
}

TEST(WarmSweep, AnEndThatChangesFromChaseToChaseIsNoNumber) {
  NarrowNowAndThen device;
  const auto found = found_on(device, "footprint-sweep", {});
  const auto end = std::find_if(found.begin(), found.end(), [](const Finding& finding) {
    return finding.subject == "l1_data" && finding.quantity == "contiguous_bytes";
  });
  ASSERT_NE(end, found.end());
  // An interval that contains all possible ends would be right, too.
  if (end->status == FindingStatus::measured) {
    EXPECT_LE(*end->low, kAlways);
    EXPECT_GE(*end->high, (32 << 10) - 1);
  } else {
    EXPECT_NE(end->reason.find("changes from chase to chase"), std::string::npos) << end->reason;
    EXPECT_FALSE(end->evidence.empty());
  }
}

// The vendor's interface reports one L2 of 768 KiB, of which half a MiB is slower than the rest. Whether the device keeps its
// caches warm or not, this part is no L3. Through global.cg alone, nothing may be called an L1.
TEST(WarmSweep, TheOtherHalfOfTheL2IsNoL3) {
  json card = two_caches();
  card["caches"]["far"] = lru(128, 32, 256, 24, {{"kind", "modulo"}});
  for (const char* space : {"global.ca", "global.cg"}) {
    card["paths"][space]["data"].push_back("far");
    card["paths"][space]["latency"]["far"] = 420;
  }
  card["device"]["l2_bytes"] = 768 << 10;
  KeepingDevice warm(card);
  const auto cold = opened(card);
  for (Device* device : {static_cast<Device*>(&warm), cold.get()})
    for (const char* space : {"all", "global.cg"}) {
      SCOPED_TRACE(std::string(device == cold.get() ? "cold " : "warm ") + space);
      std::size_t ends = 0;
      for (const Finding& finding : found_on(*device, "footprint-sweep",
                                             space == std::string("all") ? ParameterValues{} : ParameterValues{{"space", space}})) {
        EXPECT_NE(finding.subject, "l3") << finding.quantity << ' ' << finding.conditions.dump();
        const bool is_past_l1 = finding.conditions["space"] == "global.cg";
        EXPECT_FALSE(is_past_l1 && finding.subject == "l1_data") << finding.conditions.dump();
        if (finding.subject != "l2" || finding.quantity != "contiguous_bytes" || !finding.low || !finding.high) continue;
        EXPECT_LE(*finding.low, 768 << 10) << finding.conditions.dump();
        EXPECT_GE(*finding.high, 768 << 10) << finding.conditions.dump();
        ++ends;
      }
      // On a device that begins cold, both halves overflow at once. There they can't be told from two caches.
      EXPECT_TRUE(ends > 0 || device == cold.get());
    }
}

}  // namespace
}  // namespace chasescope
