#include "engine/inference/footprint_search.h"

#include <gtest/gtest.h>

#include <vector>

namespace chasescope::inference {
namespace {

/// A cache that holds arrays up to `capacity`; remembers what it was asked.
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
TEST(FootprintSearch, IsTheExampleOfTheThesis) {
  Cache cache{25 * 1024, {}};
  const FootprintSearch doubled = search_by_doubling({1024, 1 << 20, 1024}, cache.ask());
  EXPECT_EQ(cache.asked, (std::vector<std::uint64_t>{1024, 2048, 4096, 8192, 16384, 32768}));
  ASSERT_TRUE(doubled.bracket);
  EXPECT_EQ(*doubled.bracket, (FootprintBracket{16384, 32768}));
  cache.asked.clear();
  const FootprintSearch halved = search_by_bisection(*doubled.bracket, 1024, cache.ask());
  EXPECT_EQ(cache.asked, (std::vector<std::uint64_t>{24576, 28672, 26624, 25600}));
  EXPECT_EQ(halved.end, FootprintSearch::End::narrowed);
  EXPECT_EQ(*halved.bracket, (FootprintBracket{25600, 26624}));
}

TEST(FootprintSearch, EndsAtEveryCapacity) {
  for (std::uint64_t lines = 1; lines <= 300; ++lines) {
    Cache cache{lines * 96, {}};
    const auto doubled = search_by_doubling({96, 96 * 1000, 96}, cache.ask());
    ASSERT_TRUE(doubled.bracket) << lines;
    EXPECT_EQ(*search_by_bisection(*doubled.bracket, 96, cache.ask()).bracket, (FootprintBracket{lines * 96, lines * 96 + 96}));
  }
}

TEST(FootprintSearch, ALimitEndsIt) {
  Cache cache{1 << 20, {}};
  const auto search = search_by_doubling({1024, 5000, 8}, cache.ask());
  EXPECT_EQ(search.end, FootprintSearch::End::limit);
  EXPECT_EQ(cache.asked.back(), 5000U);
  EXPECT_EQ(search.largest_fit, 5000U);
  EXPECT_FALSE(search.bracket);
}

TEST(FootprintSearch, NothingFits) {
  Cache cache{0, {}};
  EXPECT_EQ(search_by_doubling({1024, 1 << 20, 8}, cache.ask()).end, FootprintSearch::End::nothing);
}

TEST(FootprintSearch, UnclearAndRefusedFootprintsLeaveTheBracket) {
  const auto clear_up_to = [](std::uint64_t bytes) -> std::optional<Fit> {
    return bytes < 100 ? Fit::fits : bytes > 200 ? Fit::misses : Fit::unclear;
  };
  const auto unclear = search_by_bisection({50, 250}, 1, clear_up_to);
  EXPECT_EQ(unclear.end, FootprintSearch::End::unclear);
  EXPECT_EQ(*unclear.bracket, (FootprintBracket{50, 250}));
  const auto refused = search_by_bisection({50, 250}, 1, [](std::uint64_t) { return std::nullopt; });
  EXPECT_EQ(refused.end, FootprintSearch::End::refused);
  EXPECT_EQ(*refused.bracket, (FootprintBracket{50, 250}));
}

TEST(FootprintSearch, TheSequenceStaysWithinItsLimits) {
  EXPECT_EQ(sequential_footprints({48, 56}, 8, 3, 1000), (std::vector<std::uint64_t>{32, 40, 48, 56, 64, 72}));
  EXPECT_EQ(sequential_footprints({16, 24}, 8, 4, 32), (std::vector<std::uint64_t>{8, 16, 24, 32}));
}

}  // namespace
}  // namespace chasescope::inference
