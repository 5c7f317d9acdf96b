// A warm chase of a built card over one array of N bytes, run through the device interface. For each access it tells which caches
// and TLBs hit or missed.
//
//   const auto pass = run_pass(card, 4608, 128);
//   pass->parts[0].misses()   // misses of the cache that was built
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/device.h"
#include "engine/device/error.h"
#include "engine/model/spec/card.h"
#include "engine/step/step.h"

namespace chasescope::build {

/// Warm-up passes before the pass that is shown. After so many, a pattern that repeats at all has settled.
inline constexpr std::uint64_t kWarmPasses = 8;
/// The most accesses of a pass that is run: a drawing of more could not be read.
inline constexpr std::uint64_t kMostAccesses = std::uint64_t{1} << 19;

/// One cache or TLB during the pass.
struct PartPass {
  std::string name;  ///< "l1"
  bool translates = false;
  model::CacheSpec spec;
  bool has_sets = true;                 ///< false if each way has an index of its own
  std::vector<step::Verdict> verdicts;  ///< of each access of the pass: hit, miss or not_asked
  std::vector<std::uint32_t> sets;      ///< the set of each access; empty without sets
  std::uint64_t next_misses = 0;        ///< misses of the pass that follows the one shown
  bool repeats = true;                  ///< whether the pass that follows hits and misses at the same accesses

  std::uint64_t misses() const;
  /// The number of the line (for a TLB: the page) at an offset in bytes.
  std::uint64_t unit_of(std::uint64_t offset) const { return offset / spec.unit_bytes; }
};

struct WarmPass {
  std::uint64_t bytes = 0, stride = 0;
  double slowest_cycles = 0;    ///< the longest latency of the path, that of memory, even if this pass never meets it
  std::vector<float> cycles;    ///< measured cycles of each access
  std::vector<PartPass> parts;  ///< the caches in the order in which they are asked, then the TLB

  std::uint64_t accesses() const { return cycles.size(); }
  std::uint64_t offset(std::uint64_t access) const { return access * stride; }
};

/// All accesses of such a request, with its warm-up. A thread that must not wait decides by this number whether to ask.
std::uint64_t accesses_asked(std::uint64_t bytes, std::uint64_t stride);

/// Runs the chase on a software GPU of this card. `bytes` is rounded down to a multiple of the stride. The error is a sentence: a
/// refusal of the device, or that the pass has more than kMostAccesses accesses.
Outcome<WarmPass> run_pass(const model::Card& card, std::uint64_t bytes, std::uint64_t stride, const RunControl& control = {});

}  // namespace chasescope::build
