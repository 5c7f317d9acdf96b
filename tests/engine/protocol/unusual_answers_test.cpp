// Answers in a form that few devices choose: trials in parts, and members that the protocol does not know.
#include <gmock/gmock.h>

#include "engine/device/trials.h"
#include "tests/engine/protocol/hostile_device.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

ExternalOptions answering(const std::string& mode) { return hostile_device(CHASESCOPE_SOURCE_DIR, mode); }

// Parts of trials may come before the result, which then has the rest, or nothing.
TEST(UnusualAnswers, TrialsMayComeInParts) {
  TrialsRequest request;
  request.places = EvenPlaces{8, 128};
  request.probability = 1;
  request.trials = 5;
  request.cut_cycles = 100;
  for (const TrialRecord record : {TrialRecord::bits, TrialRecord::cycles}) {
    request.record = record;
    std::vector<TrialsResult> results;
    for (const char* mode : {"whole", "trial_parts", "some_trial_parts"}) {
      const auto device = opened(answering(mode));
      ASSERT_TRUE(device) << mode;
      const auto outcome = device->ask(request, {});
      ASSERT_TRUE(outcome) << mode << ": " << outcome.error().message;
      results.push_back(*outcome);
    }
    EXPECT_EQ(results[0].bits.size(), record == TrialRecord::bits ? 5U : 0U);
    EXPECT_EQ(results[1].bits, results[0].bits);
    EXPECT_EQ(results[2].bits, results[0].bits);
    EXPECT_EQ(results[1].cycles, results[0].cycles);
    EXPECT_EQ(results[2].cycles, results[0].cycles);
    EXPECT_EQ(results[2].overhead_cycles, 2);
  }
  const auto device = opened(answering("trials_beyond"));
  ASSERT_TRUE(device);
  const auto outcome = device->ask(request, {});
  ASSERT_FALSE(outcome);
  EXPECT_THAT(outcome.error().message, HasSubstr("10"));
}

// An unknown member is no mistake by itself, so that the client waits. But then it says what it had heard.
TEST(UnusualAnswers, AMisspeltMemberIsNamedAtTheTimeout) {
  ExternalOptions options = answering("misspelt");
  options.silence = std::chrono::seconds(4);
  const auto device = opened(std::move(options));
  ASSERT_TRUE(device);
  const auto outcome = device->chase(chase_of(8), {});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, ErrorCode::timed_out);
  EXPECT_THAT(outcome.error().message, HasSubstr("results"));
  EXPECT_THAT(outcome.error().message, HasSubstr("has neither a result nor an error"));
}

}  // namespace
}  // namespace chasescope
