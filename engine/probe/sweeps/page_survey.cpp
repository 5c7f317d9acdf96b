#include "engine/probe/sweeps/page_survey.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "engine/inference/curves/curve_point.h"
#include "engine/inference/curves/plateaus.h"
#include "engine/inference/levels/access_classes.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr std::array<std::uint64_t, 22> kPagesWalked{1,  2,  3,   4,   6,   8,   12,  16,  24,   32,   48,
                                                     64, 96, 128, 192, 256, 384, 512, 768, 1024, 2048, 4096};
constexpr std::uint64_t kTimedOfPages = 2048;
constexpr std::uint64_t kMostElementsOfPages = 65536;
constexpr std::array<std::uint64_t, 3> kTimesNearer{3, 8,
                                                    20};  // a cache that doesn't replace by LRU keeps some of three times as many
constexpr std::size_t kTriesOfPicture = 2;
constexpr std::uint64_t kTimedOfPicture = 512;
// Latencies that differ by less than this (a share, cycles) are of one kind.
constexpr double kSameKind = 0.02, kSlackOfKinds = 2;
constexpr double kCleanShare = 0.97;
constexpr double kJitter = 12;  // cycles to both sides: four times the standard noise

/// Share of the accesses near the median.
double share_near(const std::vector<float>& cycles, double median) {
  const auto near = std::count_if(cycles.begin(), cycles.end(),
                                  [&](float c) { return std::abs(c - median) <= std::max(kJitter, 2 * kSameKind * median); });
  return static_cast<double>(near) / static_cast<double>(std::max<std::size_t>(cycles.size(), 1));
}

class PageSurveyor {
 public:
  PageSurveyor(SweepRunner& runner, const ChaseRequest& base, const SweptSpace& space, const PageLines& lines, std::uint64_t limit,
               Thoroughness thoroughness)
      : runner_(runner), base_(base), space_(space), lines_(lines), limit_(limit), thoroughness_(thoroughness) {}

  Outcome<PageSurvey> run() {
    for (const std::uint64_t times : std::span(kTimesNearer).first(is_picture() ? kTriesOfPicture : kTimesNearer.size())) {
      if (auto error = visit_pages(times)) return *error;
      if (read_levels()) break;
    }
    return std::move(survey_);
  }

 private:
  bool is_picture() const { return thoroughness_ == Thoroughness::picture; }

  /// The least and the largest number of lines to visit, so that all data accesses hit the farthest cache that a pattern of this
  /// length can reach.
  std::pair<std::uint64_t, std::uint64_t> lines_for(std::uint64_t times) const {
    const auto elements = [&](std::size_t level) { return space_.ends[level].fits / lines_.line_stride; };
    for (std::size_t level = space_.ends.size(); level-- > 0;) {
      const std::uint64_t nearer = level == 0 ? 0 : times * elements(level - 1);
      const std::uint64_t most = std::min(kMostElementsOfPages, elements(level) / 2);
      if (2 * nearer <= most || level == 0) return {nearer, most};
    }
    return {0, kMostElementsOfPages};
  }

  /// Measures growing numbers of pages with data accesses that always hit the same cache. To make them hit a far cache, the pattern
  /// visits `times` as many lines as the nearer caches hold, which evicts the lines from these.
  std::optional<DeviceError> visit_pages(std::uint64_t times) {
    survey_.points.clear();
    const auto [nearer, most] = lines_for(times);
    std::vector<PlannedChase> planned;
    for (const std::uint64_t pages : kPagesWalked) {
      const std::uint64_t pairs = std::max<std::uint64_t>((nearer + 2 * pages - 1) / (2 * pages), 1);
      PageLines at = lines_;
      at.pages = pages;
      if (pages * lines_.page_stride > limit_ || 2 * pages * pairs > most) break;
      if (2 * pairs > at.lines()) continue;
      std::vector<std::uint64_t> offsets;
      for (std::uint64_t pair = 0; pair < pairs; ++pair)
        for (std::uint64_t page = 0; page < pages; ++page)
          for (const std::uint64_t line : {2 * pair, 2 * pair + 1}) offsets.push_back(at.offset(page, line, 0));
      const std::uint64_t pass = offsets.size(), timed = is_picture() ? kTimedOfPicture : kTimedOfPages;
      planned.push_back({listed_chase(base_, std::move(offsets), is_picture() ? 1 : 2, (timed + pass - 1) / pass),
                         format_count(pages) + " pages in turn"});
      // In a long pass, the first pair of accesses to each page is enough.
      std::uint64_t& accesses = planned.back().request.accesses;
      if (is_picture()) accesses = std::min(accesses, std::max(timed, 2 * pages));
    }
    for (const auto& answer : runner_.chases(planned)) {
      if (!answer && !is_limit(answer.error())) return answer.error();
      if (!answer) break;
      survey_.points.push_back(read_point(*answer));
    }
    return std::nullopt;
  }

  /// If lines lie near and far, subtracts the difference from the latencies of far lines, so that only translation makes latencies
  /// differ.
  static void fold_far_lines(std::vector<float>& first, std::vector<float>& second) {
    const auto plain = inference::two_groups_of(second), translated = inference::two_groups_of(first);
    if (!plain || !translated || !inference::as_far_apart(*plain, *translated)) return;
    for (float& cycles : second) cycles -= cycles > plain->cut ? static_cast<float>(plain->apart()) : 0;
    for (float& cycles : first) cycles -= cycles > translated->cut ? static_cast<float>(translated->apart()) : 0;
  }

  PagePoint read_point(const RunPtr& run) const {
    std::vector<float> first, second;
    const std::vector<float> cycles = run->chase()->result.cycles.copy();
    for (std::size_t i = 0; i < cycles.size(); ++i) (i % 2 == 0 ? first : second).push_back(cycles[i]);
    fold_far_lines(first, second);
    PagePoint point;
    point.run = run;
    const auto& offsets = std::get<OffsetsPattern>(run->chase()->request.pattern).offsets;
    point.pages = *std::max_element(offsets.begin(), offsets.end()) / lines_.page_stride + 1;
    point.first_cycles = inference::average_of(LatencyTrace(first)).median;
    point.second_cycles = inference::average_of(LatencyTrace(second)).median;
    point.clean = share_near(first, point.first_cycles) >= kCleanShare && share_near(second, point.second_cycles) >= kCleanShare;
    return point;
  }

  /// Finds the levels of translation as plateaus of the latency of first accesses over the number of pages, up to the first point
  /// whose second accesses miss the data cache. The first plateau begins with the fewest pages and belongs to the nearest TLB. The
  /// last plateau belongs to the TLB or page walk behind all TLBs that overflowed. Returns false if a plateau is a mixture, which
  /// would look like a further level.
  bool read_levels() {
    survey_.pages_for_level.clear();
    std::vector<inference::CurvePoint> curve;
    for (const PagePoint& point : survey_.points) {
      const double plain = survey_.points.front().second_cycles;
      if (std::abs(point.second_cycles - plain) > kSameKind * plain + kSlackOfKinds) break;
      curve.push_back({static_cast<double>(point.pages), point.first_cycles, 0.15});
    }
    const auto plateaus = inference::find_plateaus(curve, {.fewest_points = 2, .resolution = 0.012});
    if (plateaus.empty() || plateaus.front().first != 0) return false;
    std::vector<std::uint64_t> levels;
    for (std::size_t i = 0; i < plateaus.size(); ++i) {
      std::vector<std::uint64_t> clean;
      for (std::size_t at = plateaus[i].first; at <= plateaus[i].last; ++at)
        if (survey_.points[at].clean) clean.push_back(survey_.points[at].pages);
      if (clean.empty()) return false;
      // For the nearest TLB, the middle of its plateau is chosen; for the others its beginning, because fewer pages need fewer
      // lines.
      levels.push_back(clean[i == 0 ? (clean.size() - 1) / 2 : 0]);
    }
    survey_.pages_for_level = std::move(levels);
    return true;
  }

  SweepRunner& runner_;
  const ChaseRequest& base_;
  const SweptSpace& space_;
  PageLines lines_;
  std::uint64_t limit_;
  Thoroughness thoroughness_;
  PageSurvey survey_;
};

}  // namespace

Outcome<PageSurvey> survey_pages(SweepRunner& runner, const ChaseRequest& base, const SweptSpace& space, std::uint64_t page_stride,
                                 std::uint64_t limit, Thoroughness thoroughness) {
  return PageSurveyor(runner, base, space, {0, 1, page_stride, space.stride()}, limit, thoroughness).run();
}

}  // namespace chasescope
