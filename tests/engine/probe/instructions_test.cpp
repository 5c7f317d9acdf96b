#include <gmock/gmock.h>

#include <map>

#include "engine/device/recording/recording.h"
#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/made_up/scripted_requests.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kKiB = 1024;

Outcome<ProbeReport> run_instructions(Device& device, const ParameterValues& values = {}, const ProbeControl& control = {}) {
  return find_probe("instructions")->run(device, values, control);
}

const Finding& told_of_code(const ProbeReport& report, std::string_view subject, std::string_view quantity = "capacity_bytes") {
  for (const Finding& finding : report.findings)
    if (finding.subject == subject && finding.quantity == quantity) return finding;
  throw std::runtime_error("no such finding");
}

/// Cycles per instruction, by KiB of code.
using Curve = std::map<double, double>;

/// A card that takes the cycles on straight lines between the points of the curve. It has no code larger than the last point.
struct CodeCard : ScriptedRequests {
  explicit CodeCard(Curve by_kib) {
    code_cycles = [by_kib](const InstructionsRequest& request) -> Outcome<InstructionsResult> {
      const double kib = static_cast<double>(request.bytes) / kKiB;
      const auto above = by_kib.lower_bound(kib);
      if (above == by_kib.end()) return DeviceError{ErrorCode::invalid_request, "The code is too long."};
      if (above == by_kib.begin()) return InstructionsResult{above->second, 16};
      const auto below = std::prev(above);
      const double share = (kib - below->first) / (above->first - below->first);
      return InstructionsResult{below->second + share * (above->second - below->second), 16};
    };
    open();
  }
};

TEST(Instructions, NamesNoCacheWhereTheShortestCodeMayHaveLeftOneBehind) {
  CodeCard device(Curve{{12, 2}, {16, 6}, {64, 6}, {80, 25}, {256, 25}});
  const auto report = run_instructions(device, {{"from", "32KiB"}});
  ASSERT_TRUE(report) << report.error().message;
  for (const Finding& finding : report->findings) {
    EXPECT_EQ(finding.status, FindingStatus::not_measurable) << finding.subject;
    EXPECT_THAT(finding.reason, testing::AllOf(HasSubstr("32 KiB"), HasSubstr("from=1KiB")));
  }
  EXPECT_FALSE(report->findings.empty());
}

TEST(Instructions, EachLevelEndsWhereItsCodeNoLongerFits) {
  CodeCard device(Curve{{12, 2}, {16, 6}, {64, 6}, {80, 25}, {256, 25}});
  const auto report = run_instructions(device);
  ASSERT_TRUE(report) << report.error().message;
  const Finding& l0 = told_of_code(*report, "instruction_l0");
  EXPECT_EQ(l0.status, FindingStatus::measured) << l0.reason;
  EXPECT_EQ(l0.value, 12 * kKiB);
  EXPECT_EQ(l0.low, 12.0 * kKiB);
  EXPECT_GE(l0.high, 15.0 * kKiB);
  EXPECT_LE(l0.high, 17.0 * kKiB);
  EXPECT_EQ(l0.unit, "bytes");
  EXPECT_FALSE(l0.evidence.empty());
  EXPECT_EQ(told_of_code(*report, "instruction_l1").value, 64 * kKiB);
  EXPECT_EQ(told_of_code(*report, "instruction_l1", "cycles_per_instruction").value, 6);
  const Finding& l2 = told_of_code(*report, "instruction_l2");
  EXPECT_EQ(l2.status, FindingStatus::not_measurable);
  EXPECT_THAT(l2.reason, HasSubstr("No end seen in code of up to 256 KiB"));
  EXPECT_EQ(l2.low, 256.0 * kKiB);
  EXPECT_EQ(told_of_code(*report, "instruction_l2", "cycles_per_instruction").value, 25);
}

/// Measured on an H200: 1.38 cycles, 1.5 from 24 KiB on, 2.2 beyond 32 KiB, 2.6 from 112 KiB on, 5.7 beyond 128 KiB.
TEST(Instructions, SmallRisesOfARealCardAreWithinALevel) {
  CodeCard device(Curve{{0.25, 1.38},
                        {1, 1.38},
                        {4, 1.38},
                        {16, 1.38},
                        {24, 1.51},
                        {32, 1.50},
                        {48, 2.23},
                        {64, 2.22},
                        {96, 2.22},
                        {112, 2.59},
                        {120, 2.56},
                        {124, 2.55},
                        {128, 2.58},
                        {136, 4.43},
                        {160, 5.69},
                        {192, 5.69},
                        {256, 5.69},
                        {384, 5.65},
                        {512, 5.65}});
  device.about.properties.compute_capability = "9.0";
  const auto report = run_instructions(device);
  ASSERT_TRUE(report) << report.error().message;
  const Finding& l0 = told_of_code(*report, "instruction_l0");
  ASSERT_EQ(l0.status, FindingStatus::measured) << l0.reason;
  EXPECT_NEAR(l0.value.get<double>(), 32 * kKiB, 2 * kKiB);
  EXPECT_GE(l0.low, 16.0 * kKiB);  // no point was measured between 16 and 24 KiB, so that the curve is straight here
  EXPECT_LE(l0.low, 20.0 * kKiB);
  EXPECT_THAT(l0.reason, HasSubstr("less than a quarter"));
  const Finding& l1 = told_of_code(*report, "instruction_l1");
  ASSERT_EQ(l1.status, FindingStatus::measured) << l1.reason;
  EXPECT_NEAR(l1.value.get<double>(), 128 * kKiB, 1 * kKiB);
  EXPECT_NEAR(told_of_code(*report, "instruction_l2", "cycles_per_instruction").value.get<double>(), 5.67, 0.03);
}

TEST(Instructions, OnePlateauTellsNoCapacity) {
  CodeCard device(Curve{{512, 2}});
  const auto report = run_instructions(device);
  ASSERT_TRUE(report) << report.error().message;
  const Finding& l0 = told_of_code(*report, "instruction_l0");
  EXPECT_EQ(l0.status, FindingStatus::not_measurable);
  EXPECT_THAT(l0.reason, HasSubstr("one plateau"));
  EXPECT_EQ(l0.low, 512.0 * kKiB);
  EXPECT_THAT(told_of_code(*report, "instruction_l1").reason, HasSubstr("No further level shows"));
  EXPECT_EQ(told_of_code(*report, "instruction_l0", "cycles_per_instruction").value, 2);
}

TEST(Instructions, ACurveThatNoCachesExplainTellsNothing) {
  CodeCard ramp(Curve{{1, 2}, {512, 900}});
  EXPECT_THAT(told_of_code(*run_instructions(ramp), "instruction_l0").reason, HasSubstr("nowhere constant"));
  CodeCard falling(Curve{{16, 9}, {20, 2}, {512, 2}});
  EXPECT_THAT(told_of_code(*run_instructions(falling), "instruction_l1").reason, HasSubstr("falls or jumps"));
  CodeCard none(Curve{});
  const auto report = run_instructions(none);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(told_of_code(*report, "instruction_l2").reason, "The code is too long.");
}

TEST(Instructions, ErrorsAndBadInput) {
  CodeCard device(Curve{{12, 2}, {16, 6}, {512, 6}});
  EXPECT_THAT(run_instructions(device, {{"from", "1000"}}).error().message, HasSubstr("multiple of 256 B"));
  EXPECT_THAT(run_instructions(device, {{"from", "4KiB"}, {"to", "2KiB"}}).error().message, HasSubstr("between the shortest"));
  EXPECT_THAT(run_instructions(device, {{"to", "17MiB"}}).error().message, HasSubstr("and 16 MiB."));
  EXPECT_THAT(run_instructions(device, {{"repeats", "0"}}).error().message, HasSubstr("repeats is 0"));
  EXPECT_EQ(device.requests, 0U);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(run_instructions(device, {}, {.stop = stop.get_token()}).error().code, ErrorCode::cancelled);
  device.fault = DeviceError{ErrorCode::lost, "The card is gone."};
  device.fault_at = 5;
  EXPECT_EQ(run_instructions(device).error().message, "The card is gone.");
  ScriptedRequests none;
  EXPECT_THAT(told_of_code(*run_instructions(none.open()), "instruction_l1").reason,
              HasSubstr("does not serve the request instructions"));
}

TEST(Instructions, ARecordingSaysTheSame) {
  CodeCard device(Curve{{12, 2}, {16, 6}, {64, 6}, {80, 25}, {256, 25}});
  const auto report = run_instructions(device);
  Session session;
  session.device = device.description();
  session.runs = report->runs;
  const auto again = run_instructions(*make_recording(session));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->findings, report->findings);
}

TEST(Instructions, ThePresetsCachesComeBack) {
  for (const auto& [id, l0] : {std::pair{"v100", 12 * kKiB}, {"a100", 32 * kKiB}, {"h100", 32 * kKiB}}) {
    const auto report = run_instructions(**open_preset(id));
    ASSERT_TRUE(report) << report.error().message;
    const auto holds = [&](const char* subject, std::uint64_t bytes) {
      const Finding& capacity = told_of_code(*report, subject);
      EXPECT_EQ(capacity.status, FindingStatus::measured) << id;
      // One line too many in a set shows less than the points of a level differ. Two lines too many show.
      EXPECT_LE(capacity.low.value(), bytes) << id;
      EXPECT_LE(bytes, capacity.value.get<std::uint64_t>()) << id;
      EXPECT_LE(capacity.value.get<std::uint64_t>(), bytes + 256) << id;
    };
    holds("instruction_l0", l0);
    holds("instruction_l1", 128 * kKiB);
    EXPECT_EQ(told_of_code(*report, "instruction_l2").status, FindingStatus::not_measurable) << id;
  }
  // Before Volta, the nearest instruction cache is called L1. The third cache of a GTX 280 has no name here.
  const auto gtx280 = run_instructions(**open_preset("gtx280"));
  ASSERT_TRUE(gtx280) << gtx280.error().message;
  EXPECT_EQ(told_of_code(*gtx280, "instruction_l1").value, 4 * kKiB);
  EXPECT_EQ(told_of_code(*gtx280, "instruction_l2").value, 8 * kKiB);
  EXPECT_EQ(told_of_code(*gtx280, "device").value, 32 * kKiB);
  EXPECT_EQ(told_of_code(*gtx280, "device").conditions.at("instruction_level"), 3);
}

}  // namespace
}  // namespace chasescope
