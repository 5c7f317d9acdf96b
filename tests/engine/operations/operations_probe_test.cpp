// Probe `operations` on cards with random numbers, and on devices that are no model.
#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "engine/device/recording/recording.h"
#include "engine/findings/vocabulary.h"
#include "tests/engine/made_up/made_up_cards.h"
#include "tests/engine/made_up/scripted_requests.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

/// A card with random times of its operations. The times are whole or half cycles, as clocks give them.
json drawn_card(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto draw = [&](double low, double high) {
    return std::round(2 * std::uniform_real_distribution<double>(low, high)(random)) / 2;
  };
  const auto crowd = [&](bool rates) {
    json cost{{"lane_cycles", draw(0, 4)}, {"warp_cycles", draw(0, 130)}};
    if (rates) cost["per_cycle"] = draw(1, 900);
    return cost;
  };
  const auto level = [&](double load, bool rates) {
    return json{
        {"load_cycles", load},
        {"fence_cycles", draw(5, 700)},
        {"store_cycles", draw(0, 300)},
        {"atomic",
         {{"cycles", draw(20, 900)}, {"one_word", crowd(rates)}, {"neighbours", crowd(rates)}, {"own_lines", crowd(rates)}}}};
  };
  const double hit = draw(20, 60), miss = hit + draw(80, 400);
  const auto either = [&] { return (random() % 2 == 0 ? hit : miss) + draw(-4, 4); };
  json card = card_around({{"l1", lru(128, 32, 4, 4, {{"kind", "modulo"}})}},
                          {{"global.ca", {{"data", {"l1"}}, {"latency", {{"l1", hit}, {"dram", miss}}}}}});
  card["device"]["sm_count"] = 16 + random() % 100;
  card["operations"] = {{"measuring_cycles", draw(0, 60)},
                        {"shared", level(draw(10, 60), false)},
                        {"global", level(hit, true)},
                        {"miss_cycles", miss},
                        {"load_bytes_per_cycle", draw(8, 128)},
                        {"after_store_cycles", either()},
                        {"after_update_cycles", either()},
                        {"hit_under_miss_cycles", either()},
                        {"async_copy", {{"cycles", draw(100, 900)}, {"bytes_per_cycle", draw(8, 128)}}},
                        {"bulk_copy", {{"cycles", draw(100, 900)}, {"bytes_per_cycle", draw(8, 128)}}}};
  return card;
}

const Finding* found(const std::vector<Finding>& findings, const char* subject, const char* quantity,
                     const json& conditions = json::object()) {
  for (const Finding& finding : findings)
    if (finding.subject == subject && finding.quantity == quantity && finding.conditions == conditions) return &finding;
  return nullptr;
}

/// The interval must contain the true number. Its ends are rounded to a hundredth.
void expect_holds(const Finding* finding, double truth, const std::string& what) {
  SCOPED_TRACE(what);
  ASSERT_NE(finding, nullptr);
  ASSERT_EQ(finding->status, FindingStatus::measured) << finding->reason;
  EXPECT_FALSE(finding->evidence.empty());
  EXPECT_LE(*finding->low - 0.006, truth);
  EXPECT_GE(*finding->high + 0.006, truth);
  EXPECT_LE(*finding->low, finding->value.get<double>());
  EXPECT_GE(*finding->high, finding->value.get<double>());
}

/// Compares all findings about a drawn card with the draw.
void expect_right(const json& card, const std::vector<Finding>& findings) {
  const json& truth = card["operations"];
  const auto of = [&](const char* quantity, const char* subject, const json& conditions = json::object()) {
    return found(findings, subject, quantity, conditions);
  };
  for (const auto& [name, subject] : {std::pair{"shared", subject::shared_memory}, std::pair{"global", subject::l2}}) {
    const json& level = truth[name];
    expect_holds(of(quantity::atomic_latency_cycles, subject), level["atomic"]["cycles"], "atomic");
    expect_holds(of(quantity::store_visible_cycles, subject),
                 level["fence_cycles"].get<double>() + level["store_cycles"].get<double>(), "store");
    expect_holds(of(quantity::fence_cycles, subject), level["fence_cycles"], "fence");
    for (const char* places : {"one_word", "neighbours", "own_lines"}) {
      const json& crowd = level["atomic"][places];
      const json conditions{{"addresses", places}};
      expect_holds(of(quantity::atomic_lane_cycles, subject, conditions), crowd["lane_cycles"], places);
      expect_holds(of(quantity::atomic_warp_cycles, subject, conditions), crowd["warp_cycles"], places);
      if (std::string_view(name) == "global")
        for (const char* operation : {"atomic", "reduce"})
          expect_holds(of(quantity::atomics_per_cycle, subject, {{"addresses", places}, {"operation", operation}}),
                       crowd["per_cycle"], places);
    }
  }
  const double hit = truth["global"]["load_cycles"], miss = truth["miss_cycles"];
  const auto expect_answer = [&](const Finding* finding, double cycles, const char* as_hit, const char* as_miss) {
    ASSERT_NE(finding, nullptr);
    const char* const right = std::abs(cycles - hit) < std::abs(cycles - miss) ? as_hit : as_miss;
    ASSERT_EQ(finding->status, FindingStatus::measured) << finding->reason;
    EXPECT_EQ(finding->value, right) << finding->reason;
    EXPECT_EQ(finding->evidence.size(), 3U);
  };
  expect_answer(of(quantity::load_after_store, subject::l1_data, {{"line", "absent"}}), truth["after_store_cycles"], "hit", "miss");
  expect_answer(of(quantity::load_after_store, subject::l1_data, {{"line", "present"}}), truth["after_update_cycles"], "hit",
                "miss");
  expect_answer(of(quantity::hit_under_miss, subject::l1_data), truth["hit_under_miss_cycles"], "yes", "no");
  for (const std::uint64_t bytes : {16, 512, 4096, 16384}) {
    const auto more = static_cast<double>(bytes - 4);
    const auto copy = [&](const char* way) {
      return of(quantity::copy_latency_cycles, subject::shared_memory, {{"copy", way}, {"bytes", bytes}});
    };
    expect_holds(copy("registers"), miss + more / truth["load_bytes_per_cycle"].get<double>(), "registers");
    for (const auto& [way, name] : {std::pair{"async", "async_copy"}, std::pair{"bulk", "bulk_copy"}})
      expect_holds(copy(way), truth[name]["cycles"].get<double>() + more / truth[name]["bytes_per_cycle"].get<double>(), way);
  }
}

class DrawnOperations : public testing::TestWithParam<std::uint64_t> {};

TEST_P(DrawnOperations, AreToldExactlyWithoutNoise) {
  const json card = drawn_card(GetParam());
  expect_right(card, found_on(card, "operations"));
}

// Of some hundred 99 % intervals, a few miss the truth by chance. The test allows two, and requires that none is far off.
TEST_P(DrawnOperations, AreToldNearlyInNoise) {
  const json card = drawn_card(GetParam());
  const auto quiet = found_on(card, "operations"), noisy = found_in_noise_on(card, "operations");
  ASSERT_EQ(quiet.size(), noisy.size());
  std::size_t intervals = 0, outside = 0;
  for (std::size_t i = 0; i < quiet.size(); ++i) {
    const Finding &truth = quiet[i], &told = noisy[i];
    SCOPED_TRACE(told.subject + " " + told.quantity + " " + told.conditions.dump());
    ASSERT_EQ(told.quantity, truth.quantity);
    if (told.status != FindingStatus::measured) continue;
    if (truth.value.is_string() || !truth.low) {
      EXPECT_EQ(told.value, truth.value) << told.reason;
      continue;
    }
    ++intervals;
    const double right = truth.value.get<double>();
    outside += right < *told.low - 0.006 || right > *told.high + 0.006 ? 1 : 0;
    const double width = std::max(*told.high - *told.low, 0.02);
    EXPECT_GT(right, *told.low - 3 * width) << told.value;
    EXPECT_LT(right, *told.high + 3 * width) << told.value;
  }
  EXPECT_GT(intervals, 30U);
  EXPECT_LE(outside, 2U);
}

INSTANTIATE_TEST_SUITE_P(Cards, DrawnOperations, testing::Range<std::uint64_t>(1, 25));

TEST(Operations, ACardWithoutAKindOfCopyOrARateSaysSo) {
  json card = drawn_card(3);
  card["operations"].erase("bulk_copy");
  card["operations"]["global"]["atomic"]["neighbours"].erase("per_cycle");
  const auto findings = found_on(card, "operations");
  const Finding* copy = found(findings, subject::shared_memory, quantity::copy_latency_cycles, {{"copy", "bulk"}, {"bytes", 16}});
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->status, FindingStatus::not_measurable);
  EXPECT_EQ(copy->reason, "The model of A card of a test knows nothing of bulk copies.");
  const Finding* rate =
      found(findings, subject::l2, quantity::atomics_per_cycle, {{"addresses", "neighbours"}, {"operation", "atomic"}});
  ASSERT_NE(rate, nullptr);
  EXPECT_EQ(rate->status, FindingStatus::not_measurable);
  EXPECT_THAT(rate->reason, HasSubstr("atomics of several SMs"));
}

// A recording of a session gives the same findings when the probe asks it again.
TEST(Operations, AreToldTheSameByARecording) {
  const auto device = opened(drawn_card(5), true);
  const auto first = find_probe("operations")->run(*device, {}, {});
  ASSERT_TRUE(first);
  Session session;
  session.device = device->description();
  session.runs = first->runs;
  const auto again = find_probe("operations")->run(*make_recording(session), {}, {});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->findings, first->findings);
}

/// A device whose loads hit or miss, and whose other operations take as long as the test sets.
struct OperatingCard : ScriptedRequests {
  double hit = 30, miss = 250, seen = 30, jitter = 1;
  bool now_and_then = false;  ///< of the operations other than plain loads, every third misses
  std::mt19937_64 random{7};

  OperatingCard() {
    about.properties.sm_count = 8;
    operation_cycles = [this](const OperationsRequest& request) -> Outcome<OperationsResult> {
      using enum MemoryOperation;
      if (request.operation == bulk_copy) return DeviceError{ErrorCode::unsupported, "There are no bulk copies here."};
      const bool is_load = request.operation == load;
      std::normal_distribution<double> scatter(0, jitter);
      OperationsResult result;
      result.overhead_cycles = 20;
      for (std::uint64_t i = 0; i < request.repeats; ++i) {
        double cycles = !is_load ? seen : request.warm ? hit : miss;
        if (!is_load && now_and_then && i % 3 == 0) cycles = miss;
        result.cycles.push_back(std::max(0.0, 20 + cycles + scatter(random)));
      }
      return result;
    };
    open();
  }

  Finding told(const char* quantity, const json& conditions = json::object()) {
    const auto report = find_probe("operations")->run(*this, {{"part", "all"}}, {});
    if (!report) throw std::runtime_error(report.error().message);
    for (const Finding& finding : report->findings)
      if (finding.quantity == quantity && (conditions.empty() || finding.conditions == conditions)) return finding;
    throw std::runtime_error("no such finding");
  }
};

TEST(Operations, ALoadThatIsNeitherHitNorMissIsLeftOpen) {
  OperatingCard device;
  device.seen = 140;
  for (const char* line : {"absent", "present"}) {
    const Finding finding = device.told(quantity::load_after_store, {{"line", line}});
    EXPECT_EQ(finding.status, FindingStatus::not_measurable);
    EXPECT_THAT(finding.reason, HasSubstr("neither"));
    EXPECT_TRUE(finding.value.is_null());
    EXPECT_EQ(finding.evidence.size(), 3U) << "what was seen can be looked at";
  }
  EXPECT_EQ(device.told(quantity::hit_under_miss).status, FindingStatus::not_measurable);
}

TEST(Operations, LoadsThatHitNowAndThenAreLeftOpen) {
  OperatingCard device;
  device.now_and_then = true;
  EXPECT_THAT(device.told(quantity::hit_under_miss).reason, HasSubstr("a tenth as long as a miss"));
}

TEST(Operations, WithoutAGapNothingIsToldOfHits) {
  OperatingCard device;
  device.miss = 31;
  const Finding finding = device.told(quantity::hit_under_miss);
  EXPECT_EQ(finding.status, FindingStatus::not_measurable);
  EXPECT_THAT(finding.reason, HasSubstr("too near each other"));
}

TEST(Operations, WhatTheDeviceLacksIsToldInItsWords) {
  OperatingCard device;
  const Finding copy = device.told(quantity::copy_latency_cycles, {{"copy", "bulk"}, {"bytes", 16}});
  EXPECT_EQ(copy.status, FindingStatus::not_measurable);
  EXPECT_EQ(copy.reason, "There are no bulk copies here.");
  EXPECT_EQ(device.told(quantity::copy_latency_cycles, {{"copy", "async"}, {"bytes", 16}}).status, FindingStatus::measured);
}

TEST(Operations, NoRateIsToldWhereMoreTakesNoLonger) {
  OperatingCard device;
  const Finding rate = device.told(quantity::atomics_per_cycle);
  EXPECT_EQ(rate.status, FindingStatus::not_measurable);
  EXPECT_THAT(rate.reason, HasSubstr("took no longer"));
  device.about.properties.sm_count.reset();
  EXPECT_THAT(device.told(quantity::atomics_per_cycle).reason, HasSubstr("number of SMs"));
}

TEST(Operations, ThreadsThatAddUnevenlyAreSaidToDoSo) {
  OperatingCard device;
  device.operation_cycles = [](const OperationsRequest& request) -> Outcome<OperationsResult> {
    const auto threads = static_cast<double>(std::min<std::uint64_t>(request.threads, 32));
    return OperationsResult{std::vector<double>(request.repeats, 100 + (threads > 8 ? 4 * (threads - 8) : 0)), 0};
  };
  const Finding lanes = device.told(quantity::atomic_lane_cycles, {{"addresses", "one_word"}});
  EXPECT_NEAR(lanes.value.get<double>(), 96.0 / 31, 0.006);
  EXPECT_THAT(lanes.reason, HasSubstr("Not evenly"));
  EXPECT_EQ(device.told(quantity::atomic_warp_cycles, {{"addresses", "one_word"}}).value, 0);
}

TEST(Operations, ADeviceWithoutTheRequestIsAskedNothing) {
  OperatingCard device;
  device.operation_cycles = nullptr;
  device.open();
  const Finding latency = device.told(quantity::atomic_latency_cycles);
  EXPECT_EQ(latency.status, FindingStatus::not_measurable);
  EXPECT_THAT(latency.reason, HasSubstr("does not serve the request operations"));
  EXPECT_EQ(device.requests, 0U);
}

TEST(Operations, OnlyThePartThatIsAskedForIsMeasured) {
  OperatingCard device;
  const auto report = find_probe("operations")->run(device, {{"part", "stores"}, {"repeats", "20"}}, {});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->runs.size(), 3U + 2 * 5 + 2);
  EXPECT_EQ(report->findings.size(), 6U);
  const auto few = find_probe("operations")->run(device, {{"repeats", "19"}}, {});
  ASSERT_FALSE(few);
  EXPECT_THAT(few.error().message, HasSubstr("at least 20"));
}

TEST(Operations, AFailureEndsTheProbe) {
  OperatingCard device;
  device.fault = DeviceError{ErrorCode::lost, "The card is gone."};
  device.fault_at = 30;
  const auto report = find_probe("operations")->run(device, {}, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::lost);
}

}  // namespace
}  // namespace chasescope
