#include "engine/probe/caches/structure_probe.h"

#include "engine/device/validate.h"
#include "engine/experiment/shared_work.h"
#include "engine/probe/chase/chase_parameters.h"
#include "engine/probe/parameters.h"

namespace chasescope::structure {
namespace {

// The spaces with caches, in the order in which settings list them. (The exploration begins with global.cg: run_structure_probe.)
constexpr MemorySpace kCachedSpaces[] = {MemorySpace::global_ca, MemorySpace::global_cg, MemorySpace::readonly,
                                         MemorySpace::texture, MemorySpace::constant};

constexpr const char* kNearest = "nearest";

}  // namespace

std::vector<Parameter> structure_parameters() {
  Parameter space = space_parameter();
  space.default_text.clear();
  space.optional = true;
  space.unset_text = "all with caches";
  space.choices.clear();
  for (const MemorySpace cached : kCachedSpaces) space.choices.emplace_back(to_string(cached));
  return {space,
          carveout_parameter(),
          l1_kib_parameter(),
          sm_parameter(),
          {.key = "budget",
           .label = "Budget (accesses)",
           .kind = ParameterKind::count,
           .default_text = std::to_string(kUsualBudget),
           .help = "How many accesses the probe may make. A step that would need more is left undecided and says so. A larger "
                   "budget also gives each step more, and on a card more time.",
           .least = 1}};
}

std::vector<Parameter> structure_parameters_of_each_cache() {
  std::vector<Parameter> parameters = structure_parameters();
  parameters.push_back(
      {.key = "caches",
       .label = "Caches",
       .kind = ParameterKind::choice,
       .default_text = "all",
       .choices = {"all", kNearest},
       .help = "Whether to examine every cache of a space or the nearest alone, which is faster if a large cache lies behind it."});
  return parameters;
}

std::vector<MemorySpace> spaces_to_look_at(const ProbeInfo& info, const Description& device, const ParameterValues& values) {
  const std::string named = ParameterReader(info, values).text("space");
  std::vector<MemorySpace> spaces;
  for (const MemorySpace space : kCachedSpaces)
    if (named.empty() ? device.serves(space) : to_string(space) == named) spaces.push_back(space);
  return spaces;
}

Setting setting_from(const ProbeInfo& info, const ParameterValues& values) {
  const ChaseRequest request = request_from(info, values);
  return {request.space, request.carveout_percent, request.l1_kib, request.sm};
}

Budget budget_from(const ProbeInfo& info, const ParameterValues& values) { return {ParameterReader(info, values).count("budget")}; }

std::optional<DeviceError> check_setting(const Setting& setting, const std::vector<MemorySpace>& spaces,
                                         const Description& device) {
  for (const MemorySpace space : spaces) {
    ChaseRequest smallest;
    smallest.space = space;
    smallest.pattern = OffsetsPattern{{0}};
    smallest.accesses = 1;
    smallest.carveout_percent = setting.carveout_percent;
    smallest.l1_kib = setting.l1_kib;
    smallest.sm = setting.sm;
    if (auto error = check(smallest, device)) return error;
  }
  return std::nullopt;
}

Outcome<ProbeReport> run_structure_probe(const ProbeInfo& info, Device& device, const ParameterValues& values,
                                         const ProbeControl& control, Depth depth, const FindingsOfCache& findings_of,
                                         Latencies latencies) {
  if (auto error = check_parameters(info, values)) return *error;
  const std::vector<MemorySpace> spaces = spaces_to_look_at(info, device.description(), values);
  if (!device.description().serves("chase")) return not_served("chase", device.description());
  SharedWork own;
  ProbeControl whole = control;
  if (whole.shared == nullptr) {
    own.next_run = control.first_run;
    whole.shared = &own;
  }
  Recorder recorder(info, device, whole);
  Setting setting = setting_from(info, values);
  if (auto error = check_setting(setting, spaces, device.description())) return *error;
  Budget budget = budget_from(info, values);
  recorder.progress("may take up to " + budget.words());
  try {
    Exploration exploration{device, recorder, setting, spaces, budget, depth, latencies, info.title};
    exploration.nearest_only = info.parameter("caches") != nullptr && ParameterReader(info, values).text("caches") == kNearest;
    explore_spaces(exploration, findings_of);
  } catch (const DeviceFailure& failure) {
    return failure.error;
  } catch (const Undecided& undecided) {
    // No step turned this into a finding, for example because the first request was not answered.
    return DeviceError{ErrorCode::timed_out, undecided.what()};
  }
  return recorder.take_report();
}

}  // namespace chasescope::structure
