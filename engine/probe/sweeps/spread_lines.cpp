#include "engine/probe/sweeps/spread_lines.h"

#include <algorithm>
#include <array>
#include <optional>

#include "engine/inference/curves/footprint_search.h"
#include "engine/inference/levels/miss_mark.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::Fit;

constexpr std::uint64_t kEnough = 4096;  // lines; no pattern needs more of the nearest level
constexpr std::uint64_t kMost = 24576;   // lines of one chase
constexpr std::array<std::uint64_t, 2> kLostAfter{
    8, 3};  // times what a cache holds: LRU loses a line after one time, chance after more
constexpr std::uint64_t kPasses = 4, kPassesOfPicture = 2;

class SpreadMeasurement {
 public:
  SpreadMeasurement(SweepRunner& runner, const ChaseRequest& base, const SweptSpace& space, const PageLines& at,
                    std::uint64_t passes)
      : runner_(runner), base_(base), space_(space), at_(at), passes_(passes) {}

  Outcome<SpreadLines> run() {
    const std::size_t caches = space_.survey.caches();
    std::uint64_t held = caches == 0 ? 0 : largest_held(0);
    lines_.near_lines = held;
    for (std::size_t level = 1; level < caches && !error_; ++level) {
      std::uint64_t distance = 0;
      for (const std::uint64_t times : kLostAfter)
        if (distance == 0 && held != 0 && fits(level, 2 * times * held) == Fit::fits) distance = times * held;
      lines_.far_lines.push_back(distance);
      if (level + 1 < caches) held = distance == 0 ? 0 : largest_held(level);
    }
    if (error_) return *error_;
    return std::move(lines_);
  }

 private:
  /// Whether a level holds all of so many lines, pass after pass.
  std::optional<Fit> fits(std::size_t level, std::uint64_t count) {
    if (count > kMost || count > at_.places()) return std::nullopt;
    std::vector<std::uint64_t> offsets;
    for (std::uint64_t i = 0; i < count; ++i) offsets.push_back(i % at_.pages * at_.page_stride + i * at_.line_stride);
    const auto run =
        runner_.chase({listed_chase(base_, std::move(offsets), passes_, passes_), format_count(count) + " lines in pages", true});
    if (!run) {
      if (!is_limit(run.error())) error_ = run.error();
      return std::nullopt;
    }
    const auto again =
        inference::places_missing_again((*run)->chase()->result.cycles, space_.mark(level), static_cast<std::size_t>(count));
    return again == 0 ? Fit::fits : Fit::misses;
  }

  std::uint64_t largest_held(std::size_t level) {
    const std::uint64_t most = std::min({kEnough, at_.places(), space_.ends[level].misses / at_.line_stride + 1});
    const auto all = fits(level, most);
    if (!all) return 0;
    if (*all == Fit::fits) return most;
    return inference::search_by_bisection({0, most}, 1, [&](std::uint64_t count) { return fits(level, count); }).fits;
  }

  SweepRunner& runner_;
  const ChaseRequest& base_;
  const SweptSpace& space_;
  PageLines at_;
  std::uint64_t passes_;
  SpreadLines lines_;
  std::optional<DeviceError> error_;
};

}  // namespace

Outcome<SpreadLines> measure_spread_lines(SweepRunner& runner, const ChaseRequest& base, const SweptSpace& space,
                                          const PageLines& at, Thoroughness thoroughness) {
  return SpreadMeasurement(runner, base, space, at, thoroughness == Thoroughness::picture ? kPassesOfPicture : kPasses).run();
}

}  // namespace chasescope
