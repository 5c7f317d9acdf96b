// The number of accesses that finding the structure of a large cache takes: a person waits for the figure.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/accuracy/counting_device.h"

namespace chasescope::accuracy {
namespace {

// The L2 of an A100 reaches beyond its TLBs. A bisection by whole walks over 655,360 lines took 110 million accesses to find its
// end.
TEST(Cost, the_end_of_a_cache_beyond_the_tlbs_is_found_by_glances) {
  constexpr std::uint64_t kMost = 85'000'000;
  auto opened = open_preset("a100");
  ASSERT_TRUE(opened) << opened.error().message;
  CountingDevice device(*std::move(opened));
  const auto report = find_probe("sets")->run(device, {{"space", "global.cg"}}, {});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_LT(device.accesses(), kMost);
  const auto end = std::find_if(report->findings.begin(), report->findings.end(), [](const Finding& finding) {
    return finding.subject == "l2" && finding.quantity == "sets" && finding.status == FindingStatus::measured;
  });
  EXPECT_NE(end, report->findings.end()) << "a cost without a result says nothing";
}

}  // namespace
}  // namespace chasescope::accuracy
