// If near and far lines differ by more than a TLB miss adds, hits of far lines look like misses of near lines. Then no miss rate is
// reported.
#include <gtest/gtest.h>

#include "engine/device/catalogue/catalogue.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"

namespace chasescope {
namespace {

TEST(NearAndFarPages, MissRatesAreToldOnlyWhereMissesCanBeTold) {
  for (const char* preset : {"h100", "v100", "gtx560ti"}) {
    const auto device = open_device(std::string("model:") + preset);
    ASSERT_TRUE(device);
    const auto report = find_probe("tlb")->run(**device, {}, {});
    ASSERT_TRUE(report) << report.error().message;
    std::size_t told = 0;
    for (const Finding& finding : report->findings) {
      if (finding.quantity != "miss_rate" || finding.status != FindingStatus::measured) continue;
      ++told;
      // In an overflowing set of an LRU TLB all pages miss, so that the rate ends at 1.
      EXPECT_EQ(finding.value.back(), 1) << preset << ' ' << finding.subject << finding.value;
    }
    EXPECT_TRUE(told > 0 || std::string(preset) == "h100") << preset;
  }
}

}  // namespace
}  // namespace chasescope
