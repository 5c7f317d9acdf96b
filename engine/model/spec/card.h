// A card: one whole memory hierarchy, as read from a JSON file (docs in resources/schemas/model.schema.json).
//
// A card knows nothing of any real GPU; every number comes from its file, which also says where the number was published.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/clock/card_clock.h"
#include "engine/model/spec/noise.h"
#include "engine/model/spec/pause_spec.h"
#include "engine/model/spec/sm_spec.h"
#include "engine/model/spec/spec.h"

namespace chasescope::model {

/// Words that a file may not use for its own parts, because they name outcomes of a translation.
inline constexpr const char* kWalk = "walk";      ///< no TLB knew the page: the page table was read
inline constexpr const char* kWindow = "window";  ///< the walk led out of the activated pages: a page-table switch

/// Another limit of a memory space when the card is configured so (shared memory beside a large L1).
struct FootprintSpec {
  SettingSpec when;
  std::uint64_t max_footprint_bytes = 0;
  friend bool operator==(const FootprintSpec&, const FootprintSpec&) = default;
};

/// A cache in parts that lie near some SMs and far from others (the two halves of an L2).
struct PartitionSpec {
  std::string cache;
  IndexSpec index;                  ///< the partition of an address, as an index function chooses a set
  std::vector<std::uint32_t> home;  ///< the partition that is near SM i is home[i modulo its length]
  std::uint32_t count = 1;
  friend bool operator==(const PartitionSpec&, const PartitionSpec&) = default;
};

/// Where SMs sit: what groups of them wait longer for each slice of a cache, and each SM for all of it, besides what is near and
/// far.
struct FloorPlanSpec {
  std::string cache;
  IndexSpec index;  ///< the slice of an address, as an index function chooses a set
  std::uint32_t slices = 1;
  std::vector<std::uint32_t> group;         ///< SM i is of group[i modulo its length]
  std::vector<std::vector<double>> cycles;  ///< by group and slice
  std::vector<double> sm_cycles;            ///< SM i waits sm_cycles[i modulo its length] longer; empty: nobody does
  friend bool operator==(const FloorPlanSpec&, const FloorPlanSpec&) = default;
};

/// Pages that lie elsewhere when a request begins, and are brought when they are touched first (unified memory).
struct MigrationSpec {
  std::uint64_t page_bytes = 0;  ///< the least that one fault brings
  /// The most: where more than half of a larger aligned block has been touched, a fault brings the rest of it, up to this block.
  std::uint64_t most_bytes = 0;
  double fault_cycles = 0;          ///< of a fault, on top of the load
  double move_bytes_per_cycle = 0;  ///< what it brings takes so long, too
  friend bool operator==(const MigrationSpec&, const MigrationSpec&) = default;
};

/// The way of a load through the hierarchy from one memory space.
struct PathSpec {
  std::vector<std::string> data;                 ///< caches in the order in which they are asked
  std::string backing = "dram";                  ///< what answers when no cache does
  std::vector<std::string> translation;          ///< TLBs in the order in which they are asked
  std::optional<std::string> translation_after;  ///< only what misses this cache is translated; empty: every access
  std::optional<std::uint64_t> max_footprint_bytes;
  std::vector<FootprintSpec> footprint_alternatives;  ///< other limits under other settings; the first that applies wins
  std::map<std::string, double> latency;              ///< cycles by answering data part, translation hitting the first TLB
  std::map<std::string, double> translation_penalty;  ///< cycles on top, by TLB that hit, "walk" or "window"
  /// Published latencies of combinations (data part -> translation outcome -> cycles); they replace the sum of parts.
  std::map<std::string, std::map<std::string, double>> combined;
  /// As `latency`, for an address of another partition than the SM's: the partitioned cache and all behind it.
  std::map<std::string, double> far_latency;
  std::optional<MigrationSpec> migration;

  std::optional<std::uint64_t> max_footprint(const Configuration& configuration) const;
  friend bool operator==(const PathSpec&, const PathSpec&) = default;
};

/// Instruction caches. They are caches like others, asked for the lines of straight-line code.
struct InstructionSpec {
  std::uint32_t instruction_bytes = 16;
  double issue_cycles = 1;  ///< per instruction that is there
  PathSpec path;            ///< its latencies are the cycles that a fetched line holds the program up
  friend bool operator==(const InstructionSpec&, const InstructionSpec&) = default;
};

/// What the vendor's interface would tell; member for member as in the device protocol's `properties`.
struct DeviceFacts {
  std::optional<std::string> compute_capability;
  std::map<std::string, std::uint64_t> numbers;  ///< "memory_bytes", "l2_bytes", "sm_count", …
  friend bool operator==(const DeviceFacts&, const DeviceFacts&) = default;
};

/// Where a part of the file comes from. It covers the value at `pointer` and all below it that has no nearer source.
struct Source {
  std::string text;      ///< "MEI14 table 3", or "assumed: …"
  bool assumed = false;  ///< nobody published this number
  friend bool operator==(const Source&, const Source&) = default;
};

struct Card {
  std::string name;
  std::string summary;
  std::map<std::string, std::string> legend;  ///< short name of a source -> full reference
  DeviceFacts device;
  std::map<std::string, CacheEntry> caches;
  std::map<std::string, CacheSpec> tlbs;
  std::optional<std::uint64_t> activation_window_bytes;  ///< 2014 paper §4.2: pages active at a time
  std::optional<PartitionSpec> partitions;               ///< of one cache
  std::optional<FloorPlanSpec> floor_plan;               ///< of one cache
  std::map<std::string, PathSpec> paths;                 ///< by memory space ("global.ca")
  SmSpec sm;                                             ///< what an SM has besides caches
  std::optional<InstructionSpec> instructions;
  NoiseSpec noise;                        ///< off in every preset
  ClockSpec clock;                        ///< what loads are timed with
  PauseSpec pauses;                       ///< of memory, where it pauses
  std::map<std::string, Source> sources;  ///< by JSON pointer
  friend bool operator==(const Card&, const Card&) = default;

  /// The nearest source at or above a JSON pointer; null if the file gives none.
  const Source* source_of(const std::string& pointer) const;
};

}  // namespace chasescope::model
