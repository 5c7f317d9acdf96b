// The footprint sweep: average latency over the size of the array (Wong 2010 and the C2070 poster), and around the end of each
// level the thesis's sequential sweep with its change-point test (topology thesis §3.3, §3.4 and §4.2). The levels and their ends
// come from the structure probes.
#include <algorithm>
#include <functional>

#include "engine/findings/change_test.h"
#include "engine/probe/caches/findings.h"
#include "engine/probe/chase/chase_parameters.h"
#include "engine/probe/sweeps/footprint_curve.h"
#include "engine/probe/sweeps/small_curve.h"
#include "engine/probe/sweeps/sweep_bench.h"
#include "engine/probe/sweeps/sweep_parameters.h"
#include "engine/structure/levels/clean_footprint.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

// The curves' part of the probe's progress, and at most of its budget; the rest is for the ends of the levels.
constexpr double kCurves = 0.5;
constexpr std::size_t kSweepEachSide = 12;  // footprints on each side: enough for the test to distinguish a change from a trend
constexpr std::uint64_t kSweepShare = 256;  // the sweep's step is at least this part of the footprint, if the stride is finer
constexpr std::uint64_t kSweepTimed = 8192;
// Chases over one footprint. If it fits in every second one, all of them agree in 2 % of cases only.
constexpr std::size_t kAgain = 7;
// Accesses: in traces as short as this, recording does not disturb the caches (decision 7).
constexpr std::uint64_t kShortTrace = 1024;

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
    if (from && to && *to < *from) return invalid_request("The largest N is smaller than the smallest.");
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

  /// Makes the thesis's sequential sweep around the end of a cache (§3.4), and adds the result of its change-point test to the
  /// finding as an opinion. If the sweep contradicts the end, the finding loses its value.
  static Finding with_change_test(SweepRunner& runner, const structure::Lab& lab, Finding end, const structure::SpaceReport& space,
                                  const structure::CacheReport& cache) {
    end.reference += "; topology thesis §3.4";
    if (end.status != FindingStatus::measured) return end;  // without a known end there is nothing to test
    const structure::Survey& survey = space.survey;
    const std::uint64_t fetched = survey.fetch_bytes[cache.level].value_or(survey.boundaries[cache.level].stride);
    const std::uint64_t unit = fetched != 0 ? fetched : kUsualLine;
    const inference::FootprintBracket bracket{static_cast<std::uint64_t>(*end.low), static_cast<std::uint64_t>(*end.high) + unit};
    runner.enter(0, 0);
    const auto sweep = sweep_around(runner, space.setting, bracket, unit);
    for (const RunPtr& run : sweep) end.evidence.push_back(run->id);
    if (sweep.empty()) return end;
    if (is_denied(sweep, bracket.fits, survey, cache.level, lab.keeps_state())) {
      deny(end, bracket.fits);
      return end;
    }
    if (*end.low == *end.high) hold_in_all_chases(end, runner, lab, space, cache.level, bracket, unit);
    if (end.status != FindingStatus::measured) return end;
    if (auto opinion = opinion_of(change_test(sweep), bracket)) end.opinions.push_back(*std::move(opinion));
    return end;
  }

  /// A sharp end claims that all chases agree on it; where misses come by chance, the finding has an interval and says so. Widens a
  /// sharp end to what holds for all of several chases, or denies it.
  static void hold_in_all_chases(Finding& end, SweepRunner& runner, const structure::Lab& lab, const structure::SpaceReport& space,
                                 std::size_t level, const inference::FootprintBracket& bracket, std::uint64_t unit) {
    const std::uint64_t stride = stride_around(bracket, unit);
    const Often often = [&](std::uint64_t bytes) { return misses_often(runner, space, level, stride, lab, bytes, end); };
    const auto always = end_of_all_chases(often, bracket, step_around(bracket, stride));
    if (!always) {
      deny(end, bracket.fits);
      return;
    }
    if (*always != bracket) {
      end.low = static_cast<double>(always->fits);
      end.high = static_cast<double>(always->misses - unit);
      end.reason +=
          (end.reason.empty() ? "" : " ") + std::string("Between the ends of the interval, some chases miss and others fit.");
    }
  }

  static void deny(Finding& end, std::uint64_t fits) {
    end.status = FindingStatus::not_measurable;
    end.reason = "The structure says " + size_words(fits) +
                 ", but chased one after the other, footprints that should fit missed: where it ends changes from chase to chase.";
    end.value = nullptr;
    end.low.reset();
    end.high.reset();
  }

  /// How many of kAgain chases over a footprint miss; no value if a limit is reached.
  using Often = std::function<std::optional<std::size_t>(std::uint64_t bytes)>;

  /// A footprint near the end may fit in some chases only, and the structure was asked about it once or twice. So the bracket grows
  /// until its smaller footprint fits in all of several chases, and then its larger one in none. No value if it grows beyond the
  /// sweep.
  static std::optional<inference::FootprintBracket> end_of_all_chases(const Often& often, inference::FootprintBracket end,
                                                                      std::uint64_t step) {
    const std::uint64_t reach = kSweepEachSide * step, lowest = end.fits - std::min(end.fits, reach), highest = end.misses + reach,
                        fits = end.fits;
    for (std::uint64_t by = step;; by *= 2) {
      const auto missing = often(end.fits);
      if (!missing || *missing == 0) break;
      if (end.fits < lowest + by) return std::nullopt;
      end.fits -= by;
    }
    if (end.fits == fits) return end;
    for (std::uint64_t by = step;; by *= 2) {
      const auto missing = often(end.misses);
      if (!missing || *missing == kAgain) break;
      if (end.misses + by > highest) return std::nullopt;
      end.misses += by;
    }
    return end;
  }

  static std::optional<std::size_t> misses_often(SweepRunner& runner, const structure::SpaceReport& space, std::size_t level,
                                                 std::uint64_t stride, const structure::Lab& lab, std::uint64_t bytes,
                                                 Finding& end) {
    const auto runs =
        chased(runner, space.setting, stride, std::vector<std::uint64_t>(kAgain, bytes / stride * stride), "once more, footprint ");
    if (runs.empty() || level >= space.survey.caches()) return std::nullopt;
    for (const RunPtr& run : runs) end.evidence.push_back(run->id);
    return std::count_if(runs.begin(), runs.end(),
                         [&](const RunPtr& run) { return misses(run, space.survey, level, lab.keeps_state()); });
  }

  /// Whether a chase has more misses than noise explains; on a card also more than the few misses that occur long before a cache is
  /// full.
  static bool misses(const RunPtr& run, const structure::Survey& survey, std::size_t level, bool keeps_state) {
    constexpr double kHardlyAny = 0.01;
    const double cut = survey.cut(level), tolerated = 3 * structure::tolerated_share(survey.noise);
    const auto& pattern = std::get<UniformPattern>(run->chase()->request.pattern);
    const structure::Walk walk{run, static_cast<std::size_t>(pattern.bytes / pattern.stride), run->cycles().copy()};
    const std::vector<float> clean = structure::clean_latencies(walk, pattern.stride);
    const auto slow = std::count_if(clean.begin(), clean.end(), [&](float cycles) { return cycles > cut; });
    const double most = keeps_state ? std::max(tolerated, kHardlyAny) : tolerated;
    return static_cast<double>(slow) > most * static_cast<double>(clean.size());
  }

  /// Whether the sweep contradicts the end: several footprints that should fit missed.
  static bool is_denied(const std::vector<RunPtr>& sweep, std::uint64_t fits, const structure::Survey& survey, std::size_t level,
                        bool keeps_state) {
    constexpr std::ptrdiff_t kSeveral = 2;
    return level < survey.caches() && std::count_if(sweep.begin(), sweep.end(), [&](const RunPtr& run) {
                                        return std::get<UniformPattern>(run->chase()->request.pattern).bytes <= fits &&
                                               misses(run, survey, level, keeps_state);
                                      }) >= kSeveral;
  }

  /// Measures the footprints on both sides of the end in order; empty if a limit is reached. Throws DeviceFailure.
  static std::vector<RunPtr> sweep_around(SweepRunner& runner, const structure::Setting& setting,
                                          const inference::FootprintBracket& end, std::uint64_t unit) {
    const std::uint64_t stride = stride_around(end, unit);
    const std::uint64_t step = step_around(end, stride);
    const inference::FootprintBracket whole{end.fits / stride * stride, (end.misses + stride - 1) / stride * stride};
    const auto footprints =
        inference::sequential_footprints(whole, step, kSweepEachSide, footprint_limit(runner.device(), setting.space));
    return chased(runner, setting, stride, footprints, kSweepLabel);
  }

  static std::uint64_t stride_around(const inference::FootprintBracket& end, std::uint64_t unit) {
    return end.fits % kUsualLine == 0 ? stride_for(end.misses, unit) : unit;
  }

  static std::uint64_t step_around(const inference::FootprintBracket& end, std::uint64_t stride) {
    return std::max(end.fits / kSweepShare / stride, std::uint64_t{1}) * stride;
  }

  static std::vector<RunPtr> chased(SweepRunner& runner, const structure::Setting& setting, std::uint64_t stride,
                                    const std::vector<std::uint64_t>& footprints, const std::string& label) {
    std::vector<PlannedChase> planned;
    for (const std::uint64_t bytes : footprints) {
      const std::uint64_t pass = bytes / stride;
      PlannedChase chase{uniform_chase(sweep_base(setting), bytes, stride, pass > kManyElements ? 1 : 2, 1),
                         label + format_bytes(bytes), label != kSweepLabel};
      chase.request.accesses = pass > kSweepTimed ? kSweepTimed : std::max<std::uint64_t>(kShortTrace / pass, 1) * pass;
      planned.push_back(std::move(chase));
    }
    std::vector<RunPtr> runs;
    for (const auto& answer : runner.chases(planned)) {
      if (!answer && !is_limit(answer.error())) throw structure::DeviceFailure(answer.error());
      if (!answer) return {};  // a limit was reached: the end stands without a test
      runs.push_back(*answer);
    }
    return runs;
  }
};

}  // namespace

std::unique_ptr<Probe> make_footprint_sweep_probe() { return std::make_unique<FootprintSweepProbe>(); }

}  // namespace chasescope
