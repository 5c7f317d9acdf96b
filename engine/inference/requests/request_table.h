// Finds the table of outstanding requests that explains where thread-latency curves saturate: MSHR or PRT, the number of entries,
// and how many threads one entry merges (request study §2, §5).
//
// An MSHR (miss status holding register) has an entry for each block of memory in flight. The leap of the latency depends on
// threads × loads. It comes later if threads share blocks, until an entry has merged as many threads as it can. A PRT (pending
// request table) has an entry for each warp instruction. The leap depends on the number of these instructions, whether or not
// blocks are shared; the requests may also have a common limit (a pool). Every table that agrees with all curves is kept. A value
// is known if all kept tables agree on it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace chasescope::inference {

/// The result of one curve. With up to `fits` threads no request waits; from `waits` threads on some request does (if there is a
/// leap).
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
  std::optional<std::uint64_t> high;  ///< empty if the interval has no upper end
  bool exact() const { return high == low; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

struct RequestTableFit {
  enum class Verdict {
    mshr,
    prt,
    unsaturated,  ///< no curve leaps
    too_few,      ///< one curve leaps, and there is no other curve to compare it with
    undecided,    ///< both kinds agree with every curve, or no curve of threads that share blocks leaps: without such a curve the
                  ///< pool of a PRT looks like an MSHR
    unexplained,  ///< neither kind agrees with every curve
  };
  Verdict verdict = Verdict::unsaturated;
  Interval entries;                 ///< blocks (MSHR) or warp instructions (PRT)
  Interval merges;                  ///< threads that share an MSHR entry; `high` is empty if a whole warp or more can
  Interval requests;  ///< unique blocks in flight at once; if the kind is undecided, an interval that holds for both kinds
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
