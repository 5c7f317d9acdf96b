// Devices that refuse some requests, although their description allows them. A refusal is a reason for a finding, and no failure of
// a probe.
#include <gmock/gmock.h>

#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/trace/random.h"
#include "tests/engine/made_up/made_up_cards.h"
#include "tests/engine/made_up/scripted_device.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

json two_levels(const char* space) {
  json card = card_around({{"l1", lru(128, 128, 32, 4, {{"kind", "modulo"}})}, {"l2", lru(128, 32, 256, 8, {{"kind", "modulo"}})}},
                          {{space, {{"data", {"l1", "l2"}}, {"latency", {{"l1", 30}, {"l2", 200}, {"dram", 500}}}}}});
  card.erase("tlbs");
  return card;
}

/// A model that refuses a request with the error that `refuses` returns.
class RefusingDevice final : public Device {
 public:
  using Refuses = std::function<std::optional<DeviceError>(const ChaseRequest&)>;
  RefusingDevice(const json& card, Refuses refuses)
      : model_(opened(card)), refuses_(std::move(refuses)), description_(model_->description()) {}
  const Description& description() const override { return description_; }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    if (auto error = refuses_(request)) return *error;
    return model_->chase(request, control);
  }
  Description& described() { return description_; }

 private:
  std::unique_ptr<Device> model_;
  Refuses refuses_;
  Description description_;
};

constexpr const char* kProbes[] = {
    "capacity", "line", "sets", "replacement", "tlb", "spectrum", "latency", "stride-sweep", "footprint-sweep", "sharing", "count"};

std::optional<DeviceError> nothing(const ChaseRequest&) { return std::nullopt; }

TEST(RefusingDevice, EveryProbeEndsWithReasonsWhereSingleLatenciesAreNotRecorded) {
  for (const char* probe : kProbes) {
    RefusingDevice device(two_levels("global.ca"), [](const ChaseRequest& request) -> std::optional<DeviceError> {
      if (request.record == Record::mean) return std::nullopt;
      return DeviceError{ErrorCode::unsupported, "Only means are recorded."};
    });
    const auto report = find_probe(probe)->run(device, {}, {});
    ASSERT_TRUE(report) << probe << ": " << report.error().message;
    for (const Finding& finding : report->findings) EXPECT_NE(finding.status, FindingStatus::measured) << probe;
  }
}

// A chase of any number fails. Findings before it must stay right, or be left out.
TEST(RefusingDevice, ProbesOfStructureCopeWithOneChaseThatIsNotAnsweredInTime) {
  for (const char* probe : {"capacity", "replacement"}) {
    std::uint64_t all = 0;
    RefusingDevice counting(two_levels("global.ca"), [&](const ChaseRequest&) -> std::optional<DeviceError> {
      ++all;
      return std::nullopt;
    });
    ASSERT_TRUE(find_probe(probe)->run(counting, {}, {}));
    for (std::uint64_t silent = 0; silent < all; silent += 7) {
      std::uint64_t asked = 0;
      RefusingDevice device(two_levels("global.ca"), [&](const ChaseRequest&) -> std::optional<DeviceError> {
        if (asked++ != silent) return std::nullopt;
        return DeviceError{ErrorCode::timed_out, "It was silent for a while."};
      });
      EXPECT_NO_THROW({
        const auto report = find_probe(probe)->run(device, {}, {});
        EXPECT_TRUE(report) << probe << ", chase " << silent;
        const json told = value_of(report->findings, "l1_data", probe == std::string("capacity") ? "capacity_bytes" : "replacement_policy");
        EXPECT_THAT(told, testing::AnyOf(json(nullptr), json(16384), json("lru")));
      }) << probe << ", chase " << silent << " of " << all;
    }
  }
}

TEST(RefusingDevice, EveryProbeCopesWithALimitThatWasNotStated) {
  for (const char* probe : kProbes) {
    RefusingDevice device(two_levels("global.ca"), [](const ChaseRequest& request) -> std::optional<DeviceError> {
      if (request.warmup + request.accesses <= 50'000) return std::nullopt;
      return DeviceError{ErrorCode::invalid_request, "Too many accesses."};
    });
    EXPECT_TRUE(find_probe(probe)->run(device, {}, {})) << probe;
  }
}

TEST(RefusingDevice, EveryProbeCopesWithFewAccesses) {
  for (const std::uint64_t most : {1, 100, 2000}) {
    for (const char* probe : kProbes) {
      RefusingDevice device(two_levels("global.ca"), nothing);
      device.described().properties.max_accesses = most;
      const auto report = find_probe(probe)->run(device, {}, {});
      EXPECT_TRUE(report || most < 2000) << probe << ": " << report.error().message;
    }
  }
}

TEST(RefusingDevice, EveryProbeRunsWithoutGlobalMemory) {
  for (const char* probe : kProbes) {
    const auto report = find_probe(probe)->run(*opened(two_levels("texture")), {}, {});
    ASSERT_TRUE(report) << probe << ": " << report.error().message;
    EXPECT_FALSE(report->findings.empty()) << probe;
  }
}

TEST(RefusingDevice, WhatItDidNotAnswerIsNoFootprintThatFits) {
  RefusingDevice device(two_levels("global.ca"), [](const ChaseRequest& request) -> std::optional<DeviceError> {
    if (footprint_bytes(request.pattern, request.element_bytes) < 4096) return std::nullopt;
    return DeviceError{ErrorCode::timed_out, "Nothing was heard for 30 s."};
  });
  const auto findings = found_on(device, "capacity", {});
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings.front().status, FindingStatus::not_measurable);
  EXPECT_THAT(findings.front().reason, HasSubstr("Nothing was heard for 30 s."));
}

TEST(RefusingDevice, NothingIsMeasuredWithoutEvidence) {
  for (const auto& [sets, ways] : {std::pair{1, 1}, {1, 4}, {2, 2}, {4, 1}}) {
    json card = card_around({{"l2", lru(128, 128, sets, ways, {{"kind", "modulo"}})}},
                            {{"global.ca", {{"data", {"l2"}}, {"latency", {{"l2", 30}, {"dram", 500}}}}}});
    card.erase("tlbs");
    for (const char* probe : kProbes)
      for (const Finding& finding : found_on(card, probe))
        EXPECT_TRUE(finding.status != FindingStatus::measured || !finding.evidence.empty())
            << sets << " sets of " << ways << ": " << finding.subject << ' ' << finding.quantity;
  }
}

// A level that no footprint exceeds may be an L1 or the last cache.
TEST(RefusingDevice, ALevelThatNothingOutgrowsHasNoName) {
  RefusingDevice device(two_levels("global.ca"), nothing);
  device.described().properties.max_footprint_bytes_by_space = {{MemorySpace::global_ca, 8192}};
  bool told = false;
  for (const Finding& finding : found_on(device, "latency", {})) {
    EXPECT_EQ(finding.subject, "device") << finding.quantity;
    told = told || (finding.quantity == "hit_latency_cycles" && finding.value == 30);
  }
  EXPECT_TRUE(told);
}

TEST(RefusingDevice, LatenciesOfNoLevelTellNeitherCachesNorThatThereAreNone) {
  ScriptedDevice device([]() -> ScriptedDevice::Latency {
    auto random = std::make_shared<Random>(7);
    return [random](std::uint64_t, std::uint64_t) { return 30 + 470 * random->unit(); };
  });
  for (const char* probe : {"capacity", "latency"})
    for (const Finding& finding : found_on(device, probe, {}))
      EXPECT_EQ(finding.status, FindingStatus::not_measurable) << probe << ' ' << finding.subject << ' ' << finding.quantity;
}

/// Refuses requests that its budget of accesses does not cover, as the card of an exercise does.
RefusingDevice::Refuses budget_of(std::uint64_t accesses) {
  return [left = accesses](const ChaseRequest& request) mutable -> std::optional<DeviceError> {
    const std::uint64_t cost = request.warmup + request.accesses;
    if (cost > left) return DeviceError{ErrorCode::invalid_request, "The budget is spent."};
    left -= cost;
    return std::nullopt;
  };
}

TEST(RefusingDevices, KeepATraceThatUsedTheBudgetUp) {
  RefusingDevice device(two_levels("global.ca"), budget_of(1000));
  const auto report =
      find_probe("fine-grained")->run(device, {{"bytes", "8KiB"}, {"stride", "128"}, {"warmup", "64"}, {"accesses", "936"}}, {});
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->runs.size(), 1U);
  EXPECT_EQ(report->runs[0]->cycles().size(), 936U);
  for (const Finding& finding : report->findings)
    if (finding.quantity == "miss_rate" || finding.quantity == "period_accesses") {
      EXPECT_EQ(finding.status, FindingStatus::not_measurable);
      EXPECT_THAT(finding.reason, HasSubstr("one element alone to hold the accesses against: The budget is spent."));
    }
}

TEST(RefusingDevices, KeepTheFootprintsThatTheBudgetReached) {
  RefusingDevice device(two_levels("global.ca"), budget_of(4000));
  const auto report =
      find_probe("miss-pattern")->run(device, {{"from", "1KiB"}, {"to", "64KiB"}, {"stride", "128"}, {"step", "1KiB"}}, {});
  ASSERT_TRUE(report) << report.error().message;
  std::size_t measured = 0;
  for (const Finding& finding : report->findings) measured += finding.status == FindingStatus::measured ? 1 : 0;
  EXPECT_GT(measured, 5U);
  ASSERT_EQ(report->findings.size(), measured + 1);
  EXPECT_EQ(report->findings.back().reason, "The budget is spent.");
  EXPECT_EQ(report->findings.back().conditions["bytes"], 1024 * (measured + 1)) << "the first that was refused";
  // If nothing was measured, the refusal is the result of the probe.
  RefusingDevice poor(two_levels("global.ca"), budget_of(10));
  EXPECT_FALSE(find_probe("miss-pattern")->run(poor, {{"from", "1KiB"}, {"to", "4KiB"}, {"stride", "128"}}, {}));
}

}  // namespace
}  // namespace chasescope
