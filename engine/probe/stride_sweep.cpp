// The stride sweep: the C2070 poster's stride × size curves with L1 on and off, and what their plateaus tell: fetch size, way size,
// sets, ways, page.
#include <algorithm>
#include <bit>

#include "engine/device/validate.h"
#include "engine/probe/chase_parameters.h"
#include "engine/probe/footprint_findings.h"
#include "engine/probe/level_names.h"
#include "engine/probe/stride_findings.h"
#include "engine/probe/sweep_parameters.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kSmallestPicture = 4096, kLargestPicture = std::uint64_t{64} << 20;

ProbeInfo make_info() {
  ProbeInfo info;
  info.name = "stride-sweep";
  info.title = "Stride sweep";
  info.group = "Sweeps";
  info.summary =
      "The classic curves over stride and size, with L1 on and off: fetch size, way size, sets, ways and page from their plateaus.";
  info.reference = "C2070 poster";
  Parameter space = spaces_parameter();
  space.help = "One path that loads take; all means with the L1 (global.ca) and without it (global.cg), as on the poster.";
  info.parameters = {
      space,
      {.key = "picture",
       .label = "Size by stride",
       .kind = ParameterKind::choice,
       .default_text = "yes",
       .choices = {"yes", "no"},
       .help = "Whether the grid of all sizes and strides is measured too. It is a picture; no finding needs it."},
      carveout_parameter(),
      l1_kib_parameter(),
      sm_parameter(),
      budget_parameter("256000000"),
  };
  return info;
}

class StrideSweepProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = make_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    const ParameterReader read(info(), values);
    const auto spaces = global_spaces_first(read, device.description());
    for (const MemorySpace space : spaces)
      if (auto error = check(reference_for(sweep_base(read, space)).request, device.description())) return *error;
    if (spaces.empty())
      return DeviceError{ErrorCode::unsupported, device.description().name + " has no memory space with caches to chase in."};

    const std::uint64_t budget = read.count("budget");
    state_budget(control, budget);
    Recorder recorder(info(), device, control);
    SweepRunner runner(recorder, device.description(), budget);
    std::vector<FootprintSurvey> surveys;
    for (std::size_t i = 0; i < spaces.size(); ++i) {
      const auto count = static_cast<double>(spaces.size()), at = static_cast<double>(i);
      runner.enter(0.4 * at / count, 0.4 * (at + 1) / count, 0.5 / (count - at));
      SurveyPlan plan;
      plan.base = sweep_base(read, spaces[i]);
      plan.sequential = false;
      for (const FootprintSurvey& survey : surveys) {
        for (const FootprintLevel& level : survey.levels)
          if (level.narrowed && level.doubt.empty()) plan.known.push_back(level.bracket);
        if (survey.fetch_bytes > 0) plan.usual_stride = std::min(plan.usual_stride, survey.fetch_bytes);
      }
      auto survey = survey_footprints(runner, plan);
      if (!survey) return survey.error();
      surveys.push_back(std::move(survey).value());
    }

    const auto names = level_names(surveys, device.description().properties.l2_bytes);
    for (std::size_t i = 0; i < surveys.size(); ++i) {
      const auto count = static_cast<double>(surveys.size()), at = static_cast<double>(i);
      const ChaseRequest base = sweep_base(read, spaces[i]);
      for (Finding& finding : plateau_findings(surveys[i], names[i])) recorder.add(std::move(finding));
      runner.enter(0.4 + 0.3 * at / count, 0.4 + 0.3 * (at + 1) / count, 0.6);
      if (auto error = look_at_levels(runner, recorder, base, surveys[i], names[i])) return *error;
      if (read.text("picture") != "yes") continue;
      runner.enter(0.7 + 0.2 * at / count, 0.7 + 0.2 * (at + 1) / count, 0.3);
      if (auto error = size_by_stride(runner, base, kSmallestPicture, picture_end(runner, surveys[i]))) return *error;
    }

    // Shared memory has no pages.
    if (spaces.front() == MemorySpace::shared) return recorder.take_report();
    // Loads that pass by the L1, where there are such: translations can't hide behind its hits.
    runner.enter(0.9, 1.0);
    const ChaseRequest base = sweep_base(read, spaces.front());
    const auto pages = page_curve(runner, base, footprint_limit(device.description(), spaces.front()));
    if (!pages) return pages.error();
    if (!pages->runs.empty()) recorder.add(page_finding(base, *pages));
    return recorder.take_report();
  }

 private:
  /// Fetch size of the nearest level (its misses are the only ones that its stride decides), and the ramp of each.
  static std::optional<DeviceError> look_at_levels(SweepRunner& runner, Recorder& recorder, const ChaseRequest& base,
                                                   const FootprintSurvey& survey, const std::vector<std::string>& names) {
    for (std::size_t i = 0; i < survey.levels.size(); ++i) {
      const FootprintLevel& level = survey.levels[i];
      if (!level.narrowed || !level.doubt.empty()) continue;
      const std::uint64_t limit =
          i + 1 < survey.levels.size() ? survey.levels[i + 1].bracket.fits : footprint_limit(runner.device(), survey.space);
      if (i == 0) {
        const auto curve = fetch_curve(runner, base, level, limit);
        if (!curve) return curve.error();
        if (!curve->runs.empty()) recorder.add(fetch_finding(survey, *curve, names[i]));
      }
      const auto ramp = measure_ramp(runner, base, level, limit);
      if (!ramp) return ramp.error();
      for (Finding& finding : ramp_findings(survey, i, *ramp, names[i])) recorder.add(std::move(finding));
    }
    return std::nullopt;
  }

  /// Four times the last level, so that the picture shows what lies behind it.
  static std::uint64_t picture_end(const SweepRunner& runner, const FootprintSurvey& survey) {
    const std::uint64_t last = survey.levels.empty() ? std::uint64_t{1} << 20 : 4 * survey.levels.back().bracket.misses;
    return std::min({std::bit_ceil(last), kLargestPicture, footprint_limit(runner.device(), survey.space)});
  }
};

}  // namespace

std::unique_ptr<Probe> make_stride_sweep_probe() { return std::make_unique<StrideSweepProbe>(); }

}  // namespace chasescope
