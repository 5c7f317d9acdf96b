#include <gmock/gmock.h>

#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/session/compare/comparison.h"
#include "tests/engine/made_up/scripted_requests.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

Outcome<ProbeReport> run_facts(Device& device) { return find_probe("facts")->run(device, {}, {}); }

const Finding* find_fact(const ProbeReport& report, std::string_view subject, std::string_view quantity) {
  for (const Finding& finding : report.findings)
    if (finding.subject == subject && finding.quantity == quantity) return &finding;
  return nullptr;
}

TEST(Facts, AreWhatTheDescriptionTellsAndNoMore) {
  ScriptedRequests device;
  device.about.properties.l2_bytes = 6 << 20;
  device.about.properties.clock_khz = 1'500'000;
  device.about.properties.compute_capability = "8.6";
  device.about.properties.driver = "580.1";
  const auto report = run_facts(device.open());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->runs.empty());
  EXPECT_EQ(device.requests, 0U);
  EXPECT_EQ(report->findings.size(), 6U);
  for (const Finding& finding : report->findings) EXPECT_EQ(finding.status, FindingStatus::reported) << finding.quantity;
  const Finding* l2 = find_fact(*report, "l2", "capacity_bytes");
  ASSERT_NE(l2, nullptr);
  EXPECT_EQ(l2->value, 6 << 20);
  EXPECT_EQ(l2->unit, "bytes");
  EXPECT_EQ(find_fact(*report, "device", "l2_bytes")->value, 6 << 20);
  EXPECT_EQ(find_fact(*report, "device", "clock_khz")->unit, "kHz");
  EXPECT_EQ(find_fact(*report, "device", "driver")->value, "580.1");
  EXPECT_EQ(find_fact(*report, "device", "cores_per_sm")->value, 128);
  EXPECT_EQ(find_fact(*report, "dram", "capacity_bytes"), nullptr);
}

TEST(Facts, CardsOfTodayHaveTheirCores) {
  for (const char* capability : {"9.0", "10.0", "10.3", "12.0", "12.1"}) {
    ScriptedRequests device;
    device.about.properties.compute_capability = capability;
    EXPECT_EQ(find_fact(*run_facts(device), "device", "cores_per_sm")->value, 128) << capability;
  }
}

TEST(Facts, ACapabilityThatNoTableHasGetsNoCores) {
  ScriptedRequests device;
  EXPECT_THAT(find_fact(*run_facts(device.open()), "device", "cores_per_sm")->reason,
              HasSubstr("does not tell its compute capability"));
  device.about.properties.compute_capability = "99.0";
  const auto report = run_facts(device);
  EXPECT_EQ(find_fact(*report, "device", "cores_per_sm")->status, FindingStatus::not_measurable);
  EXPECT_THAT(find_fact(*report, "device", "cores_per_sm")->reason, HasSubstr("no compute capability 99.0"));
}

TEST(Facts, OfAPresetAreThoseOfItsFile) {
  const auto report = run_facts(**open_preset("h100"));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(find_fact(*report, "l2", "capacity_bytes")->value, 52428800);
  EXPECT_EQ(find_fact(*report, "device", "sm_count")->value, 132);
  EXPECT_EQ(find_fact(*report, "dram", "capacity_bytes")->value, 85017493504);
}

TEST(Facts, AreNotComparedTwice) {
  const auto device = open_preset("h100");
  Session session;
  session.device = (*device)->description();
  session.findings = run_facts(**device)->findings;
  const Comparison comparison = compare_sessions(session, session);
  EXPECT_EQ(std::count_if(comparison.rows.begin(), comparison.rows.end(),
                          [](const Compared& row) { return row.a && row.a->quantity == "sm_count"; }),
            1);
}

}  // namespace
}  // namespace chasescope
