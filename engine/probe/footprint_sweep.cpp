// The footprint sweep: average latency over the size of the array, and where each level of it ends (topology thesis §3.2 to §3.4
// and §4.2; Wong 2010 and the C2070 poster for the curve).
#include <algorithm>

#include "engine/device/validate.h"
#include "engine/probe/chase_parameters.h"
#include "engine/probe/footprint_findings.h"
#include "engine/probe/footprint_survey.h"
#include "engine/probe/level_names.h"
#include "engine/probe/sweep_parameters.h"

namespace chasescope {
namespace {

ProbeInfo make_info() {
  ProbeInfo info;
  info.name = "footprint-sweep";
  info.title = "Footprint sweep";
  info.group = "Sweeps";
  info.summary = "Grows the array until each cache overflows: the classic curve, with each rise narrowed to one line and tested.";
  info.reference = "topology thesis §3.2 to §3.4";
  info.parameters = {
      spaces_parameter(),
      {.key = "stride",
       .label = "Stride s",
       .kind = ParameterKind::bytes,
       .optional = true,
       .unset_text = "what one miss brings",
       .help = "The distance between elements. A wider one is faster, but may step over lines of the cache."},
      {.key = "from",
       .label = "Smallest N",
       .kind = ParameterKind::bytes,
       .optional = true,
       .unset_text = "one element",
       .help = "The first footprint of the curve."},
      {.key = "to",
       .label = "Largest N",
       .kind = ParameterKind::bytes,
       .optional = true,
       .unset_text = "until memory answers",
       .help = "The last footprint of the curve; unset, it grows until the array takes as long as memory, or a limit is reached."},
      {.key = "points",
       .label = "Points per doubling",
       .kind = ParameterKind::count,
       .default_text = "4",
       .help = "How many footprints are measured while the array doubles. The ends of the levels are found exactly in any case."},
      carveout_parameter(),
      l1_kib_parameter(),
      sm_parameter(),
      budget_parameter("256000000"),
  };
  return info;
}

DeviceError refuse(std::string sentence) { return {ErrorCode::invalid_request, std::move(sentence)}; }

class FootprintSweepProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = make_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    const ParameterReader read(info(), values);
    if (auto error = fault_of_range(read)) return *error;
    const auto spaces = chosen_spaces(read, device.description());
    for (const MemorySpace space : spaces)
      if (auto error = check(reference_for(sweep_base(read, space)).request, device.description())) return *error;

    const std::uint64_t budget = read.count("budget");
    state_budget(control, budget);
    Recorder recorder(info(), device, control);
    SweepRunner runner(recorder, device.description(), budget);
    std::vector<FootprintSurvey> surveys;
    for (std::size_t i = 0; i < spaces.size(); ++i) {
      const auto count = static_cast<double>(spaces.size()), at = static_cast<double>(i);
      runner.enter(at / count, (at + 1) / count, 1 / (count - at));
      auto survey = survey_footprints(runner, plan_for(read, spaces[i], surveys));
      if (!survey) return survey.error();
      surveys.push_back(std::move(survey).value());
    }

    const auto names = level_names(surveys, device.description().properties.l2_bytes);
    for (std::size_t i = 0; i < surveys.size(); ++i) {
      for (Finding& finding : contiguous_findings(surveys[i], names[i])) recorder.add(std::move(finding));
      for (Finding& finding : plateau_findings(surveys[i], names[i])) recorder.add(std::move(finding));
    }
    return recorder.take_report();
  }

 private:
  static std::optional<DeviceError> fault_of_range(const ParameterReader& read) {
    const auto from = read.optional_bytes("from"), to = read.optional_bytes("to"), stride = read.optional_bytes("stride");
    if (stride && (*stride == 0 || *stride % 4 != 0)) return refuse("The stride must be a multiple of 4 B, and not 0.");
    if (from && to && *to < *from) return refuse("The largest N is smaller than the smallest.");
    const std::uint64_t points = read.count("points");
    if (points == 0 || points > 64) return refuse("The points per doubling must be 1 to 64.");
    return std::nullopt;
  }

  static SurveyPlan plan_for(const ParameterReader& read, MemorySpace space, const std::vector<FootprintSurvey>& before) {
    SurveyPlan plan;
    plan.base = sweep_base(read, space);
    plan.stride = read.optional_bytes("stride");
    plan.from = read.optional_bytes("from");
    plan.to = read.optional_bytes("to");
    plan.points = read.count("points");
    for (const FootprintSurvey& survey : before) {
      for (const FootprintLevel& level : survey.levels)
        if (level.narrowed && level.doubt.empty()) plan.known.push_back(level.bracket);
      if (survey.fetch_bytes > 0) plan.usual_stride = std::min(plan.usual_stride, survey.fetch_bytes);
    }
    return plan;
  }
};

}  // namespace

std::unique_ptr<Probe> make_footprint_sweep_probe() { return std::make_unique<FootprintSweepProbe>(); }

}  // namespace chasescope
