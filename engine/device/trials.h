// Trials: many small random experiments in one request. Each draws a subset of some places, begins cold, visits the subset (the
// fill), and visits it again in another order, timed: one hit or miss for each place that was in. Which places hurt each other
// tells what shares a set, without assuming any policy, size or geometry.
//
//   TrialsRequest request{.places = EvenPlaces{.count = 512, .spacing = 128}, .probability = 0.3, .trials = 4096};
//   request.cut_cycles = 60;
//   auto outcome = device.ask(request, {});
//   if (outcome && outcome->missed(7, 31)) …    // in trial first + 7, place 31 was in, timed, and missed
//
// The protocol fixes which places a trial draws and the orders in which it visits them (TrialDraw), so that every device that is
// asked the same visits the same.
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

/// TrialPlaces `base`, `base + spacing`, … (byte offsets from a boundary of the device's address space).
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

/// TrialPlaces are read in words of this many bytes.
inline constexpr std::uint64_t kTrialElementBytes = 4;

struct TrialsResult {
  /// By bits: for each trial bytes_per_trial bytes, bit i % 8 of byte i / 8 for place i, set where a timed place that was in took
  /// more than the cut.
  std::vector<std::uint8_t> bits;
  std::uint64_t bytes_per_trial = 0;
  /// By cycles: for each trial the timed places that were in, by index.
  std::vector<std::vector<float>> cycles;
  std::optional<double> overhead_cycles;  ///< what of each entry is the cost of measuring

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
  double probability = 0.5;       ///< that a place is in a trial, 0 to 1
  std::uint64_t fill_passes = 1;  ///< untimed visits of the subset before the timed one
  std::uint64_t trials = 0;
  std::uint64_t first = 0;  ///< the number of the first trial
  std::uint64_t seed = 0;
  std::vector<std::uint64_t> timed;  ///< indices of places that are timed and always in; empty: all that are in are timed
  TrialRecord record = TrialRecord::bits;
  double cut_cycles = 0;                     ///< by bits: what takes more has missed
  std::optional<std::uint64_t> flush_bytes;  ///< before each trial so much other memory is read; unset: it begins cold
  bool same_order = false;                   ///< every trial visits in one order
  bool same_memory = false;                  ///< all places show one piece of memory, so that only translation differs
  std::optional<double> carveout_percent;    ///< share of the L1/shared array given to shared memory, 0 to 100
  std::optional<unsigned> sm;                ///< the SM to run on; unset: any, and many at once
  friend bool operator==(const TrialsRequest&, const TrialsRequest&) = default;
};

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
constexpr std::uint64_t trial_mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

/// ⌊p·2³²⌋: a place is in where the upper half of its hash is below this.
std::uint64_t trial_threshold(double probability);

/// What one trial draws.
class TrialDraw {
 public:
  /// `trial` counts from 0, whatever the request's first one is.
  TrialDraw(std::uint64_t seed, std::uint64_t trial, double probability, bool same_order);

  /// Whether a place is in, but for those that are timed by name, which always are.
  bool is_in(std::uint64_t place) const { return trial_mix(key_ ^ place) >> 32 < threshold_; }
  /// The same of the first so many places, a bit for each, 64 of them a word. Replaces what is in `words`; room for all of them.
  void are_in(std::uint64_t places, std::uint64_t* words) const;

  /// The order of a pass: i = (a·k + b) mod m for k = 0, 1, … m − 1, leaving out what is not below the number of places. m is the
  /// least power of two that is not below it.
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

/// What the trials of a request visit, and their answer, put together trial by trial.
class TrialSheet {
 public:
  explicit TrialSheet(const TrialsRequest& request);

  /// The places that a trial visits in one of its passes, in order; pass `fill_passes` is the timed one. `trial` counts from 0,
  /// whatever the request's first one is. Replaces what is in `places`. O(places).
  void visits(std::uint64_t trial, std::uint64_t pass, std::vector<std::uint64_t>& places) const;

  /// The next trial of the request: what its timed pass visited, and what each visit took. \pre as many of the one as of the other
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
