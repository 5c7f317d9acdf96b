// The vocabulary of findings: subjects (the parts of a device) and quantities (what is measured of a part). Each word is defined
// once, here. Its name for people, its unit and its meaning are in the table of vocabulary.cpp, from which reports, tooltips, the
// schema and the tests take them.
#pragma once

#include <span>
#include <string_view>

namespace chasescope {

namespace subject {
inline constexpr const char* l1_data = "l1_data";
inline constexpr const char* texture = "texture";
inline constexpr const char* readonly = "readonly";
inline constexpr const char* constant_l1 = "constant_l1";
inline constexpr const char* constant_l1_5 = "constant_l1_5";
inline constexpr const char* instruction_l0 = "instruction_l0";
inline constexpr const char* instruction_l1 = "instruction_l1";
inline constexpr const char* instruction_l2 = "instruction_l2";
inline constexpr const char* shared_memory = "shared_memory";
inline constexpr const char* distributed_shared_memory = "distributed_shared_memory";
inline constexpr const char* l2 = "l2";
inline constexpr const char* l3 = "l3";
inline constexpr const char* l1_tlb = "l1_tlb";
inline constexpr const char* l2_tlb = "l2_tlb";
inline constexpr const char* l3_tlb = "l3_tlb";
inline constexpr const char* dram = "dram";
inline constexpr const char* host_memory = "host_memory";
inline constexpr const char* managed_memory = "managed_memory";
inline constexpr const char* peer_memory = "peer_memory";
inline constexpr const char* request_table = "request_table";
inline constexpr const char* device = "device";
}  // namespace subject

namespace quantity {
inline constexpr const char* capacity_bytes = "capacity_bytes";
inline constexpr const char* contiguous_bytes = "contiguous_bytes";
inline constexpr const char* line_bytes = "line_bytes";
inline constexpr const char* fetch_bytes = "fetch_bytes";
inline constexpr const char* sets = "sets";
inline constexpr const char* ways_per_set = "ways_per_set";
inline constexpr const char* set_index_bits = "set_index_bits";
inline constexpr const char* set_index_function = "set_index_function";
inline constexpr const char* replacement_policy = "replacement_policy";
inline constexpr const char* replacement_machine = "replacement_machine";
inline constexpr const char* way_replacement_probability = "way_replacement_probability";
inline constexpr const char* miss_rate = "miss_rate";
inline constexpr const char* period_accesses = "period_accesses";
inline constexpr const char* hit_latency_cycles = "hit_latency_cycles";
inline constexpr const char* miss_latency_cycles = "miss_latency_cycles";
inline constexpr const char* miss_penalty_cycles = "miss_penalty_cycles";
inline constexpr const char* near_latency_cycles = "near_latency_cycles";
inline constexpr const char* far_latency_cycles = "far_latency_cycles";
inline constexpr const char* own_half_latency_cycles = "own_half_latency_cycles";
inline constexpr const char* other_half_latency_cycles = "other_half_latency_cycles";
inline constexpr const char* far_memory_bits = "far_memory_bits";
inline constexpr const char* far_memory_pages = "far_memory_pages";
inline constexpr const char* far_memory_row_bits = "far_memory_row_bits";
inline constexpr const char* near_memory_latency_cycles = "near_memory_latency_cycles";
inline constexpr const char* far_memory_latency_cycles = "far_memory_latency_cycles";
inline constexpr const char* calm_latency_cycles = "calm_latency_cycles";
inline constexpr const char* pause_interval_cycles = "pause_interval_cycles";
inline constexpr const char* partitions = "partitions";
inline constexpr const char* distance_patterns = "distance_patterns";
inline constexpr const char* sm_groups = "sm_groups";
inline constexpr const char* sms_per_tpc = "sms_per_tpc";
inline constexpr const char* slices_at_least = "slices_at_least";
inline constexpr const char* plateau_cycles = "plateau_cycles";
inline constexpr const char* access_latency_cycles = "access_latency_cycles";
inline constexpr const char* access_class_cycles = "access_class_cycles";
inline constexpr const char* access_class_share = "access_class_share";
inline constexpr const char* entries = "entries";
inline constexpr const char* page_bytes = "page_bytes";
inline constexpr const char* reach_bytes = "reach_bytes";
inline constexpr const char* activation_window_bytes = "activation_window_bytes";
inline constexpr const char* banks = "banks";
inline constexpr const char* bank_width_bytes = "bank_width_bytes";
inline constexpr const char* bank_row_bytes = "bank_row_bytes";
inline constexpr const char* extra_row_cycles = "extra_row_cycles";
inline constexpr const char* conflict_latency_cycles = "conflict_latency_cycles";
inline constexpr const char* copy_saturation_bytes = "copy_saturation_bytes";
inline constexpr const char* max_outstanding = "max_outstanding";
inline constexpr const char* merges_per_entry = "merges_per_entry";
inline constexpr const char* max_loads_per_warp = "max_loads_per_warp";
inline constexpr const char* structure = "structure";
inline constexpr const char* count_per_sm = "count_per_sm";
inline constexpr const char* disturbance_cycles = "disturbance_cycles";
inline constexpr const char* disturbing_threads = "disturbing_threads";
inline constexpr const char* shares_with = "shares_with";
inline constexpr const char* read_bandwidth = "read_bandwidth";
inline constexpr const char* write_bandwidth = "write_bandwidth";
inline constexpr const char* saturating_bytes = "saturating_bytes";
inline constexpr const char* saturating_threads = "saturating_threads";
inline constexpr const char* lone_latency_cycles = "lone_latency_cycles";
inline constexpr const char* loaded_latency_cycles = "loaded_latency_cycles";
inline constexpr const char* atomic_latency_cycles = "atomic_latency_cycles";
inline constexpr const char* atomic_address_groups = "atomic_address_groups";
inline constexpr const char* atomic_near_half_cycles = "atomic_near_half_cycles";
inline constexpr const char* atomic_far_half_cycles = "atomic_far_half_cycles";
inline constexpr const char* atomic_lane_cycles = "atomic_lane_cycles";
inline constexpr const char* atomic_warp_cycles = "atomic_warp_cycles";
inline constexpr const char* atomics_per_cycle = "atomics_per_cycle";
inline constexpr const char* store_visible_cycles = "store_visible_cycles";
inline constexpr const char* fence_cycles = "fence_cycles";
inline constexpr const char* load_after_store = "load_after_store";
inline constexpr const char* hit_under_miss = "hit_under_miss";
inline constexpr const char* copy_latency_cycles = "copy_latency_cycles";
inline constexpr const char* effective_bytes = "effective_bytes";
inline constexpr const char* evicting_sweep_bytes = "evicting_sweep_bytes";
inline constexpr const char* retained_share = "retained_share";
inline constexpr const char* persisting_bytes = "persisting_bytes";
inline constexpr const char* fetched_bytes = "fetched_bytes";
inline constexpr const char* outstanding_at_least = "outstanding_at_least";
inline constexpr const char* bus_latency_cycles = "bus_latency_cycles";
inline constexpr const char* bus_latency_ns = "bus_latency_ns";
inline constexpr const char* kept_on_card = "kept_on_card";
inline constexpr const char* fault_cycles = "fault_cycles";
inline constexpr const char* fault_ns = "fault_ns";
inline constexpr const char* fault_least_bytes = "fault_least_bytes";
inline constexpr const char* fault_most_bytes = "fault_most_bytes";
inline constexpr const char* sm_count = "sm_count";
inline constexpr const char* clock_khz = "clock_khz";
inline constexpr const char* memory_clock_khz = "memory_clock_khz";
inline constexpr const char* memory_bus_bits = "memory_bus_bits";
inline constexpr const char* memory_bytes = "memory_bytes";
inline constexpr const char* l2_bytes = "l2_bytes";
inline constexpr const char* constant_bytes = "constant_bytes";
inline constexpr const char* shared_bytes_per_sm = "shared_bytes_per_sm";
inline constexpr const char* shared_bytes_per_block = "shared_bytes_per_block";
inline constexpr const char* registers_per_sm = "registers_per_sm";
inline constexpr const char* cores_per_sm = "cores_per_sm";
inline constexpr const char* cycles_per_instruction = "cycles_per_instruction";
inline constexpr const char* prefetch = "prefetch";
inline constexpr const char* prefetched_cycles = "prefetched_cycles";
inline constexpr const char* ways = "ways";
inline constexpr const char* levels = "levels";
inline constexpr const char* broadcast = "broadcast";
inline constexpr const char* size_check = "size_check";
inline constexpr const char* copy_bandwidth = "copy_bandwidth";
inline constexpr const char* max_threads_per_block = "max_threads_per_block";
inline constexpr const char* warp_size = "warp_size";
inline constexpr const char* compute_capability = "compute_capability";
inline constexpr const char* driver = "driver";
inline constexpr const char* runtime = "runtime";
inline constexpr const char* notes = "notes";
}  // namespace quantity

struct SubjectEntry {
  const char* id;       ///< "l1_data": the word in findings and files
  const char* name;     ///< "L1 data cache"
  const char* part;     ///< a shorter name for narrow places: "L1 data"
  const char* meaning;  ///< what the part is for, with the place in the papers that describes it
};

struct QuantityEntry {
  const char* id;       ///< "capacity_bytes"
  const char* name;     ///< "Replacement policy"
  const char* brief;    ///< a shorter name for narrow places: "Policy"
  const char* unit;     ///< "bytes", "cycles", …; "1" for pure numbers, words and lists of them
  /// What the quantity is, with the place in the papers that describes it; empty for one that explains itself.
  const char* meaning;
};

/// Nearest part of the hierarchy first.
std::span<const SubjectEntry> all_subjects();
std::span<const QuantityEntry> all_quantities();

/// The entry of a word; null if a file or a device uses a word of its own.
const SubjectEntry* find_subject(std::string_view id);
const QuantityEntry* find_quantity(std::string_view id);

}  // namespace chasescope
