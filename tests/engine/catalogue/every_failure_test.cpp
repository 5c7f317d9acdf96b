// A device that fails in every way at a chosen request, under every probe and under a discovery: whatever fails, the probe ends,
// with a sentence that a person can read; what was told before stays; and nothing wrong is told.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/findings/vocabulary.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/made_up/failing_device.h"

namespace chasescope {
namespace {

using failing::FailingDevice, failing::Way;

/// All that was told while the probe ran.
class Heard final : public ProbeSink {
 public:
  void on_run_started(const RunPtr&) override {}
  void on_part(const std::string&, const TraceChunk&) override {}
  void on_run_finished(const RunPtr& run) override { runs.push_back(run->id); }
  void on_progress(double, const std::string&) override {}
  void on_finding(const Finding& finding) override { findings.push_back(finding); }
  std::vector<std::string> runs;
  std::vector<Finding> findings;
};

std::string key_of(const Finding& finding) { return finding.subject + ' ' + finding.quantity + ' ' + finding.conditions.dump(); }

/// What is true of the small card, where no undisturbed probe need have told it.
const std::map<std::string, json> kTrue{{"l1_data sets", 4}, {"l1_data ways", 4}, {"l1_data line_bytes", 128}, {"l2 sets", 16},
                                        {"l2 ways", 8},      {"texture sets", 4}, {"texture ways", 8}};

/// Fewer accesses where a probe can do with them.
ParameterValues values_for(const Probe& probe) {
  return probe.info().parameter("budget") != nullptr ? ParameterValues{{"budget", "1000000"}} : ParameterValues{};
}

/// What is measured on an undisturbed device.
struct Undisturbed {
  std::map<std::string, json> measured;
  std::size_t requests = 0;
};
Undisturbed undisturbed(const Probe& probe) {
  FailingDevice device(failing::card_for(probe.info().name, CHASESCOPE_SOURCE_DIR), Way::refuses, 0, [] {});
  const auto report = probe.run(device, values_for(probe), {});
  Undisturbed told{{}, device.requests};
  if (!report) throw std::runtime_error(probe.info().name + ": " + report.error().message);
  for (const Finding& finding : report->findings)
    if (finding.status == FindingStatus::measured) told.measured[key_of(finding)] = finding.value;
  return told;
}

/// Whether the undisturbed device, or the card itself, says otherwise.
bool is_wrong(const Finding& finding, const Undisturbed& right) {
  if (finding.quantity == quantity::plateau_cycles) return false;  // how far a picture goes is luck
  if (const auto found = kTrue.find(finding.subject + ' ' + finding.quantity); found != kTrue.end())
    return finding.value != found->second;
  const auto found = right.measured.find(key_of(finding));
  if (found == right.measured.end() || finding.value == found->second) return false;
  // A lower bound of fewer answers is lower.
  if (finding.low == finding.value && !finding.high) return finding.value > found->second;
  // Of fewer answers the value may be another, and its interval says how far off it may be.
  if (!finding.low || !finding.high || !found->second.is_number()) return true;
  const double value = found->second.get<double>();
  return value < *finding.low || value > *finding.high;
}

/// The first two, the middle, the last, and every n-th between.
std::set<std::size_t> steps_of(std::size_t requests) {
  constexpr std::size_t kBetween = 5;
  std::set<std::size_t> steps{1, 2, requests / 2, requests};
  for (std::size_t i = 1; i < kBetween; ++i) steps.insert(requests * i / kBetween);
  std::erase_if(steps, [&](std::size_t step) { return step == 0 || step > requests; });
  return steps;
}

class EveryFailure : public testing::TestWithParam<std::string> {};

TEST_P(EveryFailure, ends_with_a_sentence_and_keeps_what_was_told) {
  const Probe& probe = *find_probe(GetParam());
  const Undisturbed right = undisturbed(probe);
  std::size_t tried = 0;
  for (const Way way : failing::kWays)
    for (const std::size_t step : steps_of(right.requests)) {
      SCOPED_TRACE(std::string(failing::words(way)) + " at request " + std::to_string(step) + " of " +
                   std::to_string(right.requests));
      std::stop_source stop;
      FailingDevice device(failing::card_for(probe.info().name, CHASESCOPE_SOURCE_DIR), way, step,
                           [stop]() mutable { stop.request_stop(); });
      Heard heard;
      std::optional<Outcome<ProbeReport>> ended;
      ASSERT_NO_THROW(ended.emplace(probe.run(device, values_for(probe), {.stop = stop.get_token(), .sink = &heard})));
      ASSERT_TRUE(device.failed) << "the test did not come to that request";
      ++tried;
      const auto& report = *ended;
      if (!report) {
        EXPECT_TRUE(failing::is_sentence(report.error().message)) << report.error().message;
      }
      const std::vector<Finding>& findings = report ? report->findings : heard.findings;
      if (report) {
        std::set<std::string> kept, runs;
        for (const Finding& finding : report->findings) kept.insert(key_of(finding));
        for (const RunPtr& run : report->runs) runs.insert(run->id);
        for (const Finding& finding : heard.findings) EXPECT_TRUE(kept.contains(key_of(finding))) << "lost: " << key_of(finding);
        for (const std::string& run : heard.runs) EXPECT_TRUE(runs.contains(run)) << "lost: " << run;
      }
      for (const Finding& finding : findings) {
        if (finding.status == FindingStatus::not_measurable) {
          EXPECT_TRUE(failing::is_sentence(finding.reason)) << key_of(finding) << ": " << finding.reason;
        } else if (finding.status == FindingStatus::measured) {
          EXPECT_FALSE(is_wrong(finding, right)) << key_of(finding) << " is not " << finding.value << ", "
                                                 << finding.low.value_or(0) << " to " << finding.high.value_or(0);
        }
      }
      if (way == Way::dies || way == Way::hangs || way == Way::answers_late) {
        EXPECT_LE(device.after_the_end, 1U) << "nobody asks a device that has gone or was cancelled";
      }
    }
  EXPECT_EQ(tried == 0, GetParam() == "facts") << "only that probe asks nothing";
}

std::vector<std::string> names_of_probes() {
  std::vector<std::string> names;
  for (const auto& probe : all_probes()) names.push_back(probe->info().name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(, EveryFailure, testing::ValuesIn(names_of_probes()), [](const auto& made) {
  std::string name = made.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace chasescope
