// Finds the sets of a cache by random trials: which places evict each other, the index behind that, and how many lines each set
// holds.
//
//   SetsFound found = find_sets({.space = MemorySpace::global_ca, .unit = 32, .range = 64 MiB, .cut = 150}, ask);
//   if (found.index) …   // predicted the sets of places that were not used
//
// Places lie anywhere in the range. A few short looks choose their number, and the share of them that a trial reads, so that some
// of them miss and most do not. Then trials are made until the places that evict each other stand out. The index that these have in
// common must hold for every set by itself: new lines that it puts into a set must overflow it in the trials that read more of them
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
  std::uint64_t unit = 0;         ///< places are multiples of this: the fetch size, a power of two
  std::uint64_t range = 0;        ///< bytes from offset 0 on that may be read; fewer are used if TLBs miss
  double cut = 0;                 ///< cycles; a longer latency is a miss
  double stray = 0;               ///< the largest share of hits that noise makes look like misses; 0 if latencies are exact
  bool same_memory = false;       ///< whether all places are the same piece of memory
  std::uint64_t fill_passes = 1;  ///< more than 1 if trials don't begin with an empty cache
  std::uint64_t seed = 1;
};

/// Makes trials. No value if they can't be made, which ends the search; the caller has the reason.
using AskTrials = std::function<std::optional<TrialsResult>(const TrialsRequest& request, const std::string& label)>;

struct SetsFound {
  std::optional<inference::SetIndex> index;
  std::vector<std::uint32_t> ways;  ///< of each set, as the index numbers them; empty if not known
  std::uint64_t bits = 0;           ///< address bits in which the places differed
  std::uint64_t trials = 0;         ///< trials until places that evict each other stood out
  std::uint64_t places = 0, groups = 0;
  /// standard errors: above the limit it is no coincidence; the median of places that evict each other
  double limit = 0, median_partner = 0;
  std::uint64_t predicted = 0;             ///< new lines that were used to confirm each set
  std::vector<std::uint64_t> overflowing;  ///< lines of one set, one more than it holds
  std::uint64_t line_bytes = 0;            ///< line size
  /// Trials that show sets and line, short enough to be kept as evidence.
  std::optional<TrialsRequest> evidence, line_evidence;
  std::string undecided;  ///< why there is no index
};

/// Compares the result with independent evidence: an empty string if that confirms it, else a sentence with the reason.
using BearOut = std::function<std::string(const SetsFound&)>;

SetsFound find_sets(const SetsQuestion& question, const AskTrials& ask, const BearOut& bear_out = {});

/// An index that other evidence suggests.
struct SupposedSets {
  inference::SetIndex index;
  std::uint32_t ways = 0;  ///< ways of one set
  double most_in = 0;      ///< lines that stay wherever they lie; no trial reads more
};

/// Tests an index as find_sets() does.
SetsFound confirm_sets(const SetsQuestion& question, const SupposedSets& supposed, const AskTrials& ask,
                       const BearOut& bear_out = {});

}  // namespace chasescope::structure
