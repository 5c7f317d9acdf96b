// Probe `conflicts`: which lines of the nearest cache evict each other in random trials, which sets follow from that, and which
// line of a full set is replaced.
#include <algorithm>

#include "engine/probe/caches/findings.h"
#include "engine/probe/caches/structure_probe.h"
#include "engine/structure/shape/borne_out.h"
#include "engine/structure/shape/policy_look.h"
#include "engine/structure/shape/shape_by_trials.h"

namespace chasescope {
namespace {

using structure::CacheReport;
using structure::Lab;
using structure::SpaceReport;

/// Finds the replacement policy. Like every result, the policy must predict chases that it was not inferred from.
void tell_policy(Lab& lab, const SpaceReport& space, structure::DataTester& tester, CacheReport& cache) {
  structure::look_for_policy(lab, space.survey, tester, cache);
  structure::TestOutcome outcome;
  if (!structure::is_borne_out(lab, space.survey, cache, outcome)) structure::take_back(cache, outcome);
}

std::vector<Finding> findings_under(Lab& lab, const SpaceReport& space, const CacheReport& seen) {
  CacheReport cache = seen;
  try {
    lab.tell("which lines evict each other in " + cache.subject);
    structure::DataTester tester(lab, space.survey, 0);
    structure::shape_by_trials(lab, space.survey, tester, cache.subject, structure::kArrayBoundary, cache.shape);
    tell_policy(lab, space, tester, cache);
  } catch (const structure::Undecided& undecided) {
    cache.undecided = undecided.what();
  }
  std::vector<Finding> findings{structure::line_findings(lab, space, cache).front()};
  for (Finding& finding : structure::set_findings(lab, space, cache)) findings.push_back(std::move(finding));
  if (cache.shape.index)
    for (Finding& finding : structure::replacement_findings(lab, space, cache)) findings.push_back(std::move(finding));
  return findings;
}

std::vector<Finding> findings_of(Lab& lab, const SpaceReport& space, const CacheReport& seen) {
  if (seen.level != 0 || space.survey.caches() == 0) return {};  // farther caches see only the misses of the nearest one
  // At the driver's carve-out the L1's data store has less room than its tags. Lines are then evicted although their sets have free
  // ways.
  if (structure::is_of_drivers_choice(lab, space, seen)) {
    SpaceReport all_cache = space;
    all_cache.setting.carveout_percent = 0;
    Lab there = lab.under(all_cache.setting);
    std::vector<Finding> findings = findings_under(there, all_cache, seen);
    if (std::any_of(findings.begin(), findings.end(), [](const Finding& one) { return one.status == FindingStatus::measured; }))
      return findings;
  }
  return findings_under(lab, space, seen);
}

class ConflictsProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info{
        .name = "conflicts",
        .title = "Conflicts",
        .group = "Caches",
        .summary =
            "Reads random lines from an empty cache again and again: lines that evict each other share a set. It assumes no "
            "policy, no size and no "
            "order. In one of the sets it then finds which line goes.",
        .reference = "2014 paper §3.2, steps 2 to 4, by random trials",
        .parameters = structure::structure_parameters(),
    };
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    return structure::run_structure_probe(info(), device, values, control, structure::Depth::levels, findings_of);
  }
};

}  // namespace

std::unique_ptr<Probe> make_conflicts_probe() { return std::make_unique<ConflictsProbe>(); }

}  // namespace chasescope
