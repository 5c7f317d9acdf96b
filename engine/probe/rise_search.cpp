#include "engine/probe/rise_search.h"

#include <algorithm>
#include <utility>

#include "engine/probe/footprint_places.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::MissMark;
using inference::Places;

constexpr double kSameLatency = 1.002;  // latencies nearer than this, or than a clock ticks, are one
constexpr double kSameOnCard = 1.02;    // near and far parts move by what earlier chases left
constexpr double kClockStep = 1.5;      // cycles
constexpr double kSameInNoise = 1.05;   // where a clock may run away by two percent to either side
constexpr double kNewShare = 0.004;     // more slower accesses than this make a footprint no plateau
constexpr std::uint64_t kAloneAccesses = 64;

/// Whether accesses of a point took longer than hits, as a whole, by more than those do that this mark calls misses: in strong
/// noise another level answered.
bool lies_between(const SurveyPoint& point, const MissMark& mark) {
  constexpr double kOfMiss = 0.1, kOfHit = 0.05;
  const LatencyTrace trace = looked_at(point);
  const double share = static_cast<double>(inference::count_marked(trace, mark)) / static_cast<double>(trace.size());
  const double added = mark.miss - mark.hit;
  const double more = inference::average_of(trace).cycles - (mark.hit + share * added);
  return more > std::max(kOfMiss * added, kOfHit * mark.hit);
}

}  // namespace

/// The next point at which a fifth of the accesses or more are of a slower kind than the plateau before had.
std::optional<RiseSearch::Rise> RiseSearch::next() {
  if (error_) return std::nullopt;
  const auto& points = survey_.points;
  std::size_t plateau = at_;
  std::vector<std::size_t> unclear;  // points since then that are slower in no way that can be told
  for (std::size_t j = at_ + 1; j < points.size(); ++j) {
    const LatencyTrace trace = looked_at(points[j]);
    const LatencyTrace settled = looked_at(points[plateau]);
    const MissMark mark = inference::tell_apart(settled, trace, !runner_.is_warm());
    if (mark.clear && is_last_miss(mark)) {
      plateau = j;  // the level before, seen again where the stride grew
      unclear.clear();
      continue;
    }
    if (mark.clear) {
      rise_ = {};
      rise_.mark = mark;
      const Again again = ask_again(points[plateau], points[j]);
      if (error_) return std::nullopt;
      if (again == Again::both_fast) continue;  // the larger one only missed what the device had not settled on yet
      // Some places are farther than others (another partition of the cache), or all were for a while: that is no level, and part
      // of the plateau.
      const bool is_level = again == Again::rise && !slow_when_alone(points[j]);
      if (error_) return std::nullopt;
      if (!is_level) {
        plateau = j;
        unclear.clear();
        continue;
      }
      at_ = j;
      // Misses may have begun before: the last footprint of the curve that shows none, and the first after it.
      std::size_t fits = j - 1;
      const auto misses_at = [&](std::size_t i) {
        const LatencyTrace earlier = looked_at(points[i]);
        return inference::more_than_chance(inference::count_marked(earlier, mark), earlier.size(), mark.false_share);
      };
      while (fits > plateau && misses_at(fits)) --fits;
      rise_.fits = fits;
      rise_.misses = fits + 1;
      rise_.surely = j;
      rise_.passes_another =
          std::any_of(unclear.begin(), unclear.end(), [&](std::size_t i) { return lies_between(points[i], mark); });
      return std::move(rise_);
    }
    if (share_above(trace, top_of(settled)) <= kNewShare) {
      plateau = j;
      unclear.clear();
    } else {
      unclear.push_back(j);
    }
  }
  at_ = points.empty() ? 0 : points.size() - 1;
  return std::nullopt;
}

/// Whether what this mark calls a miss is what the last level's misses were.
bool RiseSearch::is_last_miss(const MissMark& mark) const {
  if (survey_.levels.empty()) return false;
  const MissMark& last = survey_.levels.back().mark;
  return mark.miss <= (!mark.quiet         ? last.slowest_miss * kSameInNoise
                       : runner_.is_warm() ? last.slowest_miss * kSameOnCard
                                           : last.slowest_miss * kSameLatency + kClockStep);
}

/// Chases of a card differ by what went before, and by where they run. So the two footprints of a rise are chased again, in turns:
/// is it still the larger one that has slower accesses?
RiseSearch::Again RiseSearch::ask_again(const SurveyPoint& settled, const SurveyPoint& point) {
  if (!runner_.is_warm()) return Again::rise;
  // Not just by turns: what comes and goes with every other chase is not to be taken for what the footprints differ in.
  const SurveyPoint* turns[] = {&settled, &point, &point, &settled, &settled, &point};
  std::vector<PlannedChase> planned;
  for (const SurveyPoint* each : turns)
    planned.push_back({each->run->chase()->request, "N = " + format_bytes(each->bytes) + ", once more", true});
  // On an SM that is nearer or farther, misses may take less or more than the mark says.
  const double middle = std::min(rise_.mark.from, (rise_.mark.hit + rise_.mark.miss) / 2);
  const auto share_of = [&](const SurveyPoint& each, const RunPtr& run) {
    return share_above(inference::at_places(run->chase()->result.cycles, places_of(each.bytes, each.stride)), middle);
  };
  // The least of each: the first passes over a footprint may miss what later ones don't.
  double least_settled = 1, least = 1;
  const auto answers = runner_.chases(planned);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (!answers[i] && !is_limit(answers[i].error())) error_ = answers[i].error();
    if (!answers[i]) return Again::rise;  // what can't be asked again stands
    double& of_it = turns[i] == &settled ? least_settled : least;
    of_it = std::min(of_it, share_of(*turns[i], *answers[i]));
    rise_.evidence.push_back((*answers[i])->id);
  }
  again_ = *answers.back();
  if (least <= kNewShare && least_settled <= kNewShare) return Again::both_fast;
  return least > 2 * least_settled ? Again::rise : Again::both_slow;
}

/// Chases slow places of a footprint one by one. A line that was evicted is fast when nothing evicts it; a place that is slow even
/// then is far away.
bool RiseSearch::slow_when_alone(const SurveyPoint& point) {
  // A card lays an array out anew when it grows, and other places are far away then: what counts is what is slow now.
  const RunPtr run = again_ && runner_.is_warm() ? std::exchange(again_, nullptr) : point.run;
  const AccessOrder order(run->chase()->request, run->chase()->result);
  std::vector<std::uint64_t> slow;
  const Places places = places_of(point.bytes, point.stride);
  for (std::size_t i = 0; i < run->chase()->result.cycles.size(); ++i)
    if (rise_.mark.marks(run->chase()->result.cycles[i]) && places.counts(order.position(i))) slow.push_back(order.offset(i));
  if (slow.empty()) return false;
  std::vector<PlannedChase> planned;
  for (const std::size_t at : {std::size_t{0}, slow.size() / 2, slow.size() - 1}) {
    PlannedChase chase{listed_chase(base_, {slow[at]}, kAloneAccesses, kAloneAccesses), "one slow place, alone", true};
    chase.request.element_bytes = run->chase()->request.element_bytes;
    planned.push_back(std::move(chase));
  }
  std::size_t still_slow = 0;
  for (const auto& answer : runner_.chases(planned)) {
    if (!answer && !is_limit(answer.error())) error_ = answer.error();
    if (!answer) continue;
    still_slow += inference::average_of((*answer)->chase()->result.cycles).median > rise_.mark.from ? 1 : 0;
    rise_.evidence.push_back((*answer)->id);
  }
  return still_slow >= 2;
}

}  // namespace chasescope
