#include <gmock/gmock.h>

#include <map>
#include <numeric>
#include <set>

#include "engine/device/recording/recording.h"
#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/session/session_file.h"
#include "engine/trace/random.h"
#include "tests/engine/made_up/scripted_requests.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

Outcome<ProbeReport> run_banks(Device& device, const ParameterValues& values = {}, const ProbeControl& control = {}) {
  return find_probe("banks")->run(device, values, control);
}

/// 2014 paper §4.1, figure 5: gcd(stride, 32) rows of 37.4 cycles.
double fermi(const BankRequest& request) {
  const double rows =
      request.stride == 0 ? 1 : static_cast<double>(std::gcd(request.stride * request.word_bytes / 4, std::uint64_t{32}));
  const double turns = request.word_bytes / 4.0;
  const double degree = rows < turns ? turns : rows;
  return 50 + 37.4 * (degree - 1);
}

struct FermiCard : ScriptedRequests {
  FermiCard() {
    bank_cycles = fermi;
    only_bank_bytes = 4;
    open();
  }
};

std::vector<Finding> measured(const ProbeReport& report) {
  std::vector<Finding> findings;
  for (const Finding& finding : report.findings)
    if (finding.status == FindingStatus::measured) findings.push_back(finding);
  return findings;
}

TEST(Banks, ACardWithoutASecondModeIsFoundWithItsOne) {
  FermiCard device;
  const auto report = run_banks(device, {{"words", "4"}});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(finding_of(report->findings, "banks", 4).value, 32);
  EXPECT_EQ(finding_of(report->findings, "bank_width_bytes", 4).value, 4);
  EXPECT_EQ(finding_of(report->findings, "bank_row_bytes", 4).value, 4);
  EXPECT_EQ(finding_of(report->findings, "broadcast", 4).value, "yes");
  const Finding& missing = finding_of(report->findings, "bank_width_bytes", 8);
  EXPECT_EQ(missing.status, FindingStatus::absent);
  EXPECT_EQ(missing.reason, "There is no mode of 8.");
  // Each finding with a value names runs as evidence, and these runs exist.
  std::set<std::string> ids;
  for (const RunPtr& each : report->runs) ids.insert(each->id);
  EXPECT_EQ(report->runs.size(), 65U * 5);
  for (const Finding& finding : measured(*report)) {
    EXPECT_FALSE(finding.evidence.empty()) << finding.quantity;
    for (const std::string& id : finding.evidence) EXPECT_TRUE(ids.contains(id)) << id;
  }
}

TEST(Banks, EachDegreeHasItsLatency) {
  FermiCard device;
  const auto report = run_banks(device, {{"words", "4"}, {"bank_bytes", "4"}});
  ASSERT_TRUE(report) << report.error().message;
  std::map<double, double> latencies;
  for (const Finding& finding : report->findings)
    if (finding.quantity == "conflict_latency_cycles") latencies[finding.conditions["conflict_degree"]] = finding.value;
  ASSERT_EQ(latencies.size(), 5U);
  for (const auto& [degree, cycles] : latencies) EXPECT_DOUBLE_EQ(cycles, 50 + 37.4 * (degree - 1));
  EXPECT_DOUBLE_EQ(finding_of(report->findings, "extra_row_cycles").value, 37.4);
  EXPECT_DOUBLE_EQ(finding_of(report->findings, "hit_latency_cycles").value, 50);
}

TEST(Banks, WideWordsAreMeasuredBesideTheLayout) {
  FermiCard device;
  const auto report = run_banks(device, {{"words", "16, 4, 8"}, {"bank_bytes", "4"}});
  ASSERT_TRUE(report) << report.error().message;
  std::map<unsigned, double> latencies;
  for (const Finding& finding : report->findings)
    if (finding.quantity == "hit_latency_cycles") latencies[finding.conditions["word_bytes"]] = finding.value;
  EXPECT_EQ(latencies, (std::map<unsigned, double>{{4, 50}, {8, 50 + 37.4}, {16, 50 + 3 * 37.4}}));
}

TEST(Banks, StrongNoiseLeavesThemUndecided) {
  FermiCard device;
  Random random(9);
  device.bank_cycles = [&](const BankRequest& request) { return fermi(request) + 4000 * random.unit(); };
  const auto report = run_banks(device, {{"words", "4"}, {"bank_bytes", "4"}});
  ASSERT_TRUE(report) << report.error().message;
  for (const Finding& finding : report->findings) {
    EXPECT_EQ(finding.status, FindingStatus::not_measurable) << finding.quantity << ' ' << finding.value;
    EXPECT_FALSE(finding.reason.empty());
  }
}

TEST(Banks, WeakNoiseIsMeasuredUntilItNoLongerMatters) {
  FermiCard device;
  Random random(9);
  // A row costs two cycles, and the noise is so strong that a single round can't tell rows apart.
  device.bank_cycles = [&](const BankRequest& request) {
    return 28 + (fermi(request) - 50) / 37.4 * 2 + 2.2 * (random.unit() - 0.5) + 2.2 * (random.unit() - 0.5);
  };
  const auto report = run_banks(device, {{"words", "4"}, {"bank_bytes", "4"}});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(finding_of(report->findings, "banks").value, 32);
  EXPECT_GT(report->runs.size(), 65U * 5);
}

TEST(Banks, AFlatCurveIsNoFinding) {
  FermiCard device;
  device.bank_cycles = [](const BankRequest&) { return 30.0; };
  const auto report = run_banks(device, {{"words", "4"}, {"bank_bytes", "4"}});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(measured(*report).empty());
  EXPECT_THAT(finding_of(report->findings, "banks").reason, HasSubstr("does not depend on the stride"));
}

TEST(Banks, ADeviceThatServesNoneIsNoFailure) {
  ScriptedRequests device;
  device.copy_result = [](const CopyRequest&) { return CopyResult{1, {}}; };
  const auto report = run_banks(device.open());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->runs.empty());
  ASSERT_FALSE(report->findings.empty());
  for (const Finding& finding : report->findings) {
    EXPECT_EQ(finding.status, FindingStatus::not_measurable);
    EXPECT_EQ(finding.reason, "Scripted does not serve the request bank; it serves copy.");
  }
}

TEST(Banks, BadInputIsRefusedWithTheLimits) {
  FermiCard device;
  device.about.properties.shared_bytes_per_block = 16384;
  const auto message = [&](const ParameterValues& values) {
    const auto report = run_banks(device, values);
    return report ? std::string() : report.error().message;
  };
  EXPECT_THAT(message({{"strides", "0-200"}}), HasSubstr("the largest is 132"));
  EXPECT_THAT(message({{"words", "5"}}), HasSubstr("must be 4, 8 or 16"));
  EXPECT_THAT(message({{"bank_bytes", "16"}}), HasSubstr("none of 4, 8"));
  EXPECT_THAT(message({{"repeats", "0"}}), HasSubstr("between 1 and"));
  EXPECT_THAT(message({{"samples", "0"}}), HasSubstr("between 1 and 1,000"));
  EXPECT_THAT(message({{"samples", "1001"}}), HasSubstr("between 1 and 1,000"));
  EXPECT_EQ(device.requests, 0U);
  // By default the strides end at the size of shared memory: 16-byte words reach to stride 33.
  EXPECT_EQ(message({}), "");
}

TEST(Banks, WhatGoesWrongEndsIt) {
  FermiCard device;
  device.fault = DeviceError{ErrorCode::lost, "The card has gone."};
  device.fault_at = 100;
  EXPECT_EQ(run_banks(device).error().code, ErrorCode::lost);
  FermiCard cancelled;
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(run_banks(cancelled, {}, {.stop = stop.get_token()}).error().code, ErrorCode::cancelled);
}

/// Table 1 and figures 4 to 7 of the 2014 paper.
TEST(Banks, ThePapersCardsComeOutAsPublished) {
  for (const char* id : {"gtx560ti", "m2070"}) {
    const auto device = open_preset(id);
    const auto report = run_banks(**device, {{"words", "4"}});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(finding_of(report->findings, "banks", 4).value, 32) << id;
    EXPECT_EQ(finding_of(report->findings, "bank_width_bytes", 4).value, 4) << id;
    std::map<double, double> latencies;
    for (const Finding& finding : report->findings)
      if (finding.quantity == "conflict_latency_cycles") latencies[finding.conditions["conflict_degree"]] = finding.value;
    EXPECT_EQ(finding_of(report->findings, "hit_latency_cycles", 4).value, 50) << id;
    EXPECT_EQ(latencies[2], 88) << id;
    EXPECT_EQ(latencies[32], 1210) << id;
  }
  for (const char* id : {"gtx780", "k20"}) {
    const auto device = open_preset(id);
    const auto report = run_banks(**device, {{"words", "4"}});
    ASSERT_TRUE(report) << report.error().message;
    for (const unsigned mode : {4U, 8U}) {
      EXPECT_EQ(finding_of(report->findings, "banks", mode).value, 32) << id;
      EXPECT_EQ(finding_of(report->findings, "bank_width_bytes", mode).value, mode) << id;
      EXPECT_EQ(finding_of(report->findings, "bank_row_bytes", mode).value, 8) << id;
    }
    // Figure 7: no conflict at stride 2, two-way conflicts at stride 4, and at stride 6 two-way conflicts in 4-byte mode only.
    const auto cycles_at = [&](std::uint64_t stride, unsigned mode) {
      for (const RunPtr& each : report->runs)
        if (const auto* bank = each->as<BankRequest>(); bank->request.stride == stride && bank->request.bank_bytes == mode)
          return bank->result.mean_cycles;
      return -1.0;
    };
    EXPECT_EQ(cycles_at(2, 4), cycles_at(1, 4));
    EXPECT_EQ(cycles_at(2, 8), cycles_at(1, 8));
    EXPECT_GT(cycles_at(4, 4), cycles_at(1, 4));
    EXPECT_EQ(cycles_at(6, 4), cycles_at(4, 4));
    EXPECT_EQ(cycles_at(6, 8), cycles_at(1, 8));
  }
}

TEST(Banks, ARecordingSaysTheSame) {
  const auto device = open_preset("gtx780");
  const auto report = run_banks(**device, {{"words", "4"}});
  ASSERT_TRUE(report) << report.error().message;
  Session session;
  session.device = (*device)->description();
  session.runs = report->runs;
  session.findings = report->findings;
  const auto saved = session_bytes(session, SessionFormat::cbor);
  ASSERT_TRUE(saved) << saved.error().message;
  const auto opened = parse_session(*saved, "saved");
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(opened->findings.size(), report->findings.size());
  const auto again = run_banks(*make_recording(*opened), {{"words", "4"}});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->findings, report->findings);
}

}  // namespace
}  // namespace chasescope
