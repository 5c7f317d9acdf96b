#include "engine/structure/levels/joined_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/statistics/median.h"
#include "engine/statistics/tails.h"
#include "engine/structure/levels/sweep_walk.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kElement = 4;
constexpr std::size_t kMostPlaces = 1 << 20;  // readings of a run that are compared
constexpr double kSome = 0.05;  // share of the lines; noise makes fewer look like lines of another level

/// Calls see(offset, cycles) for the elements of the first `passes` passes of a run. If pages are translated, it leaves out the
/// accesses that may carry a translation.
template <typename See>
void look_through(const RunPtr& run, bool is_translated, const See& see, std::uint64_t passes = 1) {
  if (!run || !run->chase()) return;
  const ChaseRequest& request = run->chase()->request;
  const std::uint64_t period = accesses_per_pass(request.pattern);
  if (period < 2 || request.warmup % period != 0) return;
  const std::vector<float> cycles = run->chase()->result.cycles.copy();
  const std::vector<std::uint64_t> offsets = elements_of(request.pattern, cycles.size());
  const std::size_t accesses = std::min<std::uint64_t>(cycles.size(), passes * offsets.size());
  for (std::size_t i = 1; i < accesses; ++i) {
    const std::uint64_t before = offsets[(i - 1) % offsets.size()], at = offsets[i % offsets.size()];
    if (!is_translated || !first_of_block(before, at)) see(at, cycles[i]);
  }
}

/// The median of the latencies in (above, until], without the accesses that may carry a translation. No value if there are none.
std::optional<double> median_within(const RunPtr& run, double above, double until) {
  std::vector<double> cycles;
  look_through(run, true, [&](std::uint64_t, double each) {
    if (each > above && each <= until) cycles.push_back(each);
  });
  if (cycles.empty()) return std::nullopt;
  return inference::upper_median(cycles);
}

double cut_before(const Survey& survey, std::size_t level) { return level == 0 ? -1 : survey.cut(level - 1); }

double cut_behind(const Survey& survey, std::size_t level) {
  return level + 1 < survey.levels.size() ? survey.cut(level) : std::numeric_limits<double>::infinity();
}

void join_with_next(Survey& survey, std::size_t near) {
  const auto at = static_cast<std::ptrdiff_t>(near);
  const double above = cut_before(survey, near), until = cut_behind(survey, near + 1);
  const DataLevel far = survey.levels[near + 1];
  survey.levels.erase(survey.levels.begin() + at + 1);
  survey.boundaries.erase(survey.boundaries.begin() + at);
  inference::Band& all = survey.levels[near].latency;
  all.high = std::max(all.high, far.latency.high);
  all.median = median_within(far.shown_by, above, until).value_or(all.median);
}

// ---- Memory

/// Whether lines of the last level but one take longer when they are read for the very first time.
bool do_places_come_from_farther(Lab& lab, const Survey& survey) {
  const std::size_t nearer = survey.levels.size() - 2;
  const double above = nearer == 0 ? 0 : survey.cut(nearer - 1), cut = survey.cut(nearer);
  std::vector<std::uint64_t> offsets;
  std::vector<std::size_t> asked;
  std::unordered_set<std::uint64_t> blocks;
  look_through(survey.levels[nearer].shown_by, true, [&](std::uint64_t place, double cycles) {
    if (cycles <= above || cycles > cut) return;
    // One line of each block is timed. Just before it, the line at the same place in the other half of the block is read, which
    // brings the translation. The two lines are as far apart as a block allows, so that no cache line holds both.
    const std::uint64_t other = place ^ (kSmallestPage / 2);
    if (other + kElement > lab.limit_bytes() || !blocks.insert(place / kSmallestPage).second) return;
    offsets.push_back(other);
    asked.push_back(offsets.size());
    offsets.push_back(place);
  });
  if (asked.empty()) return true;  // there is no evidence against two levels
  const Walk walk = lab.walk(offsets, {.warm = 0, .timed = 1}, "whether places are slower when they are read first");
  const auto slower = std::count_if(asked.begin(), asked.end(), [&](std::size_t i) { return walk.at(0, i) > cut; });
  return static_cast<double>(slower) > kSome * static_cast<double>(asked.size());
}

// ---- Caches

/// The latency of each line in one pass, by address.
using Pass = std::vector<std::pair<std::uint64_t, float>>;

/// The first passes of these runs, in order. Each run reads all lines of the run before it, and more.
std::vector<Pass> passes_of(const std::vector<RunPtr>& runs, bool is_translated) {
  std::vector<Pass> passes;
  for (const RunPtr& run : runs) {
    if (!run || !run->chase() || run->chase()->request.warmup == 0) continue;
    Pass pass;
    look_through(run, is_translated, [&](std::uint64_t place, float cycles) {
      if (pass.size() < kMostPlaces) pass.emplace_back(place, cycles);
    });
    std::sort(pass.begin(), pass.end());
    if (!pass.empty()) passes.push_back(std::move(pass));
  }
  return passes;
}

/// The mean latency of each place over the first `passes` passes of a run, by address.
Pass mean_over(const RunPtr& run, bool is_translated, std::uint64_t passes) {
  Pass all;
  look_through(
      run, is_translated, [&](std::uint64_t place, float cycles) { all.emplace_back(place, cycles); }, passes);
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  Pass means;
  for (std::size_t i = 0; i < all.size();) {
    double sum = 0;
    const std::size_t first = i;
    for (; i < all.size() && all[i].first == all[first].first; ++i) sum += all[i].second;
    means.emplace_back(all[first].first, static_cast<float>(sum / static_cast<double>(i - first)));
  }
  return means;
}

/// For a walk that reads several words of each line in random order: the latencies of the lines at their first words, then at their
/// second words, and so on, each by the address of the line.
std::vector<Pass> reads_of_lines(const RunPtr& run, std::uint64_t line_bytes) {
  std::vector<Pass> reads(line_bytes / kElement);
  look_through(run, false, [&](std::uint64_t place, float cycles) {
    reads[place % line_bytes / kElement].emplace_back(place - place % line_bytes, cycles);
  });
  for (Pass& read : reads) std::sort(read.begin(), read.end());
  return reads;
}

/// Counts the lines of a level and the next one that keep their latency from one pass to the next, and those that change it.
class PlacesOfTwo {
 public:
  /// `passes`: the number of passes that the latency of each place is a mean of.
  PlacesOfTwo(const Survey& survey, std::size_t near, std::uint64_t passes = 1)
      : above_(cut_before(survey, near)),
        until_(cut_behind(survey, near + 1)),
        // If the two are parts of one level, the band of either may have been taken to reach into that of the other, so medians are
        // used.
        nearer_(survey.levels[near].latency.median),
        half_((survey.levels[near + 1].latency.median - nearer_) / 2),
        passes_(passes),
        sigma_(survey.noise.sigma / std::sqrt(static_cast<double>(passes))) {}

  /// The number of passes over which the latency of a place must be averaged so that noise does not make the place seem to move to
  /// the other level; 1 if one pass is enough.
  std::uint64_t passes_needed() const {
    constexpr double kApart = 2.6;  // standard errors of a difference; in either direction, noise exceeds it in one of 100
    const double passes = std::pow(kApart * std::numbers::sqrt2 * sigma_ / half_, 2);
    return misread_twice() <= kSome ? 1 : static_cast<std::uint64_t>(std::ceil(passes));
  }

  /// Whether lines of both levels are in that pass.
  bool are_both_in(const Pass& pass) const {
    std::size_t near = 0, far = 0;
    for (const auto& [place, cycles] : pass)
      if (is_of_them(cycles)) ++(cycles <= nearer_ + half_ ? near : far);
    return std::min(near, far) >= kFewest;
  }

  void compare(const std::vector<Pass>& passes) {
    for (std::size_t i = 1; i < passes.size(); ++i) compare(passes[i - 1], passes[i]);
  }

  /// Whether the latency of a line depends on its address alone: in a larger walk, lines keep the latency of the smaller walk, and
  /// there are such lines in both levels. A cache would evict the line when further lines are read.
  bool do_stay() const {
    // The smaller of the two counts decides. A line of the farther level may have had no walk small enough to bring it into the
    // nearer one, so that many such lines are no evidence.
    const std::size_t still = std::min(near_still_, far_still_);
    return still >= kFewest && static_cast<double>(moved_) <= (kSome + misread_twice()) * static_cast<double>(moved_ + still);
  }

  /// Whether more lines moved from one level to the other than noise explains.
  bool do_move() const {
    return static_cast<double>(moved_) > (kSome + misread_twice()) * static_cast<double>(near_still_ + far_still_ + moved_);
  }

  /// Whether lines that were near keep their latency when the lines between them are not read. In a cache, a line may be near in
  /// every walk because it shares a cache line with the line read just before it, whose miss brought both. Each line is compared
  /// with itself: the near part of a level may have several latencies, so that some of its lines are close to the cut.
  bool are_near_alone(Lab& lab) const {
    if (near_ones_.size() < kFewest) return true;  // there is no evidence against two parts
    const std::size_t lines = std::min(near_ones_.size(), kMostPlaces / passes_);
    std::vector<std::uint64_t> offsets;
    for (std::size_t i = 0; i < lines; ++i) offsets.push_back(near_ones_[i].first);
    const Walk walk = lab.walk(offsets, {.warm = 2, .timed = passes_}, "places that stayed near, without the others");
    std::size_t asked = 0, slower = 0;
    for (std::size_t i = 1; i < lines; ++i) {
      if (first_of_block(offsets[i - 1], offsets[i])) continue;
      double sum = 0;
      for (std::size_t pass = 0; pass < walk.passes(); ++pass) sum += walk.at(pass, i);
      ++asked;
      slower += sum / static_cast<double>(walk.passes()) > near_ones_[i].second + half_ ? 1 : 0;
    }
    return static_cast<double>(slower) <= (kSome + misread_twice() / 2) * static_cast<double>(asked);
  }

 private:
  static constexpr std::size_t kFewest = 8;  // lines of each level

  void compare(const Pass& before, const Pass& after) {
    Pass near;
    std::size_t far = 0;
    auto then = after.begin();
    for (const auto& [place, first] : before) {
      while (then != after.end() && then->first < place) ++then;
      if (then == after.end()) break;
      if (then->first != place || !is_of_them(first) || !is_of_them(then->second)) continue;
      if (std::abs(then->second - first) > half_)
        ++moved_;
      else if (std::max(first, then->second) <= nearer_ + half_)
        near.emplace_back(place, (first + then->second) / 2);
      else
        ++far;
    }
    near_still_ += near.size();
    far_still_ += far;
    if (const std::size_t both = std::min(near.size(), far); both >= kFewest && both > most_of_both_) {
      most_of_both_ = both;
      near_ones_ = std::move(near);
    }
  }

  bool is_of_them(double cycles) const { return cycles > above_ && cycles <= until_; }

  /// Twice the share of lines that noise makes seem to move. It is a difference of two readings, in either direction.
  double misread_twice() const { return sigma_ > 0 ? 4 * statistics::normal_tail(half_ / (std::numbers::sqrt2 * sigma_)) : 0; }

  double above_, until_, nearer_, half_;
  std::uint64_t passes_;  // each latency that is compared is the mean of so many
  double sigma_;          // of such a mean
  std::size_t near_still_ = 0, far_still_ = 0, moved_ = 0;
  std::size_t most_of_both_ = 0;
  Pass near_ones_;  // the near lines of the two passes with the most lines of both levels, and their mean latencies there
};

/// Repeats the runs in which lines of both levels were seen, with so many passes that noise can't make a line seem to move. A cache
/// that replaces lines at random holds other lines after each pass, so that the mean latency of its places lies between both
/// levels.
std::optional<PlacesOfTwo> averaged(Lab& lab, const Survey& survey, std::size_t near, std::uint64_t passes, bool is_translated) {
  constexpr std::uint64_t kMostPasses = 256;
  if (passes > kMostPasses) return std::nullopt;
  PlacesOfTwo places(survey, near, passes);
  bool compared = false;
  for (const bool in_order : {true, false}) {
    std::vector<Pass> means;
    for (const RunPtr& run : in_order ? survey.sweep : survey.scattered) {
      const auto once = passes_of({run}, in_order || is_translated);
      if (once.empty() || !places.are_both_in(once.front())) continue;
      if (passes * run->chase()->request.accesses > kMostPlaces) break;
      try {
        const Walk longer = lab.longer(run, passes, "whether each place keeps its latency");
        means.push_back(mean_over(longer.run, in_order || is_translated, passes));
      } catch (const Unanswered&) {
        throw;
      } catch (const Undecided&) {  // the budget is too small to ask
        break;
      }
    }
    compared = compared || means.size() > 1;
    places.compare(means);
  }
  return compared ? std::optional(std::move(places)) : std::nullopt;
}

/// Whether the level was seen only in walks in random order, and in no sweep.
bool is_hidden(const Survey& survey, std::size_t level) {
  const auto is_among = [&](const std::vector<RunPtr>& runs) {
    return std::find(runs.begin(), runs.end(), survey.levels[level].shown_by) != runs.end();
  };
  return is_among(survey.scattered) || is_among(survey.read_again);
}

}  // namespace

void join_parts_of_caches(Lab& lab, Survey& survey) {
  const bool is_translated = survey.clean_until + kSmallestPage <= lab.limit_bytes();
  const std::vector<Pass> sweep = passes_of(survey.sweep, true), scattered = passes_of(survey.scattered, is_translated);
  for (std::size_t near = survey.levels.size(); near-- > 0;) {
    if (near + 1 >= survey.levels.size() - (survey.memory_seen ? 1 : 0)) continue;
    PlacesOfTwo places(survey, near);
    places.compare(sweep);
    places.compare(scattered);
    for (const RunPtr& run : survey.read_again) places.compare(reads_of_lines(run, survey.read_again_bytes));
    try {
      if (const std::uint64_t passes = places.passes_needed(); passes > 1)
        if (auto means = averaged(lab, survey, near, passes, is_translated)) places = std::move(*means);
      // If both levels were seen only in walks in random order, moving lines are the only evidence that there are two.
      const bool nothing_tells = !places.do_move() && is_hidden(survey, near) && is_hidden(survey, near + 1);
      if (nothing_tells || (places.do_stay() && places.are_near_alone(lab))) join_with_next(survey, near);
    } catch (const Unanswered&) {
      throw;
    } catch (const Undecided&) {  // the array or the budget is too small to ask
    }
  }
}

void join_memory_of_places(Lab& lab, Survey& survey) {
  while (survey.memory_seen && survey.levels.size() > 1) {
    try {
      if (do_places_come_from_farther(lab, survey)) return;
    } catch (const Unanswered&) {
      throw;
    } catch (const Undecided&) {
      return;  // the array or the budget is too small to ask
    }
    join_with_next(survey, survey.levels.size() - 2);
  }
}

}  // namespace chasescope::structure
