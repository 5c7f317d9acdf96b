// An L2 of two halves. An SM's own half keeps copies of lines of the other half, so that 17 lines of a set of 16 ways may all hit.
// The probe must not take this as evidence against the sets.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/device/catalogue/catalogue.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/discovery/registry.h"

namespace chasescope {
namespace {

TEST(TwoHalves, of_an_l2_do_not_deny_its_sets_by_the_copies_that_one_keeps) {
  auto device = open_device("model:a100");
  ASSERT_TRUE(device.has_value()) << device.error().message;
  const auto report = find_probe("capacity")->run(**device, {}, {});
  ASSERT_TRUE(report.has_value()) << report.error().message;
  const auto size = std::find_if(report->findings.begin(), report->findings.end(), [](const Finding& finding) {
    return finding.subject == subject::l2 && finding.quantity == quantity::capacity_bytes;
  });
  ASSERT_NE(size, report->findings.end());
  EXPECT_EQ(size->status, FindingStatus::measured) << size->reason;
  EXPECT_EQ(size->value, std::uint64_t{40} << 20);
}

}  // namespace
}  // namespace chasescope
