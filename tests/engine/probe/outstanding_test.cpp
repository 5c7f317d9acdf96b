#include <gmock/gmock.h>

#include <cmath>

#include "engine/device/recording/recording.h"
#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/trace/random.h"
#include "tests/engine/made_up/scripted_requests.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

/// Fewer points than in the study, to keep tests short. The even numbers around every spike are among them.
const ParameterValues kShort{{"threads", "2-1024:2"}, {"sharing", "1, 4, 32"}};

Outcome<ProbeReport> run_outstanding(Device& device, const ParameterValues& values = kShort, const ProbeControl& control = {}) {
  return find_probe("outstanding")->run(device, values, control);
}

const Finding& finding(const Outcome<ProbeReport>& report, std::string_view quantity) {
  return finding_of(report->findings, quantity);
}

/// Requests go out in waves. A wave has as many as the table holds and takes 300 cycles; to issue one takes a third of a cycle.
double in_waves(double requests, double room) { return 300 * (1 + std::floor((requests - 1) / room)) + requests / 3; }

/// An MSHR of 100 entries for blocks, with four threads to an entry. The scoreboard stops a warp after six loads.
double mshr(const OutstandingRequest& request, std::uint64_t) {
  const auto entries_of = [](std::uint64_t threads) { return std::ceil(static_cast<double>(threads) / 4); };
  const double entries = static_cast<double>(request.threads / request.sharing) * entries_of(request.sharing) +
                         entries_of(request.threads % request.sharing);
  const double scoreboard = 300 * std::floor(static_cast<double>(request.loads - 1) / 6);
  return in_waves(entries * static_cast<double>(request.loads), 100) + scoreboard;
}

/// A PRT of 20 entries for warp instructions. The scoreboard stops a warp after three loads.
double prt(const OutstandingRequest& request, std::uint64_t) {
  const double instructions = std::ceil(static_cast<double>(request.threads) / 32) * static_cast<double>(request.loads);
  const double scoreboard = 300 * std::floor(static_cast<double>(request.loads - 1) / 3);
  const double blocks = std::ceil(static_cast<double>(request.threads) / static_cast<double>(request.sharing));
  return in_waves(instructions, 20) + blocks / 20 + scoreboard;
}

struct BurstCard : ScriptedRequests {
  explicit BurstCard(double (*cycles)(const OutstandingRequest&, std::uint64_t)) {
    burst_cycles = cycles;
    open();
  }
};

TEST(Outstanding, FindsAnMshr) {
  BurstCard device(mshr);
  const auto report = run_outstanding(device);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(finding(report, "structure").value, "mshr");
  EXPECT_EQ(finding(report, "entries").value, 100);
  EXPECT_EQ(finding(report, "merges_per_entry").value, 4);
  EXPECT_EQ(finding(report, "max_outstanding").value, 100);
  EXPECT_EQ(finding(report, "max_loads_per_warp").value, 6);
  EXPECT_FALSE(finding(report, "structure").evidence.empty());
  EXPECT_FALSE(finding(report, "max_loads_per_warp").evidence.empty());
}

TEST(Outstanding, FindsAPrt) {
  BurstCard device(prt);
  const auto report = run_outstanding(device);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(finding(report, "structure").value, "prt");
  EXPECT_EQ(finding(report, "entries").value, 20);
  EXPECT_EQ(finding(report, "merges_per_entry").status, FindingStatus::absent);
  EXPECT_EQ(finding(report, "max_outstanding").value, 640);
  EXPECT_EQ(finding(report, "max_loads_per_warp").value, 3);
  // Four loads exceed the scoreboard, so that no curve was measured for them.
  for (const RunPtr& each : report->runs)
    EXPECT_TRUE(each->auxiliary || each->as<OutstandingRequest>()->request.loads <= 3) << each->label;
}

TEST(Outstanding, SaysHowFarItSawNoSaturation) {
  ScriptedRequests device;
  device.burst_cycles = [](const OutstandingRequest& request, std::uint64_t) {
    return 300 + static_cast<double>(request.threads * request.loads) / 64;
  };
  const auto report = run_outstanding(device.open());
  ASSERT_TRUE(report) << report.error().message;
  for (const char* quantity : {"structure", "entries", "merges_per_entry", "max_outstanding"}) {
    EXPECT_EQ(finding(report, quantity).status, FindingStatus::not_measurable) << quantity;
    EXPECT_THAT(finding(report, quantity).reason, HasSubstr("No saturation seen up to 1,024 threads of 8 loads; 4,096 requests"))
        << quantity;
  }
  EXPECT_EQ(finding(report, "max_outstanding").low, 4096);
  EXPECT_THAT(finding(report, "max_loads_per_warp").reason, HasSubstr("No limit seen up to 16 loads"));
}

TEST(Outstanding, ThroughputAloneIsNoTable) {
  // The time grows with each request from the first on, as on a busy card whose table is never full.
  ScriptedRequests device;
  device.burst_cycles = [](const OutstandingRequest& request, std::uint64_t) {
    return 400 + 2.0 * static_cast<double>(request.threads * request.loads) / static_cast<double>(request.sharing);
  };
  const auto report = run_outstanding(device.open());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(finding(report, "structure").status, FindingStatus::not_measurable);
  EXPECT_EQ(finding(report, "max_outstanding").status, FindingStatus::not_measurable);
  // There is one answer every second cycle, and each request takes 400 cycles: at most 200 are under way. The probe claims four
  // fifths of a lone request's latency.
  const Finding& least = finding(report, "outstanding_at_least");
  EXPECT_EQ(least.status, FindingStatus::measured);
  EXPECT_GE(least.value.get<int>(), 140);
  EXPECT_LE(least.value.get<int>(), 161);
  EXPECT_EQ(least.evidence.size(), 2U);
  // Sharing saves requests, so that the curves of unique blocks give the largest certain number. There is only one bound.
  EXPECT_EQ(*finding(report, "max_outstanding").low, least.value.get<double>());
}

TEST(Outstanding, StrongNoiseLeavesItUndecided) {
  ScriptedRequests device;
  Random random(5);
  device.burst_cycles = [&](const OutstandingRequest& request, std::uint64_t repeat) {
    return mshr(request, repeat) + 5000 * random.unit();
  };
  const auto report = run_outstanding(device.open());
  ASSERT_TRUE(report) << report.error().message;
  for (const Finding& each : report->findings) {
    EXPECT_EQ(each.status, FindingStatus::not_measurable) << each.quantity << ' ' << each.value;
    EXPECT_FALSE(each.reason.empty());
  }
}

TEST(Outstanding, WeakNoiseAndOutliersDoNoHarm) {
  ScriptedRequests device;
  Random random(6);
  device.burst_cycles = [&](const OutstandingRequest& request, std::uint64_t repeat) {
    return mshr(request, repeat) + 8 * random.unit() + (random.below(500) == 0 ? 2000 : 0);
  };
  const auto report = run_outstanding(device.open());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(finding(report, "structure").value, "mshr");
  EXPECT_EQ(finding(report, "entries").value, 100);
  EXPECT_EQ(finding(report, "max_loads_per_warp").value, 6);
}

TEST(Outstanding, ADeviceThatTakesFewLoadsIsMeasuredAsFarAsItGoes) {
  BurstCard device(mshr);
  device.most_loads = 5;
  const auto report = run_outstanding(device);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(finding(report, "entries").value, 100);
  const Finding& loads = finding(report, "max_loads_per_warp");
  EXPECT_EQ(loads.status, FindingStatus::not_measurable);
  EXPECT_THAT(loads.reason, HasSubstr("No limit seen up to 5 loads, the most that the device takes"));
  // If a person asks for more loads, the error is that of the device.
  EXPECT_THAT(run_outstanding(device, {{"loads", "6"}}).error().message, HasSubstr("The limit is 5 loads"));
}

TEST(Outstanding, OneCurveIsNotEnough) {
  BurstCard device(mshr);
  const auto report = run_outstanding(device, {{"loads", "1"}, {"sharing", "1"}});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(finding(report, "structure").status, FindingStatus::not_measurable);
  EXPECT_THAT(finding(report, "structure").reason, HasSubstr("Only one curve leaps (after 100 threads × 1 load)"));
}

TEST(Outstanding, BadInputIsRefusedWithTheLimits) {
  BurstCard device(mshr);
  device.about.properties.max_threads_per_block = 512;
  const auto message = [&](const ParameterValues& values) {
    const auto report = run_outstanding(device, values);
    return report ? std::string() : report.error().message;
  };
  EXPECT_THAT(message({{"threads", "2-1024:2"}}), HasSubstr("threads is 1,024; it must lie between 1 and 512"));
  EXPECT_THAT(message({{"threads", "0-32"}}), HasSubstr("threads is 0; it must lie between 1 and 512"));
  EXPECT_THAT(message({{"threads", "0"}}), HasSubstr("threads is 0; it must lie between 1 and 512"));
  EXPECT_THAT(message({{"loads", "0"}}), HasSubstr("loads is 0; it must lie between 1 and"));
  EXPECT_THAT(message({{"sharing", "3"}}),
              HasSubstr("sharing is 3; it must divide the 32 threads of a warp: 1, 2, 4, 8, 16 or 32"));
  EXPECT_THAT(message({{"sharing", "64"}}), HasSubstr("sharing is 64"));
  EXPECT_THAT(message({{"sharing", "0"}}), HasSubstr("sharing is 0"));
  EXPECT_THAT(message({{"threads", "2-16:2"}, {"sharing", "32"}}), HasSubstr("No point has enough threads"));
  EXPECT_THAT(message({{"repeats", "0"}}), HasSubstr("repeats is 0"));
  EXPECT_THAT(message({{"block_bytes", "3"}}), HasSubstr("block_bytes is 3; it must lie between 4"));
  EXPECT_THAT(message({{"threads", "1-512"}, {"loads", "1-200"}}), HasSubstr("points are too many"));
  EXPECT_EQ(device.requests, 0U);
}

TEST(Outstanding, ADeviceThatServesNoneIsNoFailure) {
  ScriptedRequests device;
  const auto report = run_outstanding(device.open());
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->findings.size(), 5U);
  for (const Finding& each : report->findings) {
    EXPECT_EQ(each.status, FindingStatus::not_measurable);
    EXPECT_THAT(each.reason, HasSubstr("does not serve the request outstanding"));
  }
}

TEST(Outstanding, WhatGoesWrongEndsIt) {
  BurstCard device(mshr);
  device.fault = DeviceError{ErrorCode::lost, "The card has gone."};
  device.fault_at = 300;
  EXPECT_EQ(run_outstanding(device).error().code, ErrorCode::lost);
  BurstCard cancelled(mshr);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(run_outstanding(cancelled, kShort, {.stop = stop.get_token()}).error().code, ErrorCode::cancelled);
}

/// Request study §4 and §5.
TEST(Outstanding, TheStudysCardsComeOutAsPublished) {
  const auto m2070 = run_outstanding(**open_preset("m2070"), {});
  ASSERT_TRUE(m2070) << m2070.error().message;
  EXPECT_EQ(finding(m2070, "structure").value, "mshr");
  EXPECT_EQ(finding(m2070, "entries").value, 128);
  EXPECT_EQ(finding(m2070, "max_outstanding").value, 128);
  // An entry takes more than eight threads, so that no curve shows the end: the finding has a bound and no value.
  EXPECT_EQ(finding(m2070, "merges_per_entry").status, FindingStatus::not_measurable);
  EXPECT_TRUE(finding(m2070, "merges_per_entry").value.is_null());
  EXPECT_GE(finding(m2070, "merges_per_entry").low, 8);
  EXPECT_FALSE(finding(m2070, "merges_per_entry").high);
  EXPECT_EQ(finding(m2070, "max_loads_per_warp").value, 4);
  const auto k20 = run_outstanding(**open_preset("k20"), {});
  ASSERT_TRUE(k20) << k20.error().message;
  EXPECT_EQ(finding(k20, "structure").value, "prt");
  EXPECT_GE(finding(k20, "entries").value, 44);
  EXPECT_LE(finding(k20, "entries").value, 45);
  EXPECT_EQ(finding(k20, "max_loads_per_warp").value, 3);
  // The study's number 1,408 is 44 warp instructions of 32 threads. Its own spikes show 1,360 and 1,362 blocks.
  EXPECT_EQ(finding(k20, "max_outstanding").value, 1362);
  ASSERT_EQ(finding(k20, "max_outstanding").opinions.size(), 1U);
  EXPECT_EQ(finding(k20, "max_outstanding").opinions[0].value, 1408);
  EXPECT_FALSE(finding(k20, "max_outstanding").opinions[0].agrees);
}

TEST(Outstanding, ARecordingSaysTheSame) {
  const auto device = open_preset("k20");
  const auto report = run_outstanding(**device, {});
  ASSERT_TRUE(report) << report.error().message;
  Session session;
  session.device = (*device)->description();
  session.runs = report->runs;
  const auto again = run_outstanding(*make_recording(session), {});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->findings, report->findings);
}

TEST(Outstanding, ARecordingOfADeviceThatTakesFewLoadsSaysTheSame) {
  BurstCard device(mshr);
  device.most_loads = 5;
  const auto report = run_outstanding(device);
  ASSERT_TRUE(report) << report.error().message;
  Session session;
  session.device = device.description();
  session.runs = report->runs;
  const auto again = run_outstanding(*make_recording(session));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->findings, report->findings);
}

}  // namespace
}  // namespace chasescope
