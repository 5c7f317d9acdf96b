// Pages that move when they are touched, and their faults in walks that do not come from the model.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <string>

#include "engine/inference/requests/page_faults.h"
#include "engine/model/migration.h"
#include "engine/trace/random.h"

namespace chasescope {
namespace {

using inference::FaultsFound;
using inference::FaultWalk;
using inference::find_faults;
using model::Migration;

constexpr std::uint64_t kPageKiB = 1024;

std::vector<std::uint64_t> faults_in_order(Migration& pages, std::uint64_t bytes, std::uint64_t stride) {
  std::vector<std::uint64_t> places;
  for (std::uint64_t at = 0; at < bytes; at += stride)
    if (pages.touch(at) > 0) places.push_back(at / kPageKiB);
  return places;
}

TEST(Migration, brings_a_page_at_a_time) {
  Migration pages({.page_bytes = 64 * kPageKiB, .most_bytes = 64 * kPageKiB, .fault_cycles = 1000, .move_bytes_per_cycle = 64});
  EXPECT_EQ(pages.touch(70 * kPageKiB), 1000 + 1024);
  EXPECT_EQ(pages.touch(65 * kPageKiB), 0) << "it is there";
  EXPECT_EQ(pages.touch(63 * kPageKiB), 1000 + 1024) << "another page";
}

TEST(Migration, brings_more_where_more_than_half_was_touched) {
  Migration pages({.page_bytes = 64 * kPageKiB, .most_bytes = 2048 * kPageKiB, .fault_cycles = 1000, .move_bytes_per_cycle = 64});
  EXPECT_THAT(faults_in_order(pages, 4096 * kPageKiB, 4 * kPageKiB),
              testing::ElementsAre(0, 64, 128, 256, 512, 1024, 2048, 2112, 2176, 2304, 2560, 3072));
  EXPECT_TRUE(faults_in_order(pages, 4096 * kPageKiB, 4 * kPageKiB).empty());
}

TEST(Migration, times_nothing_in_a_warm_up) {
  Migration pages({.page_bytes = 4 * kPageKiB, .most_bytes = 4 * kPageKiB, .fault_cycles = 1000, .move_bytes_per_cycle = 4096});
  const std::vector<std::uint64_t> addresses{0, 4 * kPageKiB, 100};
  pages.add_to({}, addresses);
  std::vector<float> cycles{5, 5, 5};
  pages.add_to(cycles, std::vector<std::uint64_t>{0, 8 * kPageKiB, 4 * kPageKiB});
  EXPECT_THAT(cycles, testing::ElementsAre(5, 1006, 5));
}

/// Walks over `count` places. The first touch of each place in `slow` takes `wait` more, and a `share_of_chance` of all touches
/// takes long by chance.
std::vector<FaultWalk> walks_with(std::size_t count, const std::vector<std::size_t>& slow, double wait, double share_of_chance,
                                  std::uint64_t seed) {
  Random random(seed);
  std::vector<FaultWalk> walks(4);
  for (FaultWalk& walk : walks) {
    const auto draw = [&] {
      const bool by_chance = static_cast<double>(random.below(1'000'000)) < 1e6 * share_of_chance;
      return static_cast<float>(600 + static_cast<double>(random.below(100)) + (by_chance ? wait * 0.9 : 0));
    };
    for (std::size_t i = 0; i < count; ++i) walk.first.push_back(draw());
    for (std::size_t i = 0; i < count; ++i) walk.second.push_back(draw());
    for (const std::size_t i : slow)
      walk.first[i] += static_cast<float>(wait * (0.8 + 0.4 * static_cast<double>(random.below(100)) / 100));
  }
  return walks;
}

TEST(PageFaults, are_told_from_what_is_slow_by_chance) {
  const FaultsFound found = find_faults(walks_with(4096, {0, 64, 128, 256, 512, 1024, 2048, 2112}, 30'000, 0.01, 3), 1024);
  EXPECT_EQ(found.undecided, "");
  EXPECT_THAT(found.places, testing::ElementsAre(0, 64 * kPageKiB, 128 * kPageKiB, 256 * kPageKiB, 512 * kPageKiB, 1024 * kPageKiB,
                                                 2048 * kPageKiB, 2112 * kPageKiB));
  EXPECT_NEAR(found.cost.median, 30'000, 3'000);
  EXPECT_LE(found.cost.low, 30'000);
  EXPECT_GE(found.cost.high, 29'000);
  EXPECT_EQ(found.least, 64 * kPageKiB);
  EXPECT_EQ(found.most, 1024 * kPageKiB);
}

TEST(PageFaults, are_found_in_walks_over_a_card) {
  std::ifstream file(CHASESCOPE_SOURCE_DIR "/tests/recordings/h200-faults.txt");
  std::vector<FaultWalk> walks(4);
  std::string line;
  for (FaultWalk& walk : walks)
    for (std::vector<float>* pass : {&walk.first, &walk.second}) {
      ASSERT_TRUE(std::getline(file, line));
      std::istringstream numbers(line);
      for (float cycles = 0; numbers >> cycles;) pass->push_back(cycles);
      ASSERT_EQ(pass->size(), 4096U);
    }
  const FaultsFound found = find_faults(walks, 1024);
  EXPECT_EQ(found.undecided, "");
  std::vector<std::uint64_t> kib;
  for (const std::uint64_t place : found.places) kib.push_back(place / kPageKiB);
  EXPECT_THAT(kib, testing::ElementsAre(0, 64, 128, 256, 512, 1024, 2048, 2112, 2176, 2304, 2560, 3072));
  EXPECT_EQ(found.least, 64 * kPageKiB);
  EXPECT_EQ(found.most, 1024 * kPageKiB);
  EXPECT_GT(found.shortest, 50 * found.present);
}

TEST(PageFaults, are_none_where_the_second_pass_is_as_slow_or_nothing_is) {
  EXPECT_NE(find_faults(walks_with(4096, {}, 30'000, 0.01, 4), 1024).undecided, "");
  std::vector<FaultWalk> again = walks_with(4096, {0, 64, 128, 256}, 30'000, 0, 5);
  for (FaultWalk& walk : again) walk.second = walk.first;  // the second pass is as slow, so the places themselves are slow
  EXPECT_NE(find_faults(again, 1024).undecided, "");
}

TEST(PageFaults, are_not_told_where_they_cost_no_more_than_others) {
  const FaultsFound found = find_faults(walks_with(4096, {0, 64, 128, 256, 512}, 200, 0, 6), 1024);
  EXPECT_NE(found.undecided, "");
}

TEST(PageFaults, tell_no_size_from_two) {
  const FaultsFound found = find_faults(walks_with(4096, {0, 2048}, 30'000, 0.001, 7), 1024);
  EXPECT_EQ(found.undecided, "");
  EXPECT_EQ(found.places.size(), 2U);
  EXPECT_FALSE(found.least);
}

}  // namespace
}  // namespace chasescope
