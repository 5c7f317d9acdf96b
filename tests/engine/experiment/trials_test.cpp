// Tables of trials, and trials on a device that serves only chases.
#include <gmock/gmock.h>

#include "engine/device/software/software_device.h"
#include "engine/experiment/trial_table.h"
#include "engine/experiment/trials_by_chase.h"
#include "engine/trace/random.h"

namespace chasescope::experiment {
namespace {

using testing::HasSubstr;

/// A device that answers chases and no other requests.
class ChasesOnly final : public Device {
 public:
  explicit ChasesOnly(std::unique_ptr<Device> device) : device_(std::move(device)), about_(device_->description()) { about_.calls = {"chase"}; }
  Description& about() { return about_; }
  const Description& description() const override { return about_; }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    ++chases;
    return device_->chase(request, control);
  }
  std::size_t chases = 0;

 private:
  std::unique_ptr<Device> device_;
  Description about_;
};

TrialsRequest standard() {
  TrialsRequest request;
  request.places = EvenPlaces{900, 256, 512};
  request.probability = 0.45;
  request.fill_passes = 2;
  request.trials = 300;
  request.first = 7;
  request.seed = 3;
  request.cut_cycles = 100;
  return request;
}

std::unique_ptr<Device> card(const char* id) {
  auto device = open_preset(id);
  EXPECT_TRUE(device);
  return *std::move(device);
}

TEST(TrialsByChase, AreTheDevicesOwnTrials) {
  TrialsRequest request = standard();
  const auto own = make_trials(*card("v100"), request, {});
  ChasesOnly other(card("v100"));
  const auto made = make_trials(other, request, {});
  ASSERT_TRUE(own && made);
  EXPECT_EQ(other.chases, request.trials);
  EXPECT_EQ(made->bits, own->bits);
  EXPECT_GT(std::count_if(own->bits.begin(), own->bits.end(), [](auto byte) { return byte != 0; }), 100);
  request.record = TrialRecord::cycles;
  request.timed = {3, 4, 299};
  const auto own_cycles = make_trials(*card("v100"), request, {});
  const auto made_cycles = make_trials(other, request, {});
  ASSERT_TRUE(own_cycles && made_cycles);
  EXPECT_EQ(made_cycles->cycles, own_cycles->cycles);
  EXPECT_EQ(own_cycles->cycles.front().size(), 3U);
}

TEST(TrialsByChase, AnEmptyTrialNeedsNoChase) {
  TrialsRequest request = standard();
  request.probability = 0.002;
  ChasesOnly device(card("v100"));
  const auto made = make_trials(device, request, {});
  ASSERT_TRUE(made);
  EXPECT_LT(device.chases, request.trials);
  EXPECT_EQ(made->bits, make_trials(*card("v100"), request, {})->bits);
}

TEST(TrialsByChase, WhatChasesCantDoIsSaid) {
  ChasesOnly device(card("v100"));
  TrialsRequest request = standard();
  request.fill_passes = 8;
  EXPECT_THAT(make_trials(device, request, {}).error().message, HasSubstr("the limit is 7"));
  request = standard();
  request.flush_bytes = 4096;
  EXPECT_THAT(make_trials(device, request, {}).error().message, HasSubstr("other memory"));
  device.about().keeps_all_state = true;
  EXPECT_THAT(make_trials(device, standard(), {}).error().message, HasSubstr("no chase begins with empty"));
  request = standard();
  request.trials = 0;
  EXPECT_EQ(make_trials(device, request, {}).error().code, ErrorCode::invalid_request);
}

TEST(TrialTable, CountsWhatANaiveCountCounts) {
  TrialsRequest request = standard();
  request.fill_passes = 0;
  request.places = EvenPlaces{20, 128, 0};
  TrialsResult result;
  result.bytes_per_trial = 3;
  Random random(5);
  TrialTable table(20);
  std::vector<std::vector<int>> outcome;  // 0: not visited, 1: hit, 2: miss
  for (int part = 0; part < 3; ++part) {
    request.trials = 50 + random.below(60);
    result.bits.assign(3 * request.trials, 0);
    for (std::uint64_t t = 0; t < request.trials; ++t) {
      const TrialDraw draw(request.seed, request.first + t, request.probability, false);
      std::vector<int>& row = outcome.emplace_back(20);
      for (std::uint64_t i = 0; i < 20; ++i) {
        if (!draw.is_in(i)) continue;
        row[i] = random.below(3) == 0 ? 2 : 1;
        if (row[i] == 2) result.bits[3 * t + i / 8] |= static_cast<std::uint8_t>(1U << (i % 8));
      }
    }
    table.append(request, result);
    request.first += request.trials;
  }
  ASSERT_EQ(table.trials(), outcome.size());
  double in = 0, missed = 0;
  for (std::size_t i = 0; i < 20; ++i)
    for (std::size_t j = 0; j < 20; ++j) {
      PairCount naive;
      for (const auto& row : outcome) {
        if (row[i] == 0) continue;
        if (i == j) in += 1, missed += row[i] == 2 ? 1 : 0;
        (row[j] != 0 ? naive.with : naive.without) += 1;
        (row[j] != 0 ? naive.missed_with : naive.missed_without) += row[i] == 2 ? 1U : 0U;
      }
      if (i == j) continue;
      const PairCount counted = table.pair(i, j).first, other_way = table.pair(j, i).second;
      for (const PairCount& count : {counted, other_way}) {
        EXPECT_EQ(count.with, naive.with);
        EXPECT_EQ(count.missed_with, naive.missed_with);
        EXPECT_EQ(count.without, naive.without);
        EXPECT_EQ(count.missed_without, naive.missed_without);
      }
    }
  EXPECT_DOUBLE_EQ(table.missed_share(), missed / in);
}

}  // namespace
}  // namespace chasescope::experiment
