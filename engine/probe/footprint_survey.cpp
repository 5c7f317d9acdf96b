#include "engine/probe/footprint_survey.h"

#include <algorithm>
#include <cmath>

#include "engine/inference/cold_spacing.h"
#include "engine/probe/chase_parameters.h"
#include "engine/probe/footprint_places.h"
#include "engine/probe/level_search.h"
#include "engine/probe/passed_levels.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kColdBytes = std::uint64_t{16} << 10;
constexpr std::uint64_t kColdStride = 4;
constexpr std::uint64_t kTouchedBytes = std::uint64_t{1} << 20, kTouchStride = 1024, kFewestTouches = 8;
constexpr std::uint64_t kSmallestEnd = std::uint64_t{64} << 10;  // where no cache is seen, arrays up to this size are looked at
constexpr std::uint64_t kFewestTimed = 2048;
constexpr std::uint64_t kMostTimed =
    16384;                             // of one point of the curve: it is a picture, the levels' ends are measured by themselves
constexpr double kSameLatency = 0.05;  // a curve this near to what first touches take has reached memory
constexpr double kSameIfExact = 0.002, kClockStep = 1.5;  // share and cycles: the same where latencies are exact

std::string size_label(const char* what, std::uint64_t bytes) { return std::string(what) + "N = " + format_bytes(bytes); }

class Surveyor {
 public:
  Surveyor(SweepRunner& runner, const SurveyPlan& plan)
      : runner_(runner),
        plan_(plan),
        limit_(std::min(footprint_limit(runner.device(), plan.base.space), plan.to.value_or(~std::uint64_t{0}))) {
    survey_.space = plan.base.space;
  }

  Outcome<FootprintSurvey> run() {
    if (auto error = look_at_one_element()) return *error;
    if (!survey_.end.empty()) return std::move(survey_);
    if (auto error = grow()) return *error;
    if (auto error = find_levels()) return *error;
    return std::move(survey_);
  }

 private:
  /// One element over and over, and a cold pass: what a hit takes and what a miss brings.
  std::optional<DeviceError> look_at_one_element() {
    const auto reference = runner_.chase(reference_for(plan_.base));
    if (!reference && is_limit(reference.error())) {
      survey_.end = reference.error().message;
      return std::nullopt;
    }
    if (!reference) return reference.error();
    const std::vector<float> hits = (*reference)->chase()->result.cycles.copy();
    survey_.hit_cycles = inference::average_of((*reference)->chase()->result.cycles).median;
    is_exact_ = std::all_of(hits.begin(), hits.end(), [&](float cycles) { return cycles == survey_.hit_cycles; });

    const std::uint64_t bytes = std::min(kColdBytes, limit_) / kColdStride * kColdStride;
    if (bytes >= 16 * kColdStride) {
      const auto cold = runner_.chase({uniform_chase(plan_.base, bytes, kColdStride, 0, 1), "cold pass", true});
      if (!cold && !is_limit(cold.error())) return cold.error();
      if (cold) {
        survey_.fetch_bytes =
            inference::cold_spacing((*cold)->chase()->result.cycles, (*reference)->chase()->result.cycles).accesses * kColdStride;
      }
    }
    if (auto error = touch_first()) return error;
    survey_.stride = plan_.stride.value_or(survey_.fetch_bytes > 0 ? survey_.fetch_bytes : plan_.usual_stride);
    return std::nullopt;
  }

  /// What memory takes: each access goes to a line of its own that nobody has touched before. On a device that keeps its caches
  /// from request to request this tells nothing.
  std::optional<DeviceError> touch_first() {
    if (runner_.is_warm()) return std::nullopt;
    const std::uint64_t bytes = std::min(kTouchedBytes, limit_);
    const std::uint64_t stride = std::min(kTouchStride, bytes / kFewestTouches / kColdStride * kColdStride);
    if (stride == 0) return std::nullopt;
    const auto touch = runner_.chase({uniform_chase(plan_.base, bytes / stride * stride, stride, 0, 1), "first touches", true});
    if (touch) survey_.first_touch_cycles = inference::average_of((*touch)->chase()->result.cycles).median;
    return touch || is_limit(touch.error()) ? std::nullopt : std::optional(touch.error());
  }

  /// The curve: four footprints to a doubling until memory is reached, or a limit.
  std::optional<DeviceError> grow() {
    const std::uint64_t first = plan_.from.value_or(survey_.stride);
    std::uint64_t last = 0;
    std::uint64_t memory_from = 0;
    for (double octave = static_cast<double>(std::max(first, survey_.stride));; octave *= 2) {
      std::vector<PlannedChase> planned;
      for (std::uint64_t i = 0; i < plan_.points; ++i) {
        const double wanted = octave * (1 + static_cast<double>(i) / static_cast<double>(plan_.points));
        if (wanted > static_cast<double>(limit_)) break;
        const std::uint64_t stride = stride_for(static_cast<std::uint64_t>(wanted), survey_.stride);
        const std::uint64_t bytes = std::max<std::uint64_t>(static_cast<std::uint64_t>(wanted) / stride, 1) * stride;
        if (bytes <= last) continue;
        last = bytes;
        planned.push_back({curve_request(bytes, stride), size_label("", bytes)});
      }
      if (planned.empty() && octave > static_cast<double>(limit_)) {
        survey_.end = plan_.to ? "Larger footprints were not asked for."
                               : "This is the largest footprint that the device allows in this space.";
        return std::nullopt;
      }
      for (const auto& answer : runner_.chases(planned)) {
        if (!answer && !is_limit(answer.error())) return answer.error();
        if (!answer) {
          survey_.end = answer.error().message;
          return std::nullopt;
        }
        keep(*answer);
      }
      if (survey_.points.empty()) continue;
      if (!survey_.reached_memory && took_as_long_as_first_touch()) {
        survey_.reached_memory = true;
        memory_from = last;
      }
      if (survey_.reached_memory && last >= std::max(2 * memory_from, kSmallestEnd) && !plan_.to) {
        survey_.end = "Larger footprints take as long as memory.";
        return std::nullopt;
      }
      if (const auto vendor = runner_.device().properties.l2_bytes;
          vendor && !plan_.to && runner_.is_warm() && octave > 4 * static_cast<double>(*vendor)) {
        survey_.end = "This is four times the L2 that the vendor's interface tells.";
        return std::nullopt;
      }
    }
  }

  std::optional<DeviceError> find_levels() {
    std::optional<DeviceError> error = search_levels();
    // What a card's walk misses lies now near, now far: that it takes longer elsewhere says nothing of levels.
    if (runner_.is_warm()) return error;
    // Points that the curve needs for what it passes by: seldom more than one.
    constexpr int kMostPoints = 4;
    for (int i = 0; i < kMostPoints && !error; ++i) {
      const auto missing = look_where_levels_end();
      if (!missing) return missing.error();
      if (!*missing) break;
      error = search_levels();
    }
    return error ? error : find_passed_levels(runner_, plan_.base, survey_);
  }

  std::optional<DeviceError> search_levels() {
    survey_.levels.clear();
    LevelSearch search(runner_, plan_, survey_);
    while (search.next()) survey_.levels.push_back(search.level());
    return search.error();
  }

  /// Looks at the largest footprints that levels hold. One that shows another level in front, which the curve had no point for,
  /// becomes a point of it. Returns whether there was one.
  Outcome<bool> look_where_levels_end() {
    for (FootprintLevel& level : survey_.levels) {
      const auto at = std::lower_bound(survey_.points.begin(), survey_.points.end(), level.bracket.fits,
                                       [](const SurveyPoint& point, std::uint64_t bytes) { return point.bytes < bytes; });
      if (!level.mark.quiet || !level.narrowed || level.bracket.fits == 0 || at == survey_.points.end() ||
          at->bytes == level.bracket.fits)
        continue;
      const auto answer =
          runner_.chase({curve_request(level.bracket.fits, level.stride), size_label("", level.bracket.fits), true});
      if (!answer && !is_limit(answer.error())) return answer.error();
      if (!answer) continue;
      const SurveyPoint point = point_of(*answer);
      const double share = share_between(survey_, level, point);
      if (share > inference::kLeastMissShare) {
        survey_.points.insert(at, point);
        return true;
      }
      if (share > 0 && level.doubt.empty()) level.doubt = "Another level ends at nearly the same footprint.";
    }
    return false;
  }

  ChaseRequest curve_request(std::uint64_t bytes, std::uint64_t stride) const {
    const std::uint64_t pass = bytes / stride;
    ChaseRequest request = uniform_chase(plan_.base, bytes, stride, pass > 65536 ? 1 : 2, 1);
    request.accesses = pass > kMostTimed ? kMostTimed : (std::max(kFewestTimed, pass) + pass - 1) / pass * pass;
    return request;
  }

  static SurveyPoint point_of(const RunPtr& run) {
    const auto& pattern = std::get<UniformPattern>(run->chase()->request.pattern);
    const std::uint64_t pass = pattern.bytes / pattern.stride;
    return {pattern.bytes, pattern.stride, run, inference::drift_free_average_of(run->chase()->result.cycles, pass)};
  }

  void keep(const RunPtr& run) { survey_.points.push_back(point_of(run)); }

  bool took_as_long_as_first_touch() const {
    if (runner_.is_warm() || survey_.first_touch_cycles <= 0) return false;
    const double lower =
        is_exact_ ? std::max(kClockStep, kSameIfExact * survey_.first_touch_cycles) : kSameLatency * survey_.first_touch_cycles;
    return survey_.points.back().average.upper_quartile >= survey_.first_touch_cycles - lower;
  }

  SweepRunner& runner_;
  const SurveyPlan& plan_;
  std::uint64_t limit_;
  FootprintSurvey survey_;
  bool is_exact_ = false;  // one element takes the same to the cycle, every time
};

}  // namespace

Outcome<FootprintSurvey> survey_footprints(SweepRunner& runner, const SurveyPlan& plan) { return Surveyor(runner, plan).run(); }

}  // namespace chasescope
