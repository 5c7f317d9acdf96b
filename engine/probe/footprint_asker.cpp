#include "engine/probe/footprint_asker.h"

#include <algorithm>
#include <numeric>

#include "engine/probe/footprint_places.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kFewElements = 2048;                       // four passes are timed up to here, and two up to kWholePass
constexpr std::uint64_t kListedElements = std::uint64_t{1} << 19;  // of a pattern that is sent as a list
constexpr int kTurns = 4;
constexpr std::uint64_t kSettlingPasses = 8;

}  // namespace

using inference::Fit;
using inference::Places;

RunPtr FootprintAsker::look(std::uint64_t bytes, std::uint64_t stride, std::uint64_t warm_passes, std::uint64_t timed) {
  PlannedChase chase{uniform_chase(base_, bytes, stride, warm_passes, 1), "N = " + format_bytes(bytes)};
  chase.request.accesses = timed;
  auto run = runner_.chase(chase);
  if (run) return *run;
  if (!is_limit(run.error())) error_ = run.error();
  refusal_ = run.error().message;
  return nullptr;
}

/// The order in which blocks of a page change places: what comes first in a page is another line than in the plain order.
std::vector<std::uint64_t> FootprintAsker::swapped_blocks(std::uint64_t bytes, std::uint64_t stride) {
  const std::uint64_t pass = bytes / stride, block = kSwappedBytes / stride;
  std::vector<std::uint64_t> offsets;
  for (std::uint64_t i = 0; i < pass; ++i) {
    const bool whole = (i / (2 * block) + 1) * 2 * block <= pass;
    offsets.push_back((!whole ? i : i / block % 2 == 0 ? i + block : i - block) * stride);
  }
  return offsets;
}

RunPtr FootprintAsker::look_swapped(std::uint64_t bytes, std::uint64_t stride, std::uint64_t passes) {
  const std::uint64_t pass = bytes / stride;
  if (passes == 0) passes = usual_passes(pass);
  auto run = runner_.chase({listed_chase(base_, swapped_blocks(bytes, stride), pass > kManyElements ? 1 : 2, passes),
                            "blocks of pages swapped, N = " + format_bytes(bytes), true});
  if (run) {
    level_.evidence.push_back((*run)->id);
    return *run;
  }
  if (!is_limit(run.error())) error_ = run.error();
  refusal_ = run.error().message;
  return nullptr;
}

/// The stride at which an array of this size is chased in the other order; 0 if that makes too many elements for a list.
std::uint64_t FootprintAsker::other_stride(std::uint64_t bytes) const {
  for (const std::uint64_t stride : {level_.stride, std::max(level_.stride, kUsualLine)})
    if (bytes / stride <= kListedElements && kSwappedBytes % stride == 0) return stride;
  return 0;
}

/// Timed passes that decide: two or three where there is noise, so that what comes back is no outlier.
std::uint64_t FootprintAsker::usual_passes(std::uint64_t pass) const {
  if (pass <= kFewElements) return 4;
  if (!level_.mark.quiet) return pass > kManyElements ? 2 : 3;
  return pass > kWholePass ? 1 : 2;
}

/// Share of the accesses to arrays that fit that look like misses: what was seen so far, and where there is noise, one more.
double FootprintAsker::false_share() const {
  return static_cast<double>(fitting_marked_ + (level_.mark.quiet ? 0 : 1)) / static_cast<double>(fitting_accesses_);
}

/// Misses if every pass has some, and all together more than outliers make, or if the same places are slow in most passes. Fits if
/// there are no more than outliers make. The places' pass may be shorter than the pattern's where only a part was timed.
std::optional<Fit> FootprintAsker::decide(const RunPtr& run, const Places& places) {
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

/// Of many passes: none may have misses if the array fits, and some of the last half have them if it does not.
Fit FootprintAsker::decide_settled(const RunPtr& run, const Places& places) {
  const auto counts = inference::misses_by_pass(run->chase()->result.cycles, level_.mark, places);
  const auto half = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
  const std::size_t sum = std::accumulate(half, counts.end(), std::size_t{0});
  if (!inference::more_than_chance(sum, counts.size() / 2 * places.pass, false_share())) return Fit::fits;
  return counts.end() - half - std::count(half, counts.end(), 0U) >= 3 ? Fit::misses : Fit::unclear;
}

std::optional<Fit> FootprintAsker::ask(std::uint64_t bytes, std::uint64_t stride) {
  return bytes / stride <= kWholePass ? ask_whole(bytes, stride) : ask_part(bytes, stride, kWholePass);
}

/// The beginning of a pass decides.
std::optional<Fit> FootprintAsker::ask_part(std::uint64_t bytes, std::uint64_t stride, std::uint64_t timed) {
  const RunPtr run = look(bytes, stride, bytes / stride > kManyElements ? 1 : 2, timed);
  if (run) level_.evidence.push_back(run->id);
  return decide(run, {static_cast<std::size_t>(timed), places_of(bytes, stride).skip});
}

std::optional<Fit> FootprintAsker::ask_whole(std::uint64_t bytes, std::uint64_t stride) {
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

/// Both orders: an array that fits, fits in either.
std::optional<Fit> FootprintAsker::ask_both(std::uint64_t bytes, std::uint64_t stride) {
  const auto plain = ask_whole(bytes, stride);
  if (!plain || *plain != Fit::fits || places_of(bytes, stride).skip == 0) return plain;
  const std::uint64_t swapped_stride = other_stride(bytes);
  if (swapped_stride == 0) return plain;
  const std::uint64_t whole = rounded_up(bytes, swapped_stride);  // with the element that the last bytes belong to
  return decide(look_swapped(whole, swapped_stride), places_of(whole, swapped_stride));
}

std::optional<Fit> FootprintAsker::ask_in_short_traces(std::uint64_t bytes, std::uint64_t stride) {
  const std::uint64_t pass = bytes / stride;
  std::vector<PlannedChase> planned;
  for (std::uint64_t begin = 0; begin < pass; begin += kShortTrace) {
    PlannedChase chase{uniform_chase(base_, bytes, stride, 2, 1), "N = " + format_bytes(bytes), true};
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

/// What a footprint says every time that it is asked, but for the first: that may miss what it brings. Unclear if it says now this
/// and now that.
std::optional<Fit> FootprintAsker::ask_in_turns(std::uint64_t bytes) {
  std::optional<Fit> all;
  for (int turn = 0; turn < kTurns; ++turn) {
    const auto fit = ask_both(bytes, level_.stride);
    if (!fit) return std::nullopt;
    if (turn == 0) continue;
    if (all && *all != *fit) return Fit::unclear;
    all = fit;
  }
  return all;
}

}  // namespace chasescope
