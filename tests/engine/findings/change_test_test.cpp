// The change-point test against the end of a level: when both agree, and the words for the steps of the footprints.
#include "engine/findings/change_test.h"

#include <gtest/gtest.h>

namespace chasescope {
namespace {

/// A sweep over these footprints. For each whole KiB beyond `slow_from`, one of the 1,024 accesses misses.
std::vector<RunPtr> sweep(const std::vector<std::uint64_t>& footprints, std::uint64_t slow_from) {
  std::vector<RunPtr> runs;
  for (const std::uint64_t bytes : footprints) {
    auto run = std::make_shared<Run>();
    run->id = "n-" + std::to_string(bytes);
    run->label = kSweepLabel + std::to_string(bytes);
    ChaseRequest request;
    request.pattern = UniformPattern{bytes, 128};
    request.accesses = 1024;
    std::vector<float> cycles(1024, 200);
    const auto over = bytes < slow_from ? 0 : (bytes - slow_from) / 1024;
    for (std::size_t i = 0; i < std::min<std::size_t>(over, cycles.size()); ++i) cycles[i] = 400;
    ChaseResult result;
    result.cycles.append(std::move(cycles));
    run->exchange = Exchange<ChaseRequest>{std::move(request), std::move(result)};
    runs.push_back(std::move(run));
  }
  return runs;
}

/// Twelve footprints on either side of a cache's end at 3 MiB, in the steps of a real sweep: 12 KiB, and one line across the end.
std::vector<std::uint64_t> around_3_mib() {
  std::vector<std::uint64_t> footprints;
  for (std::uint64_t i = 12; i-- > 0;) footprints.push_back((3U << 20) - i * 12'288);
  for (std::uint64_t i = 0; i < 12; ++i) footprints.push_back((3U << 20) + 128 + i * 12'288);
  return footprints;
}

TEST(ChangeTest, agrees_within_the_steps_of_its_footprints) {
  // A footprint of one line too many has too few misses to be seen, so that the test finds the change one footprint later.
  const ChangeTest test = change_test(sweep(around_3_mib(), (3U << 20) + 128));
  ASSERT_TRUE(test.change.found());
  EXPECT_EQ(test.footprints[test.change.index - 1], (3U << 20) + 128U);
  for (const std::uint64_t line : {32U, 64U, 128U})
    EXPECT_TRUE(agrees_with(test, {3U << 20, (3U << 20) + line})) << "misses from " << line << " B beyond it on";
  EXPECT_FALSE(agrees_with(test, {2U << 20, (2U << 20) + 32}));
  EXPECT_FALSE(agrees_with(test, {(3U << 20) - 5 * 12'288, (3U << 20) - 4 * 12'288}));
  EXPECT_FALSE(agrees_with(test, {(3U << 20) + 4 * 12'288 + 128, (3U << 20) + 5 * 12'288}));
}

TEST(ChangeTest, says_the_steps_that_its_footprints_have) {
  const ChangeTest uneven = change_test(sweep(around_3_mib(), 3U << 20));
  EXPECT_EQ(footprint_words(uneven), "24 footprints in steps of 12 KiB, and one of 128 B");
  EXPECT_EQ(footprint_words(change_test(sweep({1024, 1120, 1216, 1312}, 1216))), "4 footprints in steps of 96 B");
  EXPECT_EQ(footprint_words(change_test(sweep({1024, 1120, 2048, 4096}, 2048))), "4 footprints from 1 to 4 KiB");
}

}  // namespace
}  // namespace chasescope
