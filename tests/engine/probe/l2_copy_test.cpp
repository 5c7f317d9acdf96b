#include <gmock/gmock.h>

#include "engine/device/recording/recording.h"
#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/trace/random.h"
#include "tests/engine/made_up/scripted_requests.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

constexpr double kCopiedMiB = 1 << 20;

Outcome<ProbeReport> run_copies(Device& device, const ParameterValues& values = {}) {
  return find_probe("l2-copy")->run(device, values, {});
}

/// A card on which cached bytes are copied twice as fast.
struct CopyCard : ScriptedRequests {
  explicit CopyCard(double l2_bytes, bool in_seconds = false) {
    copy_result = [=](const CopyRequest& request) {
      const auto bytes = static_cast<double>(request.bytes);
      const double cached = request.flush ? 0 : std::min(bytes, l2_bytes);
      const double cycles = 2000 + (bytes - cached / 2) / 50;
      return in_seconds ? CopyResult{{}, cycles / 1e9} : CopyResult{cycles, {}};
    };
    open();
  }
};

TEST(L2Copy, FindsWhereTheGapStopsGrowing) {
  for (const double l2 : {0.75 * kCopiedMiB, 1.5 * kCopiedMiB, 6 * kCopiedMiB, 50 * kCopiedMiB}) {
    CopyCard device(l2);
    const auto report = run_copies(device);
    ASSERT_TRUE(report) << report.error().message;
    const Finding& found = finding_of(report->findings, "copy_saturation_bytes");
    EXPECT_EQ(found.subject, "l2");
    EXPECT_EQ(found.status, FindingStatus::measured) << found.reason;
    EXPECT_EQ(found.value, static_cast<std::uint64_t>(l2));
    EXPECT_FALSE(found.evidence.empty());
  }
}

// Even the smallest copies gain: their first access hits. On a card this gain is as large as that of 128 KiB.
TEST(L2Copy, AGapThatTheSmallestCopiesHaveIsNoPlateau) {
  Random random(5);
  ScriptedRequests device;
  device.copy_result = [&](const CopyRequest& request) {
    const auto bytes = static_cast<double>(request.bytes);
    const double cached = request.flush ? 0 : std::min(bytes, 16 * kCopiedMiB);
    const double disturbed = random.below(5) == 0 ? 0.05 * bytes / 450 : 0;  // about one in five copies takes longer
    return CopyResult{2800 + (request.flush ? 350 : 0) + (bytes - cached / 5) / 450 + 80 * random.unit() + disturbed, {}};
  };
  device.open();
  for (int round = 0; round < 10; ++round) {
    const auto report = run_copies(device);
    ASSERT_TRUE(report) << report.error().message;
    const Finding& found = finding_of(report->findings, "copy_saturation_bytes");
    ASSERT_EQ(found.status, FindingStatus::measured) << found.reason;
    EXPECT_NEAR(found.value.get<double>(), 16 * kCopiedMiB, 1.6 * kCopiedMiB);
    EXPECT_LE(*found.low, 16 * kCopiedMiB);
    EXPECT_GE(*found.high, 16 * kCopiedMiB);
  }
}

TEST(L2Copy, TakesSecondsWhereThereAreNoCycles) {
  CopyCard device(0.75 * kCopiedMiB, true);
  const auto report = run_copies(device);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_NEAR(finding_of(report->findings, "copy_saturation_bytes").value.get<double>(), 0.75 * kCopiedMiB, 1);
}

TEST(L2Copy, SaysHowFarItSawNoSaturation) {
  CopyCard device(8 * kCopiedMiB);
  const auto report = run_copies(device, {{"from", "64KiB"}, {"to", "4MiB"}});
  ASSERT_TRUE(report) << report.error().message;
  const Finding& found = finding_of(report->findings, "copy_saturation_bytes");
  EXPECT_EQ(found.status, FindingStatus::not_measurable);
  EXPECT_THAT(found.reason, HasSubstr("No saturation seen up to"));
  // If the device has little memory, the search ends there.
  device.about.properties.max_footprint_bytes = 1 << 20;
  const auto small = run_copies(device);
  ASSERT_TRUE(small) << small.error().message;
  EXPECT_THAT(finding_of(small->findings, "copy_saturation_bytes").reason, HasSubstr("No saturation seen up to 1 MiB"));
}

TEST(L2Copy, WithoutADifferenceThereIsNothingToFind) {
  CopyCard device(0);
  const auto report = run_copies(device);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_THAT(finding_of(report->findings, "copy_saturation_bytes").reason, HasSubstr("makes no difference"));
  Random random(8);
  ScriptedRequests noise;
  noise.copy_result = [&](const CopyRequest&) { return CopyResult{1000 + 1000 * random.unit(), {}}; };
  const auto noisy = run_copies(noise.open(), {{"to", "4MiB"}});
  ASSERT_TRUE(noisy) << noisy.error().message;
  EXPECT_EQ(finding_of(noisy->findings, "copy_saturation_bytes").status, FindingStatus::not_measurable);
}

TEST(L2Copy, BadInputIsRefusedWithTheLimits) {
  CopyCard device(kCopiedMiB);
  const auto message = [&](const ParameterValues& values) {
    const auto report = run_copies(device, values);
    return report ? std::string() : report.error().message;
  };
  EXPECT_THAT(message({{"from", "0"}}), HasSubstr("must be at least 1"));
  EXPECT_THAT(message({{"from", "2MiB"}, {"to", "1MiB"}}), HasSubstr("smaller than the smallest"));
  EXPECT_THAT(message({{"to", "1MiB"}, {"step", "0"}}), HasSubstr("step is 0"));
  EXPECT_THAT(message({{"to", "1GiB"}, {"step", "1"}}), HasSubstr("the limit is 1,024"));
  EXPECT_THAT(message({{"samples", "0"}}), HasSubstr("between 1 and 1,000"));
  device.about.properties.max_footprint_bytes = 1 << 20;
  EXPECT_THAT(message({{"to", "2MiB"}}), HasSubstr("the limit is 1 MiB"));
  EXPECT_EQ(device.requests, 0U);
}

TEST(L2Copy, ADeviceThatServesNoneIsNoFailure) {
  ScriptedRequests device;
  const auto report = run_copies(device.open());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_THAT(finding_of(report->findings, "copy_saturation_bytes").reason, HasSubstr("does not serve the request copy"));
}

/// Request study §3.3: "approximately at 768 KB and 1536 KB".
TEST(L2Copy, TheStudysCardsComeOutAsPublished) {
  for (const auto& [id, bytes] : {std::pair{"m2070", 768 * 1024}, {"k20", 1536 * 1024}}) {
    const auto report = run_copies(**open_preset(id));
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(finding_of(report->findings, "copy_saturation_bytes").value, bytes) << id;
  }
}

/// The findings of the same probe on a recording of that device.
Outcome<ProbeReport> replayed(Device& device, const ProbeReport& report) {
  Session session;
  session.device = device.description();
  session.runs = report.runs;
  return run_copies(*make_recording(session));
}

TEST(L2Copy, ARecordingSaysTheSame) {
  for (const char* id : {"m2070", "k20"}) {
    const auto device = open_preset(id);
    const auto report = run_copies(**device);
    ASSERT_TRUE(report) << report.error().message;
    const auto again = replayed(**device, *report);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->findings, report->findings) << id;
  }
}

TEST(L2Copy, ADeviceWithoutRoomEndsTheSearchAndSoDoesItsRecording) {
  CopyCard device(8 * kCopiedMiB);
  device.most_copied = 2 << 20;
  const auto report = run_copies(device);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_THAT(finding_of(report->findings, "copy_saturation_bytes").reason, HasSubstr("No saturation seen up to 2 MiB"));
  const auto again = replayed(device, *report);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->findings, report->findings);
}

}  // namespace
}  // namespace chasescope
