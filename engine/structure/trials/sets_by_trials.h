// The sets of a cache from chance: who hurts whom, which addresses that are, and how many each set holds.
//
//   SetsFound found = find_sets({.space = MemorySpace::global_ca, .unit = 32, .range = 64 MiB, .cut = 150}, ask);
//   if (found.index) …   // predicted the sets of places that were not used
//
// Places lie anywhere in the range. Their number and the share of them that is in a trial are chosen by short looks, so that some
// of them miss and most do not; then trials are made until those that hurt each other stand out. The index that they have in common
// must hold for every set by itself: new lines that it puts there must overflow it together, in trials that have more of them in
// than it holds, and in no others (set_trials.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/trials.h"
#include "engine/inference/sets/set_index.h"

namespace chasescope::structure {

struct SetsQuestion {
  MemorySpace space = MemorySpace::global_ca;
  std::optional<double> carveout_percent;
  std::optional<unsigned> sm;
  std::uint64_t unit = 0;   ///< places are multiples of this: what one miss brings; a power of two
  std::uint64_t range = 0;  ///< bytes from offset 0 on that may be read; less is, where pages miss TLBs
  double cut = 0;           ///< cycles; more is a miss
  double stray = 0;         ///< the share of hits that noise shows as misses, at most; 0 where latencies are exact
  bool same_memory = false;       ///< all places show one piece of memory
  std::uint64_t fill_passes = 1;  ///< more, where trials don't begin cold
  std::uint64_t seed = 1;
};

/// Makes trials; nothing where they can't be made, which ends the search. Its sentence is the caller's.
using AskTrials = std::function<std::optional<TrialsResult>(const TrialsRequest& request, const std::string& label)>;

struct SetsFound {
  std::optional<inference::SetIndex> index;
  std::vector<std::uint32_t> ways;  ///< of each set, as the index numbers them; empty if not known
  std::uint64_t bits = 0;           ///< address bits that varied
  std::uint64_t trials = 0;         ///< in which those that hurt each other stood out
  std::uint64_t places = 0, groups = 0;
  double limit = 0, median_partner = 0;    ///< standard errors: above the limit it is no chance; where partners lie
  std::uint64_t predicted = 0;             ///< new lines that each set was confirmed with
  std::vector<std::uint64_t> overflowing;  ///< of one set, one more than it holds
  std::uint64_t line_bytes = 0;            ///< what has one tag
  /// Trials that show sets and line, few enough to be kept.
  std::optional<TrialsRequest> evidence, line_evidence;
  std::string undecided;  ///< why there is no index
};

/// Holds what was found against other evidence: empty if that bears it out, else a sentence that says why it is not told.
using BearOut = std::function<std::string(const SetsFound&)>;

SetsFound find_sets(const SetsQuestion& question, const AskTrials& ask, const BearOut& bear_out = {});

/// An index that something else suggests, and how it was seen.
struct SupposedSets {
  inference::SetIndex index;
  std::uint32_t ways = 0;  ///< of one set
  double most_in = 0;      ///< so many lines stay wherever they lie: no more are in at once
};

/// Puts an index to the same tests as find_sets() does.
SetsFound confirm_sets(const SetsQuestion& question, const SupposedSets& supposed, const AskTrials& ask,
                       const BearOut& bear_out = {});

}  // namespace chasescope::structure
