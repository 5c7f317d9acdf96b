// The stride sweep: the C2070 poster's curves of stride × size with L1 on and off, whose plateaus show the fetch size of a miss and
// the page size. Lines, sets and ways come from the structure probes.
#include <algorithm>
#include <bit>

#include "engine/findings/vocabulary.h"
#include "engine/probe/caches/findings.h"
#include "engine/probe/chase/chase_parameters.h"
#include "engine/probe/sweeps/stride_curves.h"
#include "engine/probe/sweeps/sweep_bench.h"
#include "engine/probe/sweeps/sweep_parameters.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kSmallestPicture = 4096, kLargestPicture = std::uint64_t{64} << 20;
constexpr std::uint64_t kSmallestEnd = std::uint64_t{1}
                                       << 20;       // of the picture, where the last level is smaller than that or not known
constexpr double kStructure = 0.7, kPicture = 0.9;  // the probe's progress at the end of these parts
constexpr double kCurveShare = 0.3;                 // the share of the remaining budget that a curve may use

ProbeInfo stride_sweep_info() {
  ProbeInfo info;
  info.name = "stride-sweep";
  info.title = "Stride sweep";
  info.group = "Sweeps";
  info.summary =
      "The classic curves over stride and size, with L1 on and off: fetch size and page from their plateaus, beside lines, sets "
      "and "
      "ways.";
  info.reference = "C2070 poster";
  Parameter space = spaces_parameter();
  space.help = "One memory space; all means with the L1 (global.ca) and without it (global.cg), as on the poster.";
  info.parameters = {
      space,
      {.key = "picture",
       .label = "Size by stride",
       .kind = ParameterKind::choice,
       .default_text = "yes",
       .choices = {"yes", "no"},
       .help = "Whether the grid of all sizes and strides is measured too. It is a picture; no finding needs it."},
      draw_parameter(),
      carveout_parameter(),
      l1_kib_parameter(),
      sm_parameter(),
      budget_parameter("512000000"),
  };
  return info;
}

class StrideSweepProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = stride_sweep_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    const ParameterReader read(info(), values);
    const auto spaces = global_spaces_first(read, device.description());
    if (spaces.empty())
      return DeviceError{ErrorCode::unsupported, device.description().name + " has no memory space with caches to chase in."};
    SweepBench bench(info(), device, read, control, spaces);
    if (auto error = bench.refusal()) return *error;
    try {
      if (draws_picture_alone(read)) {
        bench.recall();
        draw_pictures(bench, kFewSizes);
        return bench.recorder().take_report();
      }
      for (SweptSpace& space : bench.spaces()) bench.survey(space);
      bench.explore(
          structure::Depth::sets,
          [&](structure::Lab& lab, const structure::SpaceReport& space, const structure::CacheReport& cache) {
            return findings_of(bench.runner(), lab, space, cache);
          },
          0, kStructure);
      if (spaces.front() == MemorySpace::shared) bench.recorder().add(nothing_is_fetched(bench.spaces().front().setting));
      if (read.text("picture") == "yes") draw_pictures(bench, kAllSizes);
      if (spaces.front() != MemorySpace::shared) look_for_page(bench);
    } catch (const structure::DeviceFailure& failure) {
      return failure.error;
    }
    return bench.recorder().take_report();
  }

 private:
  /// The findings that the probes `line` and `sets` make about a cache. The nearest cache also gets its curve over stride, because
  /// the stride decides only its misses.
  static std::vector<Finding> findings_of(SweepRunner& runner, structure::Lab& lab, const structure::SpaceReport& space,
                                          const structure::CacheReport& cache) {
    std::vector<Finding> findings = structure::line_findings(lab, space, cache);
    const structure::Survey& survey = space.survey;
    if (cache.level == 0 && survey.caches() > 0 && survey.boundaries.front().known()) {
      const structure::Boundary& end = survey.boundaries.front();
      const bool is_last = survey.caches() == 1 || !survey.boundaries[1].known();
      const NearestLevel level{
          .fetch_bytes = survey.fetch_bytes.front().value_or(end.stride),
          .outgrown = cache.outgrown ? cache.outgrown->contiguous_at_most + end.stride : end.outgrown,
          .next_holds = is_last ? footprint_limit(runner.device(), space.setting.space) : survey.boundaries[1].fits,
          .hit_cycles = survey.levels.front().latency.median};
      runner.enter(0, 0, kCurveShare);
      const auto curve = fetch_curve(runner, sweep_base(space.setting), level);
      if (!curve) throw structure::DeviceFailure(curve.error());
      for (Finding& finding : findings)
        if (finding.quantity == quantity::fetch_bytes) add_opinion(finding, *curve);
    }
    for (Finding& finding : structure::set_findings(lab, space, cache)) findings.push_back(std::move(finding));
    return findings;
  }

  static Finding nothing_is_fetched(const structure::Setting& setting) {
    Finding finding = structure::blank_finding(subject::shared_memory, quantity::fetch_bytes, "bytes", setting);
    finding.status = FindingStatus::absent;
    finding.reason = "Shared memory has no cache in front of it: nothing misses, and nothing is fetched.";
    finding.method = "Not measured: it follows from what shared memory is.";
    finding.reference = "C2070 poster, confirming cache sizes";
    return finding;
  }

  /// Draws sizes up to four times the last level, so that the level behind it shows.
  static void draw_pictures(SweepBench& bench, const SizeGrid& grid) {
    const auto count = static_cast<double>(bench.spaces().size());
    double at = 0;
    for (const SweptSpace& space : bench.spaces()) {
      std::uint64_t end = kSmallestEnd;
      for (const auto& last : space.ends) end = std::max(end, 4 * last.misses);
      end = std::min({std::bit_ceil(end), kLargestPicture, footprint_limit(bench.runner().device(), space.setting.space)});
      const double from = kStructure + (kPicture - kStructure) * at / count;
      bench.runner().enter(from, from + (kPicture - kStructure) / count, kCurveShare);
      if (auto error = size_by_stride(bench.runner(), space.base(), kSmallestPicture, end, grid))
        throw structure::DeviceFailure(*error);
      ++at;
    }
  }

  /// Measures the page curve with loads that bypass the L1, if there are any, because L1 hits would hide the translation.
  static void look_for_page(SweepBench& bench) {
    const SweptSpace& space = bench.spaces().front();
    bench.runner().enter(kPicture, 1);
    const auto pages = page_curve(bench.runner(), space.base(), footprint_limit(bench.runner().device(), space.setting.space));
    if (!pages) throw structure::DeviceFailure(pages.error());
    if (!pages->runs.empty()) bench.recorder().add(page_finding(space.setting, *pages));
  }
};

}  // namespace

std::unique_ptr<Probe> make_stride_sweep_probe() { return std::make_unique<StrideSweepProbe>(); }

}  // namespace chasescope
