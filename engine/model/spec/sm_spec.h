// The parts of an SM besides caches: shared memory, a table of outstanding requests, throughput, instruction caches, access to the
// shared memory of other SMs. Values only, as a card file states them; each is optional on a card. Sizes are bytes, times SM
// cycles.
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
  std::uint32_t row_bytes = 4;          ///< bytes that a bank delivers in one access: Kepler's banks are 8 bytes wide in both modes
  std::uint32_t lanes_at_once = 32;     ///< lanes of a warp that are served together: 16 on Tesla
  /// Cycles of an access by its conflict degree (rows that the busiest bank must deliver); degrees between two entries are
  /// interpolated, higher ones are extrapolated with the last slope.
  std::map<double, double> conflict_cycles;
  friend bool operator==(const SharedMemorySpec&, const SharedMemorySpec&) = default;
};

/// How an SM keeps track of loads in flight (request study, §2).
struct RequestTableSpec {
  enum class Kind {
    mshr,  ///< an entry per block of memory in flight; loads of the same block merge into one entry
    prt,   ///< an entry per warp instruction in flight, whichever blocks it loads
  };
  Kind kind = Kind::mshr;
  std::uint32_t entries = 0;
  std::uint32_t merges = 0;  ///< threads whose loads an entry merges at once, mshr only
  /// Cycles of the load/store unit for each further group of `merges` threads of a warp that loads the same block; these groups
  /// join the entry one after the other. mshr only. Empty: each such group takes its own entry.
  std::optional<double> replay_cycles;
  std::optional<std::uint32_t> max_requests;  ///< blocks in flight over all entries, prt only
  std::uint32_t max_loads_per_warp = 0;       ///< the scoreboard's limit
  double latency_cycles = 0;                  ///< of one request that misses the L1 and hits the L2
  double issue_cycles = 0;                    ///< from one request of a warp to its next
  double warp_cycles = 0;                     ///< from taking up a warp's instruction to its first request
  double writeback_cycles = 0;                ///< per request, after the last one has arrived
  std::uint32_t units = 1;                    ///< load/store units, each of which issues the requests of one warp at a time
  friend bool operator==(const RequestTableSpec&, const RequestTableSpec&) = default;
};

/// The best throughput of one level, and its limits.
struct BandwidthSpec {
  double read_bytes_per_cycle = 0;
  double write_bytes_per_cycle = 0;
  bool per_sm = false;                          ///< true: the numbers are per SM; false: for the card
  double latency_cycles = 0;                    ///< each thread has one access in flight, so few threads reach less throughput
  std::optional<std::uint64_t> capacity_bytes;  ///< of one SM if per_sm, else of the card
  friend bool operator==(const BandwidthSpec&, const BandwidthSpec&) = default;
};

/// Loads from the shared memory of another SM of the cluster (Hopper).
struct ClusterSpec {
  std::map<double, double> load_cycles;  ///< by cluster size; 1: the SM's own memory. Without an entry: the next larger one
  /// One-way cycles of 16 bytes that the copy engine sends to the other SM, by cluster size as above. Less than a load's round
  /// trip.
  std::map<double, double> bulk_copy_cycles;
  std::uint32_t max_cluster_size() const { return static_cast<std::uint32_t>(load_cycles.rbegin()->first); }
  friend bool operator==(const ClusterSpec&, const ClusterSpec&) = default;
};

struct SmSpec {
  std::optional<SharedMemorySpec> shared_memory;
  std::optional<RequestTableSpec> request_table;
  std::map<std::string, BandwidthSpec> bandwidth;  ///< by level
  std::optional<double> copy_startup_cycles;       ///< cycles of a copy kernel before its first byte moves
  std::optional<ClusterSpec> cluster;
  std::optional<OperationsSpec> operations;
  friend bool operator==(const SmSpec&, const SmSpec&) = default;
};

}  // namespace chasescope::model
