// Decision 35: docs/decisions/devices/35-a-recording-answers-from-findings.md
#include "engine/device/recording/recorded_probe.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>

#include "engine/device/recording/recording.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/caches/caches_step.h"
#include "engine/probe/discovery/discover_parts.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/locked_probe.h"
#include "engine/probe/parameters.h"
#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

using nlohmann::json;

constexpr const char* kWhole = "discover";
constexpr const char* kConflicts = "conflicts";

/// The probe that made the session; empty if the session does not say.
std::string_view made_by(const Session& session) {
  const json& environment = session.environment;
  if (!environment.is_object()) return {};
  const auto probe = environment.find("probe");
  return probe != environment.end() && probe->is_string() ? probe->get_ref<const std::string&>() : std::string_view();
}

json parameters_of(const Session& session) {
  return session.environment.is_object() ? session.environment.value("parameters", json::object()) : json::object();
}

/// The probe that makes such a finding in a discovery; used if no kept run names the probe.
std::string_view finder_in_a_discovery(const Finding& finding) {
  const std::string_view subject = finding.subject, quantity = finding.quantity;
  if (quantity == quantity::prefetch || quantity == quantity::prefetched_cycles) return "prefetch";
  if (subject.starts_with("instruction_")) return "instructions";
  if (subject == subject::distributed_shared_memory) return "cluster";
  if (subject == subject::request_table) return "outstanding";
  const bool is_beyond_card =
      subject == subject::host_memory || subject == subject::managed_memory || subject == subject::peer_memory;
  if (is_beyond_card && quantity != quantity::plateau_cycles) return "host-memory";
  if (quantity.ends_with("_bandwidth") || quantity == quantity::clock_khz) return "bandwidth";
  if (quantity == quantity::copy_saturation_bytes) return "l2-copy";
  if (quantity.starts_with("saturating_") || quantity == quantity::loaded_latency_cycles ||
      quantity == quantity::lone_latency_cycles)
    return "load";
  if (quantity.starts_with("atomic") || quantity == quantity::store_visible_cycles || quantity == quantity::fence_cycles ||
      quantity == quantity::load_after_store || quantity == quantity::hit_under_miss || quantity == quantity::copy_latency_cycles)
    return "operations";
  if (quantity == quantity::effective_bytes || quantity == quantity::evicting_sweep_bytes || quantity == quantity::retained_share ||
      quantity == quantity::persisting_bytes || quantity == quantity::fetched_bytes)
    return "residency";
  if (quantity == quantity::shares_with) return "sharing";
  if (quantity == quantity::count_per_sm) return "count";
  if (subject == subject::shared_memory) return "banks";
  if (subject == subject::dram && (quantity.ends_with("_latency_cycles") || quantity.starts_with("far_memory_"))) return "memory";
  if (quantity == quantity::partitions || quantity == quantity::near_latency_cycles || quantity == quantity::far_latency_cycles ||
      quantity == quantity::distance_patterns || quantity == quantity::sm_groups || quantity == quantity::sms_per_tpc ||
      quantity == quantity::slices_at_least)
    return "l2-map";
  return probe_for(quantity);
}

/// The probe behind each finding, from the runs that the finding cites. In a discovery, findings on caches count as those of the
/// separate probes for the same quantities. If the session has lost its runs, the probe follows from the finding's quantity.
class Finders {
 public:
  explicit Finders(const Session& session) : session_(session) {
    std::set<std::string_view> trials;
    for (const RunPtr& run : session.runs) {
      probes_[run->id] = run->probe;
      if (run->as<TrialsRequest>() != nullptr) trials.insert(run->id);
    }
    const auto is_trials = [&](const std::string& id) { return trials.contains(id); };
    for (const Finding& finding : session.findings)
      if (std::any_of(finding.evidence.begin(), finding.evidence.end(), is_trials)) of_trials_.insert(part_of(finding));
  }

  bool found(const Finding& finding, std::string_view probe) const {
    return of(finding) == probe || (probe == kConflicts && is_of_conflicts(finding));
  }

  std::string_view of(const Finding& finding) const {
    if (finding.status == FindingStatus::reported) return "facts";
    if (finding.subject.ends_with("_tlb")) return "tlb";  // may cite a run that was made for the caches
    if (const std::string_view cited = cited_by(finding); !cited.empty()) return cited;
    // A finding that could not be measured cites no run: its probe is that of the same quantity of another part.
    for (const Finding& other : session_.findings)
      if (other.quantity == finding.quantity && other.status == FindingStatus::measured)
        if (const std::string_view cited = cited_by(other); !cited.empty()) return cited;
    if (!session_.runs.empty()) return {};
    const std::string_view maker = made_by(session_);
    return maker.empty() || maker == kWhole ? finder_in_a_discovery(finding) : maker;
  }

  /// Whether a finding comes from the trials of a discovery, so that it belongs to the probe `conflicts`, too.
  bool is_of_conflicts(const Finding& finding) const {
    if (finding.subject.ends_with("_tlb")) return false;
    const std::string_view probe = probe_for(finding.quantity);
    return (finding.quantity == quantity::line_bytes || probe == "sets" || probe == "replacement") && of_trials_.contains(part_of(finding));
  }

 private:
  /// The cache and its conditions, as one key.
  static std::string part_of(const Finding& finding) { return finding.subject + ' ' + finding.conditions.dump(); }

  std::string_view cited_by(const Finding& finding) const {
    for (const std::string& id : finding.evidence)
      if (const auto run = probes_.find(id); run != probes_.end())
        return run->second == "caches" ? probe_for(finding.quantity) : run->second;
    return {};
  }

  const Session& session_;
  std::unordered_map<std::string_view, std::string_view> probes_;  // probe, by id of the run
  std::set<std::string> of_trials_;                                // parts with findings from trials
};

std::string space_of(const Finding& finding) {
  if (!finding.conditions.is_object()) return {};
  const auto space = finding.conditions.find("space");
  return space != finding.conditions.end() && space->is_string() ? space->get<std::string>() : std::string();
}

std::string space_of(const Run& run) {
  return run.chase() == nullptr ? std::string() : std::string(to_string(run.chase()->request.space));
}

std::optional<double> carveout_of(const Finding& finding) {
  if (!finding.conditions.is_object()) return std::nullopt;
  const auto percent = finding.conditions.find("carveout_percent");
  return percent != finding.conditions.end() && percent->is_number() ? std::optional(percent->get<double>()) : std::nullopt;
}

std::optional<double> carveout_of(const Run& run) {
  if (const auto* trials = run.as<TrialsRequest>()) return trials->request.carveout_percent;
  return run.chase() == nullptr ? std::nullopt : run.chase()->request.carveout_percent;
}

/// Keeps only the findings for which `wanted` holds, the runs that they cite, and the runs for which `also` holds.
template <typename Wanted, typename Also>
Session reduced(Session session, const Wanted& wanted, const Also& also) {
  std::erase_if(session.findings, [&](const Finding& finding) { return !wanted(finding); });
  std::set<std::string_view> cited;
  for (const Finding& finding : session.findings) cited.insert(finding.evidence.begin(), finding.evidence.end());
  std::erase_if(session.runs, [&](const RunPtr& run) { return !cited.contains(run->id) && !also(*run); });
  return session;
}

/// The session as if only this probe had been run; the way it was really made is kept in the environment.
Session as_made_by(Session session, const std::string& probe, const ParameterValues& values) {
  if (!session.environment.is_object()) session.environment = json::object();
  json& environment = session.environment;
  environment["recorded"] = {{"probe", environment.value("probe", json())},
                             {"parameters", environment.value("parameters", json())}};
  environment["probe"] = probe;
  environment["parameters"] = values;
  return session;
}

/// The whole session, or some of its parts, if it was made with these values. Effort and seconds are ignored, since a recording
/// can't be quicker or more thorough than it was made.
std::optional<Session> part_of_whole(const Session& session, ParameterValues values) {
  json recorded = parameters_of(session);
  for (const char* how_much : {"effort", "seconds"}) {  // neither names a part of the hierarchy
    values.erase(how_much);
    if (recorded.is_object()) recorded.erase(how_much);
  }
  if (recorded == json(values)) return session;
  const auto only = values.extract("only");
  if (only.empty() || recorded != json(values)) return std::nullopt;
  const auto subjects = subjects_named(only.mapped());
  values.insert({"only", only.mapped()});
  return as_made_by(
      reduced(
          session, [&](const Finding& finding) { return is_wanted(subjects, finding.subject); }, [](const Run&) { return false; }),
      kWhole, values);
}

std::string listed(const std::vector<const ProbeInfo*>& probes, std::string ProbeInfo::*words, const char* last) {
  std::string list;
  for (std::size_t i = 0; i < probes.size(); ++i) list += (i == 0 ? "" : i + 1 < probes.size() ? ", " : last) + probes[i]->*words;
  return list;
}

/// Sends the runs and findings to a sink, as the recorded probe did.
void tell(ProbeSink& sink, const Session& recorded) {
  for (const RunPtr& run : recorded.runs) {
    Run begun = *run;
    std::visit([](auto& exchange) { exchange.result = {}; }, begun.exchange);
    sink.on_run_started(std::make_shared<const Run>(std::move(begun)));
    for (const TraceChunk& part : run->cycles().chunks()) sink.on_part(run->id, part);
    sink.on_run_finished(run);
  }
  for (const Finding& finding : recorded.findings) sink.on_finding(finding);
}

/// The values without defaults, which a form always sends.
ParameterValues without_defaults(const ProbeInfo& probe, ParameterValues values) {
  std::erase_if(values, [&](const auto& value) {
    const Parameter* parameter = probe.parameter(value.first);
    return parameter != nullptr && parameter->default_text == value.second;
  });
  return values;
}

bool says_something(const ProbeReport& report) {
  return !report.runs.empty() || std::any_of(report.findings.begin(), report.findings.end(), [](const Finding& finding) {
    return finding.status == FindingStatus::measured || finding.status == FindingStatus::reported;
  });
}

}  // namespace

std::vector<const ProbeInfo*> recorded_probes(const Session& session) {
  const Finders finders(session);
  std::set<std::string_view> names{made_by(session)};
  for (const RunPtr& run : session.runs) names.insert(run->probe);
  for (const Finding& finding : session.findings) {
    names.insert(finders.of(finding));
    if (finders.is_of_conflicts(finding)) names.insert(kConflicts);
  }
  std::vector<const ProbeInfo*> probes;
  for (const auto& probe : all_probes())
    if (names.contains(probe->info().name)) probes.push_back(&probe->info());
  return probes;
}

std::string not_recorded(const Session& session, const std::vector<const ProbeInfo*>& held,
                         const std::vector<const ProbeInfo*>& asked, std::string ProbeInfo::*words) {
  return "The recording of " + (session.device.name.empty() ? "this device" : session.device.name) + " holds no run of " +
         listed(asked, words, " or ") + ". " +
         (held.empty() ? "It does not say by which probes it was made." : "It holds " + listed(held, words, " and ") + ".");
}

/// A sentence that names the carve-outs at which the recording holds the probe; empty if there is only one.
std::string other_carveouts(const Session& session, const ProbeInfo& probe) {
  const Finders finders(session);
  std::set<double> percents;
  bool drivers_choice = false;
  for (const Finding& finding : session.findings) {
    if (!finders.found(finding, probe.name)) continue;
    if (const auto percent = carveout_of(finding))
      percents.insert(*percent);
    else
      drivers_choice = true;
  }
  if (percents.empty()) return {};
  std::string text;
  for (const double percent : percents)
    text += (text.empty() ? "" : percent == *percents.rbegin() ? " and " : ", ") + number_text(percent);
  return "The recording holds " + probe.name + " at " + (percents.size() == 1 ? "the carve-out " : "the carve-outs ") + text +
         " %" + (drivers_choice ? " and at the driver's choice" : "") + ", and at no other.";
}

std::optional<Session> recorded_part(const Session& session, const ProbeInfo& probe, const ParameterValues& given) {
  const bool made_it = made_by(session) == probe.name;
  if (made_it && probe.name == kWhole) return part_of_whole(session, given);
  const ParameterValues values = without_defaults(probe, given);
  json recorded = made_it ? parameters_of(session) : json::object();
  if (made_it && recorded == json(values)) return session;
  // If the recording covers all spaces, or several carve-outs, a request for one of them is a part of it.
  ParameterValues asked = values;
  std::string space;
  std::optional<double> carveout;
  if (!recorded.contains("space"))
    if (const auto named = asked.extract("space")) space = named.mapped();
  if (!recorded.contains("carveout_percent"))
    if (asked.erase("carveout_percent") > 0) carveout = ParameterReader(probe, values).optional_percent("carveout_percent");
  if (recorded != json(asked)) return std::nullopt;
  const Finders finders(session);
  const auto is_asked = [&](const auto& one) {
    return (space.empty() || space_of(one) == space) && (!carveout || carveout_of(one) == carveout);
  };
  Session part = reduced(
      session, [&](const Finding& finding) { return finders.found(finding, probe.name) && is_asked(finding); },
      [&](const Run& run) { return run.probe == probe.name && is_asked(run); });
  if (part.findings.empty() && part.runs.empty()) return std::nullopt;
  return as_made_by(std::move(part), probe.name, values);
}

Outcome<ProbeReport> run_probe(Device& device, const Probe& probe, const ParameterValues& values, const ProbeControl& control) {
  if (auto locked = fault_of_lock(device.description(), probe.info())) return *std::move(locked);
  auto* recording = dynamic_cast<RecordingDevice*>(&device);
  if (recording == nullptr) return probe.run(device, values, control);
  const Session& session = recording->session();
  if (auto part = recorded_part(session, probe.info(), values)) {
    if (control.sink != nullptr) tell(*control.sink, *part);
    return ProbeReport{std::move(part->runs), std::move(part->findings)};
  }
  // The sink gets nothing before it is certain that the recording answered every request.
  recording->forget_refusals();
  auto report = probe.run(device, values, {.stop = control.stop, .first_run = control.first_run});
  if (!report && report.error().code == ErrorCode::cancelled) return report;
  const auto held = recorded_probes(session);
  const bool holds = std::find(held.begin(), held.end(), &probe.info()) != held.end();
  const bool whole = report && recording->refused().empty() && says_something(*report);
  if (!whole && holds && values.contains("carveout_percent"))
    if (auto sentence = other_carveouts(session, probe.info()); !sentence.empty())
      return DeviceError{ErrorCode::unsupported, std::move(sentence)};
  if (!whole && !holds) return DeviceError{ErrorCode::unsupported, not_recorded(session, held, {&probe.info()}, &ProbeInfo::name)};
  if (report && !whole)
    return DeviceError{ErrorCode::unsupported, recording->refused().empty()
                                                   ? "The recording holds " + probe.info().name + " with other settings only."
                                                   : recording->refused()};
  if (report && control.sink != nullptr) {
    Session made;
    made.runs = report->runs;
    made.findings = report->findings;
    tell(*control.sink, made);
  }
  return report;
}

}  // namespace chasescope
