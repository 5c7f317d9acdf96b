// Every probe, and a discovery, on a device that fails in each way at a chosen request. The probe must end with a readable
// sentence, keep the findings that it made before the failure, and report nothing wrong.
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

/// Keeps everything that the probe reports while it runs.
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

/// True values of the small card, also of quantities that no undisturbed probe finds.
const std::map<std::string, json> kTrue{{"l1_data sets", 4}, {"l1_data ways", 4}, {"l1_data line_bytes", 128}, {"l2 sets", 16},
                                        {"l2 ways", 8},      {"texture sets", 4}, {"texture ways", 8}};

/// A smaller budget of accesses for probes that have the parameter.
ParameterValues values_for(const Probe& probe) {
  return probe.info().parameter("budget") != nullptr ? ParameterValues{{"budget", "1000000"}} : ParameterValues{};
}

/// Shares of places that each request draws anew by lot. A request more or fewer changes what is drawn, so that two runs of a probe
/// have two samples of one share.
const std::set<std::string> kSampled{quantity::retained_share, quantity::persisting_bytes};

/// The findings on an undisturbed device.
struct Undisturbed {
  std::map<std::string, Finding> measured;
  std::size_t requests = 0;
};
Undisturbed undisturbed(const Probe& probe) {
  FailingDevice device(failing::card_for(probe.info().name, CHASESCOPE_SOURCE_DIR), Way::refuses, 0, [] {});
  const auto report = probe.run(device, values_for(probe), {});
  Undisturbed told{{}, device.requests};
  if (!report) throw std::runtime_error(probe.info().name + ": " + report.error().message);
  for (const Finding& finding : report->findings)
    if (finding.status == FindingStatus::measured) told.measured[key_of(finding)] = finding;
  return told;
}

/// Whether the finding contradicts the undisturbed device or the card itself.
bool is_wrong(const Finding& finding, const Undisturbed& right) {
  if (finding.quantity == quantity::plateau_cycles) return false;  // depends on how far a picture got before the failure
  if (const auto found = kTrue.find(finding.subject + ' ' + finding.quantity); found != kTrue.end())
    return finding.value != found->second;
  const auto found = right.measured.find(key_of(finding));
  if (found == right.measured.end()) return false;
  const Finding& undisturbed = found->second;
  if (finding.value == undisturbed.value) return false;
  // A lower bound from fewer answers may be lower.
  if (finding.low == finding.value && !finding.high) return finding.value > undisturbed.value;
  if (!finding.low || !finding.high || !undisturbed.value.is_number()) return true;
  // Two samples of one share may differ, but their intervals must overlap.
  if (kSampled.contains(finding.quantity) && undisturbed.low && undisturbed.high)
    return *finding.high < *undisturbed.low || *finding.low > *undisturbed.high;
  // Any other value from fewer answers may differ, but its interval must contain the undisturbed value.
  const double value = undisturbed.value.get<double>();
  return value < *finding.low || value > *finding.high;
}

/// The numbers of the requests that fail: the first two, the middle, the last, and those at each fifth between.
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
