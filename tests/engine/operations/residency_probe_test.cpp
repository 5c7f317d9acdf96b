// Probe `residency` on devices that are no model: one that keeps the shares of lines that an H200 was seen to keep, and others on
// which a part of the probe can't tell.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "engine/findings/vocabulary.h"
#include "engine/probe/discovery/registry.h"
#include "tests/engine/made_up/scripted_requests.h"

namespace chasescope {
namespace {

using nlohmann::json;

constexpr double kMiB = 1 << 20;
constexpr std::uint64_t kL2Bytes = 60 << 20;
constexpr double kPart = 3.75 * kMiB;  // a sixteenth of it

/// The straight line between neighbouring points; beyond the last point its value.
double between_points(const std::vector<std::pair<double, double>>& points, double x) {
  for (std::size_t i = 1; i < points.size(); ++i)
    if (x <= points[i].first) {
      const auto [x0, y0] = points[i - 1];
      const auto [x1, y1] = points[i];
      return y0 + (y1 - y0) * (x - x0) / (x1 - x0);
    }
  return points.back().second;
}

/// The share of an array that stays if its lines are spread over sets by chance, `lines` to a set on average, and each set keeps at
/// most `ways` of them.
double share_in_ways(double lines, double ways) {
  double kept = 0, chance = std::exp(-lines), fewer = 0;  // the chances of a Poisson distribution
  for (double here = 0; here < ways; ++here) {
    kept += here * chance;
    fewer += chance;
    chance *= lines / (here + 1);
  }
  return (kept + ways * (1 - fewer)) / lines;
}

/// An L2 that is nothing but shares: so much of an array is left after such a sweep. Single loads scatter as those of an H200.
struct KeepingCard : ScriptedRequests {
  double hit_from = 255, hit_to = 494, miss_from = 542, miss_to = 850;
  double default_set_aside = 3 * kPart, most_set_aside = 10 * kPart;
  bool has_priorities = true;
  /// The share of words at this offset that come with the word that was read.
  std::function<double(std::uint64_t offset, std::uint64_t setting)> comes_along = [](std::uint64_t offset, std::uint64_t setting) {
    return offset < setting ? 1.0 : 0.0;
  };
  std::mt19937_64 random{11};

  KeepingCard() {
    about.properties.l2_bytes = kL2Bytes;
    residency_cycles = [this](const ResidencyRequest& request) { return answered_for(request); };
    open();
  }

  Outcome<ResidencyResult> answered_for(const ResidencyRequest& request) {
    if (!has_priorities && (request.kept != EvictionPriority::normal || request.swept != EvictionPriority::normal))
      return DeviceError{ErrorCode::unsupported, "Loads have no eviction priorities here."};
    if (request.persisting_bytes && static_cast<double>(*request.persisting_bytes) > most_set_aside)
      return DeviceError{ErrorCode::invalid_request, "So much can't be set aside."};
    const double present = std::round(share_left(request) * static_cast<double>(request.places));
    std::uniform_real_distribution<double> hit(hit_from, hit_to), miss(miss_from, miss_to);
    ResidencyResult result;
    for (std::uint64_t i = 0; i < request.places; ++i)
      result.cycles.push_back(static_cast<double>(i) < present ? hit(random) : miss(random));
    std::shuffle(result.cycles.begin(), result.cycles.end(), random);
    return result;
  }

  double share_left(const ResidencyRequest& request) const {
    using enum EvictionPriority;
    if (request.timed_offset > 0) return comes_along(request.timed_offset, request.fetch_bytes.value_or(64));
    const double kept = static_cast<double>(request.kept_bytes), swept = static_cast<double>(request.swept_bytes) / kMiB;
    if (request.swept_bytes == 0)
      return between_points({{0, 1}, {28, 1}, {32, 0.98}, {48, 0.82}, {56, 0.68}, {72, 0.5}}, kept / kMiB);
    if (request.kept == first) return between_points({{0, 1}, {4, 0.34}, {8, 0.03}, {12, 0}}, swept);
    if (request.kept == last && request.swept != last) {
      const double aside = request.persisting_bytes ? static_cast<double>(*request.persisting_bytes) : default_set_aside;
      return share_in_ways(kept / kPart, std::max(std::ceil(aside / kPart), 1.0));
    }
    return request.swept == first ? 1 : between_points({{0, 1}, {16, 1}, {24, 0.99}, {32, 0.76}, {48, 0.01}, {52, 0}}, swept);
  }

  std::vector<Finding> findings_of(const ParameterValues& values = {}) {
    const auto report = find_probe("residency")->run(*this, values, {});
    if (!report) throw std::runtime_error(report.error().message);
    return report->findings;
  }
};

const Finding& only(const std::vector<Finding>& findings, const char* quantity, const json& conditions = json::object()) {
  const Finding* told = nullptr;
  for (const Finding& finding : findings) {
    if (finding.quantity != quantity || finding.conditions != conditions) continue;
    if (told != nullptr) throw std::runtime_error("twice: " + std::string(quantity) + conditions.dump());
    told = &finding;
  }
  if (told == nullptr) throw std::runtime_error("no finding: " + std::string(quantity) + conditions.dump());
  return *told;
}

const Finding& stays(const std::vector<Finding>& findings, const char* kept, const char* swept) {
  return only(findings, quantity::retained_share, {{"kept", kept}, {"swept", swept}});
}

void expect_no_value(const Finding& finding, const char* reason) {
  SCOPED_TRACE(finding.quantity + " " + finding.conditions.dump());
  EXPECT_EQ(finding.status, FindingStatus::not_measurable);
  EXPECT_TRUE(finding.value.is_null());
  EXPECT_THAT(finding.reason, testing::HasSubstr(reason));
}

TEST(ResidencyProbe, TellsWhereTheEffectiveSizeEnds) {
  KeepingCard device;
  const auto findings = device.findings_of();
  const Finding& size = only(findings, quantity::effective_bytes);
  ASSERT_EQ(size.status, FindingStatus::measured) << size.reason;
  EXPECT_EQ(size.subject, subject::l2);
  // 0.98 of 32 MiB and 0.82 of 48 stay, so that 0.95 stays of 35 MiB: between nine and ten sixteenths. Their shares, 0.963 and
  // 0.925, are too near to 0.95 for the loads of one request.
  EXPECT_GE(*size.low, 8 * kPart);
  EXPECT_LT(*size.low, 35 * kMiB);
  EXPECT_GT(*size.high, 35 * kMiB);
  EXPECT_LE(*size.high, 12 * kPart);
  EXPECT_EQ(size.value, *size.low);
  EXPECT_EQ(size.evidence.size(), 18U + 2) << "and the loads that are known to hit and to miss";
}

TEST(ResidencyProbe, TellsInWhichOrderLinesGo) {
  KeepingCard device;
  const auto findings = device.findings_of({{"part", "priorities"}});
  for (const char* kept : {"normal", "unchanged"}) {
    const Finding& sweep = only(findings, quantity::evicting_sweep_bytes, {{"kept", kept}});
    ASSERT_EQ(sweep.status, FindingStatus::measured) << sweep.reason;
    EXPECT_EQ(sweep.value, 8 * kPart);
    EXPECT_EQ(*sweep.low, 8 * kPart);
    EXPECT_EQ(*sweep.high, 12 * kPart);
    EXPECT_EQ(stays(findings, kept, "normal").value, 0);
  }
  const Finding& first = only(findings, quantity::evicting_sweep_bytes, {{"kept", "first"}});
  EXPECT_EQ(first.value, 0);
  EXPECT_EQ(*first.high, kPart);
  const Finding& outlasting = only(findings, quantity::evicting_sweep_bytes, {{"kept", "last"}});
  expect_no_value(outlasting, "stays");
  EXPECT_EQ(*outlasting.low, 32 * kPart) << "at least so much";
  EXPECT_FALSE(outlasting.high);
  const Finding& last = stays(findings, "last", "normal");
  const double share = share_in_ways(2, 3);  // 0.89
  EXPECT_NEAR(last.value.get<double>(), share, 0.002);
  EXPECT_LT(*last.low, share);
  EXPECT_GT(*last.high, share);
  EXPECT_EQ(stays(findings, "normal", "first").value, 1) << "lines read with priority first evict nothing";
  EXPECT_EQ(stays(findings, "normal", "last").value, 0);
  EXPECT_EQ(findings.size(), 4U * 2 + 2);
}

TEST(ResidencyProbe, TellsHowMuchPersists) {
  KeepingCard device;
  const auto findings = device.findings_of({{"part", "persisting"}});
  ASSERT_EQ(findings.size(), 7U);
  const auto expect_holds_bytes = [](const Finding& finding, double bytes) {
    ASSERT_EQ(finding.status, FindingStatus::measured) << finding.reason;
    EXPECT_NEAR(finding.value.get<double>(), bytes, 0.08 * bytes) << finding.conditions.dump();
    EXPECT_LE(*finding.low, bytes);
    EXPECT_GE(*finding.high, bytes);
  };
  expect_holds_bytes(only(findings, quantity::persisting_bytes, {{"set_aside", "default"}}), 3 * kPart);
  for (const auto& [parts, held] :
       {std::pair{0, 1}, std::pair{2, 2}, std::pair{4, 4}, std::pair{6, 6}, std::pair{8, 8}, std::pair{10, 10}})
    expect_holds_bytes(only(findings, quantity::persisting_bytes, {{"set_aside_bytes", static_cast<std::uint64_t>(parts * kPart)}}),
                       held * kPart);
}

TEST(ResidencyProbe, TellsWhatAMissBrings) {
  KeepingCard device;
  const auto findings = device.findings_of({{"part", "fetch"}});
  ASSERT_EQ(findings.size(), 4U);
  EXPECT_EQ(only(findings, quantity::fetched_bytes, {{"fetch_setting", "default"}}).value, 64);
  for (const std::uint64_t setting : {32, 64, 128})
    EXPECT_EQ(only(findings, quantity::fetched_bytes, {{"fetch_setting_bytes", setting}}).value, setting);
}

TEST(ResidencyProbe, AsksOnlyWhatItIsAskedFor) {
  KeepingCard device;
  EXPECT_EQ(device.findings_of({{"part", "size"}}).size(), 1U);
  EXPECT_EQ(device.requests, 2U + 18);
  KeepingCard whole;
  EXPECT_EQ(whole.findings_of().size(), 1U + 10 + 7 + 4);
  EXPECT_EQ(whole.requests, 2U + 18 + 4 * 10 + 2 + (9 + 9 + 8 + 6 + 5 + 4 + 3) + 4 * 4);
  for (const char* places : {"63", "4097"}) {
    const auto refused = find_probe("residency")->run(device, {{"places", places}}, {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, testing::HasSubstr("between 64 and 4,096"));
  }
}

TEST(ResidencyProbe, SharesAreTheSameWhereSomeHitsAreSlow) {
  KeepingCard device;
  device.hit_to = 560;  // one hit in seventeen takes as long as a miss may
  const auto findings = device.findings_of();
  EXPECT_EQ(only(findings, quantity::effective_bytes).status, FindingStatus::measured);
  EXPECT_GE(*only(findings, quantity::effective_bytes).low, 7 * kPart) << "slow hits are no missing lines";
  EXPECT_LT(*only(findings, quantity::effective_bytes).low, 35 * kMiB);
  EXPECT_GT(*only(findings, quantity::effective_bytes).high, 35 * kMiB);
  EXPECT_NEAR(stays(findings, "last", "normal").value.get<double>(), share_in_ways(2, 3), 0.04);
  EXPECT_NEAR(stays(findings, "normal", "first").value.get<double>(), 1, 0.03);
  EXPECT_EQ(only(findings, quantity::fetched_bytes, {{"fetch_setting", "default"}}).value, 64);
}

TEST(ResidencyProbe, TellsNothingWhereHitsTakeAsLongAsMisses) {
  KeepingCard device;
  device.miss_from = device.hit_from;
  device.miss_to = device.hit_to;
  const auto findings = device.findings_of();
  EXPECT_EQ(findings.size(), 1U + 10 + 1 + 4);
  for (const Finding& finding : findings) expect_no_value(finding, "latencies do not tell which lines are in the L2");
  EXPECT_EQ(device.requests, 2U) << "nothing else is worth asking";
}

// The number of timed places decides how near the bounds are, not what is told.
TEST(ResidencyProbe, FewPlacesContradictManyNowhere) {
  double low = 0, high = 1e12;
  for (const char* places : {"64", "256", "1024", "4096"})
    for (const unsigned seed : {1U, 2U, 3U, 4U, 5U}) {
      KeepingCard device;
      device.random.seed(seed);
      const auto findings = device.findings_of({{"part", "size"}, {"places", places}});
      const Finding& size = only(findings, quantity::effective_bytes);
      if (size.low) low = std::max(low, *size.low);
      if (size.high) high = std::min(high, *size.high);
    }
  EXPECT_LT(low, 35 * kMiB);
  EXPECT_GT(high, 35 * kMiB);
}

TEST(ResidencyProbe, TellsWhatGoesWithoutPriorities) {
  KeepingCard device;
  device.has_priorities = false;
  const auto findings = device.findings_of();
  constexpr const char* kRefusal = "Loads have no eviction priorities here.";
  EXPECT_EQ(only(findings, quantity::effective_bytes).status, FindingStatus::measured);
  EXPECT_EQ(only(findings, quantity::evicting_sweep_bytes, {{"kept", "normal"}}).value, 8 * kPart);
  EXPECT_EQ(only(findings, quantity::fetched_bytes, {{"fetch_setting", "default"}}).value, 64);
  for (const char* kept : {"first", "last", "unchanged"}) {
    expect_no_value(only(findings, quantity::evicting_sweep_bytes, {{"kept", kept}}), kRefusal);
    expect_no_value(stays(findings, kept, "normal"), kRefusal);
  }
  expect_no_value(stays(findings, "normal", "first"), kRefusal);
  expect_no_value(only(findings, quantity::persisting_bytes, {{"set_aside", "default"}}), kRefusal);
}

TEST(ResidencyProbe, ARefusedSetAsideIsToldInTheWordsOfTheDevice) {
  KeepingCard device;
  device.most_set_aside = 8 * kPart;
  const auto findings = device.findings_of({{"part", "persisting"}});
  const auto of_parts = [&](double parts) -> const Finding& {
    return only(findings, quantity::persisting_bytes, {{"set_aside_bytes", static_cast<std::uint64_t>(parts * kPart)}});
  };
  EXPECT_EQ(of_parts(8).status, FindingStatus::measured);
  expect_no_value(of_parts(10), "So much can't be set aside.");
}

TEST(ResidencyProbe, AnEndThatIsNotReachedIsABound) {
  KeepingCard device;
  device.default_set_aside = 64 * kPart;
  device.residency_cycles = [&](const ResidencyRequest& request) -> Outcome<ResidencyResult> {
    if (request.swept_bytes == 0 && static_cast<double>(request.kept_bytes) > 5 * kPart)
      return DeviceError{ErrorCode::out_of_memory, "There is no room for that."};
    return device.answered_for(request);
  };
  const auto findings = device.findings_of();
  const Finding& size = only(findings, quantity::effective_bytes);
  expect_no_value(size, "There is no room for that.");
  EXPECT_EQ(*size.low, 5 * kPart) << "at least so much";
  const Finding& held = only(findings, quantity::persisting_bytes, {{"set_aside", "default"}});
  expect_no_value(held, "stays");
  EXPECT_GT(*held.low, 13 * kPart);
}

TEST(ResidencyProbe, SharesThatContradictEachOtherTellNothing) {
  KeepingCard device;
  int asked = 0;
  device.residency_cycles = [&](const ResidencyRequest& request) -> Outcome<ResidencyResult> {
    ResidencyRequest disturbed = request;
    // Somebody else sweeps through the L2 at the third array, and at the second sweep.
    if (request.swept_bytes == 0 && request.timed_offset == 0 && static_cast<double>(request.kept_bytes) == 3 * kPart)
      disturbed.swept_bytes = 40 * kL2Bytes, ++asked;
    if (request.kept == EvictionPriority::normal && static_cast<double>(request.swept_bytes) == 2 * kPart)
      disturbed.swept_bytes = 40 * kL2Bytes, ++asked;
    return device.answered_for(disturbed);
  };
  const auto findings = device.findings_of();
  EXPECT_EQ(asked, 2);
  expect_no_value(only(findings, quantity::effective_bytes), "disturbed");
  expect_no_value(only(findings, quantity::evicting_sweep_bytes, {{"kept", "normal"}}), "disturbed");
  EXPECT_EQ(only(findings, quantity::evicting_sweep_bytes, {{"kept", "unchanged"}}).value, 8 * kPart);
}

TEST(ResidencyProbe, WhatStaysAfterASmallerSweepIsNotToldOfTheLargeOne) {
  KeepingCard device;
  device.residency_cycles = [&](const ResidencyRequest& request) -> Outcome<ResidencyResult> {
    if (static_cast<double>(request.swept_bytes) > 8 * kPart)
      return DeviceError{ErrorCode::out_of_memory, "There is no room for that."};
    return device.answered_for(request);
  };
  const auto findings = device.findings_of({{"part", "priorities"}});
  for (const char* kept : {"normal", "last"}) expect_no_value(stays(findings, kept, "normal"), "There is no room for that.");
  expect_no_value(only(findings, quantity::evicting_sweep_bytes, {{"kept", "last"}}), "There is no room for that.");
  EXPECT_EQ(only(findings, quantity::evicting_sweep_bytes, {{"kept", "first"}}).value, 0);
}

// Of a small L2 so few lines are timed that those which miss evict next to none of the others.
TEST(ResidencyProbe, TimesFewLinesOfASmallL2) {
  KeepingCard device;
  std::uint64_t most = 0;
  device.residency_cycles = [&](const ResidencyRequest& request) -> Outcome<ResidencyResult> {
    most = std::max(most, request.places);
    return device.answered_for(request);
  };
  device.findings_of();
  EXPECT_EQ(most, 1024U);
  most = 0;
  device.about.properties.l2_bytes = 768 << 10;
  device.open();
  device.findings_of();
  EXPECT_EQ(most, 6144U / 64);
}

TEST(ResidencyProbe, AnL2ThatIsNotReportedMustBeGiven) {
  KeepingCard device;
  device.about.properties.l2_bytes.reset();
  const auto findings = device.findings_of();
  EXPECT_EQ(findings.size(), 5U);
  for (const Finding& finding : findings) expect_no_value(finding, "--set l2=SIZE");
  EXPECT_EQ(device.requests, 0U);
  EXPECT_EQ(only(device.findings_of({{"l2", "60MiB"}}), quantity::effective_bytes).status, FindingStatus::measured);
  const auto refusal = [&](const char* l2) {
    const auto report = find_probe("residency")->run(device, {{"l2", l2}}, {});
    return report ? "" : report.error().message;
  };
  for (const char* small : {"0", "32KiB"}) EXPECT_THAT(refusal(small), testing::HasSubstr("must be at least 64 KiB"));
  device.about.properties.l2_bytes = kL2Bytes;
  device.open();
  EXPECT_THAT(refusal("1MiB"), testing::HasSubstr("the device reports an L2 of 60 MiB"));
}

TEST(ResidencyProbe, AFetchThatIsNoAlignedBlockIsNotTold) {
  KeepingCard device;
  const auto fetched = [&](const std::function<double(std::uint64_t)>& comes_along) {
    device.comes_along = [&](std::uint64_t offset, std::uint64_t) { return comes_along(offset); };
    return only(device.findings_of({{"part", "fetch"}}), quantity::fetched_bytes, {{"fetch_setting", "default"}});
  };
  expect_no_value(fetched([](std::uint64_t offset) { return offset <= 64 ? 1.0 : 0.0; }), "no aligned block");
  expect_no_value(fetched([](std::uint64_t offset) { return offset == 64 ? 1.0 : 0.0; }), "nearer words are not");
  expect_no_value(fetched([](std::uint64_t offset) { return offset == 32 ? 0.5 : 0.0; }), "all of these words, or none");
  const Finding all = fetched([](std::uint64_t offset) { return offset <= 128 ? 1.0 : 0.0; });
  expect_no_value(all, "All words up to");
  EXPECT_EQ(*all.low, 128);
}

TEST(ResidencyProbe, ADeviceWithoutTheRequestIsAskedNothing) {
  KeepingCard device;
  device.residency_cycles = nullptr;
  device.open();
  const auto findings = device.findings_of();
  EXPECT_EQ(findings.size(), 5U);
  for (const Finding& finding : findings) expect_no_value(finding, "does not serve the request residency");
  EXPECT_EQ(device.requests, 0U);
}

TEST(ResidencyProbe, AFailureEndsTheProbe) {
  for (const std::size_t at : {0, 1, 30, 121}) {
    KeepingCard device;
    device.fault = DeviceError{ErrorCode::lost, "The card is gone."};
    device.fault_at = at;
    const auto report = find_probe("residency")->run(device, {}, {});
    ASSERT_FALSE(report) << at;
    EXPECT_EQ(report.error().code, ErrorCode::lost);
    EXPECT_EQ(device.requests, at + 1) << "nothing is asked after that";
  }
}

}  // namespace
}  // namespace chasescope
