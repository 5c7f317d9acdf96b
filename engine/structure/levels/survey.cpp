#include "engine/structure/levels/survey.h"

#include <algorithm>
#include <cmath>

#include "engine/experiment/shared_work.h"
#include "engine/inference/levels/latency_levels.h"
#include "engine/statistics/median.h"
#include "engine/structure/levels/card_levels.h"
#include "engine/structure/levels/clean_footprint.h"
#include "engine/structure/levels/close_levels.h"
#include "engine/structure/levels/far_parts.h"
#include "engine/structure/levels/fetch_sizes.h"
#include "engine/structure/levels/hidden_levels.h"
#include "engine/structure/levels/joined_parts.h"
#include "engine/structure/levels/known_surveys.h"
#include "engine/structure/levels/narrow_boundaries.h"
#include "engine/structure/levels/outliers_apart.h"
#include "engine/structure/levels/sharpened_levels.h"
#include "engine/structure/levels/steadiness.h"
#include "engine/structure/levels/sweep_walk.h"
#include "engine/structure/levels/true_levels.h"
#include "engine/structure/levels/untouched_memory.h"
#include "engine/structure/levels/wandering_clock.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

using inference::Band;

constexpr std::uint64_t kReferenceAccesses = 2048;
constexpr std::uint64_t kCoarsest = kSmallestPage / 4;  // bytes from one access to the next: four visits of a page
constexpr double kLevelShare = 0.02;  // share of the misses that a level must have

class Surveyor {
 public:
  /// `behind`: the levels behind the nearest cache, if loads that skip it have shown them. `may_be_steady`: whether levels may be
  /// told apart that are only a few cycles apart (steadiness.h). `tick`: of the clock (cycles), if it is known to be coarse; else
  /// 0.
  Surveyor(Lab& lab, std::size_t most_caches, const Survey* behind, bool may_be_steady, double tick)
      : lab_(lab), most_caches_(most_caches), behind_(behind), may_be_steady_(may_be_steady), tick_(tick) {}

  Survey run() {
    lab_.tell("what a hit takes");
    reference();
    clock_.look_again(lab_, result_);
    lab_.tell("what untouched memory takes");
    untouched_ = UntouchedMemory(lab_, result_.noise);
    result_.cold = untouched_.run();
    result_.cold_cycles = untouched_.cycles();
    // Slices of the nearest cache may be slower than that of the reference element: some, without a regular pattern, or all that
    // are read, as if each word were fetched by itself. They are nearer to the reference than memory is.
    const double hit = result_.noise.median;
    const auto fetched = untouched_.slow_every(clearly_above(hit, result_.noise));
    const bool is_regular = fetched && *fetched > UntouchedMemory::kElementBytes;
    step_by(is_regular ? fetched : untouched_.slow_every((hit + untouched_.cycles()) / 2));
    sweep();
    clock_.look_again(lab_, result_);
    result_.clean_until = find_clean_footprint(lab_, result_, walks_);
    if (lab_.keeps_state()) {
      see_levels_from_many_places(result_, walks_);
      narrow_boundaries(lab_, result_, walks_);  // includes an L2's own half, as long as it is a level of its own
    }
    join_other_half(lab_.description(), result_);
    find_hidden_levels(lab_, result_, parts_, stride_, behind_is_known_);
    if (!lab_.keeps_state()) {
      join_parts_of_caches(lab_, result_);
      join_memory_of_places(lab_, result_);
    }
    if (!result_.noise.exact() && !lab_.keeps_state()) sharpen_levels(lab_, result_);
    clock_.look_again(lab_, result_);
    find_fetch_sizes(result_, untouched_, walks_);
    find_refetched(lab_, result_);
    return std::move(result_);
  }

 private:
  void reference() {
    const Walk walk = lab_.single({0}, 64, kReferenceAccesses, "one element, always a hit");
    result_.noise = inference::estimate_noise(walk.cycles);
    jitters_ = !result_.noise.exact() && inference::has_one_middle(walk.cycles);
    if (tick_ > 0) result_.noise.know_tick(tick_);
    result_.noise.steady = may_be_steady_ && looks_steady(lab_, result_.noise);
    result_.reference = walk.run;
    if (const auto overhead = walk.run->chase()->result.overhead_cycles) {
      result_.overhead_cycles = *overhead;
      result_.overhead_stated = true;
    }
    const double median = result_.noise.median;
    result_.levels.push_back({{median, median, median}, walk.run});
  }

  // Sets the stride of the walks: one access for each fetch granule, and at least four in a page. If one access of a page has a TLB
  // miss, the others still show the data level.
  void step_by(std::optional<std::uint64_t> fetched) {
    if (fetched) stride_ = std::min(*fetched, kCoarsest);
  }

  double tolerated() const { return tolerated_share(result_.noise); }

  void sweep() {
    // No access to untouched memory was slower than a repeated access, so nothing is cached.
    if (untouched_.run() && untouched_.cycles() == 0 && !lab_.keeps_state() && untouched_.is_as_fast_as_hits()) {
      result_.memory_seen = true;
      return;
    }
    std::uint64_t last_fit = 0;
    bool is_shifting = false;
    for (std::uint64_t bytes = stride_; bytes <= lab_.limit_bytes(); bytes *= 2) {
      if (bytes < stride_) continue;  // the fetch size of the next cache may be larger
      lab_.tell("levels at " + format_bytes(bytes));
      const std::uint64_t stride = stride_of(bytes);
      Walk walk;
      try {
        walk = walk_over(bytes, stride);
      } catch (const Undecided& undecided) {
        result_.ended = undecided.what();
        break;
      }
      result_.walked_until = bytes;
      walks_.push_back({bytes, stride, walk});
      const std::vector<float> clean = clean_latencies(walk, stride);
      const double share = slow_of(clean) / static_cast<double>(clean.size());
      if (add_close_level(walk, {last_fit, bytes, stride_, 0, {}}, is_shifting)) {
        last_fit = bytes;
        if (result_.boundaries.size() >= most_caches_) break;
      } else if (is_held(clean)) {
        if (!is_shifting) last_fit = bytes;
      } else if (share >= kOutgrownShare) {
        // Later questions about the cache need every line, even if this walk was coarser.
        if (!add_level(walk, clean, top_cut(), {last_fit, bytes, stride_, 0, {}})) {
          if (!must_be_memory(bytes)) continue;
          result_.memory_seen = true;
          break;
        }
        last_fit = bytes;
        behind_is_known_ = take_over_what_is_behind();
        if (behind_is_known_) break;
        if (answers_like_untouched_memory()) {
          result_.memory_seen = true;
          break;
        }
        if (!lab_.keeps_state() && untouched_.is_answered_by(result_.levels.back().latency)) {
          result_.memory_seen = true;
          break;
        }
        if (result_.boundaries.size() >= most_caches_) break;
        // From here on, one access to each fetch granule of the next cache is enough.
        step_by(untouched_.slow_every(top_cut()));
      }
      if (share < kOutgrownShare && must_be_memory(bytes)) {
        result_.memory_seen = true;
        break;
      }
    }
    for (const auto& step : walks_) result_.sweep.push_back(step.walk.run);
    result_.held_until = last_fit;
    // Noise may hide the latency of untouched memory. If one level answers all footprints that are so much larger than the last
    // cache, it is memory.
    constexpr std::uint64_t kTimesTheCache = 1024;
    if (!result_.boundaries.empty() && !lab_.keeps_state() && result_.boundaries.size() < most_caches_ &&
        last_fit > lab_.limit_bytes() / 2 && last_fit >= kTimesTheCache * result_.boundaries.back().outgrown)
      result_.memory_seen = true;
    // A small space is walked to its end, and the start of a larger one if the sweep ended with enough caches. This shows whether
    // there are TLB misses, wherever the caches end.
    constexpr std::uint64_t kSmallSpace = 1 << 20;
    const bool is_cut_short = result_.boundaries.size() >= most_caches_ && !lab_.keeps_state();
    if (walks_.empty() || (lab_.limit_bytes() > kSmallSpace && !is_cut_short)) return;
    const std::uint64_t end = std::min(lab_.limit_bytes(), kSmallSpace);
    for (std::uint64_t bytes = 2 * walks_.back().bytes; bytes <= end; bytes *= 2) {
      try {
        walks_.push_back({bytes, stride_of(bytes), sweep_walk(lab_, bytes, stride_of(bytes))});
      } catch (const Undecided&) {
        return;
      }
    }
  }

  // On a card, one warm-up pass is enough if all lines hit then. If some miss, the reason may be lines of earlier chases, and more
  // passes are made.
  Walk walk_over(std::uint64_t bytes, std::uint64_t stride) {
    constexpr std::uint64_t kMany = 1 << 12;  // elements; fewer take no time
    const std::uint64_t elements = bytes / stride;
    if (!lab_.keeps_state() || elements < kMany || warm_passes(lab_, elements) == 1) return sweep_walk(lab_, bytes, stride);
    if (Walk walk = sweep_walk(lab_, bytes, stride, 1); is_held(clean_latencies(walk, stride))) return walk;
    // If no cache begins empty, the caches still hold the lines of that walk: half of the passes are already made.
    const bool all_stays = lab_.setting().space == MemorySpace::global_cg;
    return sweep_walk(lab_, bytes, stride, all_stays ? warm_passes(lab_, elements) / 2 : warm_passes(lab_, elements));
  }

  /// The number of accesses that took longer than the last level.
  double slow_of(const std::vector<float>& clean) const {
    const double cut = top_cut();
    return static_cast<double>(std::count_if(clean.begin(), clean.end(), [&](float c) { return c > cut; }));
  }

  /// Whether no more accesses took longer than the last level than noise explains.
  bool is_held(const std::vector<float>& clean) const {
    return slow_of(clean) <= 3 * tolerated() * static_cast<double>(clean.size());
  }

  // A card takes seconds for many millions of accesses. If a line of the usual size holds several elements, one access to each line
  // is enough. With a larger stride, a cache with a hashed index would seem larger than it is.
  std::uint64_t stride_of(std::uint64_t bytes) const {
    constexpr std::uint64_t kLineOfACard = 128, kManyElements = 1 << 14;
    return lab_.keeps_state() && bytes / stride_ > kManyElements ? std::max(stride_, kLineOfACard) : stride_;
  }

  double top_cut() const { return clearly_above(result_.levels.back().latency.high, result_.noise); }

  // A device that keeps lines between chases may also hold lines that no chase has read, so that untouched memory does not show the
  // latency of memory. If no slower level has come up far beyond the size that the vendor states for the largest cache, the level
  // is memory.
  bool must_be_memory(std::uint64_t bytes) const {
    constexpr std::uint64_t kFarBeyond = 2, kUnstated = std::uint64_t{256} << 20;
    if (!lab_.keeps_state() || result_.boundaries.empty()) return false;
    const auto largest = lab_.description().properties.l2_bytes;
    return bytes >= std::max(kFarBeyond * result_.boundaries.back().outgrown, largest ? *largest + *largest / 4 : kUnstated);
  }

  // On a card, lines that were never read, many more than all caches of the vendor hold, must come from memory. If the current
  // level has their latency, it is memory, and a walk over twice as much, which would take half a second, is not needed.
  bool answers_like_untouched_memory() {
    constexpr std::uint64_t kTimesTheCache = 4, kLine = 128, kAccesses = 512;
    constexpr double kAlike = 0.15;
    const auto largest = lab_.description().properties.l2_bytes;
    if (!lab_.keeps_state() || !largest || result_.boundaries.empty() || result_.boundaries.back().outgrown < *largest)
      return false;
    try {
      const std::uint64_t bytes = kTimesTheCache * result_.boundaries.back().outgrown / kLine * kLine;
      Walk walk = lab_.beginning(bytes, kLine, 0, kAccesses, "lines that were never read");
      const double middle = inference::upper_median(walk.cycles), top = result_.levels.back().latency.median;
      return std::abs(middle - top) <= kAlike * top;
    } catch (const Undecided&) {
      return false;
    }
  }

  // Adds the latencies above all known levels as new levels, unless the addresses are slow without being evicted: an address that
  // is as slow when it is read alone lies in a far part of the last level.
  bool add_level(const Walk& walk, const std::vector<float>& clean, double cut, Boundary boundary) {
    std::vector<float> slow;
    std::copy_if(clean.begin(), clean.end(), std::back_inserter(slow), [&](float c) { return c > cut; });
    if (lab_.keeps_state()) return add_level_of_card(walk, slow, boundary);
    bool added = false;
    std::size_t accesses = 0;  // of the level that was added last
    for (const auto& level : levels_in(slow, result_.noise)) {
      if (static_cast<double>(level.accesses) < kLevelShare * static_cast<double>(slow.size())) continue;
      const Band part = without_bursts(lab_, result_.noise, walk, band_of(level), boundary.stride);
      // An access that misses the nearest cache may need a translation, whichever level answers it.
      if (follows_pages(result_, walk, part, boundary.stride, cut) ||
          (result_.levels.size() > 1 && follows_pages(result_, walk, part, boundary.stride, result_.cut(0))))
        continue;
      if (!is_seen_again(lab_, result_.noise, walk, part, {level.accesses, kLevelShare, cut, boundary.stride})) continue;
      if (is_far_part(lab_, result_, stride_, walk, part, boundary)) {
        Band& top = result_.levels.back().latency;
        if (added)
          parts_ = PartsOfLevel{top, part, static_cast<double>(level.accesses) / static_cast<double>(level.accesses + accesses)};
        if (added && level.accesses * 2 > slow.size()) top.median = part.median;
        top.high = std::max(top.high, part.high);
        continue;
      }
      // A few accesses in noise look like several levels.
      if (added && !result_.noise.exact() && !inference::is_apart(result_.levels.back().latency, part, result_.noise)) {
        Band& last = result_.levels.back().latency;
        last = {std::min(last.low, part.low), level.accesses > accesses ? part.median : last.median,
                std::max(last.high, part.high)};
        accesses += level.accesses;
        continue;
      }
      // Two caches may be outgrown between two footprints.
      result_.levels.push_back({part, walk.run});
      result_.boundaries.push_back(boundary);
      added = true;
      accesses = level.accesses;
    }
    return added;
  }

  // Adds a level that noise hides in single accesses (close_levels.h). If only the first word of each fetch shows it, the footprint
  // is walked again with one access to each fetch, so that every access shows it.
  bool add_close_level(const Walk& walk, Boundary boundary, bool& is_shifting) {
    is_shifting = false;
    if (!jitters_ || lab_.keeps_state()) return false;
    const auto found = find_close_level(result_, walk, boundary.stride, is_shifting);
    if (!found) return false;
    if (found->each == 1) {
      add_answered(walk, found->median, boundary);
      is_shifting = false;
      return true;
    }
    const std::uint64_t fetch = std::min(boundary.stride * found->each, kCoarsest);
    if (fetch <= boundary.stride) return false;
    try {
      const Walk coarse = walk_over(boundary.outgrown, fetch);
      const auto again = find_close_level(result_, coarse, fetch, is_shifting);
      is_shifting = true;  // whatever the coarse walk shows, the finer one has outgrown the level
      if (!again || again->each != 1) return false;
      boundary.stride = stride_ = fetch;
      walks_.back() = {boundary.outgrown, fetch, coarse};
      add_answered(coarse, again->median, boundary);
      is_shifting = false;
      return true;
    } catch (const Unanswered&) {
      throw;
    } catch (const Undecided&) {  // the budget is too small to ask
      return false;
    }
  }

  /// A level that answers all accesses of a walk.
  void add_answered(const Walk& walk, double median, const Boundary& boundary) {
    result_.levels.push_back({{median, median, median}, walk.run});
    result_.boundaries.push_back(boundary);
  }

  // On a card, lines of earlier chases keep a far part of the L2 from being recognized. A level is therefore a latency that is
  // clearly apart from the one before, with near and far parts together.
  bool add_level_of_card(const Walk& walk, std::vector<float> slow, const Boundary& boundary) {
    constexpr double kFew = 0.08;  // share of accesses that are slow for other reasons, such as memory refresh
    std::sort(slow.begin(), slow.end());
    const auto at = [&](double share) {
      return static_cast<double>(slow[static_cast<std::size_t>(share * static_cast<double>(slow.size() - 1))]);
    };
    const Band band{at(kFew), at(0.5), at(1 - kFew)};
    Band& top = result_.levels.back().latency;
    if (band.median < kClearlyApart * top.median) {
      top.high = std::max(top.high, band.high);
      return false;
    }
    result_.levels.push_back({band, walk.run});
    result_.boundaries.push_back(boundary);
    return true;
  }

  // On a card, walks over tens of megabytes take a good part of a second. The levels that global.cg has shown need not be walked
  // again behind the cache that only global.ca has.
  bool take_over_what_is_behind() {
    constexpr double kSame = 0.15;
    if (behind_ == nullptr || result_.levels.size() != 2 || behind_->levels.empty()) return false;
    const double here = result_.levels.back().latency.median, there = behind_->levels.front().latency.median;
    if (std::abs(here - there) > kSame * there) return false;
    result_.levels.back().latency = behind_->levels.front().latency;
    result_.levels.insert(result_.levels.end(), behind_->levels.begin() + 1, behind_->levels.end());
    result_.boundaries.insert(result_.boundaries.end(), behind_->boundaries.begin(), behind_->boundaries.end());
    result_.memory_seen = behind_->memory_seen;
    result_.other_half = behind_->other_half;
    if (result_.boundaries.size() > most_caches_) {
      result_.boundaries.resize(most_caches_);
      result_.levels.resize(most_caches_ + 1);
      result_.memory_seen = false;
    }
    return true;
  }

  Lab& lab_;
  std::size_t most_caches_;
  const Survey* behind_;
  bool may_be_steady_;
  double tick_;
  bool jitters_ = false;  // the latencies of one element spread, but around a single value
  Survey result_;
  UntouchedMemory untouched_;
  std::uint64_t stride_ = 16;
  bool behind_is_known_ = false;  // from loads that skip the nearest cache
  WanderingClock clock_;
  std::optional<PartsOfLevel> parts_;
  std::vector<FootprintWalk> walks_;
};

}  // namespace

Survey survey_levels(Lab& lab, std::size_t most_caches) {
  SharedWork* shared = lab.shared();
  // Each further look at a clock with two speeds might find it steady by chance, so the first result stands.
  if (shared != nullptr && !shared->unsteady.empty()) throw Undecided(shared->unsteady);
  if (shared != nullptr)
    if (const Survey* known = shared->of<KnownSurveys>().find(lab.setting(), most_caches)) return *known;
  const Survey* behind = nullptr;
  if (shared != nullptr && lab.keeps_state() && lab.setting().space == MemorySpace::global_ca) {
    Setting past = lab.setting();
    past.space = MemorySpace::global_cg;
    behind = shared->of<KnownSurveys>().find(past, most_caches > 1 ? most_caches - 1 : 1);
  }
  Survey survey = Surveyor(lab, most_caches, behind, true, 0).run();
  const double tick = lab.keeps_state() ? 0 : tick_of(lab, survey);
  if (tick > 0 || !close_levels_stay(lab, survey)) survey = Surveyor(lab, most_caches, behind, false, tick).run();
  const std::string unsteady = lab.keeps_state() ? "" : why_levels_do_not_come_again(lab, survey);
  if (shared != nullptr) shared->unsteady = unsteady;
  if (!unsteady.empty()) throw Undecided(unsteady);
  if (shared != nullptr) shared->of<KnownSurveys>().remember(lab.setting(), most_caches, survey);
  return survey;
}

}  // namespace chasescope::structure
