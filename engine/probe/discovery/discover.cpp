// Probe `discover`: everything that the other probes can find about a card, one after another, each with what it needs. What one
// can't find out says so in its place, and the others go on.
// Decision 31: docs/decisions/inference/31-discover-runs-the-other-probes.md
#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <optional>

#include "engine/experiment/recorder.h"
#include "engine/experiment/shared_work.h"
#include "engine/findings/discovery_trouble.h"
#include "engine/findings/size_check.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/caches/caches_step.h"
#include "engine/probe/discovery/discover_parts.h"
#include "engine/probe/discovery/discovery_plan.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/parameters.h"

namespace chasescope {
namespace {

enum class Effort { quick, normal, thorough };

/// Passes on what a step tells, as a part of the whole, and keeps it: a step that is ended in its middle has found something, too.
class StepSink final : public ProbeSink {
 public:
  struct Share {
    double from, to;    ///< of the whole
    std::string title;  ///< "Caches"
    std::string place;  ///< "3 of 12"
  };
  /// `whole` may be null. Findings of other subjects than these are not told.
  StepSink(ProbeSink* whole, Share share, const std::vector<std::string>& subjects)
      : whole_(whole), share_(std::move(share)), subjects_(subjects) {}
  void on_run_started(const RunPtr& run) override {
    if (whole_ != nullptr) whole_->on_run_started(run);
  }
  void on_part(const std::string& run_id, const TraceChunk& part) override {
    if (whole_ != nullptr) whole_->on_part(run_id, part);
  }
  void on_run_finished(const RunPtr& run) override {
    heard_.runs.push_back(run);
    if (whole_ != nullptr) whole_->on_run_finished(run);
  }
  void on_finding(const Finding& finding) override {
    if (!is_wanted(subjects_, finding.subject)) return;
    heard_.findings.push_back(finding);
    if (whole_ != nullptr) whole_->on_finding(finding);
  }
  void on_progress(double fraction, const std::string& doing) override {
    if (whole_ == nullptr) return;
    const double done = share_.from + (share_.to - share_.from) * std::clamp(fraction, 0.0, 1.0);
    whole_->on_progress(done, share_.title + ": " + doing + " (" + share_.place + ")");
  }
  void on_trials(const RunPtr& run) override {
    if (whole_ != nullptr) whole_->on_trials(run);
  }
  /// What came of the step so far.
  ProbeReport take() { return std::move(heard_); }

 private:
  ProbeSink* whole_;
  Share share_;
  const std::vector<std::string>& subjects_;
  ProbeReport heard_;
};

struct Step {
  std::string name;
  const Probe* probe = nullptr;
  double seconds = 1;  // on a card of today
  std::vector<std::string> subjects;
};

/// What each quantity rests on comes before it: levels before the TLBs, which tell them apart; both before what shares them.
std::vector<Step> steps_of(Effort effort, const Probe& caches) {
  const std::vector<std::string> data{subject::l1_data, subject::texture, subject::readonly, subject::constant_l1, subject::constant_l1_5, subject::l2, subject::l3, subject::dram};
  const bool thorough = effort == Effort::thorough, quick = effort == Effort::quick;
  std::vector<Step> steps;
  const auto add = [&](const std::string& name, double seconds, std::vector<std::string> subjects) {
    if (const Probe* probe = find_probe(name)) steps.push_back({name, probe, seconds, std::move(subjects)});
  };
  add("facts", 0.01, {subject::device, subject::l2, subject::shared_memory, subject::dram});
  add("banks", 0.05, {subject::shared_memory});
  steps.push_back({"caches", &caches, thorough ? 20 : quick ? 0.9 : 1.3, data});
  add("memory", 0.15, {"dram"});
  if (!quick) add("tlb", 1, {subject::l1_tlb, subject::l2_tlb, subject::l3_tlb});
  add("sharing", 0.1, data);
  add("count", 0.1, data);
  add("l2-map", 0.1, {"l2"});
  add("instructions", 0.1, {subject::instruction_l0, subject::instruction_l1, subject::instruction_l2});
  add("bandwidth", 0.4, {subject::l1_data, subject::shared_memory, subject::l2, subject::dram});
  add("cluster", 0.1, {subject::distributed_shared_memory});
  if (!quick) {
    add("outstanding", 0.7, {subject::request_table});
    add("l2-copy", 0.2, {"l2"});
  }
  return steps;
}

/// On a card of today.
double seconds_of(const std::vector<Step>& steps) {
  constexpr double kStart = 0.3;  // of the card itself
  double seconds = kStart;
  for (const Step& step : steps) seconds += step.seconds;
  return seconds;
}

/// "12 steps, about 5 s on a card": told before anything is asked.
std::string estimate(const std::vector<Step>& steps) {
  return std::to_string(steps.size()) + (steps.size() == 1 ? " step" : " steps") + ", about " +
         std::to_string(static_cast<int>(std::ceil(seconds_of(steps)))) + " s on a card";
}

class DiscoverProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info{
        .name = "discover",
        .title = "Whole card",
        .group = "Card",
        .summary =
            "Everything that can be found about a card in one go: caches, TLBs, shared memory, bandwidth, requests and what the "
            "vendor's interface tells.",
        .reference = "topology thesis, chapters 4 to 6",
        .parameters = {{.key = "only",
                        .label = "Only",
                        .kind = ParameterKind::names,
                        .default_text = "",
                        .optional = true,
                        .choices = part_names(),
                        .unset_text = "everything",
                        .help =
                            "Parts of the card, comma-separated, such as l1_data,tlb,shared_memory. tlb, caches, memory, shared, "
                            "instructions and requests are groups of them."},
                       {.key = "effort",
                        .label = "Effort",
                        .kind = ParameterKind::choice,
                        .default_text = "normal",
                        .choices = {"quick", "normal", "thorough"},
                        .help = "quick: levels and latencies, without TLBs; normal: also lines, sets, TLBs and requests; thorough: "
                                "also replacement, which may take a minute."}},
    };
    return info;
  }

  structure::Depth depth_of(const ParameterValues& values) const {
    const Effort effort = effort_of(values);
    return effort == Effort::quick    ? structure::Depth::levels
           : effort == Effort::normal ? structure::Depth::sets
                                      : structure::Depth::policy;
  }
  std::vector<Step> chosen_steps(const ParameterValues& values, const Probe& caches) const {
    std::vector<Step> steps = steps_of(effort_of(values), caches);
    const std::vector<std::string> only = wanted(values);
    std::erase_if(steps, [&](const Step& step) {
      return std::none_of(step.subjects.begin(), step.subjects.end(),
                          [&](const auto& subject) { return is_wanted(only, subject); });
    });
    return steps;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    const CachesStep caches(depth_of(values));
    const std::vector<std::string> only = wanted(values);
    const std::vector<Step> steps = chosen_steps(values, caches);
    double whole = 0, done = 0;
    for (const Step& step : steps) whole += step.seconds;

    ProbeReport report;
    SharedWork shared;
    shared.next_run = control.first_run;
    // A cache of tens of megabytes that does not give in soon seldom does: who has a minute asks for it.
    if (effort_of(values) != Effort::thorough) shared.most_for_a_cache = kSoon;
    std::optional<DeviceError> ended;  // after which nothing more can be asked
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Step& step = steps[i];
      StepSink sink(control.sink,
                    {done / whole, (done + step.seconds) / whole, step.probe->info().title,
                     std::to_string(i + 1) + " of " + std::to_string(steps.size())},
                    only);
      done += step.seconds;
      if (!ended) {
        sink.on_progress(0, i == 0 ? "begins; in all " + estimate(steps) : "begins");
        if (auto error = run_step(step, device, {.stop = control.stop, .sink = &sink, .shared = &shared})) {
          sink.on_finding(failure(step, *error, true, only));
          if (ends_everything(*error, device, control.stop)) ended = *error;
        }
      } else {
        sink.on_finding(failure(step, *ended, false, only));
      }
      const ProbeReport heard = sink.take();
      report.runs.insert(report.runs.end(), heard.runs.begin(), heard.runs.end());
      report.findings.insert(report.findings.end(), heard.findings.begin(), heard.findings.end());
    }
    if (!ended) check_sizes(device, only, control, shared, report);
    return report;
  }

 private:
  Effort effort_of(const ParameterValues& values) const {
    const std::string word = ParameterReader(info(), values).text("effort");
    return word == "quick" ? Effort::quick : word == "thorough" ? Effort::thorough : Effort::normal;
  }
  /// The parts of the card that were asked for; empty: all of it.
  std::vector<std::string> wanted(const ParameterValues& values) const {
    return subjects_named(ParameterReader(info(), values).text("only"));
  }

  /// A kernel that was killed takes a card's context along: the others can go on if the device can be had again.
  static bool ends_everything(const DeviceError& error, Device& device, const std::stop_token& stop) {
    if (error.code == ErrorCode::cancelled) return true;
    const bool failed =
        error.code == ErrorCode::lost || error.code == ErrorCode::launch_failed || error.code == ErrorCode::timed_out;
    return failed && device.revive(stop).has_value() && error.code == ErrorCode::lost;
  }

  /// What the interface tells of sizes against what was found; a walk over all of the shared memory, which nothing before made.
  static void check_sizes(Device& device, const std::vector<std::string>& only, const ProbeControl& control, SharedWork& shared,
                          ProbeReport& report) {
    StepSink sink(control.sink, {1, 1, "Sizes", "at last"}, only);
    const Description& described = device.description();
    const auto block = described.properties.shared_bytes_per_block;
    if (block && is_wanted(only, subject::shared_memory) && described.serves(ChaseRequest::kCall) &&
        described.serves(MemorySpace::shared)) {
      static const ProbeInfo info{
          .name = "sizes", .title = "Sizes", .group = "Card", .summary = "", .reference = "", .parameters = {}};
      const ProbeControl inner{.stop = control.stop, .sink = &sink, .shared = &shared};
      Recorder recorder(info, device, inner);
      constexpr std::uint64_t kStep = 128;
      const std::uint64_t bytes = std::min(*block, described.max_footprint(MemorySpace::shared).value_or(*block)) / kStep * kStep;
      ChaseRequest request;
      request.space = MemorySpace::shared;
      request.pattern = UniformPattern{bytes, kStep};
      request.accesses = bytes / kStep;
      // What is refused was not gone over; the check says so.
      if (bytes > 0)
        if (const auto run = recorder.chase_quietly({request, "all of a block's shared memory", true})) recorder.keep(*run);
    }
    ProbeReport walked = sink.take();
    report.runs.insert(report.runs.end(), walked.runs.begin(), walked.runs.end());
    for (const Finding& finding : size_checks(described, report.findings, report.runs)) sink.on_finding(finding);
    walked = sink.take();
    report.findings.insert(report.findings.end(), walked.findings.begin(), walked.findings.end());
  }

  /// Whatever goes wrong in one step is that step's failure; the others go on.
  static std::optional<DeviceError> run_step(const Step& step, Device& device, const ProbeControl& control) {
    try {
      const auto outcome = step.probe->run(device, {}, control);
      return outcome ? std::nullopt : std::optional(outcome.error());
    } catch (const std::bad_alloc&) {
      return DeviceError{ErrorCode::out_of_memory, "This computer's memory is full."};
    } catch (const std::exception& error) {
      return DeviceError{ErrorCode::internal, std::string("The probe ended unexpectedly: ") + error.what()};
    }
  }

  /// What was not found out is told in its place, with the reason.
  static Finding failure(const Step& step, const DeviceError& error, bool reached, const std::vector<std::string>& only) {
    const auto subject =
        std::find_if(step.subjects.begin(), step.subjects.end(), [&](const auto& one) { return is_wanted(only, one); });
    Finding finding;
    finding.subject = *subject;
    finding.quantity = step.name;
    finding.unit = "1";
    finding.status = FindingStatus::not_measurable;
    finding.method = step.probe->info().title;
    finding.reference = step.probe->info().reference;
    finding.reason = error.message;
    mark_trouble(finding, error, reached);
    return finding;
  }
};

}  // namespace

std::vector<DiscoveryPart> discovery_plan(const ParameterValues& values) {
  const DiscoverProbe probe;
  std::vector<DiscoveryPart> parts;
  if (check_parameters(probe.info(), values)) return parts;
  const CachesStep caches(probe.depth_of(values));
  for (const Step& step : probe.chosen_steps(values, caches))
    parts.push_back({step.probe->info().title, step.probe->info().summary});
  return parts;
}

double discovery_seconds(const ParameterValues& values) {
  const DiscoverProbe probe;
  if (check_parameters(probe.info(), values)) return 0;
  const CachesStep caches(probe.depth_of(values));
  return seconds_of(probe.chosen_steps(values, caches));
}

std::unique_ptr<Probe> make_discover_probe() { return std::make_unique<DiscoverProbe>(); }

}  // namespace chasescope
