#include "engine/probe/sweeps/end_sweep.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/findings/change_test.h"
#include "engine/probe/caches/findings.h"
#include "engine/probe/chase/chase_parameters.h"
#include "engine/probe/sweeps/footprint_curve.h"
#include "engine/structure/levels/clean_footprint.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::FootprintBracket;

constexpr std::size_t kSweepEachSide = 12;  // footprints on each side: enough for the test to distinguish a change from a trend
constexpr std::uint64_t kSweepShare = 256;  // the sweep's step is at least this part of the footprint, if the stride is finer
constexpr std::uint64_t kSweepTimed = 8192;
// Chases over one footprint. If it fits in every second one, all of them agree in 2 % of cases only.
constexpr std::size_t kAgain = 7;
// Accesses: in traces as short as this, recording does not disturb the caches (decision 7).
constexpr std::uint64_t kShortTrace = 1024;

class EndSweep {
 public:
  EndSweep(SweepRunner& runner, const structure::Lab& lab, const structure::SpaceReport& space, std::size_t level, Finding& end)
      : runner_(runner), lab_(lab), space_(space), level_(level), end_(end) {
    const structure::Survey& survey = space.survey;
    const std::uint64_t fetched = survey.fetch_bytes[level].value_or(survey.boundaries[level].stride);
    unit_ = fetched != 0 ? fetched : kUsualLine;
    // With a smaller step than a cache in front fetches, most accesses would hit there.
    for (std::size_t front = 0; front < level; ++front)
      if (const std::uint64_t brought = survey.fetch_bytes[front].value_or(unit_);
          static_cast<std::uint64_t>(*end.low) % brought == 0)
        unit_ = std::max(unit_, brought);
    bracket_ = {static_cast<std::uint64_t>(*end.low), static_cast<std::uint64_t>(*end.high) + unit_};
    stride_ = bracket_.fits % kUsualLine == 0 ? stride_for(survey, bracket_.misses, unit_) : unit_;
    step_ = std::max(bracket_.fits / kSweepShare / stride_, std::uint64_t{1}) * stride_;
  }

  void run() {
    const std::vector<RunPtr> sweep = sweep_around();
    if (sweep.empty()) return;
    if (is_denied(sweep)) {
      deny();
      return;
    }
    // A sharp end claims that all chases agree on it. Where misses come by chance, the finding has an interval and says so.
    if (*end_.low == *end_.high && !hold_in_all_chases()) return;
    if (auto opinion = opinion_of(change_test(sweep), bracket_)) end_.opinions.push_back(*std::move(opinion));
  }

 private:
  /// Widens the end to what holds for all of several chases. If there is no such interval, denies the end and returns false.
  bool hold_in_all_chases() {
    const std::optional<FootprintBracket> always = end_of_all_chases();
    if (!always) {
      deny();
      return false;
    }
    if (*always == bracket_) return true;
    end_.low = static_cast<double>(always->fits);
    end_.high = static_cast<double>(always->misses - unit_);
    if (!end_.reason.empty()) end_.reason += ' ';
    end_.reason += "Between the ends of the interval, some chases miss and others fit.";
    return true;
  }

  void deny() {
    end_.status = FindingStatus::not_measurable;
    end_.reason = "The structure says " + size_words(bracket_.fits) +
                  ", but chased one after the other, footprints that should fit missed: where it ends changes from chase to chase.";
    end_.value = nullptr;
    end_.low.reset();
    end_.high.reset();
  }

  /// A footprint near the end may fit in some chases only, and the structure was asked about it once or twice. So the bracket grows
  /// until its smaller footprint fits in all of several chases, and then its larger one in none. No value if it grows beyond the
  /// sweep.
  std::optional<FootprintBracket> end_of_all_chases() {
    const std::uint64_t reach = kSweepEachSide * step_;
    FootprintBracket end = bracket_;
    for (std::uint64_t by = step_;; by *= 2) {
      const auto missing = missing_of_again(end.fits);
      if (!missing || *missing == 0) break;
      if (end.fits < by || bracket_.fits - (end.fits - by) > reach) return std::nullopt;
      end.fits -= by;
    }
    if (end == bracket_) return end;
    for (std::uint64_t by = step_;; by *= 2) {
      const auto missing = missing_of_again(end.misses);
      if (!missing || *missing == kAgain) break;
      if (end.misses + by - bracket_.misses > reach) return std::nullopt;
      end.misses += by;
    }
    return end;
  }

  /// How many of kAgain chases over a footprint miss; no value if a limit is reached.
  std::optional<std::size_t> missing_of_again(std::uint64_t bytes) {
    const std::vector<RunPtr> runs =
        chased(std::vector<std::uint64_t>(kAgain, bytes / stride_ * stride_), "once more, footprint ", true);
    if (runs.empty() || level_ >= space_.survey.caches()) return std::nullopt;
    return std::count_if(runs.begin(), runs.end(), [&](const RunPtr& run) { return misses(run); });
  }

  /// Whether a chase has more misses than noise explains; on a card also more than the few misses that occur long before a cache is
  /// full.
  bool misses(const RunPtr& run) const {
    constexpr double kHardlyAny = 0.01;
    const double cut = space_.survey.cut(level_), tolerated = 3 * structure::tolerated_share(space_.survey.noise);
    const auto& pattern = std::get<UniformPattern>(run->chase()->request.pattern);
    const structure::Walk walk{run, static_cast<std::size_t>(pattern.bytes / pattern.stride), run->cycles().copy()};
    const std::vector<float> clean = structure::clean_latencies(walk, pattern.stride);
    const auto slow = std::count_if(clean.begin(), clean.end(), [&](float cycles) { return cycles > cut; });
    const double most = lab_.keeps_state() ? std::max(tolerated, kHardlyAny) : tolerated;
    return static_cast<double>(slow) > most * static_cast<double>(clean.size());
  }

  /// Whether the sweep contradicts the end: several footprints that should fit missed.
  bool is_denied(const std::vector<RunPtr>& sweep) const {
    constexpr std::ptrdiff_t kSeveral = 2;
    if (level_ >= space_.survey.caches()) return false;
    const auto fits_and_misses = [&](const RunPtr& run) {
      return std::get<UniformPattern>(run->chase()->request.pattern).bytes <= bracket_.fits && misses(run);
    };
    return std::count_if(sweep.begin(), sweep.end(), fits_and_misses) >= kSeveral;
  }

  /// Measures the footprints on both sides of the end in order; empty if a limit is reached.
  std::vector<RunPtr> sweep_around() {
    const FootprintBracket whole{bracket_.fits / stride_ * stride_, (bracket_.misses + stride_ - 1) / stride_ * stride_};
    return chased(
        inference::sequential_footprints(whole, step_, kSweepEachSide, footprint_limit(runner_.device(), space_.setting.space)),
        kSweepLabel, false);
  }

  /// The runs, which become evidence; empty if a limit is reached, and the end then stands as it is.
  std::vector<RunPtr> chased(const std::vector<std::uint64_t>& footprints, const std::string& label, bool auxiliary) {
    std::vector<PlannedChase> planned;
    for (const std::uint64_t bytes : footprints) {
      const std::uint64_t pass = bytes / stride_;
      PlannedChase chase{uniform_chase(sweep_base(space_.setting), bytes, stride_, pass > kManyElements ? 1 : 2, 1),
                         label + format_bytes(bytes), auxiliary};
      chase.request.accesses = pass > kSweepTimed ? kSweepTimed : std::max<std::uint64_t>(kShortTrace / pass, 1) * pass;
      planned.push_back(std::move(chase));
    }
    std::vector<RunPtr> runs;
    for (const auto& answer : runner_.chases(planned)) {
      if (!answer && !is_limit(answer.error())) throw structure::DeviceFailure(answer.error());
      if (!answer) return {};
      runs.push_back(*answer);
    }
    for (const RunPtr& run : runs) end_.evidence.push_back(run->id);
    return runs;
  }

  SweepRunner& runner_;
  const structure::Lab& lab_;
  const structure::SpaceReport& space_;
  std::size_t level_;
  Finding& end_;
  FootprintBracket bracket_;
  std::uint64_t unit_ = 0, stride_ = 0, step_ = 0;  // bytes
};

}  // namespace

Finding with_change_test(SweepRunner& runner, const structure::Lab& lab, Finding end, const structure::SpaceReport& space,
                         const structure::CacheReport& cache) {
  end.reference += "; topology thesis §3.4";
  if (end.status != FindingStatus::measured) return end;  // without a known end there is nothing to test
  runner.enter(0, 0);
  EndSweep(runner, lab, space, cache.level, end).run();
  return end;
}

}  // namespace chasescope
