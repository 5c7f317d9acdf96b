// The record of a card's clocks, temperature and power while it is measured, and the sentences of the summary about that record.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/measurement/condition_record.h"
#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/session/summary/summary.h"
#include "engine/session/summary/summary_conditions.h"

namespace chasescope {
namespace {

Session with(nlohmann::json samples) {
  Session session;
  session.environment = {{"conditions", {{"samples", std::move(samples)}}}};
  return session;
}

using Sentences = std::vector<std::string>;

TEST(Conditions, that_disturb_are_said_first) {
  const Session session = with({{{"seconds", 0}, {"sm_mhz", 1980}, {"temperature_c", 31}, {"power_w", 120.4}, {"power_limit_w", 700}, {"other_processes", 0}},
                                {{"seconds", 0.5}, {"sm_mhz", 1410}, {"temperature_c", 45}, {"power_w", 699.8}, {"power_limit_w", 700}, {"limits", {"power cap"}}, {"other_processes", 2}}});
  EXPECT_EQ(condition_sentences(session),
            (Sentences{"Warning: its clock was held down (power cap) in 1 of 2 looks.",
                       "Warning: 2 other processes computed on the card.", "31-45 °C, 120-700 of 700 W."}));
}

TEST(Conditions, that_are_quiet_say_that_nobody_else_was_there_and_that_clocks_are_locked) {
  const Session session = with({{{"sm_mhz", 1410}, {"clock_is_set", true}, {"other_processes", 0}}});
  EXPECT_EQ(condition_sentences(session), (Sentences{"Nobody else used the card.", "Its clocks are locked (SMs at 1,410 MHz)."}));
}

TEST(Conditions, of_a_hostile_file_say_nothing_of_their_own) {
  EXPECT_TRUE(condition_sentences(with("none")).empty());
  EXPECT_TRUE(condition_sentences(with({1, "x", nullptr})).empty());
  EXPECT_TRUE(condition_sentences(with({{{"limits", {"\x1b[31mred"}}, {"sm_mhz", 1e300}, {"power_w", "much"}}})).empty());
  Session session;
  session.environment = nlohmann::json::array();
  EXPECT_TRUE(condition_sentences(session).empty());
}

/// A software GPU that also reports a temperature, which rises by one degree with each reading.
class WarmDevice final : public Device, public ConditionSource {
 public:
  explicit WarmDevice(std::unique_ptr<Device> model) : model_(std::move(model)) {}
  const Description& description() const override { return model_->description(); }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override { return model_->chase(request, control); }
  std::optional<Conditions> conditions_now() override {
    return Conditions{.temperature_c = 30 + looks++, .limits = {"heat"}, .other_processes = 0U};
  }
  double looks = 0;

 private:
  std::unique_ptr<Device> model_;
};

TEST(Conditions, are_looked_at_before_and_after) {
  auto model = open_preset("textbook");
  ASSERT_TRUE(model);
  WarmDevice device(*std::move(model));
  ConditionRecord record(device, nullptr);
  ASSERT_TRUE(find_probe("fine-grained")->run(device, {}, {.sink = &record}));
  const nlohmann::json conditions = record.finish();
  ASSERT_GE(conditions["samples"].size(), 2U);
  EXPECT_EQ(conditions["samples"].front()["temperature_c"], 30);
  EXPECT_EQ(conditions["samples"].front()["limits"], nlohmann::json({"heat"}));
  EXPECT_EQ(conditions["samples"].back()["temperature_c"], 30 + device.looks - 1);
}

TEST(Conditions, of_a_device_that_tells_none_are_null) {
  const auto model = open_preset("textbook");
  ASSERT_TRUE(model);
  ConditionRecord record(**model, nullptr);
  EXPECT_TRUE(record.finish().is_null());
}

}  // namespace
}  // namespace chasescope
