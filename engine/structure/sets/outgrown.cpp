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
constexpr std::uint64_t kBlurred = 64;         // steps of this part of a footprint
constexpr std::uint64_t kManyUnits = 1 << 15;  // from here on it is worth guessing first

// Lines that belong together with the seen ones if their differences span the kernel of an XOR.
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

// Lines that belong together with the seen ones if sets repeat at a regular distance. Several sectors of a line may have missed,
// and not every line of the set: so the distance may be smaller than it seems once the lines are known, and larger than the half of
// it.
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
      // The last element is the one that overflows its set.
      if (begins_and_distances.emplace(seen.back() % distance, distance).second) {
        Addresses lines;
        for (std::uint64_t at = seen.back() % distance; at < bytes; at += distance) lines.push_back(at);
        all.push_back(std::move(lines));
      }
      if (distance % (2 * unit) != 0) break;
    }
  }
  // Those that leave out the most first: they hold fewer lines of other sets.
  std::stable_sort(all.begin(), all.end(), [](const Addresses& a, const Addresses& b) { return a.size() < b.size(); });
  return all;
}

// One element of each block of `size`: the largest size at which they still overflow leaves one per line or fewer.
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

// The lines that miss where the caches in front are emptied by lines of theirs: those that overflow a set whichever lines do that.
// As few lines as overflow a set at all, so that there is but one.
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

}  // namespace

Addresses overflow_from_anywhere(DataTester& tester, std::vector<RunPtr>& runs) {
  constexpr std::size_t kFewest = 16, kMostOnCard = 1 << 12, kMost = 1 << 16;
  const std::size_t most = tester.starts_empty() ? kMost : kMostOnCard;
  constexpr int kMostTries = 2;
  int tries = 0;
  Random random(0x0af1e1d);
  const std::uint64_t unit = tester.unit_bytes();
  // One line of a page, unless translation leaves no trace.
  const std::uint64_t apart = tester.is_translation_seen() ? kSmallestPage : unit;
  // All in the same part of their pages: what is read in another part, to look the page up, then seldom shares a set with any of
  // them, where it would be as likely as they are to overflow one.
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
      if (++tries > kMostTries) throw Undecided("Lines read only to look up pages took part in evicting.");
      continue;
    }
    // Those that miss are of sets that overflow; a few chases show most of them.
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
    if (!tester.company().empty()) {
      tester.keep_company(tester.company());
      overflowing = absorb_company(tester, overflowing, runs);
    }
    if (tester.holds_with_another_primer(overflowing)) return overflowing;
    if (++tries > kMostTries) throw Undecided("Lines read only to look up pages took part in evicting.");
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

// In noise few passes over many lines may miss one that is too many, or see one where there is none. Moves the two footprints (in
// units) to where many passes put them; returns why they can't, and leaves them, if that does not come out.
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
      if (high > most) throw Undecided("Misses came and went with the passes that were made.");
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

// On a card single lines miss from time to time long before a cache is full, in one run from 192 KiB of an L1 on and in the next
// from 220: where the first of them is seen is chance. Where they become many is not.
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
    return;  // too much to ask: where the first one was seen
  }
  if (!run_at_overflow) return;
  result.contiguous_bytes = fits * unit;
  result.contiguous_at_most = (overflows - 1) * unit;
  result.fits = run_at_fit;
  result.overflows = run_at_overflow;
}

// All lines of a footprint that fits stay, also those that came with others.
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
  } catch (const Undecided&) {  // whole steps have to do
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
  // Where nothing is noisy, one pass tells; what it leads to is asked in full. A coarse stride touches a part of the sets and may
  // mislead, so it only says where to look first.
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
      if ((seems_to_fit != fits && glance(seems_to_fit, 1)) || (seems_to_overflow != overflows && !glance(seems_to_overflow, 1))) {
        seems_to_fit = fits;
        seems_to_overflow = overflows;
      }
    }
    narrow(1);
  }
  if (seems_to_overflow - seems_to_fit == 1 && seems_to_fit > 0 && ask(seems_to_overflow) && !ask(seems_to_fit)) {
    fits = seems_to_fit;
    overflows = seems_to_overflow;
  } else if (!ask(overflows))
    throw Undecided("No misses came back at " + format_bytes(overflows * unit) + ", where there had been many.");
  // A footprint that seemed to fit in the sweep may hide a few misses among its accesses.
  while (fits > 0 && overflows - fits > 1 && ask(fits)) {
    overflows = fits;
    fits /= 2;
  }
  if (fits == 0) throw Undecided("Not even the smallest footprint fits.");
  // Where misses come by chance on a card, whose chases never begin alike, finer steps would tell of the chance alone.
  const auto step = [&] { return tester.is_blurred() ? std::max<std::uint64_t>(1, overflows / kBlurred) : 1; };
  while (overflows - fits > step()) {
    const std::uint64_t middle = fits + (overflows - fits) / 2;
    (ask(middle) ? overflows : fits) = middle;
  }
  if (tester.noisy() && tester.starts_empty())
    result.doubt = look_with_care(tester, ask, boundary.outgrown / unit, fits, overflows);
  else if (tester.starts_empty() && tester.misses_by_chance() && tester.comes_to_rest(overflows * unit))
    result.doubt = "What misses in a few passes over " + format_bytes(overflows * unit) +
                   " fits after many: lines seem to take their places by chance, also those of others while some are empty.";
  result.contiguous_bytes = result.contiguous_at_least = fits * unit;
  result.contiguous_at_most = (overflows - 1) * unit;
  if (tester.is_blurred()) {
    result.undecided =
        "Which lines are evicted changes from pass to pass in no way that repeats, and no chase on a card begins like another: "
        "what "
        "belongs to a set can't be told from chance.";
    pass_by_stray_misses(tester, boundary.outgrown / unit, result);
    return result;
  }
  if (tester.starts_empty()) try_halves(tester, result);
  if (sought == Sought::footprint) return result;
  if (at_overflow.misses.size() != overflows) ask(overflows);

  // All misses now are of the one set that the last element overflows.
  const std::uint64_t last = fits * unit;
  std::vector<std::uint32_t> seen(overflows, 0);
  std::size_t passes = 0;
  std::string why = "The lines that evict each other did not all show themselves.";
  constexpr int kRounds = 6;
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < overflows; ++i) seen[i] += at_overflow.misses[i];
    passes += at_overflow.passes;
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
        if (!tester.company().empty()) {
          tester.keep_company(tester.company());
          result.overflowing = absorb_company(tester, result.overflowing, result.set_runs);
        }
        if (tester.fits_with_another_primer(result.overflowing))
          throw Undecided("Lines read only to look up pages took part in evicting.");
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
