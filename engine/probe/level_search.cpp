#include "engine/probe/level_search.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/probe/footprint_places.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::Fit;
using inference::FootprintBracket;
using inference::FootprintSearch;
using inference::Places;

constexpr std::uint64_t kFineElements = 262144,
                        kFinePart = 131072;  // of an array that is chased at the fine stride only to confirm
constexpr std::uint64_t kShortTracesUpTo = 8192;
constexpr std::size_t kSweepEachSide = 12;
constexpr std::uint64_t kSweepShare = 256;  // the sweep's step is this part of the footprint, where a stride is finer
constexpr std::uint64_t kSweepTimed = 8192;
constexpr std::uint64_t kPatientPasses = 48, kPatientAccesses = std::uint64_t{2} << 20;
constexpr std::uint64_t kSteadyPasses = 8;

}  // namespace

bool LevelSearch::next() {
  if (error_) return false;
  const auto rise = rises_.next();
  error_ = rises_.error();
  if (!rise) return false;
  narrow(*rise);
  if (!error_) error_ = asker_->error();
  return !error_;
}

void LevelSearch::narrow(const RiseSearch::Rise& rise) {
  level_ = {};
  level_.mark = rise.mark;
  level_.evidence = rise.evidence;
  const SurveyPoint& fits = survey_.points[rise.fits];
  const SurveyPoint& misses = survey_.points[rise.misses];
  surely_ = survey_.points[rise.surely].bytes;
  const LatencyTrace fitting = looked_at(fits);
  asker_.emplace(runner_, plan_.base, level_, fitting.size(), inference::count_marked(fitting, level_.mark));
  level_.evidence.push_back(fits.run->id);
  level_.evidence.push_back(misses.run->id);
  const std::uint64_t stride = stride_for(misses.bytes, survey_.stride);
  level_.stride = stride;
  // Whole strides outwards, in case the curve's own stride was another.
  level_.bracket = {fits.bytes / stride * stride, rounded_up(misses.bytes, stride)};

  if (rise.passes_another) {
    level_.hides_another = level_.blurred_behind = true;
    return give_up("Before that, latencies were seen that lie between, and that noise doesn't let be told from either.");
  }
  if (is_known()) return confirm_in_turns();
  if (failed()) return;
  bisect(stride);
  confirm_whole_passes();
  confirm_in_short_traces();
  confirm_in_other_order();
  confirm_with_fine_stride();
  confirm_with_patience();
  confirm_in_turns();
  if (plan_.sequential) sweep_around();
}

/// Spaces share caches: an end that was found elsewhere and lies in the bracket is probably this one. Two chases tell.
bool LevelSearch::is_known() {
  for (const FootprintBracket& known : plan_.known) {
    const std::uint64_t above = known.fits + level_.stride;
    if (known.fits < level_.bracket.fits || above > level_.bracket.misses || known.fits % level_.stride != 0) continue;
    const auto below_fits = asker_->ask_both(known.fits, level_.stride);
    if (!below_fits || *below_fits != Fit::fits) return false;
    const auto above_misses = asker_->ask_both(above, level_.stride);
    if (!above_misses || *above_misses != Fit::misses) return false;
    level_.bracket = {known.fits, above};
    level_.narrowed = true;
    return true;
  }
  return false;
}

void LevelSearch::take(const FootprintSearch& search, const char* when_unclear) {
  level_.bracket = *search.bracket;
  level_.narrowed = search.end == FootprintSearch::End::narrowed;
  if (search.end == FootprintSearch::End::unclear) level_.doubt = when_unclear;
  if (search.end == FootprintSearch::End::refused) level_.doubt = asker_->refusal();
}

constexpr const char* kHidden = "Misses come at changing places, and outliers hide where they begin.";
constexpr const char* kUnsettled = "Some passes over one footprint missed and others did not, and more passes did not settle it.";

void LevelSearch::bisect(std::uint64_t stride) {
  take(inference::search_by_bisection(level_.bracket, stride, [&](std::uint64_t bytes) { return asker_->ask(bytes, stride); }),
       kUnsettled);
}

/// The footprint that was taken to fit does not: looks for one that does, in growing steps down, and narrows again.
void LevelSearch::step_back(const inference::AskFootprint& ask) {
  const std::uint64_t stride = level_.stride;
  const std::uint64_t lowest = std::max(level_.bracket.fits / 2 / stride, std::uint64_t{1}) * stride;
  for (std::uint64_t back = stride;; back *= 2) {
    level_.bracket.misses = level_.bracket.fits;
    level_.bracket.fits -= std::min(back, level_.bracket.fits - lowest);
    const bool lower = level_.bracket.fits < level_.bracket.misses;
    const auto fit = lower ? ask(level_.bracket.fits) : std::optional(Fit::unclear);
    if (fit && *fit == Fit::misses) continue;
    if (fit && *fit == Fit::fits) break;
    return give_up(!lower ? "Misses come far below the rise of the curve too." : fit ? kUnsettled : asker_->refusal());
  }
  take(inference::search_by_bisection(level_.bracket, stride, ask), kUnsettled);
}

/// Of long passes only the beginning was timed, and the first lines to miss may lie elsewhere: the footprint that fits must fit
/// whole.
void LevelSearch::confirm_whole_passes() {
  if (failed() || !level_.narrowed || level_.bracket.fits / level_.stride <= kWholePass) return;
  const auto ask_all = [&](std::uint64_t bytes) { return asker_->ask_whole(bytes, level_.stride); };
  const auto fit = ask_all(level_.bracket.fits);
  if (fit && *fit == Fit::fits) return;
  if (fit && *fit == Fit::misses) return step_back(ask_all);
  give_up(fit ? kUnsettled : asker_->refusal());
}

/// A stride wider than the smallest fetch may step over lines: what it found must hold for every line.
void LevelSearch::confirm_with_fine_stride() {
  const std::uint64_t fine = survey_.stride;
  if (failed() || !level_.narrowed || level_.stride == fine) return;
  const FootprintBracket coarse = level_.bracket;
  // Were lines left out, they would overflow many sets: of a very large array a part shows it.
  const bool large = coarse.fits / fine > kFineElements;
  const auto below = large ? asker_->ask_part(coarse.fits, fine, kFinePart) : asker_->ask_whole(coarse.fits, fine);
  if (!below) {
    level_.doubt = "Only one element in " + format_bytes(level_.stride) + " was visited. " + asker_->refusal();
    return;
  }
  if (*below == Fit::fits && large) return;
  level_.stride = fine;
  if (*below == Fit::fits) {
    const auto both = [&](std::uint64_t bytes) { return asker_->ask_both(bytes, fine); };
    const auto above = both(coarse.fits + fine);
    if (above && *above == Fit::misses) {
      level_.bracket.misses = coarse.fits + fine;
    } else {
      take(inference::search_by_bisection(coarse, fine, both), kUnsettled);
    }
    return;
  }
  // Lines that the wide stride left out fill sets too: the end lies lower.
  level_.bracket = {fine, coarse.fits};
  for (const SurveyPoint& point : survey_.points)
    if (point.stride == fine && point.bytes < coarse.fits && inference::count_marked(looked_at(point), level_.mark) == 0)
      level_.bracket.fits = std::max(level_.bracket.fits, point.bytes);
  bisect(fine);
  confirm_whole_passes();
  confirm_in_other_order();
}

/// A card writes its record to memory at every 1,024th access, and that may evict lines. Near the end of a small level, traces of
/// that length decide.
void LevelSearch::confirm_in_short_traces() {
  const std::uint64_t pass = level_.bracket.misses / level_.stride;
  if (failed() || !level_.narrowed || pass > kShortTracesUpTo || 4 * pass <= kShortTrace) return;
  const auto again = asker_->ask_in_short_traces(level_.bracket.misses, level_.stride);
  if (!again || *again == Fit::misses) return;
  const std::uint64_t surely = surely_ / level_.stride * level_.stride;
  if (surely <= level_.bracket.misses) return;
  take(inference::search_by_bisection({level_.bracket.misses, surely}, level_.stride,
                                      [&](std::uint64_t bytes) { return asker_->ask_in_short_traces(bytes, level_.stride); }),
       "Short traces of one footprint disagree with each other.");
}

/// Whether the lines that miss at the end of the bracket are the same in every pass (LRU, FIFO). Then they can't hide: outliers
/// don't come back to the same places.
bool LevelSearch::misses_are_steady() {
  const std::uint64_t stride = level_.stride, bytes = level_.bracket.misses, pass = bytes / stride;
  const Places places = places_of(bytes, stride);
  inference::Steadiness both;
  const auto add = [&](const RunPtr& run) {
    if (!run) return;
    const auto one = inference::steadiness_of(run->chase()->result.cycles, level_.mark, places);
    both.always += one.always;
    both.sometimes += one.sometimes;
  };
  const std::uint64_t passes = pass > kManyElements ? kSteadyPasses / 2 : kSteadyPasses;
  add(asker_->look(bytes, stride, 1, passes * pass));
  if (places.skip != 0 && asker_->other_stride(bytes) == stride) add(asker_->look_swapped(bytes, stride, passes));
  return both.always >= 1 && 10 * both.sometimes <= both.always;
}

/// Misses in both orders over many passes, and accesses looked at; empty at a limit or after an error.
std::optional<LevelSearch::Tally> LevelSearch::count_patiently(std::uint64_t bytes, std::uint64_t stride) {
  const std::uint64_t pass = bytes / stride;
  const std::uint64_t passes = std::clamp<std::uint64_t>(kPatientAccesses / pass, 4, kPatientPasses);
  const Places places = places_of(bytes, stride);
  Tally tally;
  for (const bool swapped : {false, true}) {
    if (swapped && places.skip == 0) break;
    const RunPtr run = swapped ? asker_->look_swapped(bytes, stride, passes) : asker_->look(bytes, stride, 2, passes * pass);
    if (!run) return std::nullopt;
    if (!swapped) level_.evidence.push_back(run->id);
    const LatencyTrace looked = inference::at_places(run->chase()->result.cycles, places);
    tally.marked += static_cast<double>(inference::count_marked(looked, level_.mark));
    tally.looked += static_cast<double>(looked.size());
  }
  tally.passes = static_cast<double>(passes);
  return tally;
}

/// Misses that come at changing places, one or two in a pass, hide among outliers, and among the places that are not looked at.
/// Many passes in both orders find them: what they count is compared with a footprint a sixteenth smaller.
void LevelSearch::confirm_with_patience() {
  if (failed() || !level_.narrowed || misses_are_steady() || failed()) return;
  const std::uint64_t stride = level_.stride;
  if (places_of(level_.bracket.misses, stride).skip != 0 && asker_->other_stride(level_.bracket.misses) != stride)
    return give_up(kHidden);
  const auto usual = count_patiently(std::max(level_.bracket.fits * 15 / 16 / stride, std::uint64_t{1}) * stride, stride);
  if (!usual) return failed() ? void() : give_up(asker_->refusal());
  const auto ask_patiently = [&](std::uint64_t bytes) -> std::optional<Fit> {
    const auto tally = count_patiently(bytes, stride);
    if (!tally) return std::nullopt;
    // A line too many misses once in a pass or more, and is looked at in one of the two orders.
    const double expected = usual->marked / usual->looked * tally->looked;
    const double slack = level_.mark.quiet ? 0 : std::max(4 * std::sqrt(2 * expected + 1), tally->passes / 2);
    if (slack > 0.8 * tally->passes) return Fit::unclear;
    return tally->marked > expected + slack ? Fit::misses : Fit::fits;
  };
  const auto fits = ask_patiently(level_.bracket.fits);
  if (fits && *fits == Fit::misses) return step_back(ask_patiently);
  const auto misses = fits && *fits == Fit::fits ? ask_patiently(level_.bracket.misses) : fits;
  if (misses && *misses == Fit::misses) return;
  if (!failed()) give_up(misses ? kHidden : asker_->refusal());
}

/// Where lines are evicted by chance, no chase of a card misses like another: a footprint fits if none of several chases missed,
/// and is outgrown if all did. What lies between is the interval in which misses begin.
void LevelSearch::confirm_in_turns() {
  if (failed() || !level_.narrowed || !runner_.is_warm()) return;
  constexpr std::uint64_t kShare = 512;  // the first step outwards is this part of the footprint
  constexpr int kMostSteps = 8;          // twice as far each time
  constexpr std::uint64_t kCoarseShare = 32;
  const std::uint64_t stride = level_.stride;
  std::string why;
  const auto out = [&](std::uint64_t bytes, Fit wanted) -> std::optional<std::uint64_t> {
    std::uint64_t step = std::max(bytes / kShare / stride, std::uint64_t{1}) * stride;
    for (int steps = 0; steps < kMostSteps; ++steps, step *= 2) {
      const auto fit = asker_->ask_in_turns(bytes);
      if (!fit) {
        why = asker_->refusal();
        return std::nullopt;
      }
      if (*fit == wanted) return bytes;
      if (wanted == Fit::fits && bytes <= step) break;
      bytes = wanted == Fit::fits ? bytes - step : bytes + step;
    }
    why = "Asked in turns, footprints of this size now missed and now did not.";
    return std::nullopt;
  };
  const auto fits = out(level_.bracket.fits, Fit::fits);
  const auto misses = fits ? out(level_.bracket.misses, Fit::misses) : fits;
  if (failed()) return;
  if (!fits || !misses) return give_up(why);
  level_.by_chance = *misses - *fits > level_.bracket.misses - level_.bracket.fits || !misses_are_steady();
  level_.bracket = {*fits, *misses};
  if (!level_.by_chance) return;
  // Other chases leave other lines behind, and the end moves by some lines from space to space and from run to run.
  const std::uint64_t step = std::max(std::bit_floor(*fits / kCoarseShare), stride);
  if (*fits >= step) level_.bracket = {*fits / step * step, rounded_up(*misses, step)};
}

void LevelSearch::give_up(const std::string& why) {
  level_.narrowed = false;
  level_.doubt = why;
}

/// Places that may come first in their pages were left out. In another order other places are left out: the array must fit in both.
void LevelSearch::confirm_in_other_order() {
  const std::uint64_t stride = level_.stride;
  if (failed() || !level_.narrowed || places_of(level_.bracket.fits, stride).skip == 0) return;
  if (asker_->other_stride(level_.bracket.fits) == 0) return doubt_if_translations_miss();
  const auto both = [&](std::uint64_t bytes) { return asker_->ask_both(bytes, stride); };
  const auto fit = both(level_.bracket.fits);
  if (fit && *fit == Fit::misses) step_back(both);
}

/// The array has too many elements to be chased in a listed order. That matters only if its first places of pages were slow.
void LevelSearch::doubt_if_translations_miss() {
  const std::uint64_t pass = level_.bracket.fits / level_.stride;
  const RunPtr run = asker_->look(level_.bracket.fits, level_.stride, 1, std::min(pass, kWholePass));
  if (!run) return;
  const std::size_t skip = places_of(level_.bracket.fits, level_.stride).skip;
  const double top = top_of(inference::at_places(run->chase()->result.cycles, {static_cast<std::size_t>(pass), skip}));
  std::size_t slow = 0;
  for (std::size_t i = 0; i < run->chase()->result.cycles.size(); i += skip) slow += run->chase()->result.cycles[i] > top ? 1 : 0;
  if (slow <= run->chase()->result.cycles.size() / skip / 100) return;
  give_up("First accesses to pages are slow by their translations, and may hide where lines begin to miss.");
}

/// The sequential sweep and its change point (thesis §3.4 and §4.2).
void LevelSearch::sweep_around() {
  if (failed() || !level_.narrowed || !level_.doubt.empty()) return;  // a bracket in doubt is none that a test could agree with
  const std::uint64_t stride =
      level_.bracket.fits % kUsualLine == 0 ? stride_for(level_.bracket.misses, level_.stride) : level_.stride;
  const std::uint64_t step = std::max(level_.bracket.fits / kSweepShare / stride, std::uint64_t{1}) * stride;
  const FootprintBracket whole{level_.bracket.fits, rounded_up(level_.bracket.misses, stride)};
  const auto footprints = inference::sequential_footprints(whole, step, kSweepEachSide, survey_.points.back().bytes);
  std::vector<PlannedChase> planned;
  for (const std::uint64_t bytes : footprints) {
    const std::uint64_t pass = bytes / stride;
    PlannedChase chase{uniform_chase(plan_.base, bytes, stride, pass > kManyElements ? 1 : 2, 1), kSweepLabel + format_bytes(bytes)};
    chase.request.accesses = pass > kSweepTimed ? kSweepTimed : std::max<std::uint64_t>(kShortTrace / pass, 1) * pass;
    planned.push_back(std::move(chase));
  }
  std::vector<RunPtr> sweep;
  for (auto& answer : runner_.chases(planned)) {
    if (!answer && !is_limit(answer.error())) error_ = answer.error();
    if (!answer) return;  // no sweep then: the bracket stands without it
    level_.evidence.push_back((*answer)->id);
    sweep.push_back(*answer);
  }
  if (!sweep.empty()) level_.test = change_test(sweep);
}

}  // namespace chasescope
