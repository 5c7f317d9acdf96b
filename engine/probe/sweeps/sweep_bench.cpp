// Decision 37: docs/decisions/inference/37-sweeps-draw-structure-tells.md
#include "engine/probe/sweeps/sweep_bench.h"

#include <algorithm>
#include <utility>

#include "engine/device/validate.h"
#include "engine/probe/chase/chase_parameters.h"
#include "engine/probe/sweeps/sweep_parameters.h"
#include "engine/structure/shape/known_spaces.h"

namespace chasescope {

ProbeControl SweepBench::sharing(ProbeControl control, SharedWork& own) {
  if (control.shared != nullptr) return control;
  own.next_run = control.first_run;
  own.most_for_a_cache = kSoon;  // a sweep mainly draws a picture; the probes `capacity` and `sets` search longer
  control.shared = &own;
  return control;
}

SweepBench::SweepBench(const ProbeInfo& info, Device& device, const ParameterReader& read, const ProbeControl& control,
                       std::vector<MemorySpace> spaces)
    : info_(info),
      device_(device),
      control_(sharing(control, own_work_)),
      recorder_(info, device, control_),
      budget_{read.count("budget")},
      runner_(recorder_, device.description(), budget_) {
  state_budget(control, budget_.accesses);
  recorder_.ask_for_reference();
  for (const MemorySpace space : spaces) {
    setting_ = sweep_setting(read, space);
    SweptSpace& swept = spaces_.emplace_back();
    swept.setting = setting_;
  }
}

structure::Lab SweepBench::lab(MemorySpace space) {
  structure::Setting setting = setting_;
  setting.space = space;
  return {device_, recorder_, setting, budget_};
}

std::optional<DeviceError> SweepBench::refusal() const {
  for (const SweptSpace& space : spaces_)
    if (auto error = check(reference_for(space.base()).request, device_.description())) return error;
  return std::nullopt;
}

void SweepBench::survey(SweptSpace& space) {
  structure::Lab bench = lab(space.setting.space);
  space = survey_space(bench);
  const bool may_be_behind = space.setting.space == MemorySpace::global_cg && device_.description().serves(MemorySpace::global_ca);
  if (!may_be_behind || space.survey.memory_seen) return;
  structure::Lab through_l1 = lab(MemorySpace::global_ca);
  take_levels_behind_l1(space, survey_space(through_l1));
}

void SweepBench::recall() {
  const auto& known = recorder_.shared()->of<structure::KnownSpaces>();
  const auto told_of = [&](const structure::Setting& setting) {
    const auto* told = known.told(setting);
    return told != nullptr && told->report.undecided.empty() ? told : nullptr;
  };
  if (std::none_of(spaces_.begin(), spaces_.end(), [&](const SweptSpace& space) { return told_of(space.setting) != nullptr; })) {
    for (SweptSpace& space : spaces_) survey(space);
    return explore(structure::Depth::levels, {}, 0, 0);
  }
  for (SweptSpace& space : spaces_) {
    const auto* told = told_of(space.setting);
    if (told == nullptr) continue;  // no earlier step reported this space: its curve has no names
    space = swept(space.setting, told->report.survey);
    structure::Setting through_l1 = space.setting;
    through_l1.space = MemorySpace::global_ca;
    const bool may_be_behind = space.setting.space == MemorySpace::global_cg && !space.survey.memory_seen;
    if (const auto* other = may_be_behind ? told_of(through_l1) : nullptr)
      take_levels_behind_l1(space, swept(through_l1, other->report.survey));
    name_levels(space, told->report, told->shared);
    take_ends(space, told->report);
  }
}

void SweepBench::explore(structure::Depth depth, const structure::FindingsOfCache& findings_of, double from, double to) {
  std::vector<MemorySpace> cached;
  for (const SweptSpace& space : spaces_)
    if (space.setting.space != MemorySpace::shared) cached.push_back(space.setting.space);
  const structure::Exploration exploration{.device = device_,
                                           .recorder = recorder_,
                                           .setting = setting_,
                                           .spaces = cached,
                                           .budget = budget_,
                                           .depth = depth,
                                           .latencies = structure::Latencies::of_one_sm,
                                           .title = info_.title,
                                           .from = from,
                                           .to = to};
  structure::explore_spaces(exploration, findings_of,
                            [this](structure::Lab&, const structure::SpaceReport& report, const std::vector<std::string>& shared) {
                              const auto space = std::find_if(spaces_.begin(), spaces_.end(),
                                                              [&](const SweptSpace& one) { return one.setting == report.setting; });
                              if (space != spaces_.end()) name_levels(*space, report, shared);
                            });
}

}  // namespace chasescope
