#include "engine/structure/sets/outgrown.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "engine/inference/sets/bit_basis.h"
#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/sets/company.h"
#include "engine/structure/levels/survey.h"
#include "engine/structure/testers/minimal_overflow.h"
#include "engine/trace/quantity_text.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kPartOfPage = 512;
constexpr std::uint64_t kCoarse = 16;          // units
constexpr std::uint64_t kBlurred = 64;         // steps within a footprint if the boundary is not sharp
constexpr std::uint64_t kManyUnits = 1 << 15;  // from this size on, a guess comes before the bisection

// Adds the lines that lie in the same set if the set index is an XOR of address bits: the differences of the lines seen span the
// differences of all lines of the set.
Addresses spanned(const Addresses& seen, std::uint64_t bytes) {
  constexpr std::size_t kMostDimensions = 11;
  inference::BitBasis differences;
  for (const std::uint64_t line : seen) differences.insert(line ^ seen.front());
  Addresses all = seen;
  if (differences.dimensions() <= kMostDimensions)
    for (std::uint64_t which = 0; which < std::uint64_t{1} << differences.dimensions(); ++which) {
      std::uint64_t line = seen.front();
      for (std::size_t i = 0; i < differences.dimensions(); ++i)
        if (((which >> i) & 1U) != 0) line ^= differences.vectors()[i];
      if (line < bytes) all.push_back(line);
    }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// Adds the lines that lie in the same set if the sets repeat at a regular distance. The distance is not known exactly, because
// several sectors of one line may have missed, and some lines of the set may not have. It may be smaller than it seems, but by at
// most half.
std::vector<Addresses> repeated(const Addresses& seen, std::uint64_t unit, std::uint64_t bytes) {
  constexpr std::size_t kMost = 2048;
  std::set<std::pair<std::uint64_t, std::uint64_t>> begins_and_distances;
  std::vector<Addresses> all;
  for (std::uint64_t block = unit; block <= kLargestLine; block *= 2) {
    std::uint64_t distance = 0;
    const std::uint64_t last = seen.back() / block;
    for (const std::uint64_t line : seen) distance = std::gcd(distance, (last - line / block) * block);
    if (distance == 0) break;
    for (; distance > block && bytes / distance <= kMost; distance /= 2) {
      // The last element is the one that overflowed its set.
      if (begins_and_distances.emplace(seen.back() % distance, distance).second) {
        Addresses lines;
        for (std::uint64_t at = seen.back() % distance; at < bytes; at += distance) lines.push_back(at);
        all.push_back(std::move(lines));
      }
      if (distance % (2 * unit) != 0) break;
    }
  }
  // The largest distances come first, because they include fewer lines of other sets.
  std::stable_sort(all.begin(), all.end(), [](const Addresses& a, const Addresses& b) { return a.size() < b.size(); });
  return all;
}

// Keeps one element of each block of `size`. At the largest size at which the rest still overflows, at most one element of each
// line is left.
Addresses one_per_block(const Addresses& lines, std::uint64_t size) {
  Addresses thinned;
  for (const std::uint64_t line : lines)
    if (thinned.empty() || thinned.back() / size != line / size) thinned.push_back(line);
  return thinned;
}

Addresses thin(DataTester& tester, const Addresses& lines) {
  Addresses best;
  for (std::uint64_t size = tester.unit_bytes(); size <= kLargestLine; size *= 2) {
    const Addresses thinned = one_per_block(lines, size);
    if (thinned.size() < 2 || !tester.ask(thinned, "one element of each " + format_bytes(size)).conflict) break;
    best = thinned;
  }
  return best;
}

// Finds the lines of one set among the lines that missed, if flush lines empty the caches in front. Those that overflow a set with
// every choice of flush lines belong to it. As few lines are used as overflow any set, so that it is a single set.
Addresses one_set_of(DataTester& tester, const Addresses& lines, std::size_t fits) {
  std::size_t overflows = lines.size();
  const auto first = [&](std::size_t count) {
    return Addresses(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(count));
  };
  while (overflows - fits > 1) {
    const std::size_t middle = fits + (overflows - fits) / 2;
    (tester.ask(first(middle), std::to_string(middle) + " lines from all over memory").conflict ? overflows : fits) = middle;
  }
  const Addresses all = first(overflows);
  std::vector<std::uint32_t> misses(all.size(), 0);
  constexpr int kRounds = 6;
  for (int round = 0; round < kRounds; ++round) {
    const Answer answer = tester.ask(all, std::to_string(all.size()) + " lines from all over memory");
    for (std::size_t i = 0; i < all.size(); ++i) misses[i] += answer.misses[i];
    Addresses missed;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (misses[i] > 0) missed.push_back(all[i]);
    if (missed.size() >= 2 && missed.size() < all.size() && tester.ask(missed, "those that missed").conflict) return missed;
  }
  return all;
}

// Finds the flush lines that lie in the set that `overflowing` overflows, and adds them. Each part of the flush lines is left out
// in turn, so more of them are read than needed: of as many as just empty the caches in front, each would be missed for that alone.
// In the end as few are read as before, if that is enough. A small cache may have no room for more; then no more than usual are
// read.
Addresses with_members_of_company(DataTester& tester, const Addresses& overflowing, std::vector<RunPtr>& runs) {
  Addresses usual = tester.company();
  if (usual.empty()) return overflowing;
  std::sort(usual.begin(), usual.end());
  Addresses all;
  try {
    tester.keep_company(tester.company_to_spare());
    all = absorb_company(tester, overflowing, runs);
  } catch (const Undecided&) {
    tester.keep_company(std::move(usual));
    return absorb_company(tester, overflowing, runs);
  }
  const Addresses with_spare = tester.company();
  Addresses few;
  for (const std::uint64_t line : with_spare)
    if (std::binary_search(usual.begin(), usual.end(), line)) few.push_back(line);
  if (few.size() == with_spare.size()) return all;
  tester.keep_company(std::move(few));
  const auto is_enough = [&] {
    try {
      return tester.ask(all, "with fewer flush lines").conflict;
    } catch (const Unanswered&) {
      throw;
    } catch (const Undecided&) {
      return false;
    }
  };
  if (!is_enough()) tester.keep_company(with_spare);
  return all;
}

}  // namespace

Addresses overflow_from_anywhere(DataTester& tester, std::vector<RunPtr>& runs) {
  constexpr std::size_t kFewest = 16, kMostOnCard = 1 << 12, kMost = 1 << 16;
  const std::size_t most = tester.starts_empty() ? kMost : kMostOnCard;
  constexpr int kMostTries = 2;
  int tries = 0;
  Random random(0x0af1e1d);
  const std::uint64_t unit = tester.unit_bytes();
  // One line of each page, unless there are no TLB misses.
  const std::uint64_t apart = tester.is_translation_seen() ? kSmallestPage : unit;
  // All lines have the same offset in their pages, and all primers have another one, so that a primer seldom lies in the set of any
  // line. Otherwise primers would be as likely as lines to overflow a set.
  const std::uint64_t within = std::clamp(kPartOfPage, unit, apart);
  const std::uint64_t blocks = std::min(tester.limit_bytes(), std::uint64_t{1} << 32) / apart;
  std::set<std::uint64_t> taken;
  Addresses lines;
  const auto overflow = [&](const Addresses& some) {
    try {
      return tester.ask(some, "those that missed").conflict;
    } catch (const Undecided&) {
      return false;
    }
  };
  for (std::size_t count = kFewest; count <= most && count <= blocks / 2; count *= 2) {
    while (taken.size() < count) {
      const std::uint64_t block = random.below(blocks);
      if (!taken.insert(block).second) continue;
      lines.push_back(block * apart + random.below(within / unit) * unit);
    }
    tester.keep_clear_of(lines);
    if (!tester.prepare(lines)) continue;
    if (tester.empties_sets()) {
      const Addresses overflowing = minimal_overflow(tester, one_set_of(tester, lines, count / 2), runs);
      if (tester.holds_with_another_primer(overflowing)) return overflowing;
      if (++tries > kMostTries) throw Undecided("Lines that are read only to look up pages evicted other lines.");
      continue;
    }
    // Lines that miss belong to sets that overflow. A few chases find most of them.
    std::vector<std::uint32_t> misses(lines.size(), 0);
    for (int round = 0; round < 4; ++round) {
      const Answer answer = tester.ask(lines, std::to_string(lines.size()) + " lines from all over memory");
      for (std::size_t i = 0; i < lines.size(); ++i) misses[i] += answer.misses[i];
    }
    Addresses missed;
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (misses[i] > 0) missed.push_back(lines[i]);
    if (missed.size() < 2 || !overflow(missed)) missed = lines;
    Addresses overflowing = minimal_overflow(tester, missed, runs);
    overflowing = with_members_of_company(tester, overflowing, runs);
    if (tester.holds_with_another_primer(overflowing)) return overflowing;
    if (++tries > kMostTries) throw Undecided("Lines that are read only to look up pages evicted other lines.");
  }
  throw Undecided("No lines from all over memory overflowed a set.");
}

namespace {

class WithCare {
 public:
  explicit WithCare(DataTester& tester) : tester_(tester) { tester_.take_care(true); }
  ~WithCare() { tester_.take_care(false); }
  WithCare(const WithCare&) = delete;
  WithCare& operator=(const WithCare&) = delete;

 private:
  DataTester& tester_;
};

// Moves the two footprints (in units) to where many passes put them: in noise, a few passes over many lines may overlook one line
// too many, or see a conflict where there is none. If the result stays unclear, leaves the footprints and returns the reason.
template <typename Ask>
std::string look_with_care(DataTester& tester, const Ask& ask, std::uint64_t most, std::uint64_t& fits, std::uint64_t& overflows) {
  std::uint64_t low = fits, high = overflows;
  std::string doubt;
  const WithCare care(tester);
  try {
    for (std::uint64_t back = 1; low > 0 && ask(low); back *= 2) {
      high = low;
      low -= std::min(back, low);
    }
    for (std::uint64_t ahead = 1; !ask(high); ahead *= 2) {
      low = high;
      high += ahead;
      if (high > most) throw Undecided("The same lines missed in some passes, and hit in others.");
    }
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      (ask(middle) ? high : low) = middle;
    }
    if (low == 0) throw Undecided("Not even the smallest footprint fits.");
    fits = low;
    overflows = high;
  } catch (const Undecided& undecided) {
    doubt = undecided.what();
  }
  return doubt;
}

// Moves the boundary to the footprint from which many lines miss. On a card, single lines miss from time to time long before a
// cache is full: in one run from 192 KiB of an L1 on, in the next from 220 KiB. The first of these misses is random; the footprint
// from which many lines miss is not.
void pass_by_stray_misses(DataTester& tester, std::uint64_t outgrown, Outgrown& result) {
  constexpr double kHardlyAny = 0.01;
  const std::uint64_t unit = tester.unit_bytes();
  std::uint64_t fits = result.contiguous_bytes / unit, overflows = outgrown;
  RunPtr run_at_fit = result.fits, run_at_overflow;
  try {
    while (overflows - fits > std::max<std::uint64_t>(1, overflows / kBlurred)) {
      const std::uint64_t middle = fits + (overflows - fits) / 2;
      const Answer answer = tester.ask_contiguous(middle * unit, "footprint " + format_bytes(middle * unit));
      const auto missed = std::accumulate(answer.misses.begin(), answer.misses.end(), std::uint64_t{0});
      const bool many = answer.conflict && static_cast<double>(missed) > kHardlyAny * static_cast<double>(middle * answer.passes);
      (many ? overflows : fits) = middle;
      (many ? run_at_overflow : run_at_fit) = answer.run;
    }
  } catch (const Undecided&) {
    return;  // the budget is spent; the result stays at the first miss
  }
  if (!run_at_overflow) return;
  result.contiguous_bytes = fits * unit;
  result.contiguous_at_most = (overflows - 1) * unit;
  result.fits = run_at_fit;
  result.overflows = run_at_overflow;
}

// Repeats the test in steps of half a unit: if a footprint fits, all of its lines must stay, also those that another line's miss
// brought.
void try_halves(DataTester& tester, Outgrown& result) {
  const std::uint64_t unit = tester.unit_bytes();
  try {
    std::uint64_t low = 0, high = result.contiguous_bytes / unit;
    if (high < 2 || !tester.halves_miss(high * unit)) return;
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      (tester.halves_miss(middle * unit) ? high : low) = middle;
    }
    result.contiguous_bytes = result.contiguous_at_least = low * unit;
    result.contiguous_at_most = (high - 1) * unit;
  } catch (const Unanswered&) {
    throw;
  } catch (const Undecided&) {  // the result in whole steps stays
  }
}

}  // namespace

Outgrown outgrow(DataTester& tester, const Boundary& boundary, Sought sought) {
  Outgrown result;
  const std::uint64_t unit = tester.unit_bytes();
  std::uint64_t fits = boundary.fits / unit, overflows = boundary.outgrown / unit;
  Answer at_overflow;
  const auto ask = [&](std::uint64_t units) {
    Answer answer = tester.ask_contiguous(units * unit, "footprint " + format_bytes(units * unit));
    if (answer.conflict) at_overflow = answer;
    (answer.conflict ? result.overflows : result.fits) = answer.run;
    return answer.conflict;
  };
  // Without noise, the answer of one pass is enough to bisect, and the result is confirmed in full. A coarse stride touches only a
  // part of the sets and may mislead, so it only shows where to look first.
  std::uint64_t seems_to_fit = fits, seems_to_overflow = overflows;
  const auto glance = [&](std::uint64_t units, std::uint64_t each) {
    return tester.overflows_at_a_glance(units * unit, each * unit, "footprint " + format_bytes(units * unit)).value_or(false);
  };
  const auto narrow = [&](std::uint64_t each) {
    while (seems_to_overflow - seems_to_fit > each) {
      const std::uint64_t middle = (seems_to_fit + (seems_to_overflow - seems_to_fit) / 2) / each * each;
      if (middle <= seems_to_fit || middle >= seems_to_overflow) break;
      (glance(middle, each) ? seems_to_overflow : seems_to_fit) = middle;
    }
  };
  if (tester.overflows_at_a_glance(overflows * unit, unit, "footprint " + format_bytes(overflows * unit)).value_or(false)) {
    if (overflows > kManyUnits) {
      narrow(kCoarse);
      // The guess may be some steps off. So the boundary is looked for around the guess, in growing steps.
      const auto overflowing = [&](std::uint64_t units) { return glance(units, 1); };
      for (std::uint64_t step = kCoarse; seems_to_fit > fits && overflowing(seems_to_fit); step *= 2) {
        seems_to_overflow = seems_to_fit;
        seems_to_fit -= std::min(step, seems_to_fit - fits);
      }
      for (std::uint64_t step = kCoarse; seems_to_overflow < overflows && !overflowing(seems_to_overflow); step *= 2) {
        seems_to_fit = seems_to_overflow;
        seems_to_overflow += std::min(step, overflows - seems_to_overflow);
      }
    }
    narrow(1);
  }
  if (seems_to_overflow - seems_to_fit == 1 && seems_to_fit > 0 && ask(seems_to_overflow) && !ask(seems_to_fit)) {
    fits = seems_to_fit;
    overflows = seems_to_overflow;
  } else if (!ask(overflows))
    throw Undecided("No misses came back at " + format_bytes(overflows * unit) + ", where there had been many.");
  // A footprint that seemed to fit in the sweep may have a few misses among its accesses.
  while (fits > 0 && overflows - fits > 1 && ask(fits)) {
    overflows = fits;
    fits /= 2;
  }
  if (fits == 0) throw Undecided("Not even the smallest footprint fits.");
  // If misses are random on a card, finer steps would measure chance alone.
  const auto step = [&] { return tester.is_blurred() ? std::max<std::uint64_t>(1, overflows / kBlurred) : 1; };
  while (overflows - fits > step()) {
    const std::uint64_t middle = fits + (overflows - fits) / 2;
    (ask(middle) ? overflows : fits) = middle;
  }
  if (tester.noisy() && tester.starts_empty())
    result.doubt = look_with_care(tester, ask, boundary.outgrown / unit, fits, overflows);
  else if (tester.starts_empty() && tester.misses_by_chance() && tester.comes_to_rest(overflows * unit))
    result.doubt = "What misses in a few passes over " + format_bytes(overflows * unit) +
                   " fits after many passes. Lines seem to be placed at random, and to evict others while ways are still empty.";
  result.contiguous_bytes = result.contiguous_at_least = fits * unit;
  result.contiguous_at_most = (overflows - 1) * unit;
  if (tester.is_blurred()) {
    result.undecided =
        "The evicted lines change from pass to pass without a pattern, and no two chases on a card begin alike. So the lines of "
        "one set can't be found.";
    pass_by_stray_misses(tester, boundary.outgrown / unit, result);
    return result;
  }
  if (tester.starts_empty()) try_halves(tester, result);
  if (sought == Sought::footprint) return result;
  if (at_overflow.misses.size() != overflows) ask(overflows);

  // All lines that miss belong to one set: the set that the last element overflows.
  const std::uint64_t last = fits * unit;
  std::vector<std::uint32_t> seen(overflows, 0);
  std::string why = "Not all of the lines that evict each other were found.";
  constexpr int kRounds = 6;
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < overflows; ++i) seen[i] += at_overflow.misses[i];
    Addresses missing;
    const std::uint32_t enough = tester.noisy() ? 2 : 1;
    for (std::size_t i = 0; i < overflows; ++i)
      if (seen[i] >= enough) missing.push_back(i * unit);
    if (missing.empty() || missing.back() != last) missing.push_back(last);
    std::vector<Addresses> tries{missing, spanned(missing, overflows * unit)};
    for (Addresses& lines : repeated(missing, unit, overflows * unit)) tries.push_back(std::move(lines));
    for (const Addresses& candidates : tries) {
      if (candidates.size() < 2 || candidates.size() > 8192) continue;
      try {
        tester.keep_clear_of(candidates);
        Addresses thinned = tester.prepare(candidates) ? thin(tester, candidates) : Addresses{};
        if (thinned.empty()) continue;
        tester.keep_clear_of(thinned);
        result.overflowing = minimal_overflow(tester, std::move(thinned), result.set_runs);
        result.overflowing = with_members_of_company(tester, result.overflowing, result.set_runs);
        if (tester.fits_with_another_primer(result.overflowing))
          throw Undecided("Lines that are read only to look up pages evicted other lines.");
        return result;
      } catch (const Undecided& undecided) {
        why = undecided.what();
        result.overflowing.clear();
      }
    }
    if (round + 1 < kRounds) {
      const WithCare care(tester);
      at_overflow = tester.ask_contiguous(overflows * unit, "once more, " + format_bytes(overflows * unit));
      if (!at_overflow.conflict) break;
    }
  }
  result.undecided = why;
  return result;
}

}  // namespace chasescope::structure
