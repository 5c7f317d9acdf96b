#include "engine/inference/curves/footprint_search.h"

#include <gtest/gtest.h>

#include <vector>

namespace chasescope::inference {
namespace {

/// A cache that holds arrays up to `capacity` and records the sizes that it is asked for.
struct Cache {
  std::uint64_t capacity = 0;
  std::vector<std::uint64_t> asked;
  AskFootprint ask() {
    return [this](std::uint64_t bytes) -> std::optional<Fit> {
      asked.push_back(bytes);
      return bytes <= capacity ? Fit::fits : Fit::misses;
    };
  }
};

// The thesis's own example, figure 3.5: a cache of 25 KiB.
TEST(FootprintSearch, halves_as_the_example_of_the_thesis_does) {
  Cache cache{25 * 1024, {}};
  EXPECT_EQ(search_by_bisection({16384, 32768}, 1024, cache.ask()), (FootprintBracket{25600, 26624}));
  EXPECT_EQ(cache.asked, (std::vector<std::uint64_t>{24576, 28672, 26624, 25600}));
}

TEST(FootprintSearch, ends_at_every_capacity) {
  for (std::uint64_t lines = 1; lines <= 300; ++lines) {
    Cache cache{lines * 96, {}};
    EXPECT_EQ(search_by_bisection({0, 301 * 96}, 96, cache.ask()), (FootprintBracket{lines * 96, lines * 96 + 96}));
  }
}

TEST(FootprintSearch, what_can_not_be_asked_leaves_the_bracket) {
  EXPECT_EQ(search_by_bisection({50, 250}, 1, [](std::uint64_t) { return std::nullopt; }), (FootprintBracket{50, 250}));
  const auto refusing = [](std::uint64_t bytes) { return bytes < 200 ? std::optional(Fit::fits) : std::nullopt; };
  EXPECT_EQ(search_by_bisection({50, 250}, 1, refusing), (FootprintBracket{150, 250}));
}

TEST(FootprintSearch, the_sequence_stays_within_its_limits) {
  EXPECT_EQ(sequential_footprints({48, 56}, 8, 3, 1000), (std::vector<std::uint64_t>{32, 40, 48, 56, 64, 72}));
  EXPECT_EQ(sequential_footprints({16, 24}, 8, 4, 32), (std::vector<std::uint64_t>{8, 16, 24, 32}));
}

}  // namespace
}  // namespace chasescope::inference
