// What a built card does with one array: a chase over N bytes by a stride, warm, through the seam, and for each access which parts
// had it.
//
//   const auto pass = run_pass(card, 4608, 128);
//   pass->parts[0].misses()   // of the cache that was built
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

/// Passes before the one that is shown: by then what repeats does so.
inline constexpr std::uint64_t kWarmPasses = 8;
/// A pass of so many accesses at the most is looked at: more would be a blur.
inline constexpr std::uint64_t kMostAccesses = std::uint64_t{1} << 19;

/// One cache or TLB during the pass.
struct PartPass {
  std::string name;  ///< "l1"
  bool translates = false;
  model::CacheSpec spec;
  bool has_sets = true;                 ///< not where each way has an index of its own
  std::vector<step::Verdict> verdicts;  ///< of each access of the pass: hit, miss or not_asked
  std::vector<std::uint32_t> sets;      ///< of each access; empty without sets
  std::uint64_t next_misses = 0;        ///< of the pass after it
  bool repeats = true;                  ///< whether the pass after it hits and misses in the same places

  std::uint64_t misses() const;
  /// The number of the line, or page, of an offset.
  std::uint64_t unit_of(std::uint64_t offset) const { return offset / spec.unit_bytes; }
};

struct WarmPass {
  std::uint64_t bytes = 0, stride = 0;
  double slowest_cycles = 0;    ///< what memory takes, whether or not this pass goes there
  std::vector<float> cycles;    ///< of each access
  std::vector<PartPass> parts;  ///< caches in the order in which they are asked, then the TLB

  std::uint64_t accesses() const { return cycles.size(); }
  std::uint64_t offset(std::uint64_t access) const { return access * stride; }
};

/// Accesses of one request, with its warm-up: what a thread that must not wait may ask for is judged by it.
std::uint64_t accesses_asked(std::uint64_t bytes, std::uint64_t stride);

/// Runs it on a software GPU of this card. `bytes` is rounded down to whole strides. Refuses what the device refuses, and passes
/// beyond kMostAccesses, with a sentence.
Outcome<WarmPass> run_pass(const model::Card& card, std::uint64_t bytes, std::uint64_t stride, const RunControl& control = {});

}  // namespace chasescope::build
