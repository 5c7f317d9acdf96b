// What else an SM has besides caches: shared memory, a table of outstanding requests, throughput, instruction caches, a way to
// other SMs' shared memory. Values only, as a card file states them; each is optional on a card. Sizes are bytes, times SM cycles.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/spec/operations_spec.h"

namespace chasescope::model {

/// Shared memory (2014 paper, §4.1). Successive words of a mode's width lie in successive banks.
struct SharedMemorySpec {
  std::uint32_t banks = 32;
  std::vector<std::uint32_t> modes{4};  ///< bank widths that can be chosen; the first is the default
  std::uint32_t row_bytes = 4;          ///< what a bank delivers at once: Kepler's banks are 8 bytes wide in both modes
  std::uint32_t lanes_at_once = 32;     ///< lanes of a warp that are served together: 16 on Tesla
  /// Cycles of an access by its conflict degree (rows that the busiest bank must deliver); degrees between are interpolated, those
  /// beyond go on with the last slope.
  std::map<double, double> conflict_cycles;
  friend bool operator==(const SharedMemorySpec&, const SharedMemorySpec&) = default;
};

/// How an SM keeps track of loads that are under way (request study, §2).
struct RequestTableSpec {
  enum class Kind {
    mshr,  ///< an entry per block under way; loads of the same block merge into it
    prt,   ///< an entry per warp instruction under way, whatever it loads
  };
  Kind kind = Kind::mshr;
  std::uint32_t entries = 0;
  std::uint32_t merges = 0;                   ///< threads that an entry takes at once, mshr only
  /// What each further group of `merges` threads of a warp that wants the same block takes of the load/store unit, joining the entry
  /// in turn; mshr only. Empty: such a group takes another entry.
  std::optional<double> replay_cycles;
  std::optional<std::uint32_t> max_requests;  ///< blocks under way over all entries, prt only
  std::uint32_t max_loads_per_warp = 0;       ///< the scoreboard's limit
  double latency_cycles = 0;                  ///< of one request, L1 cold, L2 warm
  double issue_cycles = 0;                    ///< from one request of a warp to its next
  double warp_cycles = 0;                     ///< from taking up a warp's instruction to its first request
  double writeback_cycles = 0;                ///< per request, after the last one came
  std::uint32_t units = 1;                    ///< load/store units: warps whose requests are issued side by side
  friend bool operator==(const RequestTableSpec&, const RequestTableSpec&) = default;
};

/// Throughput of one level at its best, and what keeps a request from it.
struct BandwidthSpec {
  double read_bytes_per_cycle = 0;
  double write_bytes_per_cycle = 0;
  bool per_sm = false;                          ///< the numbers are for one SM, else for the card
  double latency_cycles = 0;                    ///< each thread has one access under way, so few threads get less
  std::optional<std::uint64_t> capacity_bytes;  ///< of one SM if per_sm, else of the card
  friend bool operator==(const BandwidthSpec&, const BandwidthSpec&) = default;
};

/// Loads from the shared memory of another SM of the cluster (Hopper).
struct ClusterSpec {
  std::map<double, double> load_cycles;  ///< by cluster size; size 1 is one's own shared memory. Between: the next larger one
  /// Of 16 bytes that the copy engine sends there, one way, by cluster size as above. Less than a load takes, which comes back.
  std::map<double, double> bulk_copy_cycles;
  std::uint32_t max_cluster_size() const { return static_cast<std::uint32_t>(load_cycles.rbegin()->first); }
  friend bool operator==(const ClusterSpec&, const ClusterSpec&) = default;
};

struct SmSpec {
  std::optional<SharedMemorySpec> shared_memory;
  std::optional<RequestTableSpec> request_table;
  std::map<std::string, BandwidthSpec> bandwidth;  ///< by level
  std::optional<double> copy_startup_cycles;       ///< of a copy kernel, before the first byte moves
  std::optional<ClusterSpec> cluster;
  std::optional<OperationsSpec> operations;
  friend bool operator==(const SmSpec&, const SmSpec&) = default;
};

}  // namespace chasescope::model
