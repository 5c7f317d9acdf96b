// A whole blind discovery of every card that comes with the program: no finding may be wrong.
#include <gmock/gmock.h>

#include <algorithm>

#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/accuracy/judge.h"

namespace chasescope::accuracy {
namespace {

class Presets : public testing::TestWithParam<std::string> {};

/// Whether a finding has no single true value here. Some latencies contain more than one level, because they include translation.
/// With another carve-out the L1 has another size than in the truth (carveouts_test.cpp compares those findings).
bool is_mixed(const Finding& finding) {
  const nlohmann::json& conditions = finding.conditions;
  if (conditions.contains("carveout_percent")) return true;
  if (conditions.contains("order")) return conditions["order"] != "sequential" || conditions["state"] != "warm";
  return conditions.contains("footprint_bytes");
}

TEST_P(Presets, ADiscoverySaysNothingThatIsWrong) {
  const auto card = preset_card(GetParam());
  ASSERT_TRUE(card) << card.error().message;
  const auto device = open_preset(GetParam());
  ASSERT_TRUE(device) << device.error().message;
  const auto report = find_probe("discover")->run(**device, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  std::vector<Finding> findings = report->findings;
  std::erase_if(findings, is_mixed);
  const std::vector<Expected> expected = truth_of(*card);
  const Judgement judgement = judge(expected, findings);
  std::size_t right = 0, required = 0;
  std::string missing;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Judged& judged = judgement.judged[i];
    const std::string name = expected[i].part + " " + expected[i].quantity;
    EXPECT_NE(judged.verdict, Verdict::wrong)
        << name << ": " << judged.found << " instead of " << nlohmann::json(expected[i].by_space).dump();
    // Only --thorough measures replacement.
    if (!expected[i].required || expected[i].probe == "replacement") continue;
    ++required;
    right += judged.verdict == Verdict::right ? 1 : 0;
    if (judged.verdict == Verdict::missing) missing += "\n  " + name + ": " + judged.found;
  }
  for (const Phantom& phantom : judgement.phantoms) ADD_FAILURE() << phantom.said;
  EXPECT_GE(static_cast<double>(right), 0.5 * static_cast<double>(required)) << "not found:" << missing;
  RecordProperty("found", std::to_string(right) + " of " + std::to_string(required));
}

std::vector<std::string> ids() {
  std::vector<std::string> list;
  for (const PresetInfo& preset : preset_cards()) list.push_back(preset.id);
  return list;
}

INSTANTIATE_TEST_SUITE_P(All, Presets, testing::ValuesIn(ids()), [](const auto& about) { return about.param; });

}  // namespace
}  // namespace chasescope::accuracy
