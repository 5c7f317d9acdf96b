// Which lines of the L2 stay while others pass, on a real card (ctest -L card). What is compared holds on every card whose driver
// says the size of its L2; sizes are shares of that.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "tests/device/on_card.h"

namespace chasescope {
namespace {

class ResidencyOnCard : public OnCard {
 protected:
  using enum EvictionPriority;

  static void SetUpTestSuite() {
    OnCard::SetUpTestSuite();
    l2_ = device_ == nullptr ? 0 : device_->description().properties.l2_bytes.value_or(0) / kMiB * kMiB;
    if (l2_ == 0) return;
    const double hit = median_of_places({.kept_bytes = l2_ / 16});
    const double miss = median_of_places({.kept_bytes = l2_ / 16, .swept_bytes = 4 * l2_});
    std::cout << "    places that stayed take " << hit << " cycles, others " << miss << "\n";
    EXPECT_GT(miss, 1.2 * hit);
    cut_ = (hit + miss) / 2;
  }

  void SetUp() override {
    OnCard::SetUp();
    if (device_ != nullptr && l2_ == 0) GTEST_SKIP() << "The driver does not say how large the L2 is.";
  }

  static std::vector<float> places_of(ResidencyRequest request) {
    request.places = 1024;
    const auto result = device_->ask(request, {});
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    if (!result) return {};
    EXPECT_EQ(result->cycles.size(), 1024U);
    return {result->cycles.begin(), result->cycles.end()};
  }

  static double median_of_places(const ResidencyRequest& request) { return quantile(places_of(request), 0.5); }

  /// The share of places that are still in the L2.
  static double staying(const ResidencyRequest& request) {
    const std::vector<float> cycles = places_of(request);
    const auto hits = std::count_if(cycles.begin(), cycles.end(), [](float c) { return static_cast<double>(c) < cut_; });
    const double share = static_cast<double>(hits) / 1024;
    std::cout << "    of " << request.kept_bytes / kKiB << " KiB (" << to_string(request.kept) << ") after "
              << request.swept_bytes / kKiB << " KiB (" << to_string(request.swept) << "), " << share << " stays\n";
    return share;
  }

  /// Whether the card and its driver can do so at all; other errors are failures.
  static bool can(const ResidencyRequest& request) {
    const auto result = device_->ask(request, {});
    if (result) return true;
    EXPECT_EQ(result.error().code, ErrorCode::unsupported) << result.error().message;
    std::cout << "    " << result.error().message << "\n";
    return false;
  }

  static inline std::uint64_t l2_ = 0;
  static inline double cut_ = 0;
};

TEST_F(ResidencyOnCard, evicts_normal_lines_as_others_pass) {
  EXPECT_GT(staying({.kept_bytes = l2_ / 8}), 0.9);
  EXPECT_GT(staying({.kept_bytes = l2_ / 8, .swept_bytes = l2_ / 8}), 0.7);
  EXPECT_LT(staying({.kept_bytes = l2_ / 8, .swept_bytes = 4 * l2_}), 0.2);
}

TEST_F(ResidencyOnCard, keeps_last_lines_and_evicts_first_lines_first) {
  if (!can({.kept_bytes = kMiB, .kept = last})) GTEST_SKIP() << "The loads of this card have no priorities.";
  EXPECT_GT(staying({.kept_bytes = l2_ / 16, .kept = last, .swept_bytes = 4 * l2_}), 0.6);
  EXPECT_LT(staying({.kept_bytes = l2_ / 16, .kept = last, .swept_bytes = 4 * l2_, .swept = last}), 0.3)
      << "among lines of one priority";
  const double as_first = staying({.kept_bytes = l2_ / 8, .kept = first, .swept_bytes = l2_ / 4});
  const double as_normal = staying({.kept_bytes = l2_ / 8, .swept_bytes = l2_ / 4});
  EXPECT_LT(as_first, as_normal - 0.3);
  EXPECT_GT(staying({.kept_bytes = l2_ / 8, .swept_bytes = 4 * l2_, .swept = first}), 0.7) << "the sweep evicts its own lines";
  EXPECT_LT(staying({.kept_bytes = l2_ / 16, .swept_bytes = 4 * l2_}), 0.2) << "no line has kept its priority";
}

TEST_F(ResidencyOnCard, keeps_more_last_lines_where_more_is_set_aside) {
  const std::uint64_t kept = l2_ / 4;
  ResidencyRequest request{.kept_bytes = kept, .kept = last, .swept_bytes = 4 * l2_};
  if (!can(request)) GTEST_SKIP() << "The loads of this card have no priorities.";
  const double by_default = staying(request);
  request.persisting_bytes = kept;
  if (!can(request)) GTEST_SKIP() << "Nothing of this L2 can be set aside.";
  const double much = staying(request);
  request.persisting_bytes = 0;
  EXPECT_GT(much, staying(request) + 0.2);
  request.persisting_bytes.reset();
  EXPECT_NEAR(staying(request), by_default, 0.15) << "the limit is what it was";
}

TEST_F(ResidencyOnCard, fetches_as_many_bytes_as_it_is_set_to) {
  for (const std::uint64_t fetch : {32, 64, 128}) {
    if (!can({.kept_bytes = l2_ / 16, .fetch_bytes = fetch})) continue;
    for (const std::uint64_t offset : {0, 32, 64, 96}) {
      std::cout << "    fetch " << fetch << " B, sector at " << offset << ":\n";
      const double share = staying({.kept_bytes = l2_ / 16, .timed_offset = offset, .fetch_bytes = fetch});
      if (offset < fetch)
        EXPECT_GT(share, 0.7);
      else
        EXPECT_LT(share, 0.3);
    }
  }
}

}  // namespace
}  // namespace chasescope
