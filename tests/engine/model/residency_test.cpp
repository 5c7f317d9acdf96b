// Lines of the L2 that stay while others pass: the sets with priorities against a naive version, and the request `residency` on the
// H100's model against what an H200 showed.
#include "engine/model/residency.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stop_token>
#include <vector>

#include "engine/device/software/software_device.h"
#include "engine/trace/random.h"
#include "tests/engine/model/chasing.h"

namespace chasescope::tests {
namespace {

using model::PrioritySets;
using model::ReadPriority;
using ::testing::HasSubstr;

/// One set by the definition in residency.h: lines with the time of their last read, in no order.
class NaivePrioritySet {
 public:
  explicit NaivePrioritySet(const PrioritySets::Shape& shape) : shape_(shape) {
    for (std::uint64_t way = 0; way < shape.ways; ++way) lines_[~way].used = 0;
  }

  bool read(std::uint64_t address, ReadPriority priority) {
    const std::uint64_t line = address / 128, block = address / shape_.fetch_bytes;
    if (!lines_.contains(line)) {
      lines_.erase(victim());
      lines_[line] = {};
    }
    Line& read = lines_[line];
    const bool hit = read.sectors.contains(address / 32);
    read.used = ++now_;
    for (std::uint64_t sector = 0; sector < shape_.fetch_bytes / 32; ++sector)
      read.sectors.insert(block * shape_.fetch_bytes / 32 + sector);
    if (priority != ReadPriority::unchanged) read.priority = priority;
    if (of(ReadPriority::last).size() > std::max(1U, shape_.set_aside_ways))
      lines_[oldest(ReadPriority::last)].priority = ReadPriority::normal;
    return hit;
  }

 private:
  struct Line {
    ReadPriority priority = ReadPriority::normal;
    std::uint64_t used = 0;
    std::set<std::uint64_t> sectors;
  };
  std::map<std::uint64_t, std::uint64_t> of(ReadPriority priority) const {  // lines by their last use
    std::map<std::uint64_t, std::uint64_t> found;
    for (const auto& [number, line] : lines_)
      if (line.priority == priority) found.emplace(line.used, number);
    return found;
  }
  std::uint64_t oldest(ReadPriority priority) const { return of(priority).begin()->second; }
  std::uint64_t victim() const {
    for (const ReadPriority priority : {ReadPriority::first, ReadPriority::normal})
      if (!of(priority).empty()) return oldest(priority);
    return oldest(ReadPriority::last);
  }

  PrioritySets::Shape shape_;
  std::map<std::uint64_t, Line> lines_;
  std::uint64_t now_ = 0;
};

TEST(PrioritySets, do_what_a_naive_version_does) {
  Random random(11);
  for (int round = 0; round < 60; ++round) {
    PrioritySets::Shape shape;
    shape.sets = 1 + random.below(5);
    shape.ways = static_cast<std::uint32_t>(1 + random.below(9));
    shape.set_aside_ways = static_cast<std::uint32_t>(random.below(shape.ways + 1));
    shape.fetch_bytes = std::uint64_t{32} << random.below(3);
    PrioritySets sets(shape);
    std::vector<NaivePrioritySet> naive(shape.sets, NaivePrioritySet(shape));
    const std::uint64_t lines = shape.sets * shape.ways * (1 + random.below(3));
    const bool favours_one = random.below(2) == 0;  // most reads with one priority
    const auto favoured = static_cast<ReadPriority>(random.below(4));
    for (int i = 0; i < 1500; ++i) {
      const std::uint64_t address = random.below(lines * 32) * 4;
      const auto priority = favours_one && random.below(4) != 0 ? favoured : static_cast<ReadPriority>(random.below(4));
      const std::uint64_t set = sets.set_of(address / 128);
      ASSERT_LT(set, shape.sets);
      ASSERT_EQ(sets.read(address, priority), naive[set].read(address, priority)) << "round " << round << ", read " << i;
    }
  }
}

TEST(PrioritySets, spread_neighbouring_lines_over_all_sets) {
  const PrioritySets sets({.sets = 1000, .ways = 16});
  std::vector<int> lines(1000);
  for (std::uint64_t line = 0; line < 16000; ++line) ++lines[sets.set_of(line)];
  EXPECT_GT(*std::min_element(lines.begin(), lines.end()), 1);
  EXPECT_LT(*std::max_element(lines.begin(), lines.end()), 40);
}

/// The share of the timed places that hit.
double staying(Device& device, ResidencyRequest request) {
  request.places = 2048;
  const auto answer = device.ask(request, {});
  if (!answer) throw std::runtime_error(answer.error().message);
  return static_cast<double>(std::count(answer->cycles.begin(), answer->cycles.end(), 280.0)) / 2048;
}

ResidencyRequest swept(std::uint64_t kept_mib, EvictionPriority kept, std::uint64_t mib, EvictionPriority by) {
  return {.kept_bytes = kept_mib * kMiB, .kept = kept, .swept_bytes = mib * kMiB, .swept = by};
}

TEST(Residency, of_lines_follows_their_priorities) {
  using enum EvictionPriority;
  auto device = preset("h100");
  EXPECT_EQ(staying(*device, swept(8, normal, 0, normal)), 1);
  for (const EvictionPriority alike : {normal, unchanged}) {
    EXPECT_GT(staying(*device, swept(8, alike, 16, alike)), 0.99);
    EXPECT_LT(staying(*device, swept(8, alike, 128, alike)), 0.01);
    EXPECT_GT(staying(*device, swept(8, alike, 256, first)), 0.99);
  }
  const double unswept = staying(*device, swept(8, first, 0, normal)), little = staying(*device, swept(8, first, 4, normal));
  EXPECT_GT(unswept, 0.25);
  EXPECT_LT(little, unswept / 2);
  EXPECT_LT(staying(*device, swept(8, first, 16, first)), 0.02);
  EXPECT_NEAR(staying(*device, swept(8, last, 256, normal)), 0.85, 0.05);
  EXPECT_LT(staying(*device, swept(8, last, 128, last)), 0.01);  // of last lines, the last ones stay
}

TEST(Residency, of_lines_of_priority_last_ends_at_what_is_set_aside) {
  auto device = preset("h100");
  ResidencyRequest request = swept(64, EvictionPriority::last, 128, EvictionPriority::normal);
  const double way = 50.0 / 16 / 64;  // one sixteenth of the L2, as a share of what is kept
  EXPECT_NEAR(staying(*device, request), 3 * way, 0.03);
  request.persisting_bytes = 0;
  EXPECT_NEAR(staying(*device, request), way, 0.02);
  request.persisting_bytes = 4 * kMiB;  // rounded up to two ways
  EXPECT_NEAR(staying(*device, request), 2 * way, 0.03);
  request.persisting_bytes = 32768000;
  EXPECT_NEAR(staying(*device, request), 10 * way, 0.05);
  request.persisting_bytes = 32768001;
  const auto refused = device->ask(request, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_request);
  EXPECT_THAT(refused.error().message, HasSubstr("can't be set aside for lines of priority last; the most is 32,768,000 B."));
}

TEST(Residency, of_sectors_is_that_of_what_a_read_fetches) {
  auto device = preset("h100");
  ResidencyRequest request = swept(1, EvictionPriority::normal, 0, EvictionPriority::normal);
  const auto there = [&](std::uint64_t fetch) {
    std::vector<double> shares;
    request.fetch_bytes = fetch == 0 ? std::nullopt : std::optional(fetch);
    for (request.timed_offset = 0; request.timed_offset < 128; request.timed_offset += 32)
      shares.push_back(staying(*device, request));
    return shares;
  };
  EXPECT_THAT(there(32), ::testing::ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(there(64), ::testing::ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(there(128), ::testing::ElementsAre(1, 1, 1, 1));
  EXPECT_EQ(there(0), there(64));

  model::Card card = *preset_card("h100");
  card.residency->fetch_choices = {64};
  auto other = *open_software_device(card);
  request.timed_offset = 0;
  request.fetch_bytes = 128;
  const auto refused = other->ask(request, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::unsupported);
  EXPECT_EQ(refused.error().message, "The L2 of H100 SXM5 has no fetch granularity of 128 B; there is 64 B.");
}

TEST(Residency, has_the_noise_of_the_card_and_can_be_cancelled) {
  auto device = *open_preset("h100", {5, model::kStandardNoise});
  const ResidencyRequest request{.kept_bytes = kMiB, .places = 200};
  const auto answer = device->ask(request, {});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_GT(std::set<double>(answer->cycles.begin(), answer->cycles.end()).size(), 5U);
  std::stop_source stop;
  stop.request_stop();
  const auto cancelled = device->ask(request, {stop.get_token(), nullptr});
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace chasescope::tests
