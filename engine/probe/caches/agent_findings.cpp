#include "engine/probe/caches/agent_findings.h"

#include <algorithm>

#include "engine/device/validate.h"
#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/caches/structure_probe.h"
#include "engine/probe/chase/chase_parameters.h"
#include "engine/probe/parameters.h"
#include "engine/structure/explore/explore.h"
#include "engine/structure/shape/global_caches.h"

namespace chasescope::structure {
namespace {

constexpr std::size_t kMostAgents = 12;
constexpr MemorySpace kSpaces[] = {MemorySpace::global_ca, MemorySpace::texture, MemorySpace::readonly, MemorySpace::constant};

std::vector<MemorySpace> spaces_of(const Description& device) {
  std::vector<MemorySpace> spaces;
  for (const MemorySpace space : kSpaces)
    if (device.serves(space)) spaces.push_back(space);
  return spaces;
}

/// The name of the cache that loads through this space should reach first.
std::string subject_of(const Description& device, MemorySpace space) {
  return space == MemorySpace::global_ca ? subject::l1_data : subjects_of(device, space, 1, 0).front();
}

/// The finding that there is no such cache: an L1 that global loads bypass, or a space without any cache. Empty if the cache
/// exists.
std::optional<Finding> absence_of(const Description& device, Recorder& recorder, const NearestCache& cache,
                                  const std::string& quantity, bool surely_no_l1) {
  const bool no_l1 = cache.setting.space == MemorySpace::global_ca && cache.subject == subject::l2;
  if (!cache.absent && !no_l1) return std::nullopt;
  Finding finding = blank_finding(subject_of(device, cache.setting.space), quantity, "1", cache.setting);
  if (!no_l1) {
    finding.reason =
        "The first access to untouched memory takes no longer than the thousandth to one element: no cache is in the way.";
  } else if (surely_no_l1) {
    finding.reason = "The first cache of this space is the last one before memory: there is no L1 in front of it.";
  } else {
    finding.reason =
        "Only one cache of this space could be told apart. If it is the last one before memory, there is no L1; noise may hide "
        "another.";
  }
  if (!no_l1 || surely_no_l1) finding.status = FindingStatus::absent;
  finding.method = "One element over and over, beside footprints that grow.";
  cite_runs(recorder, finding, {cache.survey.reference, cache.survey.cold});
  return finding;
}

}  // namespace

std::vector<Parameter> agent_parameters() {
  std::vector<Parameter> parameters = structure_parameters();
  std::erase_if(parameters, [](const Parameter& parameter) { return parameter.key == "space"; });
  return parameters;
}

Finding blank_agent_finding(const NearestCache& cache, const std::string& quantity, const std::string& method,
                            const std::string& reference) {
  Finding finding = blank_finding(cache.subject, quantity, "1", cache.setting);
  finding.method = method;
  finding.reference = reference;
  return finding;
}

void cite_runs(Recorder& recorder, Finding& finding, const std::vector<RunPtr>& runs) {
  for (const RunPtr& run : runs) {
    if (!run || finding.evidence.size() >= kMostAgents) continue;
    if (std::find(finding.evidence.begin(), finding.evidence.end(), run->id) == finding.evidence.end())
      finding.evidence.push_back(recorder.keep(run));
  }
}

Outcome<ProbeReport> run_agent_probe(const ProbeInfo& info, Device& device, const ParameterValues& values,
                                     const ProbeControl& control, const std::string& quantity, const AgentFindings& findings_of) {
  if (auto error = check_parameters(info, values)) return *error;
  Recorder recorder(info, device, control);
  const std::vector<MemorySpace> spaces = spaces_of(device.description());
  for (const char* const call : {"chase", "paired_chase"}) {
    if (device.description().serves(call)) continue;
    for (const MemorySpace space : spaces)
      for (Finding& finding :
           unserved(device.description(), call, subject_of(device.description(), space), {quantity.c_str()}, info.reference))
        recorder.add(std::move(finding));
    return recorder.take_report();
  }
  const ParameterReader read(info, values);
  Setting setting;
  setting.carveout_percent = read.optional_percent("carveout_percent");
  if (const auto kib = read.optional_count("l1_kib")) setting.l1_kib = static_cast<unsigned>(*kib);
  if (const auto sm = read.optional_count("sm")) setting.sm = static_cast<unsigned>(std::min<std::uint64_t>(*sm, 0xFFFFFFFFU));
  Budget budget{read.count("budget")};
  recorder.progress("may take up to " + budget.words());
  try {
    const NearestCaches nearest = find_nearest_caches(device, recorder, setting, budget, spaces);
    PairBench bench(device, recorder, budget);
    for (Finding& finding : findings_of(bench, recorder, nearest)) recorder.add(std::move(finding));
    for (const NearestCache& cache : nearest.caches)
      if (auto finding = absence_of(device.description(), recorder, cache, quantity, nearest.surely_no_l1))
        recorder.add(*std::move(finding));
  } catch (const DeviceFailure& failure) {
    return failure.error;
  }
  recorder.progress(info.title, 1);
  return recorder.take_report();
}

}  // namespace chasescope::structure
