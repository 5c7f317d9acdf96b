// Probe `discover`: everything that the other probes can find about a card, one after another, each with what it needs. What one
// can't find out says so in its place, and the others go on.
#include <algorithm>
#include <optional>

#include "engine/probe/discovery_plan.h"
#include "engine/probe/parameters.h"
#include "engine/probe/shared_work.h"
#include "engine/probe/structure/findings.h"
#include "engine/probe/structure/structure_probe.h"

namespace chasescope {
namespace {

enum class Effort { quick, normal, thorough };

// Everything about the data caches in one go: the probes for single quantities would each find the same sets again.
class CachesStep final : public Probe {
 public:
  explicit CachesStep(structure::Depth depth) : depth_(depth) {}
  const ProbeInfo& info() const override {
    static const ProbeInfo info{.name = "caches",
                                .title = "Caches",
                                .group = "Caches",
                                .summary = "Capacity, line, sets, replacement and latency of each data cache.",
                                .reference = "2014 paper §3.2",
                                .parameters = structure::structure_parameters()};
    return info;
  }
  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    const auto findings = [this](structure::Lab& lab, const structure::SpaceReport& space, const structure::CacheReport& cache) {
      std::vector<Finding> all = structure::latency_findings(lab, space, cache);
      const auto add = [&](std::vector<Finding> more) {
        all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
      };
      if (depth_ >= structure::Depth::sets) {
        add(structure::capacity_findings(lab, space, cache));
        add(structure::line_findings(lab, space, cache));
        add(structure::set_findings(lab, space, cache));
      }
      if (depth_ >= structure::Depth::policy) add(structure::replacement_findings(lab, space, cache));
      return all;
    };
    return structure::run_structure_probe(info(), device, values, control, depth_, findings);
  }

 private:
  structure::Depth depth_;
};

/// Passes on what a step tells, as a part of the whole.
class StepSink final : public ProbeSink {
 public:
  StepSink(ProbeSink& whole, double from, double to, std::string title)
      : whole_(whole), from_(from), to_(to), title_(std::move(title)) {}
  void on_run_started(const RunPtr& run) override { whole_.on_run_started(run); }
  void on_part(const std::string& run_id, const TraceChunk& part) override { whole_.on_part(run_id, part); }
  void on_run_finished(const RunPtr& run) override { whole_.on_run_finished(run); }
  void on_finding(const Finding& finding) override { whole_.on_finding(finding); }
  void on_progress(double fraction, const std::string& doing) override {
    whole_.on_progress(from_ + (to_ - from_) * std::clamp(fraction, 0.0, 1.0), title_ + ": " + doing);
  }

 private:
  ProbeSink& whole_;
  double from_, to_;
  std::string title_;
};

struct Step {
  std::string name;
  const Probe* probe = nullptr;
  double weight = 1;  // of the time, roughly
  std::vector<std::string> subjects;
};

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::vector<Step> steps_of(Effort effort, const Probe& caches) {
  const std::vector<std::string> data{"l1_data", "texture", "readonly", "constant_l1", "constant_l1_5", "l2", "l3", "dram"};
  const std::vector<std::string> tlbs{"l1_tlb", "l2_tlb", "l3_tlb"};
  std::vector<Step> steps;
  const auto add = [&](const std::string& name, double weight, std::vector<std::string> subjects) {
    if (const Probe* probe = find_probe(name)) steps.push_back({name, probe, weight, std::move(subjects)});
  };
  add("facts", 0.1, {"device"});
  add("banks", 1, {"shared_memory"});
  steps.push_back({"caches", &caches, 10, data});
  add("tlb", 6, tlbs);
  add("sharing", 2, data);
  add("count", 2, data);
  add("l2-map", 0.5, {"l2"});
  add("instructions", 1, {"instruction_l0", "instruction_l1", "instruction_l2"});
  add("bandwidth", 2, {"l1_data", "shared_memory", "l2", "dram"});
  add("cluster", 1, {"distributed_shared_memory"});
  if (effort != Effort::quick) {
    add("outstanding", 3, {"request_table"});
    add("l2-copy", 1, {"l2"});
  }
  return steps;
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
                        .choices = {"device", "shared_memory", "l1_data", "texture", "readonly", "constant_l1", "constant_l1_5",
                                    "l2", "l3", "dram", "l1_tlb", "l2_tlb", "l3_tlb", "instruction_l0", "instruction_l1",
                                    "instruction_l2", "distributed_shared_memory", "request_table"},
                        .unset_text = "everything",
                        .help = "Parts of the card, comma-separated, such as l1_data,l1_tlb,shared_memory."},
                       {.key = "effort",
                        .label = "Effort",
                        .kind = ParameterKind::choice,
                        .default_text = "normal",
                        .choices = {"quick", "normal", "thorough"},
                        .help = "quick: levels and latencies; normal: also lines, sets and requests; thorough: also replacement."}},
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
    if (!only.empty())
      std::erase_if(steps, [&](const Step& step) {
        return std::none_of(step.subjects.begin(), step.subjects.end(),
                            [&](const auto& subject) { return contains(only, subject); });
      });
    return steps;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    const CachesStep caches(depth_of(values));
    const std::vector<std::string> only = wanted(values);
    const std::vector<Step> steps = chosen_steps(values, caches);
    double whole = 0, done = 0;
    for (const Step& step : steps) whole += step.weight;

    ProbeReport report;
    SharedWork shared;
    shared.next_run = control.first_run;
    std::optional<DeviceError> ended;  // after which nothing more can be asked
    for (const Step& step : steps) {
      if (ended) {
        add_failure(report, step, *ended, control);
        continue;
      }
      std::optional<StepSink> sink;
      if (control.sink != nullptr) {
        sink.emplace(*control.sink, done / whole, (done + step.weight) / whole, step.probe->info().title);
        sink->on_progress(0, "begins");
      }
      const auto outcome = step.probe->run(device, {}, {.stop = control.stop, .sink = sink ? &*sink : nullptr, .shared = &shared});
      done += step.weight;
      if (!outcome) {
        add_failure(report, step, outcome.error(), control);
        if (outcome.error().code == ErrorCode::cancelled || outcome.error().code == ErrorCode::lost) ended = outcome.error();
        continue;
      }
      report.runs.insert(report.runs.end(), outcome->runs.begin(), outcome->runs.end());
      for (const Finding& finding : outcome->findings)
        if (only.empty() || contains(only, finding.subject)) report.findings.push_back(finding);
    }
    return report;
  }

 private:
  Effort effort_of(const ParameterValues& values) const {
    const std::string word = ParameterReader(info(), values).text("effort");
    return word == "quick" ? Effort::quick : word == "thorough" ? Effort::thorough : Effort::normal;
  }
  /// The parts of the card that were asked for; empty: all of it.
  std::vector<std::string> wanted(const ParameterValues& values) const {
    const std::string named = ParameterReader(info(), values).text("only");
    return named.empty() ? std::vector<std::string>{} : parse_names(named);
  }
  // What was not found out is told in its place, with the reason.
  static void add_failure(ProbeReport& report, const Step& step, const DeviceError& error, const ProbeControl& control) {
    Finding finding;
    finding.subject = step.subjects.front();
    finding.quantity = step.name;
    finding.unit = "1";
    finding.status = FindingStatus::not_measurable;
    finding.method = step.probe->info().title;
    finding.reference = step.probe->info().reference;
    finding.reason = error.message;
    if (control.sink != nullptr) control.sink->on_finding(finding);
    report.findings.push_back(std::move(finding));
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

std::unique_ptr<Probe> make_discover_probe() { return std::make_unique<DiscoverProbe>(); }

}  // namespace chasescope
