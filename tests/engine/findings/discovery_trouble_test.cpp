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

TEST(DiscoveryTrouble, a_cancelled_discovery_is_said_to_be_so_once) {
  const DeviceError cancelled{ErrorCode::cancelled, "Cancelled."};
  const auto by_a_person = discovery_trouble({part(cancelled, true), part(cancelled, false)});
  ASSERT_TRUE(by_a_person);
  EXPECT_EQ(outcome_sentences(*by_a_person), "was cancelled: 2 parts were not finished.");
  const auto after_a_failure = discovery_trouble({part(kCrashed, true), part(cancelled, true)});
  ASSERT_TRUE(after_a_failure);
  EXPECT_EQ(outcome_sentences(*after_a_failure), "was cancelled: 1 part was not finished, and 1 part failed. A kernel crashed.");
  const auto lost = discovery_trouble({part(kLost, true)});
  ASSERT_TRUE(lost);
  EXPECT_EQ(outcome_sentences(*lost), "ended with failures: 1 part failed. The card is gone.");
}

TEST(DiscoveryTrouble, failures_that_the_others_outlive_are_told_as_such) {
  const auto trouble = discovery_trouble({part(kCrashed, true), Finding{}, part(kCrashed, true)});
  ASSERT_TRUE(trouble);
  EXPECT_EQ(outcome_words(*trouble), "ended with failures: 2 parts failed");
  EXPECT_EQ(outcome_words({.failed = 0, .not_reached = 1, .reason = {}}), "ended early: 1 part was not reached");
}

}  // namespace
}  // namespace chasescope
