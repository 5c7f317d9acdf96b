#include "engine/inference/curves/throughput_search.h"

#include <gtest/gtest.h>

#include <map>

namespace chasescope::inference {
namespace {

const ThroughputSpace kSpace{{64, 32, 16}, {16, 8, 4}, {{264, 512}, {528, 256}}};

TEST(ThroughputSearch, VariesOneThingAfterTheOther) {
  std::vector<ThroughputSetting> asked;
  const auto found = search_throughput(kSpace, [&](const ThroughputSetting& setting) {
    asked.push_back(setting);
    double rate = setting.bytes == 32 ? 100 : 50;
    if (setting.access_bytes == 8) rate += 20;
    if (setting.threads == 512U) rate += 7;
    return std::optional(rate);
  });
  EXPECT_EQ(found.best, (ThroughputSetting{32, 8, 264, 512}));
  EXPECT_EQ(found.rate, 127);
  EXPECT_EQ(found.settings, 7U);
  EXPECT_EQ(asked.size(), 8U);  // the best setting is measured a second time
  EXPECT_EQ(asked.back(), *found.best);
}

TEST(ThroughputSearch, TellsHowFarTwoMeasurementsOfTheBestLieApart) {
  int calls = 0;
  const auto found = search_throughput({{64}, {16}, {}}, [&](const ThroughputSetting&) { return std::optional(100.0 + calls++); });
  EXPECT_EQ(found.low, 100);
  EXPECT_EQ(found.high, 101);
  EXPECT_EQ(found.rate, 100.5);
}

TEST(ThroughputSearch, WhatCanNotBeAskedIsPassedOver) {
  const auto found = search_throughput(kSpace, [](const ThroughputSetting& setting) {
    return setting.bytes > 16 || setting.access_bytes > 8 || setting.blocks ? std::nullopt : std::optional(5.0);
  });
  EXPECT_EQ(found.best, (ThroughputSetting{16, 8, {}, {}}));
  EXPECT_EQ(found.settings, 2U);
  const auto none = search_throughput(kSpace, [](const ThroughputSetting&) { return std::optional<double>(); });
  EXPECT_FALSE(none.best);
  EXPECT_EQ(none.settings, 0U);
  // The device answers once and fails afterwards.
  int answers = 1;
  const auto once = search_throughput({{64}, {16}, {}},
                                      [&](const ThroughputSetting&) { return answers-- > 0 ? std::optional(3.0) : std::nullopt; });
  EXPECT_EQ(once.rate, 3);
}

}  // namespace
}  // namespace chasescope::inference
