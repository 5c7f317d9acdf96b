// A card: one whole memory hierarchy, as read from a JSON file (docs in resources/schemas/model.schema.json).
//
// The code holds no number of any real GPU; every number comes from the card file, which also says where it was published.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/clock/card_clock.h"
#include "engine/model/spec/noise.h"
#include "engine/model/spec/pause_spec.h"
#include "engine/model/spec/residency_spec.h"
#include "engine/model/spec/sm_spec.h"
#include "engine/model/spec/spec.h"

namespace chasescope::model {

/// Words that a file may not use for its own parts, because they name outcomes of a translation.
inline constexpr const char* kWalk = "walk";      ///< no TLB knew the page: the page table was read
inline constexpr const char* kWindow = "window";  ///< the walk led out of the activated pages: a page-table switch

/// Another footprint limit of a memory space under some settings (for example shared memory beside a large L1).
struct FootprintSpec {
  SettingSpec when;
  std::uint64_t max_footprint_bytes = 0;
  friend bool operator==(const FootprintSpec&, const FootprintSpec&) = default;
};

/// A cache in parts that lie near some SMs and far from others (the two halves of an L2).
struct PartitionSpec {
  std::string cache;
  IndexSpec index;                  ///< the partition of an address, as an index function chooses a set
  std::vector<std::uint32_t> home;  ///< the partition near SM i is home[i mod home.size()]
  std::uint32_t count = 1;
  friend bool operator==(const PartitionSpec&, const PartitionSpec&) = default;
};

/// The places of the SMs on the chip: the extra cycles of each group of SMs for each slice of a cache, and of each SM for the whole
/// cache, besides the latency difference of near and far partitions.
struct FloorPlanSpec {
  std::string cache;
  IndexSpec index;  ///< the slice of an address, as an index function chooses a set
  std::uint32_t slices = 1;
  std::vector<std::uint32_t> group;         ///< the group of SM i is group[i mod group.size()]
  std::vector<std::vector<double>> cycles;  ///< extra cycles, by group and slice
  std::vector<double> sm_cycles;            ///< SM i waits sm_cycles[i mod sm_cycles.size()] longer; empty: no SM does
  friend bool operator==(const FloorPlanSpec&, const FloorPlanSpec&) = default;
};

/// Unified memory: its pages lie on the host when a request begins, and move to the card when they are first touched.
struct MigrationSpec {
  std::uint64_t page_bytes = 0;  ///< the least memory that one page fault moves
  /// The most memory that one fault moves: if more than half of a larger aligned block has been touched, the fault moves the rest
  /// of that block; blocks grow up to this size.
  std::uint64_t most_bytes = 0;
  double fault_cycles = 0;          ///< cycles of a fault, on top of the load
  double move_bytes_per_cycle = 0;  ///< the moved memory costs its size divided by this, too
  friend bool operator==(const MigrationSpec&, const MigrationSpec&) = default;
};

/// The path of a load from one memory space through the hierarchy.
struct PathSpec {
  std::vector<std::string> data;                 ///< caches in the order in which they are asked
  std::string backing = "dram";                  ///< the memory that answers when all caches miss
  std::vector<std::string> translation;          ///< TLBs in the order in which they are asked
  std::optional<std::string> translation_after;  ///< only accesses that miss this cache are translated; empty: every access is
  std::optional<std::uint64_t> max_footprint_bytes;
  std::vector<FootprintSpec> footprint_alternatives;  ///< limits under other settings; the first whose setting applies is used
  std::map<std::string, double> latency;              ///< cycles by the data part that answers, with a hit in the first TLB
  std::map<std::string, double> translation_penalty;  ///< additional cycles, by the TLB that hit, "walk" or "window"
  /// Published latencies of combinations (data part -> translation outcome -> cycles); they replace the sum of parts.
  std::map<std::string, std::map<std::string, double>> combined;
  /// As `latency`, for addresses in a partition that is far from the SM: latencies of the partitioned cache and of all parts behind
  /// it.
  std::map<std::string, double> far_latency;
  std::optional<MigrationSpec> migration;

  std::optional<std::uint64_t> max_footprint(const Configuration& configuration) const;
  friend bool operator==(const PathSpec&, const PathSpec&) = default;
};

/// Instruction caches, modelled like data caches; straight-line code requests its lines from them.
struct InstructionSpec {
  std::uint32_t instruction_bytes = 16;
  double issue_cycles = 1;  ///< per instruction whose line is present
  PathSpec path;            ///< its latencies are the stall cycles of the program while a line is fetched
  /// Lines behind a fetched line that are fetched ahead, into the nearest cache, while the program goes on.
  std::uint32_t prefetch_lines = 0;
  friend bool operator==(const InstructionSpec&, const InstructionSpec&) = default;
};

/// What the vendor's interface would report; member for member as in the device protocol's `properties`.
struct DeviceFacts {
  std::optional<std::string> compute_capability;
  std::map<std::string, std::uint64_t> numbers;  ///< "memory_bytes", "l2_bytes", "sm_count", …
  friend bool operator==(const DeviceFacts&, const DeviceFacts&) = default;
};

/// The source of a part of the file. It holds for the value at its JSON pointer and for all values below that have no source of
/// their own.
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
  std::optional<ResidencySpec> residency;  ///< which lines of the L2 stay while others pass
  NoiseSpec noise;                         ///< off in every preset
  ClockSpec clock;                         ///< the clock that times loads
  PauseSpec pauses;                        ///< pauses of the memory, if it has any
  std::map<std::string, Source> sources;   ///< by JSON pointer
  friend bool operator==(const Card&, const Card&) = default;

  /// The nearest source at or above a JSON pointer; null if the file gives none.
  const Source* source_of(const std::string& pointer) const;
};

}  // namespace chasescope::model
