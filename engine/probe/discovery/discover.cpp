// Probe `discover`: runs all other probes on a card, one after another, each after the steps whose results it needs. A step that
// fails leaves a finding with the reason, and the others go on.
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
#include "engine/output/reasons.h"
#include "engine/probe/caches/caches_step.h"
#include "engine/probe/discovery/curves_step.h"
#include "engine/probe/discovery/discover_parts.h"
#include "engine/probe/discovery/discovery_plan.h"
#include "engine/probe/discovery/more_time.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/discovery/step_sink.h"
#include "engine/probe/discovery/step_watch.h"
#include "engine/probe/discovery/timed_device.h"
#include "engine/probe/others/load_findings.h"
#include "engine/probe/parameters.h"

namespace chasescope {
namespace {

enum class Effort { quick, normal, thorough };

struct Step {
  std::string name;
  const Probe* probe = nullptr;
  double seconds = 1;  // on a card of today
  std::vector<std::string> subjects;
  bool deepens = false;  // whether findings of an earlier step take precedence over this step's
  ParameterValues values = {};
};

/// The two steps for caches: the levels alone, and everything at the requested depth.
struct CacheSteps {
  explicit CacheSteps(structure::Depth depth) : levels(structure::Depth::levels), whole(depth) {}
  CachesStep levels, whole;
};

/// The steps in an order that puts the basis of each quantity before it: the levels come before the TLBs, whose misses are
/// recognised by them; both come before the step that compares spaces.
/// `in_time`: a time limit may end the discovery. Then levels, latencies and other cheap steps come first; sets and TLBs follow.
/// `has_a_minute`: adds memory operations besides loads, what stays in the L2, levels under load, and the memories beyond the card,
/// which take about a second each.
std::vector<Step> steps_of(Effort effort, bool in_time, bool has_a_minute, const CacheSteps& caches, const Probe& curves) {
  const std::vector<std::string> data{subject::l1_data, subject::texture, subject::readonly, subject::constant_l1, subject::constant_l1_5, subject::l2, subject::l3, subject::dram};
  const bool thorough = effort == Effort::thorough, quick = effort == Effort::quick;
  std::vector<Step> steps;
  const auto add = [&](const std::string& name, double seconds, std::vector<std::string> subjects, ParameterValues values = {}) {
    if (const Probe* probe = find_probe(name))
      steps.push_back({name, probe, seconds, std::move(subjects), false, std::move(values)});
  };
  const auto add_map_and_instructions = [&] {
    add("l2-map", 0.02, {subject::l2});
    add("instructions", 0.03, {subject::instruction_l0, subject::instruction_l1, subject::instruction_l2});
  };
  const auto add_bandwidths = [&] {
    add("bandwidth", 0.15, {subject::l1_data, subject::shared_memory, subject::l2, subject::dram});
    add("cluster", 0.01, {subject::distributed_shared_memory});
  };
  add("facts", 0.01, {subject::device, subject::l2, subject::shared_memory, subject::dram});
  add("banks", 0.07, {subject::shared_memory});
  if (in_time) {
    add_bandwidths();
    steps.push_back({"levels", &caches.levels, 0.9, data});
    add("memory", 0.1, {subject::dram});
    add_map_and_instructions();
    add("sharing", 0.1, data);
  }
  if (!in_time || !quick)
    steps.push_back({"caches", &caches.whole, thorough ? 20 : quick ? 0.9 : in_time ? 0.3 : 1.2, data, in_time});
  if (!in_time) add("memory", 0.1, {subject::dram});
  if (!quick) add("tlb", 1, {subject::l1_tlb, subject::l2_tlb, subject::l3_tlb});
  if (!in_time) add("sharing", 0.1, data);
  add("count", 0.15, data);
  if (!in_time) add_map_and_instructions(), add_bandwidths();
  if (!quick) {
    add("outstanding", 0.2, {subject::request_table});
    add("l2-copy", 0.05, {subject::l2});
    if (has_a_minute) add("prefetch", 0.3, {subject::instruction_l0});
    if (has_a_minute) add("operations", 0.3, {subject::l1_data, subject::shared_memory, subject::l2});
    if (has_a_minute) add("residency", 0.4, {subject::l2});
    // Loads of 1 and 2 bytes keep no level busy that wider ones don't, and take longest.
    if (has_a_minute)
      add("load", 1, {subject::l1_data, subject::shared_memory, subject::l2, subject::dram}, {{"width", kLoadWide}});
    if (has_a_minute) add("host-memory", 1.5, {subject::host_memory, subject::managed_memory, subject::peer_memory});
    steps.push_back({"curves", &curves, 0.35, {subject::device}});
  }
  return steps;
}

/// The expected duration on a current card.
double seconds_of(const std::vector<Step>& steps) {
  constexpr double kStart = 0.4;  // the start of CUDA and of the card
  double seconds = kStart;
  for (const Step& step : steps) seconds += step.seconds;
  return seconds;
}

/// The announcement before the first request: "12 steps, about 5 s on a card". A software GPU says what it takes itself.
std::string estimate(const std::vector<Step>& steps, Origin origin) {
  return std::to_string(steps.size()) + (steps.size() == 1 ? " step" : " steps") + ", about " +
         std::to_string(static_cast<int>(std::ceil(seconds_of(steps)))) + " s on a card" +
         (origin == Origin::model ? ", and up to a minute on a software GPU" : "");
}

class DiscoverProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info{
        .name = "discover",
        .title = "Whole card",
        .group = "Card",
        .summary =
            "Everything that can be found about a card in one go: caches, TLBs, shared memory, bandwidth, requests, and the "
            "properties that the vendor's interface states.",
        .reference = "topology thesis, chapters 4 to 6",
        .parameters =
            {{.key = "only",
              .label = "Only",
              .kind = ParameterKind::names,
              .default_text = "",
              .optional = true,
              .choices = part_names(),
              .unset_text = "everything",
              .help = "Parts of the card, comma-separated, such as l1,l2,tlb. l1, constant, caches, tlb, memory, shared, cluster, "
                      "instructions, requests and beyond are groups of them."},
             {.key = "effort",
              .label = "Effort",
              .kind = ParameterKind::choice,
              .default_text = "normal",
              .choices = {"quick", "normal", "thorough"},
              .help =
                  "quick: levels and latencies, without TLBs; normal: also lines, sets, TLBs and requests, and replacement on a "
                  "software GPU; thorough: also replacement on a card, which may take a minute."},
             {.key = "seconds",
              .label = "Time (s)",
              .kind = ParameterKind::count,
              .optional = true,
              .unset_text = "as long as it takes",
              .help =
                  "The time limit; 2 s are --quick, 60 s are --thorough. It is spent on bandwidths, levels and latencies first, "
                  "then on sets and TLBs. Steps that it does not allow are left out. Time that is left over is spent on open "
                  "questions: lines, sets and policies of caches, beginning with the space that has most of them."}},
    };
    return info;
  }

  structure::Depth depth_of(const ParameterValues& values) const {
    const Effort effort = effort_of(values);
    return effort == Effort::quick    ? structure::Depth::levels
           : effort == Effort::normal ? structure::Depth::sets
                                      : structure::Depth::policy;
  }
  /// On a software GPU that begins each chase with empty caches a policy costs a few chases more, while on a card it takes up to a
  /// minute. So only a card needs to be asked for it, and no time limit never finds less than a short one, whose rest goes into
  /// policies.
  structure::Depth depth_on(const Description& device, const ParameterValues& values) const {
    const bool has_limit = ParameterReader(info(), values).optional_count("seconds").has_value();
    const bool starts_cold = !device.keeps_all_state && device.keeps_state.empty();
    const bool is_cheap = device.origin == Origin::model && starts_cold && !has_limit;
    return is_cheap && effort_of(values) == Effort::normal ? structure::Depth::policy : depth_of(values);
  }
  std::vector<Step> chosen_steps(const ParameterValues& values, const CacheSteps& caches, const Probe& curves) const {
    const auto seconds = ParameterReader(info(), values).optional_count("seconds");
    const bool has_a_minute = seconds && *seconds >= kThoroughSeconds;
    const std::vector<std::string> only = wanted(values);
    const bool names_beyond = !only.empty() && (is_wanted(only, subject::host_memory) || is_wanted(only, subject::managed_memory) ||
                                                is_wanted(only, subject::peer_memory));
    std::vector<Step> steps = steps_of(effort_of(values), seconds.has_value(), has_a_minute || names_beyond, caches, curves);
    // The curves show the whole card, and a part was asked for.
    if (!only.empty()) std::erase_if(steps, [&](const Step& step) { return step.probe == &curves; });
    std::erase_if(steps, [&](const Step& step) {
      return std::none_of(step.subjects.begin(), step.subjects.end(),
                          [&](const auto& subject) { return is_wanted(only, subject); });
    });
    return steps;
  }

  Outcome<ProbeReport> run(Device& asked, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    const CacheSteps caches(depth_on(asked.description(), values));
    const std::vector<std::string> only = wanted(values);
    ProbeReport report;
    const CurvesStep curves(report.findings);
    std::vector<Step> steps = chosen_steps(values, caches, curves);
    const auto& spaces = asked.description().spaces;
    if (std::none_of(spaces.begin(), spaces.end(), is_beyond_card))
      std::erase_if(steps, [](const Step& step) { return step.name == "host-memory"; });
    double whole = 0, done = 0;
    for (const Step& step : steps) whole += step.seconds;

    SharedWork shared;
    shared.next_run = control.first_run;
    // A cache of tens of megabytes whose structure is not found soon is seldom found later. Only a thorough discovery searches on.
    if (effort_of(values) != Effort::thorough) shared.most_for_a_cache = kSoon;
    const auto seconds = ParameterReader(info(), values).optional_count("seconds");
    shared.has_a_minute = seconds && *seconds >= kThoroughSeconds;
    Deadline deadline(seconds ? std::optional(static_cast<double>(*seconds)) : std::nullopt, control.stop);
    TimedDevice device(asked, deadline);
    StepWatch watch(asked);
    std::optional<DeviceError> ended;  // the error after which the device answers nothing more
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Step& step = steps[i];
      const StepSink::Share share{done / whole, (done + step.seconds) / whole, step.probe->info().title,
                                  std::to_string(i + 1) + " of " + std::to_string(steps.size())};
      const auto usual = step.deepens ? StepSink::Findings::kept_back
                         : seconds    ? StepSink::Findings::answers_told
                                      : StepSink::Findings::told;
      // Findings of a step that may have to be repeated are kept back until it is decided whether to repeat it.
      const bool doubtful = !ended && watch.is_doubtful();
      StepSink sink(control.sink, share, only, deadline, doubtful ? StepSink::Findings::kept_back : usual);
      const double begun = deadline.elapsed();
      done += step.seconds;
      if (deadline.is_over()) {
        sink.on_finding(too_late(step, deadline, only));
      } else if (!ended) {
        sink.on_progress(0, i == 0 ? "begins; in all " + estimate(steps, device.description().origin) : "begins");
        const ProbeControl inner{.stop = deadline.token(), .sink = &sink, .shared = &shared};
        auto error = run_step(step, device, inner);
        // On a card that other programs use, a kernel may fail once. So the step is tried again.
        if (error && is_worth_another_try(*error, device, deadline, sink)) error = run_step(step, device, inner);
        if (error && error->code == ErrorCode::cancelled && deadline.is_over()) {
          sink.on_finding(too_late(step, deadline, only));
        } else if (error) {
          sink.on_finding(failure(step, *error, true, only));
          if (ends_everything(*error, device, control.stop)) ended = *error;
        }
      } else {
        sink.on_finding(failure(step, *ended, false, only));
      }
      ProbeReport heard = sink.take();
      if (doubtful) {
        const double took = deadline.elapsed() - begun;
        const std::string why = watch.why_again(is_open(heard.findings));
        if (!why.empty() && !ended && deadline.left() > took && !deadline.token().stop_requested()) {
          const auto error = make_again(step, device, {.stop = deadline.token(), .sink = nullptr, .shared = &shared}, control.sink,
                                        share, only, deadline, why, heard);
          if (error && ends_everything(*error, device, control.stop)) ended = *error;
          watch.look();
        }
        StepSink told(control.sink, share, only, deadline, usual);
        for (const Finding& finding : heard.findings) told.on_finding(finding);
      } else if (!ended) {
        watch.look();
      }
      report.runs.insert(report.runs.end(), heard.runs.begin(), heard.runs.end());
      if (step.deepens)
        take_and_tell(control.sink, report.findings, std::move(heard.findings));
      else
        report.findings.insert(report.findings.end(), heard.findings.begin(), heard.findings.end());
    }
    if (!ended && !deadline.is_over()) check_sizes(device, only, control, shared, deadline, report);
    if (seconds && !ended) {
      spend_what_is_left(device, only, control, shared, deadline, report);
      tell_what_was_kept_back(control.sink, report);
    }
    return report;
  }

 private:
  Effort effort_of(const ParameterValues& values) const {
    const ParameterReader read(info(), values);
    const std::string word = read.text("effort");
    return word == "quick" ? Effort::quick : word == "thorough" ? Effort::thorough : Effort::normal;
  }
  /// The parts of the card that were asked for; empty: all of it.
  std::vector<std::string> wanted(const ParameterValues& values) const {
    return subjects_named(ParameterReader(info(), values).text("only"));
  }

  /// Whether the error ends the whole discovery. A kernel that was killed destroys the CUDA context; the other steps can go on if a
  /// new context can be had.
  static bool ends_everything(const DeviceError& error, Device& device, const std::stop_token& stop) {
    if (error.code == ErrorCode::cancelled) return true;
    const bool failed =
        error.code == ErrorCode::lost || error.code == ErrorCode::launch_failed || error.code == ErrorCode::timed_out;
    return failed && device.revive(stop).has_value() && error.code == ErrorCode::lost;
  }

  /// Whether to repeat a failed step: the device works again, and the step had reported nothing yet.
  static bool is_worth_another_try(const DeviceError& error, Device& device, const Deadline& deadline, const StepSink& sink) {
    const bool may_pass = error.code == ErrorCode::launch_failed || error.code == ErrorCode::timed_out;
    return may_pass && device.description().origin == Origin::hardware && !sink.told_something() && deadline.left() > 0 &&
           !deadline.token().stop_requested() && !device.revive(deadline.token());
  }

  static bool is_open(const std::vector<Finding>& findings) {
    return std::any_of(findings.begin(), findings.end(),
                       [](const Finding& finding) { return finding.status == FindingStatus::not_measurable; });
  }

  /// Runs the step again. If it fails this time, the findings of the first time stay.
  static std::optional<DeviceError> make_again(const Step& step, Device& device, ProbeControl control, ProbeSink* whole,
                                               const StepSink::Share& share, const std::vector<std::string>& only,
                                               Deadline& deadline, const std::string& why, ProbeReport& heard) {
    StepSink sink(whole, share, only, deadline, StepSink::Findings::kept_back);
    sink.on_progress(0, "again, " + why);
    control.shared->forget();
    control.sink = &sink;
    auto error = run_step(step, device, control);
    ProbeReport second = sink.take();
    heard.runs.insert(heard.runs.end(), second.runs.begin(), second.runs.end());
    if (!error) std::erase_if(heard.findings, [](const Finding& finding) { return discovery_trouble({finding}).has_value(); });
    heard.findings = told_again(std::move(heard.findings), std::move(second.findings), why);
    return error;
  }

  /// The finding for a step for which no time was left.
  static Finding too_late(const Step& step, const Deadline& deadline, const std::vector<std::string>& only) {
    Finding finding = failure(step, {ErrorCode::cancelled, ""}, true, only);
    finding.conditions = nlohmann::json::object();
    finding.reason = "The time that was given (" + deadline.in_words() + ") was over.";
    return finding;
  }

  /// Reports the findings that were kept back: those that stayed without a value, and those that were found later. The sink has not
  /// received them yet.
  static void tell_what_was_kept_back(ProbeSink* sink, const ProbeReport& report) {
    if (sink == nullptr) return;
    for (const Finding& finding : report.findings)
      if (finding.status == FindingStatus::not_measurable) sink->on_finding(finding);
  }

  /// Compares the sizes that the vendor's interface reports with the measured ones. This includes a walk over all of the shared
  /// memory, which no earlier step makes.
  static void check_sizes(Device& device, const std::vector<std::string>& only, const ProbeControl& control, SharedWork& shared,
                          Deadline& deadline, ProbeReport& report) {
    StepSink sink(control.sink, {1, 1, "Sizes", "at last"}, only, deadline);
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
      // If the device refuses the walk, the check reports that nothing was measured.
      if (bytes > 0)
        if (const auto run = recorder.chase_quietly({request, "all of a block's shared memory", true})) recorder.keep(*run);
    }
    ProbeReport walked = sink.take();
    report.runs.insert(report.runs.end(), walked.runs.begin(), walked.runs.end());
    for (const Finding& finding : size_checks(described, report.findings, report.runs)) sink.on_finding(finding);
    walked = sink.take();
    report.findings.insert(report.findings.end(), walked.findings.begin(), walked.findings.end());
  }

  /// Runs one step. An exception is this step's failure only; the others go on.
  static std::optional<DeviceError> run_step(const Step& step, Device& device, const ProbeControl& control) {
    try {
      const auto outcome = step.probe->run(device, step.values, control);
      return outcome ? std::nullopt : std::optional(outcome.error());
    } catch (const std::bad_alloc&) {
      return DeviceError{ErrorCode::out_of_memory, "This computer's memory is full."};
    } catch (const std::exception& error) {
      return DeviceError{ErrorCode::internal, "The probe ended unexpectedly: " + reason_of(error) + "."};
    }
  }

  /// A finding in place of a failed step's findings, with the reason.
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
  const CacheSteps caches(probe.depth_of(values));
  const std::vector<Finding> none;
  const CurvesStep curves(none);
  for (const Step& step : probe.chosen_steps(values, caches, curves))
    parts.push_back({step.probe->info().title, step.probe->info().summary});
  return parts;
}

double discovery_seconds(const ParameterValues& values) {
  const DiscoverProbe probe;
  if (check_parameters(probe.info(), values)) return 0;
  const CacheSteps caches(probe.depth_of(values));
  const std::vector<Finding> none;
  return seconds_of(probe.chosen_steps(values, caches, CurvesStep(none)));
}

std::unique_ptr<Probe> make_discover_probe() { return std::make_unique<DiscoverProbe>(); }

}  // namespace chasescope
