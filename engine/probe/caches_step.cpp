#include "engine/probe/caches_step.h"

#include <algorithm>
#include <iterator>

#include "engine/probe/structure/findings.h"
#include "engine/probe/structure/structure_probe.h"

namespace chasescope {

const ProbeInfo& CachesStep::info() const {
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
    if (depth_ >= structure::Depth::sets) {
      add(structure::capacity_findings(lab, space, cache));
      add(structure::line_findings(lab, space, cache));
      add(structure::set_findings(lab, space, cache));
    }
    if (depth_ >= structure::Depth::policy) add(structure::replacement_findings(lab, space, cache));
    return all;
  };
  return structure::run_structure_probe(info(), device, values, control, depth_, findings, structure::Latencies::of_many_sms);
}

std::string_view probe_for(std::string_view quantity) {
  struct Told {
    std::string_view quantity, probe;
  };
  static constexpr Told kTold[] = {
      {"hit_latency_cycles", "latency"}, {"miss_penalty_cycles", "latency"},
      {"capacity_bytes", "capacity"},    {"contiguous_bytes", "capacity"},
      {"line_bytes", "line"},            {"fetch_bytes", "line"},
      {"sets", "sets"},                  {"ways", "sets"},
      {"ways_per_set", "sets"},          {"set_index_bits", "sets"},
      {"set_index_function", "sets"},    {"replacement_policy", "replacement"},
      {"period_accesses", "replacement"}, {"way_replacement_probability", "replacement"},
  };
  const auto* const found = std::find_if(std::begin(kTold), std::end(kTold), [&](const Told& told) { return told.quantity == quantity; });
  return found == std::end(kTold) ? std::string_view() : found->probe;
}

}  // namespace chasescope
