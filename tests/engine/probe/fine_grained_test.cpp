#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <list>
#include <memory>
#include <set>

#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/trace/random.h"
#include "resources/resources.h"
#include "tests/engine/made_up/keeping_device.h"
#include "tests/engine/made_up/scripted_device.h"

namespace chasescope {
namespace {

/// A fully associative LRU cache of `lines` lines of `line_bytes`, 20 cycles for a hit and 90 for a miss.
std::function<ScriptedDevice::Latency()> lru(std::size_t lines, std::uint64_t line_bytes) {
  return [=]() -> ScriptedDevice::Latency {
    auto held = std::make_shared<std::list<std::uint64_t>>();
    return [=](std::uint64_t, std::uint64_t offset) {
      const std::uint64_t line = offset / line_bytes;
      const auto found = std::find(held->begin(), held->end(), line);
      const bool hit = found != held->end();
      if (hit) held->erase(found);
      held->push_front(line);
      if (held->size() > lines) held->pop_back();
      return hit ? 20.0 : 90.0;
    };
  };
}

/// The same cache with a random victim.
std::function<ScriptedDevice::Latency()> random_replacement(std::size_t lines, std::uint64_t line_bytes) {
  auto random = std::make_shared<Random>(17);
  return [=]() -> ScriptedDevice::Latency {
    auto held = std::make_shared<std::vector<std::uint64_t>>();
    return [=](std::uint64_t, std::uint64_t offset) {
      const std::uint64_t line = offset / line_bytes;
      if (std::find(held->begin(), held->end(), line) != held->end()) return 20.0;
      if (held->size() < lines) {
        held->push_back(line);
      } else {
        (*held)[random->below(lines)] = line;
      }
      return 90.0;
    };
  };
}

const Finding& finding(const ProbeReport& report, std::string_view quantity) {
  for (const Finding& f : report.findings)
    if (f.quantity == quantity) return f;
  throw std::runtime_error("no finding " + std::string(quantity));
}

Outcome<ProbeReport> run_fine_grained(Device& device, const ParameterValues& values, const ProbeControl& control = {}) {
  return find_probe("fine-grained")->run(device, values, control);
}

TEST(FineGrained, AllHitsBelowCapacity) {
  ScriptedDevice device(lru(16, 64));
  const auto report = run_fine_grained(device, {{"bytes", "1KiB"}, {"stride", "64"}});
  ASSERT_TRUE(report);
  EXPECT_EQ(finding(*report, "hit_latency_cycles").value, 20.0);
  EXPECT_EQ(finding(*report, "miss_rate").value, 0.0);
  EXPECT_EQ(finding(*report, "miss_latency_cycles").status, FindingStatus::absent);
}

TEST(FineGrained, AllMissesAboveCapacityOfALruCacheAreNoHits) {
  ScriptedDevice device(lru(16, 64));
  const auto report = run_fine_grained(device, {{"bytes", "2KiB"}, {"stride", "64"}});
  ASSERT_TRUE(report);
  EXPECT_EQ(finding(*report, "miss_rate").value, 1.0);
  EXPECT_EQ(finding(*report, "hit_latency_cycles").status, FindingStatus::not_measurable);
  EXPECT_EQ(finding(*report, "miss_latency_cycles").value, nlohmann::json::array({90.0}));
}

/// Memory without a cache: the first access to a page takes 700 cycles, and every other access takes 440.
std::function<ScriptedDevice::Latency()> memory_alone() {
  return []() -> ScriptedDevice::Latency {
    auto known = std::make_shared<std::set<std::uint64_t>>();
    return [=](std::uint64_t, std::uint64_t offset) { return known->insert(offset / 4096).second ? 700.0 : 440.0; };
  };
}

TEST(FineGrained, WithoutACacheNothingHits) {
  ScriptedDevice device(memory_alone());
  const auto report = run_fine_grained(device, {{"bytes", "64KiB"}, {"stride", "128"}, {"warmup", "0"}});
  ASSERT_TRUE(report);
  for (const std::string quantity : {"hit_latency_cycles", "miss_latency_cycles", "miss_rate", "period_accesses"}) {
    // "Absent" would mean that there are misses which never repeat.
    EXPECT_EQ(finding(*report, quantity).status, quantity == "period_accesses" ? FindingStatus::not_measurable : FindingStatus::absent)
        << quantity;
    EXPECT_TRUE(finding(*report, quantity).value.is_null()) << quantity;
    EXPECT_TRUE(finding(*report, quantity).reason.starts_with("No cache is seen")) << finding(*report, quantity).reason;
  }
}

TEST(FineGrained, WhatADeviceMayHaveKeptShowsNoCache) {
  // The same card, but it reports that it keeps its caches between requests: a cache may hold lines that nobody has read.
  KeepingDevice device(nlohmann::json::parse(resource_text("models/gtx280.json").value()));
  const auto report = run_fine_grained(device, {{"bytes", "16KiB"}, {"stride", "128"}});
  ASSERT_TRUE(report);
  EXPECT_EQ(finding(*report, "hit_latency_cycles").status, FindingStatus::not_measurable);
  EXPECT_EQ(finding(*report, "miss_rate").status, FindingStatus::not_measurable);
  EXPECT_TRUE(finding(*report, "miss_rate").reason.starts_with("No cache is seen: lines of another place"))
      << finding(*report, "miss_rate").reason;
}

TEST(MissPattern, WithoutACacheNothingHits) {
  ScriptedDevice device(memory_alone());
  const auto report = find_probe("miss-pattern")->run(device, {{"from", "1KiB"}, {"to", "2KiB"}, {"stride", "128"}}, {});
  ASSERT_TRUE(report);
  for (const Finding& each : report->findings) EXPECT_EQ(each.status, FindingStatus::absent) << each.conditions.dump();
  ScriptedDevice cached(lru(16, 64));
  const auto other = find_probe("miss-pattern")->run(cached, {{"from", "1KiB"}, {"to", "2KiB"}, {"stride", "128"}}, {});
  ASSERT_TRUE(other);
  for (const Finding& each : other->findings) EXPECT_EQ(each.status, FindingStatus::measured) << each.conditions.dump();
}

TEST(FineGrained, SharedMemoryHasNoHits) {
  auto device = open_preset("gtx560ti", {});
  ASSERT_TRUE(device);
  const auto report = run_fine_grained(**device, {{"space", "shared"}, {"bytes", "16KiB"}});
  ASSERT_TRUE(report);
  EXPECT_EQ(finding(*report, "hit_latency_cycles").status, FindingStatus::absent);
  EXPECT_EQ(finding(*report, "miss_rate").reason, "Shared memory has no cache in front of it, so nothing hits or misses there.");
}

TEST(Sweeps, SharedMemoryIsNotTheMemoryOfTheCard) {
  for (const char* probe : {"footprint-sweep", "stride-sweep", "spectrum"}) {
    auto device = open_preset("gtx560ti", {});
    ASSERT_TRUE(device);
    const auto report = find_probe(probe)->run(**device, {{"space", "shared"}}, {});
    ASSERT_TRUE(report) << probe;
    EXPECT_FALSE(report->findings.empty()) << probe;
    for (const Finding& each : report->findings) {
      EXPECT_NE(each.subject, "dram") << probe << ": " << each.quantity;
      EXPECT_FALSE(each.subject.ends_with("_tlb")) << probe << ": its addresses are not translated";
      EXPECT_EQ(each.conditions.dump().find("dram"), std::string::npos) << probe << ": " << each.conditions;
      EXPECT_EQ(each.conditions.dump().find("tlb"), std::string::npos) << probe << ": " << each.conditions;
      if (each.quantity == "plateau_cycles") {
        EXPECT_EQ(each.subject, "shared_memory") << probe;
      }
    }
  }
}

TEST(FineGrained, PeriodUnderLruAndNoneUnderRandomReplacement) {
  ScriptedDevice periodic(lru(16, 64));
  EXPECT_EQ(finding(*run_fine_grained(periodic, {{"bytes", "1088"}, {"stride", "32"}}), "period_accesses").value,
            2);  // each line of two elements has one miss
  ScriptedDevice aperiodic(random_replacement(16, 64));
  const auto report = run_fine_grained(aperiodic, {{"bytes", "1088"}, {"stride", "64"}});
  EXPECT_EQ(finding(*report, "period_accesses").status, FindingStatus::absent);
  EXPECT_THAT(finding(*report, "period_accesses").reason, testing::HasSubstr("Aperiodic"));
}

TEST(FineGrained, a_few_cold_misses_are_not_called_hits) {
  ScriptedDevice device(lru(16, 64));
  // Eight words of two lines: each line has one cold miss.
  const auto report = run_fine_grained(device, {{"bytes", "128"}, {"stride", "16"}, {"warmup", "0"}, {"accesses", "8"}});
  ASSERT_TRUE(report);
  EXPECT_EQ(finding(*report, "hit_latency_cycles").value, 20.0);
  EXPECT_EQ(finding(*report, "hit_latency_cycles").high, 20.0);
  for (const char* quantity : {"miss_rate", "miss_latency_cycles"}) {
    EXPECT_EQ(finding(*report, quantity).status, FindingStatus::not_measurable) << quantity;
    EXPECT_TRUE(finding(*report, quantity).value.is_null()) << quantity;
    EXPECT_THAT(finding(*report, quantity).reason, testing::HasSubstr("2 of 8 accesses took longer than that, up to 90 cycles"));
  }
  EXPECT_EQ(finding(*report, "miss_rate").high, 0.25);
}

// So few accesses form no level, even if most of them are misses.
TEST(FineGrained, cold_misses_alone_are_not_called_hits) {
  const ParameterValues cold{{"offsets", "0,64"}}, warm{{"bytes", "2048"}, {"stride", "64"}, {"accesses", "1"}},
      half{{"offsets", "0,16,64,80"}};
  for (const ParameterValues& values : {cold, warm}) {
    ScriptedDevice device(lru(16, 64));
    const auto report = run_fine_grained(device, values);
    ASSERT_TRUE(report);
    for (const char* quantity : {"hit_latency_cycles", "miss_latency_cycles", "miss_rate"}) {
      const Finding& one = finding(*report, quantity);
      EXPECT_EQ(one.status, FindingStatus::not_measurable) << quantity;
      EXPECT_TRUE(one.value.is_null()) << quantity;
      EXPECT_LE(one.low.value_or(0), one.high.value_or(1)) << quantity;
    }
  }
  ScriptedDevice device(lru(16, 64));
  EXPECT_EQ(finding(*run_fine_grained(device, half), "hit_latency_cycles").value, 20.0);
}

TEST(FineGrained, FewAccessesDecideNoPeriod) {
  ScriptedDevice device(lru(16, 64));
  const auto report = run_fine_grained(device, {{"bytes", "1088"}, {"stride", "64"}, {"accesses", "20"}});
  EXPECT_EQ(finding(*report, "period_accesses").status, FindingStatus::not_measurable);
}

TEST(FineGrained, EveryFindingNamesRunsThatExist) {
  ScriptedDevice device(lru(16, 64));
  const auto report = find_probe("fine-grained")->run(device, {}, {.first_run = 41});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->runs[0]->id, "run-41");
  EXPECT_TRUE(report->runs[1]->auxiliary);
  for (const Finding& f : report->findings) {
    EXPECT_FALSE(f.evidence.empty());
    for (const std::string& id : f.evidence)
      EXPECT_TRUE(std::any_of(report->runs.begin(), report->runs.end(), [&](const RunPtr& r) { return r->id == id; })) << id;
  }
}

TEST(FineGrained, DefaultsMakeWholePasses) {
  ScriptedDevice device(lru(16, 64));
  ASSERT_TRUE(run_fine_grained(device, {{"bytes", "17KiB"}, {"stride", "128"}}));
  EXPECT_EQ(device.requests[0].warmup, 272U);
  EXPECT_EQ(device.requests[0].accesses % 136, 0U);
  EXPECT_GE(device.requests[0].accesses, 16384U);
}

TEST(FineGrained, ADeviceErrorEndsItWithItsSentence) {
  ScriptedDevice device(lru(16, 64));
  device.fail_at = 2;
  const auto report = run_fine_grained(device, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error(), (DeviceError{ErrorCode::lost, "The card has gone."}));
}

TEST(FineGrained, CancelEndsIt) {
  ScriptedDevice device(lru(16, 64));
  std::stop_source stop;
  stop.request_stop();
  const auto report = run_fine_grained(device, {}, {.stop = stop.get_token()});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::cancelled);
}

TEST(MissPattern, ShowsTheFirstSetToOverflow) {
  ScriptedDevice device(lru(16, 64));
  const auto report = find_probe("miss-pattern")->run(device, {{"from", "960"}, {"to", "1088"}, {"stride", "64"}}, {});
  ASSERT_TRUE(report);
  ASSERT_EQ(report->findings.size(), 3U);
  EXPECT_EQ(report->findings[0].value, 0.0);
  EXPECT_EQ(report->findings[1].value, 0.0);
  EXPECT_EQ(report->findings[2].value, 1.0);
}

/// The same LRU cache with two slices: every second line takes ten cycles more.
std::function<ScriptedDevice::Latency()> two_slices(std::size_t lines, std::uint64_t line_bytes) {
  return [=]() -> ScriptedDevice::Latency {
    const ScriptedDevice::Latency near = lru(lines, line_bytes)();
    return [=](std::uint64_t access, std::uint64_t offset) { return near(access, offset) + (offset / line_bytes % 2 == 0 ? 0 : 10); };
  };
}

TEST(FineGrained, HitsOfAFartherSliceAreNoMisses) {
  ScriptedDevice device(two_slices(16, 64));
  const auto fits = run_fine_grained(device, {{"bytes", "1KiB"}, {"stride", "64"}});
  ASSERT_TRUE(fits);
  EXPECT_EQ(finding(*fits, "miss_rate").value, 0.0);
  EXPECT_EQ(finding(*fits, "miss_latency_cycles").status, FindingStatus::absent);
  EXPECT_EQ(finding(*fits, "hit_latency_cycles").low, 20);
  EXPECT_EQ(finding(*fits, "hit_latency_cycles").high, 30);
  // With one line too many, every access misses, to near and to far lines.
  const auto overflows = run_fine_grained(device, {{"bytes", "1088"}, {"stride", "64"}});
  ASSERT_TRUE(overflows);
  EXPECT_EQ(finding(*overflows, "miss_rate").value, 1.0);
}

TEST(MissPattern, HitsOfAFartherSliceAreNoMisses) {
  ScriptedDevice device(two_slices(16, 64));
  const auto report = find_probe("miss-pattern")->run(device, {{"from", "960"}, {"to", "1088"}, {"stride", "64"}}, {});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->findings[1].value, 0.0);
  EXPECT_EQ(report->findings[2].value, 1.0);
}

TEST(MissPattern, RefusesTooManyFootprints) {
  ScriptedDevice device(lru(16, 64));
  const auto report = find_probe("miss-pattern")->run(device, {{"from", "64"}, {"to", "1MiB"}, {"stride", "64"}}, {});
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, testing::HasSubstr("at most 256"));
  EXPECT_TRUE(device.requests.empty());
}

TEST(FineGrained, reads_places_in_an_order_of_ones_own) {
  ScriptedDevice device(lru(2, 128));
  const auto report = run_fine_grained(device, {{"offsets", "0,128,4,256,8,132"}});
  ASSERT_TRUE(report) << report.error().message;
  const auto& trace = *report->runs.front();
  EXPECT_EQ(std::get<OffsetsPattern>(trace.chase()->request.pattern).offsets, (std::vector<std::uint64_t>{0, 128, 4, 256, 8, 132}));
  EXPECT_EQ(trace.chase()->request.warmup, 0U);
  EXPECT_EQ(trace.cycles().copy(), (std::vector<float>{90, 90, 20, 90, 20, 90}));
}

TEST(FineGrained, refuses_a_place_that_is_named_twice) {
  ScriptedDevice device(lru(2, 128));
  const auto report = run_fine_grained(device, {{"offsets", "0,128,0"}});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::invalid_request);
}

}  // namespace
}  // namespace chasescope
