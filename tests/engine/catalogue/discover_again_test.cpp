// A discovery of a card whose clock rises during the measurement, or that other programs compute on. Measurements that this spoils
// are made once more.
#include <gmock/gmock.h>

#include <functional>
#include <map>

#include "engine/device/catalogue/catalogue.h"
#include "engine/device/conditions.h"
#include "engine/findings/discovery_trouble.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/discovery/step_watch.h"
#include "tests/engine/findings/made_finding.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

constexpr const char* kCard = "model:gtx560ti";
constexpr std::size_t kBeforeCaches = 2;  // looks at the conditions: before the probe facts, and after it

/// A software GPU with two states. Its conditions are `first` for `looks_at_first` looks, and `later` after them.
class Changing final : public Device, public ConditionSource {
 public:
  Conditions first, later;
  std::size_t looks_at_first = kBeforeCaches;
  std::function<std::optional<DeviceError>()> fails_at_first;
  float slower_at_first = 0;  ///< added to each load, cycles
  std::size_t looks = 0, chases = 0;

  Changing() {
    auto opened = open_device(kCard, {.seed = 3, .log = {}});
    if (!opened) throw std::runtime_error(opened.error().message);
    device_ = *std::move(opened);
  }
  const Description& description() const override { return device_->description(); }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    ++chases;
    const bool is_first = looks <= looks_at_first;
    if (is_first && fails_at_first)
      if (auto error = fails_at_first()) return *error;
    auto result = device_->chase(request, control);
    if (result && is_first) {
      std::vector<float> slower = result->cycles.copy();
      for (float& cycles : slower) cycles += slower_at_first;
      result->cycles = LatencyTrace(std::move(slower));
      if (result->mean_cycles) *result->mean_cycles += slower_at_first;
    }
    return result;
  }
  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    return device_->answer(request, control);
  }
  std::optional<Conditions> conditions_now() override { return ++looks <= looks_at_first ? first : later; }

 private:
  std::unique_ptr<Device> device_;
};

class HeardAgain final : public ProbeSink {
 public:
  void on_run_started(const RunPtr&) override {}
  void on_part(const std::string&, const TraceChunk&) override {}
  void on_run_finished(const RunPtr&) override {}
  void on_progress(double, const std::string& doing) override { progress += doing + "\n"; }
  void on_finding(const Finding& finding) override { ++told[key_of(finding)]; }
  static std::string key_of(const Finding& finding) {
    return finding.subject + " " + finding.quantity + " " + finding.conditions.dump();
  }
  std::map<std::string, int> told;
  std::string progress;
};

ProbeReport discovered(Device& device, ProbeSink* sink) {
  auto report = find_probe("discover")->run(device, {{"only", "caches"}, {"effort", "quick"}}, {.sink = sink});
  if (!report) throw std::runtime_error(report.error().message);
  return *std::move(report);
}

/// The measured values, by subject, quantity and conditions.
std::map<std::string, nlohmann::json> values_of(const ProbeReport& report) {
  std::map<std::string, nlohmann::json> values;
  for (const Finding& finding : report.findings)
    if (finding.status == FindingStatus::measured) values[HeardAgain::key_of(finding)] = finding.value;
  return values;
}

std::map<std::string, nlohmann::json> values_of_a_quiet_card() {
  Changing quiet;
  return values_of(discovered(quiet, nullptr));
}

TEST(DiscoverAgain, what_was_measured_while_the_clock_rose) {
  Changing card;
  card.first = {.sm_mhz = 600, .most_sm_mhz = 1980, .other_processes = 0U};
  card.later = {.sm_mhz = 1980, .most_sm_mhz = 1980, .other_processes = 0U};
  card.slower_at_first = 40;
  HeardAgain heard;
  const ProbeReport report = discovered(card, &heard);
  EXPECT_EQ(values_of(report), values_of_a_quiet_card()) << "as if it had never been cold";
  EXPECT_THAT(heard.progress, HasSubstr("again, as the clock rose from 600 to 1,980 MHz meanwhile"));
  std::size_t again = 0;
  for (const Finding& finding : report.findings)
    again += finding.method.find("Measured again, as the clock rose from 600 to 1,980 MHz meanwhile.") != std::string::npos ? 1 : 0;
  EXPECT_GT(again, 5U);
  for (const auto& [key, times] : heard.told) EXPECT_EQ(times, 1) << key;
}

TEST(DiscoverAgain, what_failed_while_others_computed) {
  Changing card;
  card.first = {.sm_mhz = 1980, .most_sm_mhz = 1980, .other_processes = 2U};
  card.later = {.sm_mhz = 1980, .most_sm_mhz = 1980, .other_processes = 0U};
  card.fails_at_first = [] { return std::optional(DeviceError{ErrorCode::launch_failed, "The card was busy."}); };
  HeardAgain heard;
  const ProbeReport report = discovered(card, &heard);
  EXPECT_FALSE(discovery_trouble(report.findings)) << discovery_trouble(report.findings)->reason;
  EXPECT_EQ(values_of(report), values_of_a_quiet_card());
  EXPECT_THAT(heard.progress, HasSubstr("again, as another program computed on the card meanwhile"));
}

TEST(DiscoverAgain, no_more_than_once_and_not_on_a_card_that_is_steady) {
  Changing busy;
  busy.first = {.sm_mhz = 1980, .most_sm_mhz = 1980, .other_processes = 1U};
  busy.looks_at_first = 1000;
  busy.fails_at_first = [] { return std::optional(DeviceError{ErrorCode::launch_failed, "The card was busy."}); };
  const ProbeReport failed = discovered(busy, nullptr);
  ASSERT_TRUE(discovery_trouble(failed.findings));
  EXPECT_THAT(discovery_trouble(failed.findings)->reason, HasSubstr("The card was busy."));

  Changing steady, telling_nothing;
  steady.first = steady.later = {.sm_mhz = 1410, .most_sm_mhz = 1980, .limits = {"power cap"}, .other_processes = 0U};
  HeardAgain heard;
  EXPECT_EQ(values_of(discovered(steady, &heard)), values_of(discovered(telling_nothing, nullptr)));
  EXPECT_EQ(steady.chases, telling_nothing.chases);
  for (const auto& [key, times] : heard.told) EXPECT_EQ(times, 1) << key;
}

TEST(DiscoverAgain, keeps_a_value_that_the_second_time_has_not) {
  Finding cold = made_finding("l2", "hit_latency_cycles", 300, "cycles"), sets = made_finding("l2", "sets", 64, "1");
  Finding open = made_finding("l2", "sets", nullptr, "1");
  open.status = FindingStatus::not_measurable;
  const auto told = told_again({cold, sets}, {made_finding("l2", "hit_latency_cycles", 280, "cycles"), open}, "as it was cold");
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].value, 280);
  EXPECT_THAT(told[0].method, HasSubstr("Measured again, as it was cold."));
  EXPECT_EQ(told[1].value, 64);
}

// The two findings have different strides, because the stride is the page size that each measurement found. The second still
// replaces the first.
TEST(DiscoverAgain, has_no_doubted_value_beside_the_one_that_was_measured_anew) {
  Finding first = made_finding("l2_tlb", "contiguous_bytes", 4096, "bytes"),
          again = made_finding("l2_tlb", "contiguous_bytes", 8192, "bytes");
  first.conditions = {{"space", "global.cg"}, {"stride", 64}};
  again.conditions = {{"space", "global.cg"}, {"stride", 128}};
  Finding elsewhere = first;
  elsewhere.conditions["space"] = "global.ca";
  const auto told = told_again({first, elsewhere}, {again}, "as it was cold");
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].value, 8192);
  EXPECT_EQ(told[1].conditions["space"], "global.ca");
}

}  // namespace
}  // namespace chasescope
