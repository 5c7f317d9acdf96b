// The request `residency`: which lines of the L2 stay in it while others pass through, by the priority with which they were read.
//
//   ResidencyRequest request{.kept_bytes = 8 << 20, .kept = EvictionPriority::last, .swept_bytes = 256 << 20};
//   auto outcome = device.ask(request, {});   // Outcome<ResidencyResult>: how many of the timed places still hit
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace chasescope {

/// The eviction priority of a load (PTX ISA, "Cache Eviction Priority Hints"): lines read with `first` are evicted before others,
/// lines read with `last` after all others. `unchanged` leaves the priority of the line as it is.
enum class EvictionPriority { normal, first, last, unchanged };

/// The protocol's word ("first").
std::string_view to_string(EvictionPriority priority);
std::optional<EvictionPriority> eviction_priority_from(std::string_view word);

struct ResidencyResult {
  std::vector<double> cycles;  ///< one per timed place, the cost of reading the clock included
  friend bool operator==(const ResidencyResult&, const ResidencyResult&) = default;
};

/// All SMs together read one word in every `spacing_bytes` of an array of `kept_bytes`, twice, and then in the same way, once,
/// another array of `swept_bytes`. Then one thread times loads from `places` places of the first array, past its L1. Before the
/// request, the L2 holds none of the lines of both arrays, and no line has priority.
struct ResidencyRequest {
  using Result = ResidencyResult;
  static constexpr std::string_view kCall = "residency";
  std::uint64_t kept_bytes = 0;
  EvictionPriority kept = EvictionPriority::normal;
  std::uint64_t swept_bytes = 0;  ///< 0: nothing is read after the first array
  EvictionPriority swept = EvictionPriority::normal;
  std::uint64_t spacing_bytes = 128;  ///< a power of two from 32 to 1 MiB; both arrays are a multiple of it
  std::uint64_t timed_offset = 0;  ///< from a word that was read to the word that is timed; a multiple of 4 below `spacing_bytes`
  std::uint64_t places = 1;        ///< timed once each, in ascending order; one of each of as many equal parts of the array
  /// Bytes of the L2 that are set aside for lines of priority `last`; the device may round them up. Unset: the device's default.
  std::optional<std::uint64_t> persisting_bytes;
  std::optional<std::uint64_t> fetch_bytes;  ///< the fetch granularity of the L2: 32, 64 or 128. Unset: the device's default
  friend bool operator==(const ResidencyRequest&, const ResidencyRequest&) = default;
};

}  // namespace chasescope
