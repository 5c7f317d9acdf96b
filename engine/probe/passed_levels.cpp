#include "engine/probe/passed_levels.h"

#include <algorithm>
#include <map>

#include "engine/device/chase.h"
#include "engine/trace/random.h"

namespace chasescope {
namespace {

constexpr double kClockStep = 1.5;  // cycles
constexpr double kNear = 0.02;      // of a latency: what is nearer belongs to it
constexpr std::uint64_t kSmallestPage = 4096;

// What takes longer than all hits that walks up to the end of a level show, and less than its misses.
class Between {
 public:
  Between(const FootprintSurvey& survey, const FootprintLevel& level)
      : slowest_hit_(level.mark.hit), fastest_miss_(level.mark.fastest_miss) {
    const SurveyPoint* last = nullptr;
    for (const SurveyPoint& point : survey.points)
      if (point.bytes <= level.bracket.fits) last = &point;
    if (last == nullptr) return;
    const std::vector<float> hits = last->run->chase()->result.cycles.copy();
    slowest_hit_ = std::max<double>(slowest_hit_, *std::max_element(hits.begin(), hits.end()));
  }
  bool holds(float cycles) const {
    return cycles > slowest_hit_ * (1 + kNear) + kClockStep && cycles < fastest_miss_ * (1 - kNear) - kClockStep;
  }

 private:
  double slowest_hit_, fastest_miss_;
};

// By offset, what the accesses took that missed. The first to a page are left out; empty where those can't be told.
std::map<std::uint64_t, float> misses_of(const SurveyPoint& point, const inference::MissMark& mark) {
  std::map<std::uint64_t, float> misses;
  if (point.bytes > kSmallestPage && kSmallestPage % point.stride != 0) return misses;
  const auto& chase = *point.run->chase();
  const AccessOrder order(chase.request, chase.result);
  for (std::size_t i = 0; i < chase.result.cycles.size(); ++i) {
    const std::uint64_t offset = order.offset(i);
    const bool may_be_looked_up = point.bytes > kSmallestPage && offset % kSmallestPage == 0;
    if (mark.marks(chase.result.cycles[i]) && !may_be_looked_up) misses.emplace(offset, chase.result.cycles[i]);
  }
  return misses;
}

// Whether lines that missed a level where it ends take longer where the curve is flat again: then something held them at first.
// Near and far parts of a level stay where they are.
bool hides_another(const FootprintSurvey& survey, std::size_t level) {
  constexpr double kMoreThanParts = 0.5, kLonger = 1.02;
  const auto& mark = survey.levels[level].mark;
  if (!mark.quiet) return false;
  const bool is_last = level + 1 == survey.levels.size();
  if (is_last && !survey.reached_memory) return false;
  const std::uint64_t until = is_last ? ~std::uint64_t{0} : survey.levels[level + 1].bracket.fits;
  const SurveyPoint *ends = nullptr, *flat = nullptr;
  for (const SurveyPoint& point : survey.points) {
    if (point.bytes < survey.levels[level].bracket.misses || point.bytes > until) continue;
    if (ends == nullptr) ends = &point;
    flat = &point;
  }
  if (ends == flat) return false;
  const auto missed = misses_of(*ends, mark), later = misses_of(*flat, mark);
  std::size_t both = 0, longer = 0;
  for (const auto& [offset, cycles] : missed)
    if (const auto found = later.find(offset); found != later.end()) {
      ++both;
      longer += found->second > kLonger * cycles + kClockStep ? 1 : 0;
    }
  return static_cast<double>(longer) > kMoreThanParts * static_cast<double>(both);
}

// A cache that holds no more than the one in front of it answers no walk that reads each line once a pass: both lose the same
// lines. Where some are read again sooner than others, by chance, they lose different ones, since hits of the nearer one don't
// tell the farther one which lines are in use.
std::optional<DeviceError> read_again_at_random(SweepRunner& runner, const ChaseRequest& base, const FootprintSurvey& survey,
                                                FootprintLevel& level) {
  constexpr std::uint64_t kWord = 4, kMostLines = 1 << 14, kWarmPasses = 2;
  constexpr double kLeastShare = 0.01;
  if (!level.mark.quiet || level.hides_another || !level.narrowed || !survey.reached_memory) return std::nullopt;
  const Between between(survey, level);
  const auto beyond = [&](float cycles) { return cycles > level.mark.slowest_miss * (1 + kNear) + kClockStep; };
  // A quarter more than it holds. If a walk over as much shows latencies between, or beyond, pages are looked up there.
  const std::uint64_t lines = level.bracket.fits / level.stride * 5 / 4;
  const auto walked = std::find_if(survey.points.begin(), survey.points.end(),
                                   [&](const SurveyPoint& point) { return point.bytes >= lines * level.stride; });
  if (lines > kMostLines || walked == survey.points.end()) return std::nullopt;
  const std::vector<float> in_order = walked->run->chase()->result.cycles.copy();
  if (std::any_of(in_order.begin(), in_order.end(), [&](float c) { return between.holds(c) || beyond(c); })) return std::nullopt;
  Random random(0xa6a1);
  std::vector<std::uint64_t> reads(lines), offsets;
  for (std::uint64_t i = 0; i < 2 * lines; ++i)
    if (const std::uint64_t line = random.below(lines); reads[line] < level.stride / kWord)
      offsets.push_back(line * level.stride + kWord * reads[line]++);
  const auto answer = runner.chase({listed_chase(base, std::move(offsets), kWarmPasses, 1), "lines read again at random", true});
  if (!answer) return is_limit(answer.error()) ? std::nullopt : std::optional(answer.error());
  const std::vector<float> cycles = (*answer)->chase()->result.cycles.copy();
  level.hides_another =
      static_cast<double>(std::count_if(cycles.begin(), cycles.end(), [&](float c) { return between.holds(c); })) >
      kLeastShare * static_cast<double>(cycles.size());
  if (level.hides_another) level.evidence.push_back((*answer)->id);
  return std::nullopt;
}

}  // namespace

double share_between(const FootprintSurvey& survey, const FootprintLevel& level, const SurveyPoint& point) {
  if (point.bytes > kSmallestPage && kSmallestPage % point.stride != 0) return 0;  // the first of a page can't be told
  const Between between(survey, level);
  const auto& chase = *point.run->chase();
  const AccessOrder order(chase.request, chase.result);
  std::size_t looked_at = 0, found = 0;
  for (std::size_t i = 0; i < chase.result.cycles.size(); ++i) {
    if (point.bytes > kSmallestPage && order.offset(i) % kSmallestPage == 0) continue;
    ++looked_at;
    found += between.holds(chase.result.cycles[i]) ? 1 : 0;
  }
  return looked_at == 0 ? 0 : static_cast<double>(found) / static_cast<double>(looked_at);
}

std::optional<DeviceError> find_passed_levels(SweepRunner& runner, const ChaseRequest& base, FootprintSurvey& survey) {
  for (std::size_t i = 0; i < survey.levels.size(); ++i)
    survey.levels[i].hides_another = survey.levels[i].hides_another || hides_another(survey, i);
  return survey.levels.empty() ? std::nullopt : read_again_at_random(runner, base, survey, survey.levels.back());
}

}  // namespace chasescope
