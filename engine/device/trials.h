// Trials: many small random experiments in one request. Each trial draws a random subset of the places (addresses),
// begins with cold caches, visits the subset untimed (the fill), and visits it again in another order, timed: a hit or a miss for
// each place of the subset. Places that make each other miss more often than others share a cache set. This conclusion assumes no
// replacement policy, size or geometry.
//
//   TrialsRequest request{.places = EvenPlaces{.count = 512, .spacing = 128}, .probability = 0.3, .trials = 4096};
//   request.cut_cycles = 60;
//   auto outcome = device.ask(request, {});
//   if (outcome && outcome->missed(7, 31)) …    // in trial first + 7, place 31 was in the subset, was timed, and missed
//
// The protocol fixes which places a trial draws and the orders in which it visits them (TrialDraw), so that every device visits the
// same places for the same request.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/device/chase.h"

namespace chasescope {

/// Places `base`, `base + spacing`, … (byte offsets from a boundary of the device's address space).
struct EvenPlaces {
  std::uint64_t count = 0;
  std::uint64_t spacing = 0;
  std::uint64_t base = 0;
  friend bool operator==(const EvenPlaces&, const EvenPlaces&) = default;
};

/// Distinct byte offsets.
struct ListedPlaces {
  std::vector<std::uint64_t> offsets;
  friend bool operator==(const ListedPlaces&, const ListedPlaces&) = default;
};

using TrialPlaces = std::variant<EvenPlaces, ListedPlaces>;

std::uint64_t count_of(const TrialPlaces& places);
/// \pre i < count_of(places)
std::uint64_t offset_of(const TrialPlaces& places, std::uint64_t i);
/// Bytes from offset 0 to the end of the element of the highest place.
std::uint64_t footprint_bytes(const TrialPlaces& places);

enum class TrialRecord { bits, cycles };

/// One visit reads a word of this many bytes.
inline constexpr std::uint64_t kTrialElementBytes = 4;

struct TrialsResult {
  /// By bits: for each trial bytes_per_trial bytes, bit i % 8 of byte i / 8 for place i, set if a timed place of the subset took
  /// more cycles than the cut.
  std::vector<std::uint8_t> bits;
  std::uint64_t bytes_per_trial = 0;
  /// By cycles: for each trial, the cycles of the timed places of its subset, in the order of their indices.
  std::vector<std::vector<float>> cycles;
  std::optional<double> overhead_cycles;  ///< cycles of each entry that are the cost of measuring

  /// Whether place i missed in the trial (0: the first of the request). \pre recorded by bits
  bool missed(std::uint64_t trial, std::uint64_t place) const {
    return (bits[trial * bytes_per_trial + place / 8] >> (place % 8) & 1) != 0;
  }
  friend bool operator==(const TrialsResult&, const TrialsResult&) = default;
};

struct TrialsRequest {
  using Result = TrialsResult;
  static constexpr std::string_view kCall = "trials";
  MemorySpace space = MemorySpace::global_ca;
  TrialPlaces places;
  double probability = 0.5;       ///< that a place belongs to a trial's subset, 0 to 1
  std::uint64_t fill_passes = 1;  ///< untimed visits of the subset before the timed one
  std::uint64_t trials = 0;
  std::uint64_t first = 0;  ///< the number of the first trial
  std::uint64_t seed = 0;
  std::vector<std::uint64_t> timed;  ///< indices of the timed places, which are in every subset; empty: all are timed
  TrialRecord record = TrialRecord::bits;
  double cut_cycles = 0;  ///< for bits: a visit that takes more cycles is a miss
  std::optional<std::uint64_t> flush_bytes;  ///< bytes of other memory read before each trial; unset: cold caches
  bool same_order = false;   ///< every trial visits the places in the same order
  bool same_memory = false;  ///< the virtual addresses of all places map to one piece of memory: only translation differs
  std::optional<double> carveout_percent;    ///< share of the L1/shared array given to shared memory, 0 to 100
  std::optional<unsigned> sm;                ///< the SM to run on; unset: any SMs, many at once
  friend bool operator==(const TrialsRequest&, const TrialsRequest&) = default;
};

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
constexpr std::uint64_t trial_mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

/// ⌊p·2³²⌋: a place belongs to a subset if the upper half of its hash is below this.
std::uint64_t trial_threshold(double probability);

/// The random draws of one trial: its subset and its orders.
class TrialDraw {
 public:
  /// `trial` counts from 0, whatever the request's first one is.
  TrialDraw(std::uint64_t seed, std::uint64_t trial, double probability, bool same_order);

  /// Whether a place is drawn into the subset. (Places that TrialsRequest::timed names belong to it in any case.)
  bool is_in(std::uint64_t place) const { return trial_mix(key_ ^ place) >> 32 < threshold_; }
  /// is_in() of the first `places` places, a bit for each, 64 bits a word. Overwrites `words`, which must have room for all bits.
  void are_in(std::uint64_t places, std::uint64_t* words) const;

  /// The order of a pass: i = (a·k + b) mod m for k = 0, 1, … m − 1, leaving out each i that is no place. m is the least
  /// power of two that is not below the number of places.
  struct Order {
    std::uint64_t a = 1, b = 0, mask = 0;  ///< m − 1
    std::uint64_t at(std::uint64_t k) const { return (a * k + b) & mask; }
  };
  Order order(std::uint64_t pass, std::uint64_t places) const;

 private:
  std::uint64_t key_, order_key_, threshold_;
};

/// Which places are timed, by index; empty: all.
std::vector<bool> timed_places(const TrialsRequest& request);

/// The visits of a request's trials, and the result, which is put together trial by trial.
class TrialSheet {
 public:
  explicit TrialSheet(const TrialsRequest& request);

  /// The places that a trial visits in one of its passes, in order; pass `fill_passes` is the timed one. `trial` counts from 0,
  /// whatever the request's first one is. Overwrites `places`. O(places).
  void visits(std::uint64_t trial, std::uint64_t pass, std::vector<std::uint64_t>& places) const;

  /// Adds the next trial of the request: the places that its timed pass visited, and the cycles of each visit. \pre equal sizes
  void add(const std::vector<std::uint64_t>& visited, const std::vector<float>& cycles);
  TrialsResult take() { return std::move(result_); }

 private:
  const TrialsRequest& request_;
  std::uint64_t places_;
  std::vector<bool> timed_;
  std::uint64_t trials_ = 0;
  TrialsResult result_;
  std::vector<std::pair<std::uint64_t, float>> by_place_;  // working space
};

/// TrialSheet::visits() of one trial.
std::vector<std::uint64_t> visited_places(const TrialsRequest& request, std::uint64_t trial, std::uint64_t pass);

}  // namespace chasescope
