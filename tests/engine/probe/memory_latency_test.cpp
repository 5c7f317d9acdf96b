#include <gmock/gmock.h>

#include <cmath>
#include <deque>
#include <set>
#include <sstream>

#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/trace/random.h"
#include "tests/engine/made_up/scripted_device.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kPage = std::uint64_t{2} << 20;

/// Memory that takes 700 cycles for a new line, and 500 more for the first access to a page. Other accesses to a line take 200.
ScriptedDevice::Latency memory_of(std::uint64_t line) {
  auto lines = std::make_shared<std::set<std::uint64_t>>(), pages = std::make_shared<std::set<std::uint64_t>>();
  return [=](std::uint64_t, std::uint64_t offset) {
    const bool new_line = lines->insert(offset / line).second, new_page = pages->insert(offset / kPage).second;
    return !new_line ? 200.0 : new_page ? 1200.0 : 700.0;
  };
}

const Finding& latency(const ProbeReport& report, const std::string& order, const std::string& state) {
  for (const Finding& finding : report.findings)
    if (finding.subject == "dram" && finding.conditions.value("order", "") == order &&
        finding.conditions.value("state", "") == state)
      return finding;
  throw std::runtime_error("no latency of memory, " + order + ", " + state);
}

Outcome<ProbeReport> measure_memory(Device& device, const ParameterValues& values = {}) {
  return find_probe("memory")->run(device, values, {});
}

TEST(MemoryLatency, TellsOrdersAndStatesApart) {
  ScriptedDevice device([] { return memory_of(128); });
  const auto report = measure_memory(device, {{"bytes", "1GiB"}});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->findings.size(), 4U);
  // 64 random lines of 512 pages are nearly all in different pages. Lines in order share a page.
  EXPECT_EQ(latency(*report, "random", "cold").value, 1200);
  EXPECT_EQ(latency(*report, "random", "warm").value, 700);
  EXPECT_EQ(latency(*report, "sequential", "cold").value, 700);
  EXPECT_EQ(latency(*report, "sequential", "warm").value, 700);
  for (const Finding& finding : report->findings) {
    EXPECT_EQ(finding.status, FindingStatus::measured) << finding.reason;
    EXPECT_EQ(finding.unit, "cycles");
    ASSERT_EQ(finding.evidence.size(), 1U);
  }
  EXPECT_THAT(latency(*report, "sequential", "warm").method, HasSubstr("in order, 128 B apart"));
}

TEST(MemoryLatency, ReadsNoLineTwice) {
  ScriptedDevice device([] { return memory_of(128); });
  ASSERT_TRUE(measure_memory(device));
  for (const ChaseRequest& request : device.requests) {
    EXPECT_EQ(request.warmup, 0U);
    EXPECT_LE(request.accesses, accesses_per_pass(request.pattern));
  }
}

TEST(MemoryLatency, StepsOverWhatComesAlongWithALine) {
  ScriptedDevice device([] { return memory_of(1024); });
  const auto report = measure_memory(device);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(latency(*report, "sequential", "warm").value, 700);
  EXPECT_THAT(latency(*report, "sequential", "warm").method, HasSubstr("in order, 1 KiB apart"));
}

TEST(MemoryLatency, WhatACacheAnswersIsNotMemory) {
  // A cache holds a third of the lines, although they were never read before.
  ScriptedDevice device([]() -> ScriptedDevice::Latency {
    return [](std::uint64_t, std::uint64_t offset) { return offset / 4096 % 3 == 0 ? 200 : 700; };
  });
  const auto report = measure_memory(device);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(latency(*report, "random", "warm").status, FindingStatus::not_measurable);
  EXPECT_THAT(latency(*report, "random", "warm").reason, HasSubstr("a cache answered"));
  EXPECT_TRUE(latency(*report, "random", "warm").value.is_null());
}

TEST(MemoryLatency, NearAndFarLinesAreToldApart) {
  ScriptedDevice device([]() -> ScriptedDevice::Latency {
    return [](std::uint64_t access, std::uint64_t offset) { return (offset / 4096 % 2 == 0 ? 540.0 : 720.0) + static_cast<double>(access % 7); };
  });
  const auto report = measure_memory(device);
  ASSERT_TRUE(report) << report.error().message;
  const auto of = [&](const char* quantity) {
    return *std::find_if(report->findings.begin(), report->findings.end(),
                         [&](const Finding& finding) { return finding.quantity == quantity; });
  };
  const Finding near = of("near_memory_latency_cycles"), far = of("far_memory_latency_cycles");
  EXPECT_EQ(near.status, FindingStatus::measured);
  EXPECT_NEAR(near.value.get<double>(), 543, 1.5);
  EXPECT_NEAR(far.value.get<double>(), 723, 1.5);
  EXPECT_EQ(near.subject, "dram");
  EXPECT_EQ(near.evidence.size(), 1U);
  EXPECT_THAT(near.reason, HasSubstr("near or far memory"));
  const Finding bits = of("far_memory_bits");
  EXPECT_EQ(bits.status, FindingStatus::measured);
  EXPECT_EQ(bits.value, nlohmann::json::array({12}));
  EXPECT_THAT(bits.reason, HasSubstr("An odd number of ones"));
  // This device begins cold. A median between the two kinds of latencies is not reported.
  EXPECT_EQ(latency(*report, "sequential", "warm").status, FindingStatus::not_measurable);
}

TEST(MemoryLatency, LinesOfTwoKindsInTurnAreNoPlaces) {
  ScriptedDevice device([]() -> ScriptedDevice::Latency {
    return [](std::uint64_t access, std::uint64_t) { return access % 2 == 0 ? 540.0 : 720.0; };
  });
  const auto report = measure_memory(device);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->findings.size(), 4U);
}

// A TLB that covers half of the array: in random order every second access walks, in sequence hardly any does.
TEST(MemoryLatency, PagesThatAreLookedUpAreNoFartherLines) {
  ScriptedDevice device([]() -> ScriptedDevice::Latency {
    auto held = std::make_shared<std::deque<std::uint64_t>>();
    return [held](std::uint64_t, std::uint64_t offset) {
      constexpr std::size_t kEntries = 64;
      const std::uint64_t page = offset / kPage;
      const auto at = std::find(held->begin(), held->end(), page);
      const bool hit = at != held->end();
      if (hit) held->erase(at);
      held->push_front(page);
      if (held->size() > kEntries) held->pop_back();
      return hit ? 639.0 : 1245.0;
    };
  });
  const auto report = measure_memory(device, {{"bytes", "256MiB"}});
  ASSERT_TRUE(report) << report.error().message;
  const Finding& random = latency(*report, "random", "warm");
  EXPECT_EQ(random.status, FindingStatus::not_measurable);
  EXPECT_THAT(random.reason, HasSubstr("translation takes long"));
  EXPECT_EQ(random.reason.find("nearer"), std::string::npos) << "in order, no line is: " << random.reason;
  EXPECT_EQ(latency(*report, "sequential", "warm").value, 639);
}

/// A device that describes itself as a card does: it keeps the lines of earlier chases.
class Keeping final : public Device {
 public:
  explicit Keeping(ScriptedDevice& device) : device_(device), description_(device.description()) {
    description_.keeps_state = {"l2", "tlb"};
    description_.properties.l2_bytes = 32 << 20;
  }
  const Description& description() const override { return description_; }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    return device_.chase(request, control);
  }

 private:
  ScriptedDevice& device_;
  Description description_;
};

TEST(MemoryLatency, ManyColdLinesOfACardSayTheSameHoweverTheyAreDrawn) {
  std::vector<double> medians;
  for (const char* seed : {"1", "2", "3", "4", "5", "6"}) {
    ScriptedDevice scripted([]() -> ScriptedDevice::Latency {
      return [](std::uint64_t access, std::uint64_t offset) {
        return (offset / 4096 * 0x9e3779b97f4a7c15U >> 32) % 100 < 44 ? 560.0 : 720.0 + static_cast<double>(access % 60);
      };
    });
    Keeping device(scripted);
    const auto report = measure_memory(device, {{"seed", seed}});
    ASSERT_TRUE(report) << report.error().message;
    medians.push_back(latency(*report, "random", "cold").value.get<double>());
  }
  const auto [low, high] = std::minmax_element(medians.begin(), medians.end());
  EXPECT_LT(*high - *low, 0.03 * *low) << "44 in 100 lines are near: of 64, more than half may be";
}

TEST(MemoryLatency, TooSmallAnArrayIsAReason) {
  ScriptedDevice device([] { return memory_of(128); });
  const auto report = measure_memory(device, {{"bytes", "16KiB"}});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->findings.size(), 4U);
  for (const Finding& finding : report->findings) {
    EXPECT_EQ(finding.status, FindingStatus::not_measurable);
    EXPECT_THAT(finding.reason, HasSubstr("too few"));
  }
  EXPECT_TRUE(device.requests.empty());
}

TEST(MemoryLatency, ALostDeviceEndsIt) {
  ScriptedDevice device([] { return memory_of(128); });
  device.fail_at = 2;
  const auto report = measure_memory(device);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::lost);
}

/// A card file with a memory that makes pauses.
std::string pausing_card(double every, double lasting, double between, double memory, const char* noise) {
  std::ostringstream text;
  text << R"({"schema": "chasescope-model", "version": 1, "name": "A memory that pauses", "summary": "For tests.",
    "device": {"memory_bytes": 1073741824},
    "caches": {"l2": {"capacity_bytes": 262144, "line_bytes": 128, "sets": 128, "ways": 16, "index": {"kind": "modulo"}, "policy": {"kind": "lru"}}},
    "paths": {"global.cg": {"data": ["l2"], "latency": {"l2": 200, "dram": )"
       << memory << "}}}, \"noise\": " << noise;
  if (every > 0)
    text << R"(, "memory_pauses": {"every_cycles": )" << every << R"(, "for_cycles": )" << lasting << R"(, "between_cycles": )"
         << between << "}";
  text << "}";
  return text.str();
}

TEST(MemoryLatency, PausesAreToldBlind) {
  Random random(52);
  constexpr int kCards = 24;
  int told = 0;
  for (int i = 0; i < kCards; ++i) {
    const double memory = std::round(300 + 500 * random.unit()), every = memory * (3 + 20 * random.unit());
    const double lasting = every * (0.06 + 0.14 * random.unit()), between = 0.3 * memory * random.unit();
    const auto card = load_card(pausing_card(every, lasting, between, memory, R"({"jitter_cycles": 50, "outlier_share": 0.004,
        "outlier_low_cycles": 200, "outlier_high_cycles": 1500})"),
                                "test");
    ASSERT_TRUE(card) << card.error().message;
    const auto device = *open_software_device(*card, {.seed = static_cast<std::uint64_t>(i)});
    const auto report = measure_memory(*device);
    ASSERT_TRUE(report) << report.error().message;
    for (const Finding& finding : report->findings)
      if (finding.quantity == "pause_interval_cycles") {
        ++told;
        EXPECT_EQ(finding.status, FindingStatus::measured);
        EXPECT_LE(*finding.low, every) << "card " << i;
        EXPECT_GE(*finding.high, every) << "card " << i;
        EXPECT_THAT(finding.reason, HasSubstr("refresh"));
      } else if (finding.quantity == "calm_latency_cycles") {
        EXPECT_NEAR(finding.value.get<double>(), memory, 12) << "card " << i;
      }
  }
  EXPECT_GE(told, kCards * 3 / 4);
}

TEST(MemoryLatency, MemoryWithoutPausesHasNone) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const auto card = load_card(pausing_card(0, 0, 0, 500, R"({"jitter_cycles": 12, "outlier_share": 0.05,
        "outlier_low_cycles": 200, "outlier_high_cycles": 600})"),
                                "test");
    ASSERT_TRUE(card) << card.error().message;
    const auto device = *open_software_device(*card, {.seed = seed});
    const auto report = measure_memory(*device);
    ASSERT_TRUE(report);
    for (const Finding& finding : report->findings) EXPECT_NE(finding.quantity, "pause_interval_cycles");
  }
  for (const char* bad : {R"({"every_cycles": 100})", R"({"every_cycles": 100, "for_cycles": 100})", R"({"every": 1})", "3"}) {
    std::string text = pausing_card(0, 0, 0, 500, "{}");
    text.insert(text.size() - 1, std::string(R"(, "memory_pauses": )") + bad);
    EXPECT_FALSE(load_card(text, "test")) << bad;
  }
}

}  // namespace
}  // namespace chasescope
