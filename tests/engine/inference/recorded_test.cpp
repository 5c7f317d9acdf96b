// Traces of a real card (an NVIDIA H200, recorded with this program), and the results of the pure functions on them.
#include <gtest/gtest.h>

#include "engine/inference/levels/trace_summary.h"
#include "engine/session/session_file.h"

namespace chasescope::inference {
namespace {

struct Recorded {
  TraceSummary summary;
  double overhead = 0;
};

/// Summarises a recorded trace with its reference, as the fine-grained probe does.
Recorded summary_of(const std::string& name) {
  const auto session = read_session(std::string(CHASESCOPE_SOURCE_DIR) + "/tests/recordings/" + name + ".json");
  if (!session) throw std::runtime_error(session.error().message);
  const Run& run = *session->runs.at(0);
  const Run& reference = *session->runs.at(1);
  return {summarize_trace(run.chase()->result.cycles, std::vector{reference.chase()->result.cycles},
                          accesses_per_pass(run.chase()->request.pattern), run.chase()->request.warmup),
          run.chase()->result.overhead_cycles.value_or(0)};
}

// The expected numbers are those of this card. Its mean over a chase that records nothing, less the time to compute an address, is
// the same.
TEST(RecordedH200, HitsBelowTheCapacityOfTheL1) {
  const auto [summary, overhead] = summary_of("h200-l1-below");
  EXPECT_EQ(summary.misses, 0U);
  EXPECT_NEAR(summary.hit_levels[0].median - overhead, 33, 2);
}

TEST(RecordedH200, FewMissesAroundTheCapacityThatDoNotRepeat) {
  const auto [summary, overhead] = summary_of("h200-l1-above");
  EXPECT_GT(summary.misses, 200U);
  EXPECT_LT(summary.miss_rate(), 0.1);
  EXPECT_NEAR(summary.hit_levels[0].median - overhead, 33, 2);
  EXPECT_GT(summary.miss_levels[0].median - overhead, 250);
  EXPECT_EQ(summary.period.kind, Period::Kind::aperiodic);
  EXPECT_LT(summary.miss_rate_low, summary.miss_rate());
  EXPECT_GT(summary.miss_rate_high, summary.miss_rate());
}

TEST(RecordedH200, OnlyMissesFarAboveTheCapacity) {
  const auto [summary, overhead] = summary_of("h200-l1-far-above");
  EXPECT_EQ(summary.hits, 0U);
  EXPECT_NEAR(summary.miss_levels[0].median - overhead, 284, 20);
}

TEST(RecordedH200, TextureAndSharedHit) {
  const auto texture = summary_of("h200-texture");
  EXPECT_EQ(texture.summary.misses, 0U);
  EXPECT_NEAR(texture.summary.hit_levels[0].median - texture.overhead, 87, 2);
  const auto shared = summary_of("h200-shared");
  EXPECT_EQ(shared.summary.misses, 0U);
  EXPECT_NEAR(shared.summary.hit_levels[0].median - shared.overhead, 23, 2);
}

TEST(RecordedH200, ConstantBeyondItsL1IsOneLevelOfMisses) {
  const auto [summary, overhead] = summary_of("h200-constant");
  EXPECT_EQ(summary.hits, 0U);
  EXPECT_EQ(summary.miss_levels.size(), 1U);
}

}  // namespace
}  // namespace chasescope::inference
