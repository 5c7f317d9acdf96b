#include "engine/probe/level_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::Fit;
using inference::FootprintBracket;
using inference::FootprintSearch;
using inference::MissMark;
using inference::Places;

constexpr std::uint64_t kManyElements = 65536;
constexpr std::uint64_t kUsualLine = 128;
constexpr std::uint64_t kFewElements = 2048;  // four passes are timed up to here, and two up to kWholePass
constexpr std::uint64_t kWholePass = 16384;   // of longer passes the beginning is timed, and at last the whole
constexpr std::uint64_t kFineElements = 262144,
                        kFinePart = 131072;  // of an array that is chased at the fine stride only to confirm
constexpr std::uint64_t kShortTrace = 1024;  // recording shows nothing of itself in traces of this length (HACKING.md)
constexpr std::uint64_t kShortTracesUpTo = 8192;
constexpr std::uint64_t kListedElements = std::uint64_t{1} << 19;    // of a pattern that is sent as a list
constexpr std::uint64_t kSmallestPage = 4096, kSwappedBytes = 1024;  // blocks of this size lie in one page, and hold whole lines
constexpr std::size_t kSweepEachSide = 12;
constexpr std::uint64_t kSweepShare = 256;  // the sweep's step is this part of the footprint, where a stride is finer
constexpr std::uint64_t kSweepTimed = 8192;
constexpr double kSameLatency = 1.002;  // latencies nearer than this, or than a clock ticks, are one
constexpr double kSameOnCard = 1.02;    // near and far parts move by what earlier chases left
constexpr double kClockStep = 1.5;      // cycles
constexpr double kSameInNoise = 1.05;   // where a clock may run away by two percent to either side
constexpr double kNewShare = 0.004;     // more slower accesses than this make a footprint no plateau
constexpr std::uint64_t kPatientPasses = 48, kPatientAccesses = std::uint64_t{2} << 20;
constexpr std::uint64_t kSettlingPasses = 8, kSteadyPasses = 8;
constexpr std::uint64_t kAloneAccesses = 64;
constexpr int kTurns = 3;

/// The places of a pass that are looked at. An array larger than a page of the usual kind has places that come first in their
/// pages, where translations may miss; nobody knows yet how large pages are, so all that may be first are left out.
Places places_of(std::uint64_t bytes, std::uint64_t stride) {
  Places places{static_cast<std::size_t>(bytes / stride), 0};
  if (bytes >= kSmallestPage && kSwappedBytes % stride == 0) places.skip = static_cast<std::size_t>(2 * kSwappedBytes / stride);
  return places;
}

LatencyTrace looked_at(const SurveyPoint& point) {
  return inference::at_places(point.run->chase()->result.cycles, places_of(point.bytes, point.stride));
}

std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t step) { return (bytes + step - 1) / step * step; }

/// Latency that all but a few of the accesses stay below, outliers aside.
double top_of(const LatencyTrace& trace) {
  std::vector<float> values = trace.copy();
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(0.995 * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at * 1.04 + 2;
}

double share_above(const LatencyTrace& trace, double cycles) {
  std::size_t count = 0;
  trace.for_each_segment(0, trace.size(), [&](std::span<const float> part, std::size_t) {
    count += static_cast<std::size_t>(std::count_if(part.begin(), part.end(), [&](float c) { return c > cycles; }));
  });
  return static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(trace.size(), 1));
}

}  // namespace

std::uint64_t stride_for(std::uint64_t bytes, std::uint64_t fine) {
  return bytes / fine <= kManyElements ? fine : std::max(fine, kUsualLine);
}

bool LevelSearch::next() {
  if (error_) return false;
  const auto rise = next_rise();
  if (!rise) return false;
  narrow(*rise);
  return !error_;
}

/// The next point at which a fifth of the accesses or more are of a slower kind than the plateau before had.
std::optional<LevelSearch::Rise> LevelSearch::next_rise() {
  const auto& points = survey_.points;
  std::size_t plateau = at_;
  for (std::size_t j = at_ + 1; j < points.size(); ++j) {
    const LatencyTrace trace = looked_at(points[j]);
    const LatencyTrace settled = looked_at(points[plateau]);
    const MissMark mark = inference::tell_apart(settled, trace, !runner_.is_warm());
    if (mark.clear && is_last_miss(mark)) {
      plateau = j;  // the level before, seen again where the stride grew
      continue;
    }
    if (mark.clear) {
      level_ = {};
      level_.mark = mark;
      // Some places are farther than others (another partition of the cache), or all were for a while: that is no level, and part
      // of the plateau.
      const bool is_level = comes_again(points[plateau], points[j]) && !slow_when_alone(points[j]);
      if (error_) return std::nullopt;
      if (!is_level) {
        plateau = j;
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
      return Rise{fits, fits + 1};
    }
    if (share_above(trace, top_of(settled)) <= kNewShare) plateau = j;
  }
  at_ = points.empty() ? 0 : points.size() - 1;
  return std::nullopt;
}

/// Whether what this mark calls a miss is what the last level's misses were.
bool LevelSearch::is_last_miss(const MissMark& mark) const {
  if (survey_.levels.empty()) return false;
  const MissMark& last = survey_.levels.back().mark;
  return mark.miss <= (!mark.quiet         ? last.slowest_miss * kSameInNoise
                       : runner_.is_warm() ? last.slowest_miss * kSameOnCard
                                           : last.slowest_miss * kSameLatency + kClockStep);
}

/// Chases of a card differ by what went before, and by where they run. The two footprints of a rise once more, in turns: is it still
/// the larger one that has slower accesses?
bool LevelSearch::comes_again(const SurveyPoint& settled, const SurveyPoint& point) {
  if (!runner_.is_warm()) return true;
  std::vector<PlannedChase> planned;
  for (int turn = 0; turn < kTurns; ++turn)
    for (const SurveyPoint* each : {&settled, &point})
      planned.push_back({each->run->chase()->request, "N = " + format_bytes(each->bytes) + ", once more", true});
  // On an SM that is nearer or farther, misses may take less or more than the mark says.
  const double middle = std::min(level_.mark.from, (level_.mark.hit + level_.mark.miss) / 2);
  const auto share_of = [&](const SurveyPoint& each, const RunPtr& run) {
    return share_above(inference::at_places(run->chase()->result.cycles, places_of(each.bytes, each.stride)), middle);
  };
  double most_settled = 0, least = 1;
  const auto answers = runner_.chases(planned);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (!answers[i] && !is_limit(answers[i].error())) error_ = answers[i].error();
    if (!answers[i]) return true;  // what can't be asked again stands
    const double share = share_of(i % 2 == 0 ? settled : point, *answers[i]);
    if (i % 2 == 0)
      most_settled = std::max(most_settled, share);
    else
      least = std::min(least, share);
    level_.evidence.push_back((*answers[i])->id);
  }
  again_ = *answers.back();
  return least > 2 * most_settled && least > kNewShare;
}

/// The largest footprint that fits and the next one, in turns: neither may say the other thing once.
void LevelSearch::confirm_in_turns() {
  if (error_ || !level_.narrowed || !runner_.is_warm()) return;
  for (int turn = 0; turn < kTurns; ++turn)
    for (const Fit expected : {Fit::fits, Fit::misses}) {
      const auto fit = ask_whole(expected == Fit::fits ? level_.bracket.fits : level_.bracket.misses, level_.stride);
      if (error_ || !fit) return;
      if (*fit != expected && *fit != Fit::unclear)
        return give_up("Asked in turns, footprints of this size now missed and now did not.");
    }
}

/// Chases slow places of a footprint one by one. A line that was evicted is fast when nothing evicts it; a place that is slow even
/// then is far away.
bool LevelSearch::slow_when_alone(const SurveyPoint& point) {
  // A card lays an array out anew when it grows, and other places are far away then: what counts is what is slow now.
  const RunPtr run = again_ && runner_.is_warm() ? std::exchange(again_, nullptr) : point.run;
  const AccessOrder order(run->chase()->request, run->chase()->result);
  std::vector<std::uint64_t> slow;
  const Places places = places_of(point.bytes, point.stride);
  for (std::size_t i = 0; i < run->chase()->result.cycles.size(); ++i)
    if (level_.mark.marks(run->chase()->result.cycles[i]) && places.counts(order.position(i))) slow.push_back(order.offset(i));
  if (slow.empty()) return false;
  std::vector<PlannedChase> planned;
  for (const std::size_t at : {std::size_t{0}, slow.size() / 2, slow.size() - 1}) {
    PlannedChase chase{listed_chase(plan_.base, {slow[at]}, kAloneAccesses, kAloneAccesses), "one slow place, alone", true};
    chase.request.element_bytes = run->chase()->request.element_bytes;
    planned.push_back(std::move(chase));
  }
  std::size_t still_slow = 0;
  for (const auto& answer : runner_.chases(planned)) {
    if (!answer && !is_limit(answer.error())) error_ = answer.error();
    if (!answer) continue;
    still_slow += inference::average_of((*answer)->chase()->result.cycles).median > level_.mark.from ? 1 : 0;
    level_.evidence.push_back((*answer)->id);
  }
  return still_slow >= 2;
}

void LevelSearch::narrow(const Rise& rise) {
  const SurveyPoint& fits = survey_.points[rise.fits];
  const SurveyPoint& misses = survey_.points[rise.misses];
  const LatencyTrace fitting = looked_at(fits);
  fitting_accesses_ = fitting.size();
  fitting_marked_ = inference::count_marked(fitting, level_.mark);
  level_.evidence.push_back(fits.run->id);
  level_.evidence.push_back(misses.run->id);
  const std::uint64_t stride = stride_for(misses.bytes, survey_.stride);
  level_.stride = stride;
  // Whole strides outwards, in case the curve's own stride was another.
  level_.bracket = {fits.bytes / stride * stride, rounded_up(misses.bytes, stride)};

  if (is_known() || error_) return;
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
    const auto below_fits = ask_both(known.fits, level_.stride);
    if (!below_fits || *below_fits != Fit::fits) return false;
    const auto above_misses = ask_both(above, level_.stride);
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
  if (search.end == FootprintSearch::End::refused) level_.doubt = refusal_;
}

constexpr const char* kHidden = "Misses come at changing places, and outliers hide where they begin.";
constexpr const char* kUnsettled = "Some passes over one footprint missed and others did not, and more passes did not settle it.";

void LevelSearch::bisect(std::uint64_t stride) {
  take(inference::search_by_bisection(level_.bracket, stride, [&](std::uint64_t bytes) { return ask(bytes, stride); }), kUnsettled);
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
    return give_up(!lower ? "Misses come far below the rise of the curve too." : fit ? kUnsettled : refusal_);
  }
  take(inference::search_by_bisection(level_.bracket, stride, ask), kUnsettled);
}

/// Of long passes only the beginning was timed, and the first lines to miss may lie elsewhere: the footprint that fits must fit
/// whole.
void LevelSearch::confirm_whole_passes() {
  if (error_ || !level_.narrowed || level_.bracket.fits / level_.stride <= kWholePass) return;
  const auto ask_all = [&](std::uint64_t bytes) { return ask_whole(bytes, level_.stride); };
  const auto fit = ask_all(level_.bracket.fits);
  if (fit && *fit == Fit::fits) return;
  if (fit && *fit == Fit::misses) return step_back(ask_all);
  give_up(fit ? kUnsettled : refusal_);
}

/// A stride wider than the smallest fetch may step over lines: what it found must hold for every line.
void LevelSearch::confirm_with_fine_stride() {
  const std::uint64_t fine = survey_.stride;
  if (error_ || !level_.narrowed || level_.stride == fine) return;
  const FootprintBracket coarse = level_.bracket;
  // Were lines left out, they would overflow many sets: of a very large array a part shows it.
  const bool large = coarse.fits / fine > kFineElements;
  const auto below = large ? ask_part(coarse.fits, fine, kFinePart) : ask_whole(coarse.fits, fine);
  if (!below) {
    level_.doubt = "Only one element in " + format_bytes(level_.stride) + " was visited. " + refusal_;
    return;
  }
  if (*below == Fit::fits && large) return;
  level_.stride = fine;
  if (*below == Fit::fits) {
    const auto both = [&](std::uint64_t bytes) { return ask_both(bytes, fine); };
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
  if (error_ || !level_.narrowed || pass > kShortTracesUpTo || 4 * pass <= kShortTrace) return;
  const auto again = ask_in_short_traces(level_.bracket.misses, level_.stride);
  if (!again || *again == Fit::misses) return;
  const std::uint64_t surely = survey_.points[at_].bytes / level_.stride * level_.stride;
  if (surely <= level_.bracket.misses) return;
  take(inference::search_by_bisection({level_.bracket.misses, surely}, level_.stride,
                                      [&](std::uint64_t bytes) { return ask_in_short_traces(bytes, level_.stride); }),
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
  add(look(bytes, stride, 1, passes * pass));
  if (places.skip != 0 && other_stride(bytes) == stride) add(look_swapped(bytes, stride, passes));
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
    const RunPtr run = swapped ? look_swapped(bytes, stride, passes) : look(bytes, stride, 2, passes * pass);
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
  if (error_ || !level_.narrowed || misses_are_steady() || error_) return;
  const std::uint64_t stride = level_.stride;
  if (places_of(level_.bracket.misses, stride).skip != 0 && other_stride(level_.bracket.misses) != stride) return give_up(kHidden);
  const auto usual = count_patiently(std::max(level_.bracket.fits * 15 / 16 / stride, std::uint64_t{1}) * stride, stride);
  if (!usual) return error_ ? void() : give_up(refusal_);
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
  if (!error_) give_up(misses ? kHidden : refusal_);
}

void LevelSearch::give_up(const std::string& why) {
  level_.narrowed = false;
  level_.doubt = why;
}

/// The order in which blocks of a page change places: what comes first in a page is another line than in the plain order.
std::vector<std::uint64_t> LevelSearch::swapped_blocks(std::uint64_t bytes, std::uint64_t stride) {
  const std::uint64_t pass = bytes / stride, block = kSwappedBytes / stride;
  std::vector<std::uint64_t> offsets;
  for (std::uint64_t i = 0; i < pass; ++i) {
    const bool whole = (i / (2 * block) + 1) * 2 * block <= pass;
    offsets.push_back((!whole ? i : i / block % 2 == 0 ? i + block : i - block) * stride);
  }
  return offsets;
}

RunPtr LevelSearch::look_swapped(std::uint64_t bytes, std::uint64_t stride, std::uint64_t passes) {
  const std::uint64_t pass = bytes / stride;
  if (passes == 0) passes = usual_passes(pass);
  auto run = runner_.chase({listed_chase(plan_.base, swapped_blocks(bytes, stride), pass > kManyElements ? 1 : 2, passes),
                            "blocks of pages swapped, N = " + format_bytes(bytes), true});
  if (run) {
    level_.evidence.push_back((*run)->id);
    return *run;
  }
  if (!is_limit(run.error())) error_ = run.error();
  refusal_ = run.error().message;
  return nullptr;
}

/// Both orders: an array that fits, fits in either.
std::optional<Fit> LevelSearch::ask_both(std::uint64_t bytes, std::uint64_t stride) {
  const auto plain = ask_whole(bytes, stride);
  if (!plain || *plain != Fit::fits || places_of(bytes, stride).skip == 0) return plain;
  const std::uint64_t swapped_stride = other_stride(bytes);
  if (swapped_stride == 0) return plain;
  const std::uint64_t whole = rounded_up(bytes, swapped_stride);  // with the element that the last bytes belong to
  return decide(look_swapped(whole, swapped_stride), places_of(whole, swapped_stride));
}

/// Places that may come first in their pages were left out. In another order other places are left out: the array must fit in both.
void LevelSearch::confirm_in_other_order() {
  const std::uint64_t stride = level_.stride;
  if (error_ || !level_.narrowed || places_of(level_.bracket.fits, stride).skip == 0) return;
  if (other_stride(level_.bracket.fits) == 0) return doubt_if_translations_miss();
  const auto both = [&](std::uint64_t bytes) { return ask_both(bytes, stride); };
  const auto fit = both(level_.bracket.fits);
  if (fit && *fit == Fit::misses) step_back(both);
}

/// The array has too many elements to be chased in a listed order. That matters only if its first places of pages were slow.
void LevelSearch::doubt_if_translations_miss() {
  const std::uint64_t pass = level_.bracket.fits / level_.stride;
  const RunPtr run = look(level_.bracket.fits, level_.stride, 1, std::min(pass, kWholePass));
  if (!run) return;
  const std::size_t skip = places_of(level_.bracket.fits, level_.stride).skip;
  const double top = top_of(inference::at_places(run->chase()->result.cycles, {static_cast<std::size_t>(pass), skip}));
  std::size_t slow = 0;
  for (std::size_t i = 0; i < run->chase()->result.cycles.size(); i += skip) slow += run->chase()->result.cycles[i] > top ? 1 : 0;
  if (slow <= run->chase()->result.cycles.size() / skip / 100) return;
  give_up("First accesses to pages are slow by their translations, and may hide where lines begin to miss.");
}

/// The stride at which an array of this size is chased in the other order; 0 if that makes too many elements for a list.
std::uint64_t LevelSearch::other_stride(std::uint64_t bytes) const {
  for (const std::uint64_t stride : {level_.stride, std::max(level_.stride, kUsualLine)})
    if (bytes / stride <= kListedElements && kSwappedBytes % stride == 0) return stride;
  return 0;
}

/// The sequential sweep and its change point (thesis §3.4 and §4.2).
void LevelSearch::sweep_around() {
  if (error_ || !level_.narrowed) return;
  const std::uint64_t stride =
      level_.bracket.fits % kUsualLine == 0 ? stride_for(level_.bracket.misses, level_.stride) : level_.stride;
  level_.sweep_step = std::max(level_.bracket.fits / kSweepShare / stride, std::uint64_t{1}) * stride;
  const FootprintBracket whole{level_.bracket.fits, rounded_up(level_.bracket.misses, stride)};
  const auto footprints = inference::sequential_footprints(whole, level_.sweep_step, kSweepEachSide, survey_.points.back().bytes);
  std::vector<PlannedChase> planned;
  for (const std::uint64_t bytes : footprints) {
    const std::uint64_t pass = bytes / stride;
    PlannedChase chase{uniform_chase(plan_.base, bytes, stride, pass > kManyElements ? 1 : 2, 1), "N = " + format_bytes(bytes)};
    chase.request.accesses = pass > kSweepTimed ? kSweepTimed : std::max<std::uint64_t>(kShortTrace / pass, 1) * pass;
    planned.push_back(std::move(chase));
  }
  std::vector<double> distances;
  for (auto& answer : runner_.chases(planned)) {
    if (!answer && !is_limit(answer.error())) error_ = answer.error();
    if (!answer) return;  // no sweep then: the bracket stands without it
    // What is slower than a miss is no miss: taken for a hit, so that an interrupt is no change.
    std::vector<float> cycles = (*answer)->chase()->result.cycles.copy();
    for (float& c : cycles)
      if (c > level_.mark.to) c = static_cast<float>(level_.mark.hit);
    distances.push_back(inference::geometric_image(cycles, level_.mark.hit).distance);
    level_.evidence.push_back((*answer)->id);
  }
  level_.swept = footprints;
  level_.change = inference::find_change_point(distances);
}

/// Share of the accesses to arrays that fit that look like misses: what was seen so far, and where there is noise, one more.
double LevelSearch::false_share() const {
  return static_cast<double>(fitting_marked_ + (level_.mark.quiet ? 0 : 1)) / static_cast<double>(fitting_accesses_);
}

RunPtr LevelSearch::look(std::uint64_t bytes, std::uint64_t stride, std::uint64_t warm_passes, std::uint64_t timed) {
  PlannedChase chase{uniform_chase(plan_.base, bytes, stride, warm_passes, 1), "N = " + format_bytes(bytes)};
  chase.request.accesses = timed;
  auto run = runner_.chase(chase);
  if (run) return *run;
  if (!is_limit(run.error())) error_ = run.error();
  refusal_ = run.error().message;
  return nullptr;
}

/// Misses if every pass has some, and all together more than outliers make, or if the same places are slow in most passes. Fits if
/// there are no more than outliers make. The places' pass may be shorter than the pattern's where only a part was timed.
std::optional<Fit> LevelSearch::decide(const RunPtr& run, const Places& places) {
  if (!run) return std::nullopt;
  const auto counts = inference::misses_by_pass(run->chase()->result.cycles, level_.mark, places);
  const std::size_t sum = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  const bool in_every_pass = std::find(counts.begin(), counts.end(), 0U) == counts.end();
  const bool too_many = inference::more_than_chance(sum, counts.size() * places.pass, false_share());
  if (in_every_pass && too_many) return Fit::misses;
  if (counts.size() >= 2) {
    // Outliers don't come back to the same places.
    const auto steady = inference::steady_misses(run->chase()->result.cycles, level_.mark, places);
    if (steady.size() >= (counts.size() > 2 ? 1U : 2U)) return Fit::misses;
  }
  if (too_many) return Fit::unclear;
  fitting_accesses_ += run->chase()->result.cycles.size();
  fitting_marked_ += sum;
  return Fit::fits;
}

std::optional<Fit> LevelSearch::ask(std::uint64_t bytes, std::uint64_t stride) {
  return bytes / stride <= kWholePass ? ask_whole(bytes, stride) : ask_part(bytes, stride, kWholePass);
}

/// The beginning of a pass decides.
std::optional<Fit> LevelSearch::ask_part(std::uint64_t bytes, std::uint64_t stride, std::uint64_t timed) {
  const RunPtr run = look(bytes, stride, bytes / stride > kManyElements ? 1 : 2, timed);
  if (run) level_.evidence.push_back(run->id);
  return decide(run, {static_cast<std::size_t>(timed), places_of(bytes, stride).skip});
}

/// Timed passes that decide: two or three where there is noise, so that what comes back is no outlier.
std::uint64_t LevelSearch::usual_passes(std::uint64_t pass) const {
  if (pass <= kFewElements) return 4;
  if (!level_.mark.quiet) return pass > kManyElements ? 2 : 3;
  return pass > kWholePass ? 1 : 2;
}

std::optional<Fit> LevelSearch::ask_whole(std::uint64_t bytes, std::uint64_t stride) {
  const std::uint64_t pass = bytes / stride;
  const std::uint64_t warm = pass > kManyElements ? 1 : 2;
  RunPtr run = look(bytes, stride, warm, usual_passes(pass) * pass);
  auto fit = decide(run, places_of(bytes, stride));
  if (fit && *fit == Fit::unclear) {
    // The first passes had not settled yet, or what missed is among the places that are not looked at.
    run = look(bytes, stride, kSettlingPasses, (pass <= kFewElements ? 4 : 2) * kSettlingPasses * pass);
    if (run) fit = decide_settled(run, places_of(bytes, stride));
  }
  if (fit && run) level_.evidence.push_back(run->id);
  return fit;
}

/// Of many passes: none may have misses if the array fits, and some of the last half have them if it does not.
Fit LevelSearch::decide_settled(const RunPtr& run, const Places& places) {
  const auto counts = inference::misses_by_pass(run->chase()->result.cycles, level_.mark, places);
  const auto half = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
  const std::size_t sum = std::accumulate(half, counts.end(), std::size_t{0});
  if (!inference::more_than_chance(sum, counts.size() / 2 * places.pass, false_share())) return Fit::fits;
  return counts.end() - half - std::count(half, counts.end(), 0U) >= 3 ? Fit::misses : Fit::unclear;
}

std::optional<Fit> LevelSearch::ask_in_short_traces(std::uint64_t bytes, std::uint64_t stride) {
  const std::uint64_t pass = bytes / stride;
  std::vector<PlannedChase> planned;
  for (std::uint64_t begin = 0; begin < pass; begin += kShortTrace) {
    PlannedChase chase{uniform_chase(plan_.base, bytes, stride, 2, 1), "N = " + format_bytes(bytes), true};
    chase.request.warmup += begin;
    chase.request.accesses = std::min(kShortTrace, pass - begin);
    planned.push_back(std::move(chase));
  }
  std::size_t misses = 0;
  for (const auto& answer : runner_.chases(planned)) {
    if (!answer) {
      if (!is_limit(answer.error())) error_ = answer.error();
      refusal_ = answer.error().message;
      return std::nullopt;
    }
    misses += inference::count_marked(
        inference::at_places((*answer)->chase()->result.cycles, {kShortTrace, places_of(bytes, stride).skip}), level_.mark);
    level_.evidence.push_back((*answer)->id);
  }
  return inference::more_than_chance(misses, pass, false_share()) ? Fit::misses : Fit::fits;
}

}  // namespace chasescope
