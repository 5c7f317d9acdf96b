// Finds the table of outstanding requests that explains where thread-latency curves saturate: MSHR or PRT, the number of entries,
// and how many threads one entry merges (request study §2, §5).
//
// An MSHR has an entry for each block of memory in flight. Its leap depends on threads × loads, and comes later if threads share
// blocks, until an entry has merged as many threads as it can. A PRT has an entry for each warp instruction. Its leap depends on
// the number of these, whether or not blocks are shared; its requests may also have a common limit (a pool). Every table that
// agrees with all curves is kept. A value is known if all of them agree on it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace chasescope::inference {

/// The result of one curve: up to `fits` threads no request waits; from `waits` on one does (if there is a leap).
struct SaturationOfCurve {
  std::uint64_t loads = 1;
  std::uint64_t sharing = 1;
  std::uint64_t fits = 0;
  std::optional<std::uint64_t> waits;
};

/// Whether sharing a block makes the issue of a warp's loads clearly shorter, so that threads are merged in front of the table.
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
    too_few,      ///< one curve leaps, and there is no other to compare it with
    undecided,    ///< both kinds agree with every curve, or no curve leaps whose threads share blocks: then a pool of a PRT's looks
                  ///< like an MSHR
    unexplained,  ///< neither does
  };
  Verdict verdict = Verdict::unsaturated;
  Interval entries;                 ///< blocks (MSHR) or warp instructions (PRT)
  Interval merges;                  ///< threads that share an MSHR entry; high empty: as many as a warp has, or more
  Interval requests;                ///< unique blocks in flight at once; known for both kinds together if the kind is undecided
  bool pool = false;                ///< PRT: a limit for blocks in flight was seen
  std::uint64_t free_requests = 0;  ///< the most unique blocks that were in flight without waiting, whatever the verdict
};

/// \pre sharing divides `warp`.
RequestTableFit fit_request_table(std::span<const SaturationOfCurve> curves, Merging merging, std::uint64_t warp = 32);

/// Blocks of memory that `threads` threads load, if each group of `sharing` neighbours loads one block per load.
std::uint64_t unique_blocks(std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing);

/// Entries of an MSHR that merges at most `merges` threads.
std::uint64_t mshr_entries(std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing, std::uint64_t merges);

/// Entries of a PRT: warp instructions.
std::uint64_t warp_instructions(std::uint64_t threads, std::uint64_t loads, std::uint64_t warp = 32);

}  // namespace chasescope::inference
