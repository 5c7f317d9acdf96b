// The bundled recording of an NVIDIA H200: it opens, its findings rest on runs that are there, and its traces say what they said on the
// card.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/device/catalogue/catalogue.h"
#include "engine/device/recording/bundled.h"
#include "engine/inference/lost_together.h"
#include "engine/probe/distance_map.h"
#include "engine/session/session_file.h"

namespace chasescope {
namespace {

const Session& h200() {
  static const Session session = [] {
    auto read = read_session(recording_file("h200"));
    if (!read) throw std::runtime_error(read.error().message);
    return *std::move(read);
  }();
  return session;
}

TEST(BundledRecording, IsListedAndOpensAsADevice) {
  const auto devices = list_devices().devices;
  const auto entry = std::find_if(devices.begin(), devices.end(), [](const auto& one) { return one.id == "recording:h200"; });
  ASSERT_NE(entry, devices.end());
  EXPECT_EQ(entry->origin, Origin::recording);
  const auto device = open_device("recording:h200");
  ASSERT_TRUE(device) << device.error().message;
  EXPECT_EQ((*device)->description().properties.sm_count, 132U);
  EXPECT_FALSE(open_device("recording:h201"));
}

TEST(BundledRecording, EveryFindingRestsOnRunsThatAreThere) {
  std::set<std::string> ids;
  for (const RunPtr& run : h200().runs) EXPECT_TRUE(ids.insert(run->id).second) << run->id << " twice";
  std::size_t measured = 0;
  for (const Finding& finding : h200().findings) {
    measured += finding.status == FindingStatus::measured;
    for (const std::string& id : finding.evidence) EXPECT_TRUE(ids.contains(id)) << finding.subject << ' ' << finding.quantity;
    EXPECT_TRUE(finding.status != FindingStatus::measured || !finding.evidence.empty()) << finding.subject << finding.quantity;
    EXPECT_TRUE(finding.status != FindingStatus::not_measurable || !finding.reason.empty()) << finding.quantity;
  }
  EXPECT_GT(measured, 100U);
}

TEST(BundledRecording, ItsL2HasTwoSidesOf66Sms) {
  const auto map = distance_map(h200().runs);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->sms.size(), 132U);
  const auto found = inference::find_sides(map->latency);
  ASSERT_TRUE(found.sides) << found.undecided;
  EXPECT_EQ(std::count(found.sides->row_side.begin(), found.sides->row_side.end(), true), 66);
  EXPECT_NEAR(found.sides->near_cycles, 266, 6);
  EXPECT_NEAR(found.sides->far_cycles, 298, 6);
}

TEST(BundledRecording, EvictionsOfItsL1TakeLinesOfFourSectors) {
  std::size_t walks = 0;
  for (const RunPtr& run : h200().runs) {
    if (run->label.rfind("what evictions take", 0) != 0) continue;
    const auto& request = run->chase()->request;
    const std::vector<float> cycles = run->cycles().copy();
    std::vector<bool> missed;
    // Between hits, which take 38 cycles or 104 of a texture, and L2 hits of 250 and more.
    for (const float value : cycles) missed.push_back(value > 180);
    const auto lost = inference::lost_together(missed, accesses_per_pass(request.pattern));
    if (!lost) continue;  // too few evictions in this walk alone
    ++walks;
    EXPECT_EQ(lost->block * std::get<UniformPattern>(request.pattern).stride, 128U) << run->id;
  }
  EXPECT_GT(walks, 0U);
}

}  // namespace
}  // namespace chasescope
