#include "engine/findings/discovery_trouble.h"

#include <gtest/gtest.h>

namespace chasescope {
namespace {

Finding part(const DeviceError& error, bool reached) {
  Finding finding;
  finding.subject = "l1_data";
  finding.reason = error.message;
  mark_trouble(finding, error, reached);
  return finding;
}

const DeviceError kLost{ErrorCode::lost, "The card is gone."};
const DeviceError kCrashed{ErrorCode::launch_failed, "A kernel crashed."};

TEST(DiscoveryTrouble, what_a_device_does_not_serve_is_none) {
  const DeviceError unserved{ErrorCode::unsupported, "It does not serve the request bank."};
  EXPECT_EQ(part(unserved, true).conditions, nlohmann::json::object());
  EXPECT_FALSE(discovery_trouble({part(unserved, true), Finding{}}));
  EXPECT_FALSE(discovery_trouble({}));
}

TEST(DiscoveryTrouble, parts_behind_the_end_were_not_reached) {
  const auto trouble = discovery_trouble({Finding{}, part(kLost, true), part(kLost, false), part(kLost, false)});
  ASSERT_TRUE(trouble);
  EXPECT_EQ(trouble->failed, 1U);
  EXPECT_EQ(trouble->not_reached, 2U);
  EXPECT_EQ(trouble->reason, "The card is gone.");
  EXPECT_EQ(outcome_words(*trouble), "ended early: 1 part failed and 2 were not reached");
  EXPECT_EQ(part(kLost, false).reason, "Not reached: The card is gone.");
}

TEST(DiscoveryTrouble, failures_that_the_others_outlive_are_told_as_such) {
  const auto trouble = discovery_trouble({part(kCrashed, true), Finding{}, part(kCrashed, true)});
  ASSERT_TRUE(trouble);
  EXPECT_EQ(outcome_words(*trouble), "ended with failures: 2 parts failed");
  EXPECT_EQ(outcome_words({.failed = 0, .not_reached = 1, .reason = {}}), "ended early: 1 part was not reached");
}

}  // namespace
}  // namespace chasescope
