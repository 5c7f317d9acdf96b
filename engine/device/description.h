// A device's description of itself: the protocol's `describe`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/chase.h"

namespace chasescope {

enum class Origin { hardware, model, recording, external };

/// The protocol's word ("hardware").
std::string_view to_string(Origin origin);
std::optional<Origin> origin_from(std::string_view word);

/// Properties that are known without measuring; each is optional. Sizes in bytes, clocks in kHz.
struct Properties {
  std::optional<std::string> compute_capability;  ///< "9.0"
  std::optional<std::uint64_t> sm_count;
  std::optional<std::uint64_t> warp_size;
  std::optional<std::uint64_t> max_threads_per_block;
  std::optional<std::uint64_t> clock_khz;
  std::optional<std::uint64_t> memory_clock_khz;
  std::optional<std::uint64_t> memory_bus_bits;
  std::optional<std::uint64_t> memory_bytes;
  std::optional<std::uint64_t> l2_bytes;
  std::optional<std::uint64_t> shared_bytes_per_sm;
  std::optional<std::uint64_t> shared_bytes_per_block;
  std::optional<std::uint64_t> constant_bytes;
  std::optional<std::uint64_t> registers_per_sm;
  std::optional<std::string> driver;
  std::optional<std::string> runtime;
  std::optional<std::uint64_t> max_footprint_bytes;                  ///< for every space that has no limit of its own
  std::map<MemorySpace, std::uint64_t> max_footprint_bytes_by_space;
  std::optional<std::uint64_t> max_accesses;
  std::optional<std::string> notes;
  friend bool operator==(const Properties&, const Properties&) = default;
};

struct Description {
  std::string name;
  Origin origin = Origin::external;
  std::vector<std::string> calls;   ///< requests that it can serve: "chase", …
  std::vector<MemorySpace> spaces;  ///< memory spaces of its chases
  Properties properties;
  bool keeps_all_state = false;           ///< `"keeps_state": true`
  std::vector<std::string> keeps_state;   ///< caches and TLBs that stay warm between requests ("l2", "tlb"); empty: starts cold
  bool same_memory = false;  ///< its trials can map one piece of memory at many addresses
  bool sealed = false;       ///< a mystery card: accesses are counted against a budget, so only the user's own requests may measure
  std::vector<std::string> locked_probes;  ///< probes by name that run_probe() refuses on it (locked_probe.h)
  friend bool operator==(const Description&, const Description&) = default;

  bool serves(std::string_view call) const;
  bool serves(MemorySpace space) const;
  /// The largest footprint of a chase in this space, where the device states one.
  std::optional<std::uint64_t> max_footprint(MemorySpace space) const;
};

}  // namespace chasescope
