#include "engine/probe/caches/caches_step.h"

#include <algorithm>
#include <iterator>

#include "engine/experiment/shared_work.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/caches/carveout_sizes.h"
#include "engine/probe/caches/findings.h"
#include "engine/probe/caches/structure_probe.h"
#include "engine/structure/levels/known_surveys.h"

namespace chasescope {

const ProbeInfo& CachesStep::info() const {
  static const ProbeInfo levels{.name = "caches",
                                .title = "Levels of caches",
                                .group = "Caches",
                                .summary = "How many caches each space meets, their latencies, and between what their sizes lie.",
                                .reference = "2014 paper §3.2",
                                .parameters = structure::structure_parameters()};
  if (depth_ < structure::Depth::sets) return levels;
  static const ProbeInfo info{.name = "caches",
                              .title = "Caches",
                              .group = "Caches",
                              .summary = "Capacity, line, sets, replacement and latency of each data cache.",
                              .reference = "2014 paper §3.2",
                              .parameters = structure::structure_parameters()};
  return info;
}

Outcome<ProbeReport> CachesStep::run(Device& device, const ParameterValues& values, const ProbeControl& control) const {
  const auto findings = [this](structure::Lab& lab, const structure::SpaceReport& space, const structure::CacheReport& cache) {
    std::vector<Finding> all = structure::latency_findings(lab, space, cache);
    const auto add = [&](std::vector<Finding> more) {
      all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    };
    if (depth_ < structure::Depth::sets) {
      // The walks that separated the levels also give bounds of the cache's size.
      if (Finding fits = structure::contiguous_finding(lab, space, cache); fits.low || fits.high) add({std::move(fits)});
    } else {
      add(structure::capacity_findings(lab, space, cache));
      add(structure::line_findings(lab, space, cache));
      add(structure::set_findings(lab, space, cache));
    }
    if (depth_ >= structure::Depth::policy) add(structure::replacement_findings(lab, space, cache));
    return all;
  };
  SharedWork own;
  ProbeControl whole = control;
  if (whole.shared == nullptr) {
    own.next_run = control.first_run;
    whole.shared = &own;
  }
  auto report = structure::run_structure_probe(info(), device, values, whole, depth_, findings, structure::Latencies::of_many_sms);
  if (!report) return report;
  if (auto error = add_carveouts(device, values, whole, *report)) return *error;
  return report;
}

/// Adds the L1's size at other carve-outs. The driver's choice of the carve-out for a lone chase hides how large the card's L1 can
/// be.
std::optional<DeviceError> CachesStep::add_carveouts(Device& device, const ParameterValues& values, const ProbeControl& control,
                                                     ProbeReport& report) const {
  structure::Setting setting = structure::setting_from(info(), values);
  if (setting.carveout_percent || setting.l1_kib) return std::nullopt;  // the user set the carve-out or the L1 size
  const auto nearest_of = [&](MemorySpace space, std::string_view subject) -> const structure::Survey* {
    setting.space = space;
    const bool is_told = std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
      return finding.subject == subject && finding.conditions == structure::conditions_of(setting);
    });
    return is_told ? control.shared->of<structure::KnownSurveys>().find(setting, 1) : nullptr;
  };
  const structure::Survey* survey = nearest_of(MemorySpace::global_ca, subject::l1_data);
  if (survey == nullptr) return std::nullopt;
  Recorder recorder(info(), device, control);
  structure::Budget budget = structure::budget_from(info(), values);
  try {
    std::uint64_t staying_bytes = 0;
    bool sets_told = false;
    for (Finding& finding :
         structure::carveout_findings(device, recorder, setting, *survey, budget, depth_ < structure::Depth::sets)) {
      const bool at_largest = finding.conditions.value("carveout_percent", 1.0) == 0;
      if (at_largest && finding.quantity == quantity::contiguous_bytes) staying_bytes = static_cast<std::uint64_t>(finding.low.value_or(0));
      sets_told = sets_told || (at_largest && finding.quantity == quantity::sets && finding.status == FindingStatus::measured);
      recorder.add(std::move(finding));
    }
    for (const auto& [space, subject] :
         {std::pair{MemorySpace::readonly, subject::readonly}, {MemorySpace::texture, subject::texture}})
      if (const structure::Survey* other = sets_told ? nearest_of(space, subject) : nullptr)
        for (Finding& finding : structure::structure_at_largest(device, recorder, setting, *other, budget, subject, staying_bytes))
          recorder.add(std::move(finding));
  } catch (const structure::DeviceFailure& failure) {
    return failure.error;
  }
  ProbeReport more = recorder.take_report();
  report.runs.insert(report.runs.end(), more.runs.begin(), more.runs.end());
  report.findings.insert(report.findings.end(), more.findings.begin(), more.findings.end());
  return std::nullopt;
}

std::string_view probe_for(std::string_view quantity) {
  struct Told {
    std::string_view quantity, probe;
  };
  static constexpr Told kTold[] = {
      {quantity::hit_latency_cycles, "latency"},
      {quantity::miss_penalty_cycles, "latency"},
      {quantity::capacity_bytes, "capacity"},
      {quantity::contiguous_bytes, "capacity"},
      {quantity::line_bytes, "line"},
      {quantity::fetch_bytes, "line"},
      {"sets", "sets"},
      {"ways", "sets"},
      {quantity::ways_per_set, quantity::sets},
      {quantity::set_index_bits, quantity::sets},
      {quantity::set_index_function, quantity::sets},
      {quantity::replacement_policy, "replacement"},
      {quantity::replacement_machine, "replacement"},
      {quantity::period_accesses, "replacement"},
      {quantity::way_replacement_probability, "replacement"},
  };
  const auto* const found =
      std::find_if(std::begin(kTold), std::end(kTold), [&](const Told& told) { return told.quantity == quantity; });
  return found == std::end(kTold) ? std::string_view() : found->probe;
}

}  // namespace chasescope
