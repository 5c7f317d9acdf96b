// The footprint sweep: average latency over the size of the array (Wong 2010 and the C2070 poster), and around the end of each
// level the thesis's sequential sweep with its change-point test (topology thesis §3.3, §3.4 and §4.2). The levels and their ends
// come from the structure probes.
#include <algorithm>

#include "engine/probe/caches/findings.h"
#include "engine/probe/chase/chase_parameters.h"
#include "engine/probe/sweeps/end_sweep.h"
#include "engine/probe/sweeps/footprint_curve.h"
#include "engine/probe/sweeps/small_curve.h"
#include "engine/probe/sweeps/sweep_bench.h"
#include "engine/probe/sweeps/sweep_parameters.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

// The curves' part of the probe's progress, and at most of its budget; the rest is for the ends of the levels.
constexpr double kCurves = 0.5;

ProbeInfo footprint_sweep_info() {
  ProbeInfo info;
  info.name = "footprint-sweep";
  info.title = "Footprint sweep";
  info.group = "Sweeps";
  info.summary =
      "Grows the array until each cache overflows: the classic curve, with the end of each cache put to the thesis's test.";
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
       .help = "The last footprint of the curve; unset, it grows to twice what the last cache holds, or to a limit."},
      {.key = "points",
       .label = "Points per doubling",
       .kind = ParameterKind::count,
       .default_text = "4",
       .help = "How many footprints are measured while the array doubles. The ends of the levels are found exactly in any case."},
      draw_parameter(),
      carveout_parameter(),
      l1_kib_parameter(),
      sm_parameter(),
      budget_parameter("512000000"),
  };
  return info;
}

class FootprintSweepProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = footprint_sweep_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    const ParameterReader read(info(), values);
    if (auto error = fault_of_range(read)) return *error;
    SweepBench bench(info(), device, read, control, chosen_spaces(read, device.description()));
    if (auto error = bench.refusal()) return *error;
    try {
      if (draws_picture_alone(read)) {
        draw_pictures(bench, plan_of(read));
        return bench.recorder().take_report();
      }
      const auto curves = draw_curves(bench, plan_of(read));
      bench.explore(
          structure::Depth::sets,
          [&](structure::Lab& lab, const structure::SpaceReport& space, const structure::CacheReport& cache) {
            std::vector<Finding> findings{
                with_change_test(bench.runner(), lab, structure::contiguous_finding(lab, space, cache), space, cache)};
            // A reader needs the fetch size to choose the stride of a chase that just does not fit.
            Finding fetch = structure::fetch_finding(lab, space, cache);
            if (fetch.status == FindingStatus::measured) findings.push_back(std::move(fetch));
            return findings;
          },
          kCurves, 1);
      for (std::size_t i = 0; i < curves.size(); ++i)
        for (Finding& finding : plateau_findings(curves[i], bench.spaces()[i])) bench.recorder().add(std::move(finding));
    } catch (const structure::DeviceFailure& failure) {
      return failure.error;
    }
    return bench.recorder().take_report();
  }

 private:
  static std::optional<DeviceError> fault_of_range(const ParameterReader& read) {
    const auto from = read.optional_bytes("from"), to = read.optional_bytes("to"), stride = read.optional_bytes("stride");
    if (stride && (*stride == 0 || *stride % 4 != 0)) return invalid_request("The stride must be a multiple of 4 B, and not 0.");
    if (from && to && *to < *from)
      return invalid_request("The largest N, " + format_bytes(*to) + ", is smaller than the smallest, " + format_bytes(*from) +
                             ".");
    const std::uint64_t points = read.count("points");
    if (points == 0 || points > 64) return invalid_request("The points per doubling must be 1 to 64.");
    return std::nullopt;
  }

  static CurvePlan plan_of(const ParameterReader& read) {
    return {read.optional_bytes("stride"), read.optional_bytes("from"), read.optional_bytes("to"), read.count("points")};
  }

  /// Surveys the levels of each space, which determine the end of its curve, and draws the curve.
  static std::vector<std::vector<FootprintPoint>> draw_curves(SweepBench& bench, const CurvePlan& plan) {
    std::vector<std::vector<FootprintPoint>> curves;
    const auto count = static_cast<double>(bench.spaces().size());
    for (SweptSpace& space : bench.spaces()) {
      const auto at = static_cast<double>(curves.size());
      bench.survey(space);
      bench.runner().enter(kCurves * at / count, kCurves * (at + 1) / count, kCurves / (count - at));
      auto curve = grow_footprints(bench.runner(), space, plan);
      if (!curve) throw structure::DeviceFailure(curve.error());
      curves.push_back(std::move(curve).value());
    }
    return curves;
  }

  /// Draws the curves without the sweeps around the ends.
  static void draw_pictures(SweepBench& bench, CurvePlan plan) {
    bench.recall();
    const bool is_open = !plan.to;
    // A level behind the caches of one space may have been found only through another space.
    for (const SweptSpace& space : bench.spaces())
      if (is_open && space.has_levels()) plan.to = std::max(plan.to.value_or(0), end_of_curve(space));
    double left = 0, done = 0;
    for (const SweptSpace& space : bench.spaces()) left += weight_of(space.setting.space);
    const double whole = left;
    double cycles = kCyclesOfPicture;
    for (const SweptSpace& space : bench.spaces()) {
      const double weight = weight_of(space.setting.space), share = weight / left;
      bench.runner().enter(done / whole, (done + weight) / whole, share);
      const double granted = bench.keeps_state() ? share * cycles : structure::Budget::kNoEnd;
      double left_over = granted;
      auto curve = draw_with_few_accesses(bench.runner(), bench.recorder(), space, plan, left_over);
      if (!curve) throw structure::DeviceFailure(curve.error());
      for (Finding& finding : plateau_findings(*curve, space)) bench.recorder().add(std::move(finding));
      cycles -= granted - left_over;
      left -= weight;
      done += weight;
    }
  }

  /// The relative cost of a curve. With an L1 in the path the warm-up is made one access after the other, and constant memory is
  /// small.
  static double weight_of(MemorySpace space) {
    constexpr double kThroughL1 = 3, kPastL1 = 2, kConstant = 1;
    return space == MemorySpace::global_cg ? kPastL1 : space == MemorySpace::constant ? kConstant : kThroughL1;
  }
};

}  // namespace

std::unique_ptr<Probe> make_footprint_sweep_probe() { return std::make_unique<FootprintSweepProbe>(); }

}  // namespace chasescope
