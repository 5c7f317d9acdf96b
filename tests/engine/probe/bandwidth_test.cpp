#include <gmock/gmock.h>

#include <set>

#include "engine/device/recording/recording.h"
#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/made_up/scripted_requests.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kMiB = 1 << 20;

Outcome<ProbeReport> run_bandwidth(Device& device, const ParameterValues& values = {}, const ProbeControl& control = {}) {
  return find_probe("bandwidth")->run(device, values, control);
}

const Finding& told_of_bandwidth(const ProbeReport& report, std::string_view subject, std::string_view quantity) {
  for (const Finding& finding : report.findings)
    if (finding.subject == subject && finding.quantity == quantity) return finding;
  throw std::runtime_error("no such finding");
}

/// A card on which eight-byte words and many small blocks are fastest. The L1 of an SM holds 40 KiB and takes no writes. Larger
/// arrays come from the L2.
struct BandwidthCard : ScriptedRequests {
  BandwidthCard() {
    about.properties.sm_count = 10;
    about.properties.l2_bytes = 4 * kMiB;
    about.properties.shared_bytes_per_sm = 64 << 10;
    about.properties.shared_bytes_per_block = 48 << 10;
    throughput = [this](const BandwidthRequest& request) -> Outcome<BandwidthResult> {
      if (request.level == "l1" && request.direction != Direction::read) return DeviceError{of_writes, "Writes go through the L1."};
      if (request.level == "l2" && request.bytes > 4 * kMiB)
        return DeviceError{ErrorCode::invalid_request, "Too large for the L2."};
      double rate = request.level == "l1" && request.bytes <= 10 * l1_bytes ? 1000 : request.level == "dram" ? 100 : 300;
      if (request.access_bytes == 8) rate *= 1.1;
      if (request.blocks == 40U) rate *= 1.5;
      return BandwidthResult{rate, with_clock ? rate * 1.5e9 : 0};
    };
    open();
  }
  std::uint64_t l1_bytes = 40 << 10;
  bool with_clock = true;
  ErrorCode of_writes = ErrorCode::invalid_request;
};

TEST(Bandwidth, TheBestSettingOfEachLevelAndDirection) {
  BandwidthCard device;
  const auto report = run_bandwidth(device);
  ASSERT_TRUE(report) << report.error().message;
  const Finding& l1 = told_of_bandwidth(*report, "l1_data", "read_bandwidth");
  EXPECT_EQ(l1.status, FindingStatus::measured) << l1.reason;
  EXPECT_EQ(l1.unit, "bytes/s");
  EXPECT_DOUBLE_EQ(l1.value.get<double>(), 1000 * 1.1 * 1.5 * 1.5e9);
  EXPECT_THAT(l1.method, HasSubstr("8 B per access, 40 blocks of 256 threads, 320 KiB in all; 1,650 bytes per cycle"));
  EXPECT_FALSE(l1.evidence.empty());
  EXPECT_DOUBLE_EQ(told_of_bandwidth(*report, "dram", "copy_bandwidth").value.get<double>(), 100 * 1.1 * 1.5 * 1.5e9);
  EXPECT_THAT(told_of_bandwidth(*report, "dram", "read_bandwidth").reason, HasSubstr("16 times as large as the L2"));
  EXPECT_EQ(told_of_bandwidth(*report, "shared_memory", "write_bandwidth").status, FindingStatus::measured);
  EXPECT_EQ(told_of_bandwidth(*report, "l2", "copy_bandwidth").status, FindingStatus::measured);
  const Finding& writes = told_of_bandwidth(*report, "l1_data", "write_bandwidth");
  EXPECT_EQ(writes.status, FindingStatus::not_measurable);
  EXPECT_EQ(writes.reason, "Writes go through the L1.");
  const Finding& clock = told_of_bandwidth(*report, "device", "clock_khz");
  EXPECT_EQ(clock.value, 1'500'000) << "bytes a second by bytes a cycle";
  EXPECT_EQ(clock.reason, "") << "it did not move";
  EXPECT_EQ(report->findings.size(), 13U);
  EXPECT_LE(device.requests, 80U);
}

TEST(Bandwidth, of_writes_is_absent_where_a_card_writes_through_its_l1) {
  for (const Origin origin : {Origin::hardware, Origin::model, Origin::external, Origin::recording})
    for (const ErrorCode code : {ErrorCode::unsupported, ErrorCode::invalid_request}) {
      BandwidthCard device;
      device.about.origin = origin;
      device.of_writes = code;
      const auto report = run_bandwidth(device, {{"level", "l1"}});
      ASSERT_TRUE(report) << report.error().message;
      const bool is_absent = origin == Origin::hardware && code == ErrorCode::unsupported;
      for (const char* quantity : {"write_bandwidth", "copy_bandwidth"}) {
        const Finding& writes = told_of_bandwidth(*report, "l1_data", quantity);
        EXPECT_EQ(writes.status, is_absent ? FindingStatus::absent : FindingStatus::not_measurable) << to_string(origin);
        EXPECT_EQ(writes.reason, "Writes go through the L1.");
      }
    }
}

TEST(Bandwidth, AnL1NoFasterThanTheL2IsNone) {
  BandwidthCard device;
  device.l1_bytes = 0;
  for (const char* level : {"all", "l1"}) {
    const auto report = run_bandwidth(device, {{"level", level}});
    ASSERT_TRUE(report) << report.error().message;
    const Finding& l1 = told_of_bandwidth(*report, "l1_data", "read_bandwidth");
    EXPECT_EQ(l1.status, FindingStatus::not_measurable) << level;
    EXPECT_THAT(l1.reason, HasSubstr("no faster than reading the L2"));
    EXPECT_TRUE(l1.value.is_null());
    EXPECT_FALSE(l1.evidence.empty());
  }
}

TEST(Bandwidth, OfWaysThatOnlyReadIsReadAlone) {
  BandwidthCard device;
  const auto l1 = device.throughput;
  std::set<std::uint64_t> slices;
  device.throughput = [&](BandwidthRequest request) {
    EXPECT_EQ(request.direction, Direction::read);
    if (request.level == "constant") {
      slices.insert(request.bytes / 10);
      const auto slice = static_cast<double>(request.bytes) / 10;
      // A cache of 2 KiB; the fixed cost of a pass lowers the rate of small slices.
      const double rate = slice > 2048 ? 20 : 46 + slice / 512;
      return Outcome<BandwidthResult>(BandwidthResult{rate, rate * 1.5e9});
    }
    if (request.level != "l2") request.level = "l1";
    return l1(request);
  };
  for (const auto& [level, subject] : {std::pair{"readonly", "readonly"}, std::pair{"texture", "texture"}}) {
    const auto report = run_bandwidth(device, {{"level", level}});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->findings.size(), 2U) << "its rate, and the clock";
    EXPECT_DOUBLE_EQ(told_of_bandwidth(*report, subject, "read_bandwidth").value.get<double>(), 1000 * 1.1 * 1.5 * 1.5e9);
  }
  const auto constants = run_bandwidth(device, {{"level", "constant"}});
  ASSERT_TRUE(constants);
  const Finding& rate = told_of_bandwidth(*constants, "constant_l1", "read_bandwidth");
  EXPECT_EQ(rate.value, 75e9) << "though the L2 is faster: it is no way to the L1";
  EXPECT_THAT(rate.reason, HasSubstr("counted once for the warp"));
  EXPECT_THAT(slices, testing::ElementsAre(512, 1024, 2048, 4096));
  // A device that does not know the level names the levels that it knows.
  const auto opened = open_preset("h100");
  ASSERT_TRUE(opened);
  const auto unknown = run_bandwidth(**opened, {{"level", "texture"}});
  ASSERT_TRUE(unknown);
  EXPECT_THAT(told_of_bandwidth(*unknown, "texture", "read_bandwidth").reason, HasSubstr("knows no bandwidth of 'texture'"));
}

TEST(Bandwidth, WithoutAClockOrSizesThereAreNoBytesPerSecond) {
  BandwidthCard device;
  device.with_clock = false;
  const Finding no_clock = told_of_bandwidth(*run_bandwidth(device, {{"level", "l2"}}), "l2", "read_bandwidth");
  EXPECT_EQ(no_clock.status, FindingStatus::not_measurable);
  EXPECT_THAT(no_clock.reason, HasSubstr("495 bytes per cycle, but no clock"));
  BandwidthCard unknown;
  unknown.about.properties = {};
  const auto report = run_bandwidth(unknown);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(unknown.requests, 0U);
  EXPECT_THAT(told_of_bandwidth(*report, "l2", "read_bandwidth").reason, HasSubstr("does not tell the L2's size"));
  EXPECT_THAT(told_of_bandwidth(*report, "shared_memory", "copy_bandwidth").reason, HasSubstr("does not tell the number of SMs"));
  EXPECT_EQ(told_of_bandwidth(*run_bandwidth(unknown, {{"level", "l2"}, {"bytes", "1MiB"}}), "l2", "read_bandwidth").status,
            FindingStatus::measured);
}

TEST(Bandwidth, ErrorsAndBadInput) {
  BandwidthCard device;
  EXPECT_THAT(run_bandwidth(device, {{"bytes", "1MiB"}}).error().message, HasSubstr("choose the level"));
  EXPECT_THAT(run_bandwidth(device, {{"level", "l2"}, {"bytes", "6"}}).error().message, HasSubstr("no multiple"));
  EXPECT_EQ(device.requests, 0U);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(run_bandwidth(device, {}, {.stop = stop.get_token()}).error().code, ErrorCode::cancelled);
  device.fault = DeviceError{ErrorCode::lost, "The card is gone."};
  device.fault_at = 5;
  EXPECT_EQ(run_bandwidth(device).error().message, "The card is gone.");
  ScriptedRequests none;
  const auto report = run_bandwidth(none.open());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_THAT(told_of_bandwidth(*report, "dram", "read_bandwidth").reason, HasSubstr("does not serve the request bandwidth"));
}

TEST(Bandwidth, ARecordingSaysTheSame) {
  BandwidthCard device;
  const auto report = run_bandwidth(device, {{"level", "l2"}});
  Session session;
  session.device = device.description();
  session.runs = report->runs;
  const auto again = run_bandwidth(*make_recording(session), {{"level", "l2"}});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->findings, report->findings);
}

/// The numbers of the cards' files, by the clock of the SMs: bytes per cycle, of an SM or of the card.
TEST(Bandwidth, ThePresetsNumbersComeBack) {
  const auto h100 = run_bandwidth(**open_preset("h100"));
  ASSERT_TRUE(h100) << h100.error().message;
  const double clock = 1980e6;
  EXPECT_NEAR(told_of_bandwidth(*h100, "l1_data", "read_bandwidth").value.get<double>(), 105.5 * 132 * clock, 1e9);
  EXPECT_NEAR(told_of_bandwidth(*h100, "l2", "read_bandwidth").value.get<double>(), 3803.5 * clock, 1e9);
  EXPECT_NEAR(told_of_bandwidth(*h100, "dram", "write_bandwidth").value.get<double>(), 1622.7 * clock, 1e9);
  const auto a100 = run_bandwidth(**open_preset("a100"));
  EXPECT_NEAR(told_of_bandwidth(*a100, "l1_data", "read_bandwidth").value.get<double>(), 110.0 * 108 * 1410e6, 1e9);
  EXPECT_EQ(told_of_bandwidth(*a100, "l1_data", "read_bandwidth").reason, "");  // refusals of the larger arrays are not mentioned
  EXPECT_NEAR(told_of_bandwidth(*a100, "shared_memory", "read_bandwidth").value.get<double>(), 128.0 * 108 * 1410e6, 1e9);
  const auto p6000 = run_bandwidth(**open_preset("p6000"));
  EXPECT_EQ(told_of_bandwidth(*p6000, "l1_data", "read_bandwidth").status, FindingStatus::not_measurable);
  const auto k20 = run_bandwidth(**open_preset("k20"));
  EXPECT_THAT(told_of_bandwidth(*k20, "l2", "read_bandwidth").reason, HasSubstr("600 bytes per cycle, but no clock"));
}

}  // namespace
}  // namespace chasescope
