// Which table of outstanding requests explains where thread-latency curves saturate: MSHR or PRT, how many entries, how many
// threads merge into one (request study §2, §5).
//
// An MSHR books an entry for each block of memory that is under way, so its spike follows threads × loads, and sharing puts it off
// until an entry has merged all the threads that it can. A PRT books an entry for each warp instruction, so its spike follows
// those, whatever is shared; its requests may also share a pool. Every table that agrees with every curve is kept; what they agree
// on is known.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace chasescope::inference {

/// What one curve says: up to `fits` threads no request waits; from `waits` on one does (if a leap was seen).
struct SaturationOfCurve {
  std::uint64_t loads = 1;
  std::uint64_t sharing = 1;
  std::uint64_t fits = 0;
  std::optional<std::uint64_t> waits;
};

/// Whether sharing a block makes the issue of a warp's loads visibly shorter, that is, whether threads are merged before the table.
enum class Merging { seen, not_seen, unknown };

struct Interval {
  std::uint64_t low = 0;
  std::optional<std::uint64_t> high;  ///< empty: without an end
  bool exact() const { return high == low; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

struct RequestTableFit {
  enum class Verdict {
    mshr,
    prt,
    unsaturated,  ///< no curve leaps
    too_few,      ///< one curve leaps: nothing to compare it with
    undecided,    ///< both kinds agree with every curve, or no curve leaps whose threads share blocks: then a pool of a PRT's looks
                  ///< like an MSHR
    unexplained,  ///< neither does
  };
  Verdict verdict = Verdict::unsaturated;
  Interval entries;                 ///< blocks (MSHR) or warp instructions (PRT)
  Interval merges;                  ///< threads that share an MSHR entry; high empty: as many as a warp has, or more
  Interval requests;                ///< unique blocks under way at once; known for both kinds together where they are undecided
  bool pool = false;                ///< PRT: a limit of its own for blocks under way was seen
  std::uint64_t free_requests = 0;  ///< the most unique blocks that were seen under way without waiting, whatever the verdict
};

/// \pre sharing divides `warp`.
RequestTableFit fit_request_table(std::span<const SaturationOfCurve> curves, Merging merging, std::uint64_t warp = 32);

/// Blocks of memory that `threads` threads ask for, each group of `sharing` neighbours for one block per load.
std::uint64_t unique_blocks(std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing);

/// Entries of an MSHR that merges at most `merges` threads.
std::uint64_t mshr_entries(std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing, std::uint64_t merges);

/// Entries of a PRT: warp instructions.
std::uint64_t warp_instructions(std::uint64_t threads, std::uint64_t loads, std::uint64_t warp = 32);

}  // namespace chasescope::inference
