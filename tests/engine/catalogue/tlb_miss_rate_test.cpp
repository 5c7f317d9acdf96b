// The miss rate of TLBs over N, as figure 11 of the 2014 paper plots it, from the probe on the paper's cards.
#include <gmock/gmock.h>

#include <algorithm>

#include "engine/device/catalogue/catalogue.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

const Finding* rates_of(const ProbeReport& report, const char* subject) {
  for (const Finding& finding : report.findings)
    if (finding.subject == subject && finding.quantity == "miss_rate") return &finding;
  return nullptr;
}

/// The number of pages that miss at footprint N.
double missing_at(const Finding& rates, std::uint64_t bytes) {
  const auto from = rates.conditions["from_bytes"].get<std::uint64_t>(), step = rates.conditions["step_bytes"].get<std::uint64_t>();
  return rates.value.at((bytes - from) / step).get<double>() *
         static_cast<double>(bytes / rates.conditions["stride"].get<std::uint64_t>());
}

TEST(TlbMissRate, rises_in_steps_as_high_as_the_sets_of_the_papers_card) {
  const auto device = open_device("model:gtx560ti");
  ASSERT_TRUE(device) << device.error().message;
  const auto report = find_probe("tlb")->run(**device, {}, {});
  ASSERT_TRUE(report) << report.error().message;

  const Finding* near = rates_of(*report, "l1_tlb");
  ASSERT_NE(near, nullptr);
  EXPECT_EQ(near->status, FindingStatus::measured);
  EXPECT_NEAR(missing_at(*near, 32 * kMiB), 0, 1e-9);
  EXPECT_NEAR(missing_at(*near, 34 * kMiB), 17, 1e-9);  // there is one set, so that one page too many makes all pages miss

  // Figure 11: up to 130 MB nothing misses. At 132 MB the set of 17 ways overflows, then the sets of 8 ways, one with each further
  // page.
  const Finding* far = rates_of(*report, "l2_tlb");
  ASSERT_NE(far, nullptr);
  EXPECT_EQ(far->conditions["stride"], 2 * kMiB);
  EXPECT_NEAR(missing_at(*far, 130 * kMiB), 0, 1e-9);
  EXPECT_NEAR(missing_at(*far, 132 * kMiB), 18, 1e-9);
  for (std::uint64_t set = 1; set <= 6; ++set)
    EXPECT_NEAR(missing_at(*far, (132 + 2 * set) * kMiB), 18 + 9.0 * static_cast<double>(set), 1e-9) << set;
  EXPECT_NEAR(missing_at(*far, 146 * kMiB), 73, 1e-9);
}

TEST(TlbMissRate, has_a_run_for_every_footprint) {
  const auto device = open_device("model:gtx780");
  ASSERT_TRUE(device) << device.error().message;
  const auto report = find_probe("tlb")->run(**device, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  int told = 0;
  for (const Finding& finding : report->findings) {
    if (finding.quantity != "miss_rate") continue;
    ++told;
    ASSERT_EQ(finding.evidence.size(), finding.value.size()) << finding.subject;
    EXPECT_EQ(finding.conditions["to_bytes"],
              finding.conditions["from_bytes"].get<std::uint64_t>() +
                  (finding.value.size() - 1) * finding.conditions["step_bytes"].get<std::uint64_t>());
    for (const std::string& id : finding.evidence)
      EXPECT_TRUE(std::any_of(report->runs.begin(), report->runs.end(), [&](const RunPtr& run) { return run->id == id; })) << id;
    // In sets with replacement by age, more pages never give fewer misses.
    EXPECT_TRUE(std::is_sorted(finding.value.begin(), finding.value.end())) << finding.value.dump();
  }
  EXPECT_EQ(told, 2);
}

}  // namespace
}  // namespace chasescope
