// The sweeps report the same levels as the structure probes, with the same numbers and words. They draw their curves from chases of
// their own.
// their own.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "engine/findings/change_test.h"
#include "engine/probe/discovery/registry.h"
#include "engine/session/document/run_series.h"
#include "tests/engine/made_up/made_up_cards.h"
#include "tests/engine/made_up/reshaping_device.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

json two_levels() {
  json card = card_around({{"l1", lru(128, 128, 32, 4, {{"kind", "modulo"}})}, {"l2", lru(128, 32, 256, 8, {{"kind", "modulo"}})}},
                          {{"global.ca", {{"data", {"l1", "l2"}}, {"latency", {{"l1", 30}, {"l2", 200}, {"dram", 500}}}}},
                           {"global.cg", {{"data", {"l2"}}, {"latency", {{"l2", 200}, {"dram", 500}}}}}});
  card.erase("tlbs");
  return card;
}

ProbeReport report_on(Device& device, const std::string& probe, const ParameterValues& values = {}) {
  auto report = find_probe(probe)->run(device, values, {});
  if (!report) throw std::runtime_error(report.error().message);
  return *std::move(report);
}

const Finding* alike(const std::vector<Finding>& findings, const Finding& wanted) {
  const auto found = std::find_if(findings.begin(), findings.end(), [&](const Finding& one) {
    return one.subject == wanted.subject && one.quantity == wanted.quantity && one.conditions == wanted.conditions;
  });
  return found == findings.end() ? nullptr : &*found;
}

/// Removes the list of levels. A sweep reaches memory through every space, and so lists more levels than a probe that needs only
/// the nearest.
std::string without_levels(const std::string& method) { return method.substr(0, method.find("Levels found")); }

class SweepOfAPreset : public ::testing::TestWithParam<const char*> {};

TEST_P(SweepOfAPreset, tells_what_the_probes_of_structure_tell) {
  std::size_t told = 0;
  for (const auto& [sweep, probes] :
       {std::pair<std::string, std::vector<std::string>>{"footprint-sweep", {"capacity"}}, {"stride-sweep", {"line", "sets"}}}) {
    const auto device = open_preset(GetParam());
    ASSERT_TRUE(device);
    const ParameterValues values = sweep == "stride-sweep" ? ParameterValues{{"picture", "no"}} : ParameterValues{};
    std::vector<Finding> structure;
    for (const std::string& probe : probes)
      for (const Finding& finding : report_on(**device, probe).findings) structure.push_back(finding);
    for (const Finding& finding : report_on(**device, sweep, values).findings) {
      const Finding* other = alike(structure, finding);
      if (other == nullptr || finding.status != FindingStatus::measured) continue;
      const std::string about = sweep + ": " + finding.subject + ' ' + finding.quantity + ' ' + finding.conditions.dump();
      EXPECT_EQ(other->status, FindingStatus::measured) << about << ' ' << other->reason;
      EXPECT_EQ(finding.value, other->value) << about;
      EXPECT_EQ(finding.low, other->low) << about;
      EXPECT_EQ(finding.high, other->high) << about;
      EXPECT_EQ(without_levels(finding.method), without_levels(other->method)) << about;
      EXPECT_EQ(finding.reason, other->reason) << about;
      ++told;
    }
  }
  EXPECT_GE(told, 4U);
}

INSTANTIATE_TEST_SUITE_P(Of, SweepOfAPreset, ::testing::Values("gtx560ti", "c2070", "gtx780", "k20", "v100"),
                         [](const auto& preset) { return std::string(preset.param); });

TEST(SweepLevels, a_curve_is_drawn_from_the_sweeps_own_chases) {
  const auto device = opened(two_levels());
  const ProbeReport report = report_on(*device, "footprint-sweep");
  std::size_t points = 0, of_tests = 0, references = 0;
  for (const RunPtr& run : report.runs) {
    if (!is_data(*run)) {
      ++references;
      continue;
    }
    const bool is_point = run->label.starts_with("N = "), is_test = run->label.starts_with(kSweepLabel);
    EXPECT_TRUE(is_point || is_test) << run->label;
    points += is_point ? 1 : 0;
    of_tests += is_test ? 1 : 0;
  }
  EXPECT_GT(points, 50U);
  EXPECT_EQ(of_tests, 2 * 24U) << "of the L1 through global.ca, of the L2 through global.cg";
  EXPECT_GT(references, 0U);
  for (const Finding& finding : report.findings) {
    if (finding.quantity != "contiguous_bytes") continue;
    ASSERT_EQ(finding.opinions.size(), 1U) << finding.subject;
    EXPECT_TRUE(finding.opinions.front().agrees) << finding.opinions.front().method;
    EXPECT_TRUE(change_test_of(finding, report.runs)) << finding.subject;
  }
}

TEST(SweepLevels, plateaus_are_named_by_the_level_that_answers) {
  std::map<std::pair<std::string, std::string>, double> plateaus;
  for (const Finding& finding : found_on(two_levels(), "footprint-sweep"))
    if (finding.quantity == "plateau_cycles")
      plateaus[{finding.conditions["space"], finding.subject}] = finding.value.get<double>();
  const std::map<std::pair<std::string, std::string>, double> truth{{{"global.ca", "l1_data"}, 30},
                                                                    {{"global.ca", "l2"}, 200},
                                                                    {{"global.ca", "dram"}, 500},
                                                                    {{"global.cg", "l2"}, 200},
                                                                    {{"global.cg", "dram"}, 500}};
  EXPECT_EQ(plateaus, truth);
}

// The L2 that all spaces share lies behind a texture cache.
TEST(SweepLevels, other_spaces_lie_in_front_of_the_caches_that_global_loads_show) {
  json card = two_levels();
  card["caches"]["tex"] = lru(32, 32, 64, 6, {{"kind", "modulo"}});
  card["paths"]["texture"] = {{"data", {"tex", "l2"}}, {"latency", {{"tex", 90}, {"l2", 260}, {"dram", 560}}}};
  std::vector<std::string> names;
  for (const Finding& finding : found_on(card, "footprint-sweep"))
    if (finding.quantity == "plateau_cycles" && finding.conditions["space"] == "texture") names.push_back(finding.subject);
  EXPECT_EQ(names, (std::vector<std::string>{"texture", "l2", "dram"}));
}

TEST(SweepLevels, without_accesses_to_spend_they_tell_why_they_tell_nothing) {
  for (const char* probe : {"footprint-sweep", "stride-sweep", "spectrum"})
    for (const char* budget : {"100", "10000"}) {
      const auto findings = found_on(two_levels(), probe, {{"budget", budget}});
      ASSERT_FALSE(findings.empty()) << probe << ' ' << budget;
      bool is_explained = false;
      for (const Finding& finding : findings) {
        EXPECT_FALSE(finding.quantity == "contiguous_bytes" && finding.status == FindingStatus::measured) << probe << ' ' << budget;
        is_explained = is_explained || finding.reason.find("budget") != std::string::npos;
      }
      EXPECT_TRUE(is_explained) << probe << ' ' << budget;
    }
}

/// A device that dies at its n-th chase.
class MortalDevice final : public Device {
 public:
  explicit MortalDevice(std::uint64_t chases) : model_(opened(two_levels())), left_(chases) {}
  const Description& description() const override { return model_->description(); }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    if (left_ == 0) return DeviceError{ErrorCode::lost, "The bus is gone."};
    --left_;
    return model_->chase(request, control);
  }

 private:
  std::unique_ptr<Device> model_;
  std::uint64_t left_;
};

TEST(SweepLevels, a_device_that_dies_ends_them_with_its_words) {
  for (const char* probe : {"footprint-sweep", "stride-sweep", "spectrum"})
    for (const std::uint64_t chases : {0, 1, 5, 30, 70, 120}) {
      MortalDevice device(chases);
      const auto report = find_probe(probe)->run(device, {}, {});
      ASSERT_FALSE(report) << probe << " after " << chases;
      EXPECT_EQ(report.error().message, "The bus is gone.") << probe << " after " << chases;
    }
}

TEST(SweepLevels, a_device_that_refuses_large_arrays_is_drawn_as_far_as_it_goes) {
  json card = two_levels();
  card["device"]["memory_bytes"] = 128 << 10;
  const auto findings = found_on(card, "footprint-sweep");
  EXPECT_EQ(value_of(findings, "l1_data", "contiguous_bytes"), 16384);
  EXPECT_EQ(value_of(findings, "l2", "contiguous_bytes"), nullptr);
  for (const Finding& finding : findings) {
    EXPECT_NE(finding.subject, "dram") << finding.quantity;
  }
}

}  // namespace
}  // namespace chasescope
