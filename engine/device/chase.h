// The chase: one thread follows a pattern through one memory space, and every load is timed (2014 paper, §3.2, listing 4).
//
// Values only: what is asked (ChaseRequest) and what comes back (ChaseResult). They match the device protocol member for
// member. Sizes, strides and offsets are bytes; times are SM clock cycles.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/trace/latency_trace.h"

namespace chasescope {

enum class MemorySpace { global_ca, global_cg, readonly, texture, constant, shared, local, host, managed, peer };

/// All spaces, in the order in which they are listed to people.
const std::vector<MemorySpace>& all_memory_spaces();

/// The spaces whose memory is the card's own. A device whose description lists no spaces has these.
const std::vector<MemorySpace>& card_memory_spaces();

/// Memory that the card reaches over a bus: pinned memory of the host, unified memory whose pages lie on the host before each
/// request, another card's memory.
constexpr bool is_beyond_card(MemorySpace space) {
  return space == MemorySpace::host || space == MemorySpace::managed || space == MemorySpace::peer;
}

/// The protocol's word ("global.ca").
std::string_view to_string(MemorySpace space);
std::optional<MemorySpace> memory_space_from(std::string_view word);

/// Offsets 0, stride, 2·stride, … below `bytes`, then again from 0. `bytes` is a multiple of `stride`.
struct UniformPattern {
  std::uint64_t bytes = 0;
  std::uint64_t stride = 0;
  friend bool operator==(const UniformPattern&, const UniformPattern&) = default;
};

/// An explicit list of distinct offsets, followed in this order and then again from the first (non-uniform strides).
struct OffsetsPattern {
  std::vector<std::uint64_t> offsets;
  friend bool operator==(const OffsetsPattern&, const OffsetsPattern&) = default;
};

/// The offsets of the uniform pattern in one random cycle; the result tells the order.
struct ShuffledPattern {
  std::uint64_t bytes = 0;
  std::uint64_t stride = 0;
  std::uint64_t seed = 0;
  friend bool operator==(const ShuffledPattern&, const ShuffledPattern&) = default;
};

using Pattern = std::variant<UniformPattern, OffsetsPattern, ShuffledPattern>;

/// Accesses in one pass over the pattern (N / s in the papers' notation). 0 for an empty pattern.
std::uint64_t accesses_per_pass(const Pattern& pattern);

/// Bytes of the array that the pattern needs: the highest offset plus one element, or N for uniform patterns.
std::uint64_t footprint_bytes(const Pattern& pattern, unsigned element_bytes);

/// The order of a ShuffledPattern as our own devices draw it: the same seed gives the same order everywhere. The latest order is
/// cached, so that the request, the recorder and the reader of the answer share one copy.
std::shared_ptr<const std::vector<std::uint64_t>> shuffled_order(const ShuffledPattern& pattern);
/// A copy of shuffled_order().
std::vector<std::uint64_t> shuffled_offsets(const ShuffledPattern& pattern);

/// The longest order that is drawn again from its seed if a run does not hold it: 128 MiB of offsets.
inline constexpr std::uint64_t kMostDrawnOffsets = std::uint64_t{1} << 24;

enum class Record { each, mean };

struct ChaseResult;

struct ChaseRequest {
  using Result = ChaseResult;
  static constexpr std::string_view kCall = "chase";
  MemorySpace space = MemorySpace::global_ca;
  Pattern pattern;
  unsigned element_bytes = 4;  ///< 4 or 8; 4-byte elements reach 16 GiB
  std::uint64_t warmup = 0;    ///< untimed accesses; the first goes to the pattern's first offset
  std::uint64_t accesses = 0;  ///< timed accesses; they go on where the warm-up stopped
  Record record = Record::each;
  std::optional<double> carveout_percent;  ///< share of the L1/shared array given to shared memory, 0 to 100
  std::optional<unsigned> l1_kib;          ///< the Fermi switch: 16 or 48
  std::optional<unsigned> sm;              ///< the SM to run on
  bool truth = false;                      ///< the model shall tell which part answered each access; never set by a probe
  friend bool operator==(const ChaseRequest&, const ChaseRequest&) = default;
};

/// Which part of a model answered each access: `names[index[i]]`. One byte per access.
struct ServedBy {
  std::vector<std::string> names;
  std::vector<std::uint8_t> index;
  bool empty() const { return index.empty(); }
  friend bool operator==(const ServedBy&, const ServedBy&) = default;
};

struct ChaseResult {
  LatencyTrace cycles;                    ///< one entry per timed access; empty when record is mean
  std::optional<double> mean_cycles;      ///< only when record is mean
  std::vector<std::uint64_t> offsets;     ///< one period, for shuffled patterns only; empty if the seed draws the order again
  std::optional<double> overhead_cycles;  ///< cycles of each entry that are the cost of measuring
  std::optional<unsigned> sm;             ///< the SM that ran the chase
  ServedBy served_by;                     ///< ground truth of a model, only when asked
  friend bool operator==(const ChaseResult&, const ChaseResult&) = default;
};

/// Which offset each timed access touched. Cheap to copy; holds one period for listed and shuffled patterns.
class AccessOrder {
 public:
  AccessOrder() = default;
  /// `shuffled` is the order of one period from the result (ignored for other patterns); empty: the order that the seed draws.
  AccessOrder(const Pattern& pattern, std::uint64_t warmup, std::vector<std::uint64_t> shuffled = {});
  explicit AccessOrder(const ChaseRequest& request, const ChaseResult& result)
      : AccessOrder(request.pattern, request.warmup, result.offsets) {}

  /// Accesses per pass; 0 for an empty pattern.
  std::uint64_t period() const { return period_; }

  /// Position within the pass of timed access `index` (0 is the pattern's first offset).
  std::uint64_t position(std::uint64_t index) const { return (warmup_ + index) % period_; }

  /// The pass, counted from the first warm-up access, in which timed access `index` lies.
  std::uint64_t pass(std::uint64_t index) const { return (warmup_ + index) / period_; }

  /// Byte offset of timed access `index`. \pre period() > 0.
  std::uint64_t offset(std::uint64_t index) const { return offset_at_position(position(index)); }
  std::uint64_t offset_at_position(std::uint64_t position) const {
    return offsets_ == nullptr ? position * stride_ : (*offsets_)[position];
  }

 private:
  std::shared_ptr<const std::vector<std::uint64_t>> offsets_;  // none for uniform patterns
  std::uint64_t stride_ = 0;
  std::uint64_t period_ = 0;
  std::uint64_t warmup_ = 0;
};

}  // namespace chasescope
