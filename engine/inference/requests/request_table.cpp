#include "engine/inference/requests/request_table.h"

#include <algorithm>
#include <limits>

namespace chasescope::inference {
namespace {

constexpr std::size_t kFewestByPool = 2;  // leaps that a pool must explain to be believed
constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

std::uint64_t divided_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

/// The range of a value over several tables.
class Span {
 public:
  void add(std::uint64_t low, std::uint64_t high) {
    low_ = std::min(low_, low);
    high_ = std::max(high_, high);
  }
  void join(const Span& other) {
    low_ = std::min(low_, other.low_);
    high_ = std::max(high_, other.high_);
  }
  bool empty() const { return low_ > high_; }
  Interval interval() const { return {low_, high_ == kNoLimit ? std::nullopt : std::optional(high_)}; }

 private:
  std::uint64_t low_ = kNoLimit;
  std::uint64_t high_ = 0;
};

/// All tables of one kind that agree with every curve.
struct Tables {
  Span entries, merges, requests;
  bool pool = false;
};

Tables mshrs(std::span<const SaturationOfCurve> curves, Merging merging, std::uint64_t warp) {
  Tables tables;
  // The curves distinguish merging up to a warp's number of threads. More than that looks the same.
  for (std::uint64_t merges = merging == Merging::seen ? 2 : 1; merges <= (merging == Merging::not_seen ? 1 : warp); ++merges) {
    std::uint64_t low = 1;
    std::uint64_t high = kNoLimit;
    for (const SaturationOfCurve& curve : curves) {
      low = std::max(low, mshr_entries(curve.fits, curve.loads, curve.sharing, merges));
      if (curve.waits) high = std::min(high, mshr_entries(*curve.waits, curve.loads, curve.sharing, merges) - 1);
    }
    if (low > high || high == kNoLimit) continue;
    tables.entries.add(low, high);
    tables.requests.add(low, high);
    tables.merges.add(merges, merges == warp ? kNoLimit : merges);
  }
  return tables;
}

Tables prts(std::span<const SaturationOfCurve> curves, Merging merging, std::uint64_t warp) {
  Tables tables;
  if (merging == Merging::not_seen) return tables;  // a warp instruction's threads are merged before its entry is booked
  std::uint64_t fewest = 1;
  std::uint64_t pool_low = 0;
  std::uint64_t most = 0;
  for (const SaturationOfCurve& curve : curves) {
    fewest = std::max(fewest, warp_instructions(curve.fits, curve.loads, warp));
    pool_low = std::max(pool_low, unique_blocks(curve.fits, curve.loads, curve.sharing));
    if (curve.waits) most = std::max(most, warp_instructions(*curve.waits, curve.loads, warp));
  }
  // If a pool alone explains all curves, it is an MSHR that merges any number of threads. Then nothing supports a PRT with a pool.
  std::uint64_t pool_alone = kNoLimit;
  for (const SaturationOfCurve& curve : curves)
    if (curve.waits) pool_alone = std::min(pool_alone, unique_blocks(*curve.waits, curve.loads, curve.sharing) - 1);
  for (std::uint64_t entries = fewest; entries < most; ++entries) {
    std::uint64_t pool_high = kNoLimit;
    std::size_t by_pool = 0;
    for (const SaturationOfCurve& curve : curves) {
      if (!curve.waits) continue;
      if (warp_instructions(*curve.waits, curve.loads, warp) > entries) continue;
      pool_high = std::min(pool_high, unique_blocks(*curve.waits, curve.loads, curve.sharing) - 1);
      ++by_pool;
    }
    if (pool_low > pool_high || (by_pool > 0 && (by_pool < kFewestByPool || pool_low <= pool_alone))) continue;
    tables.entries.add(entries, entries);
    tables.requests.add(pool_low, std::min(pool_high, entries * warp));
    tables.pool = tables.pool || pool_high != kNoLimit;
  }
  return tables;
}

}  // namespace

std::uint64_t unique_blocks(std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing) {
  return divided_up(threads, sharing) * loads;
}

std::uint64_t mshr_entries(std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing, std::uint64_t merges) {
  return (threads / sharing * divided_up(sharing, merges) + divided_up(threads % sharing, merges)) * loads;
}

std::uint64_t warp_instructions(std::uint64_t threads, std::uint64_t loads, std::uint64_t warp) {
  return divided_up(threads, warp) * loads;
}

RequestTableFit fit_request_table(std::span<const SaturationOfCurve> curves, Merging merging, std::uint64_t warp) {
  RequestTableFit fit;
  std::size_t leaps = 0;
  bool shared = false;
  for (const SaturationOfCurve& curve : curves) {
    fit.free_requests = std::max(fit.free_requests, unique_blocks(curve.fits, curve.loads, curve.sharing));
    leaps += curve.waits ? 1 : 0;
    shared = shared || (curve.waits && curve.sharing > 1);
  }
  fit.requests.low = fit.free_requests;
  if (leaps == 0) return fit;
  const Tables mshr = mshrs(curves, merging, warp);
  const Tables prt = prts(curves, merging, warp);
  if (mshr.entries.empty() && prt.entries.empty()) {
    fit.verdict = RequestTableFit::Verdict::unexplained;
  } else if (leaps == 1) {
    fit.verdict = RequestTableFit::Verdict::too_few;
  } else if (!shared || (!mshr.entries.empty() && !prt.entries.empty())) {
    fit.verdict = RequestTableFit::Verdict::undecided;
    Span requests = mshr.requests;
    requests.join(prt.requests);
    fit.requests = requests.interval();
  } else {
    const bool is_mshr = prt.entries.empty();
    const Tables& tables = is_mshr ? mshr : prt;
    fit.verdict = is_mshr ? RequestTableFit::Verdict::mshr : RequestTableFit::Verdict::prt;
    fit.entries = tables.entries.interval();
    if (is_mshr) fit.merges = tables.merges.interval();
    fit.requests = tables.requests.interval();
    fit.pool = tables.pool;
  }
  return fit;
}

}  // namespace chasescope::inference
