// Options for gpgpusim.config, as GPGPU-Sim 4 and Accel-Sim read them (cache_config::init in their gpu-cache.h):
//   <N|S>:<sets>:<line>:<ways>,<policy>:<write>:<allocate>:<write allocate>:<index>,<MSHR kind>:<entries>:<merges>,<queues>
//
// Sizes must be right, so a cache whose sets, ways and line are not all known, or can't be told, becomes a comment. Parameters
// that a chase can't show (write policy, queues) are taken from the simulator's own configuration of a Volta card. A comment names
// each of these; if one contradicts a measured value, the report gives a warning.
//
// Above each option stands the finding that it comes from, with its interval. Latencies are counted as Accel-Sim's tuner counts
// them: -gpgpu_l2_rop_latency is the L2's hit latency less the L1's, -dram_latency that of memory less the L2's.
#include <array>
#include <bit>
#include <cmath>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/report/facts.h"
#include "engine/session/report/report.h"
#include "engine/session/report/summary.h"
#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

using nlohmann::json;

/// The simulator cuts the lines of its sector caches into four sectors of 32 bytes.
constexpr std::uint64_t kSectorBytes = 32;
constexpr std::uint64_t kSectoredLineBytes = 128;

/// An option that describes a cache of each SM, with the parts that are not measured.
struct CacheOption {
  const char* subject;
  const char* option;
  bool sectors;             ///< may be a sector cache
  const char* rules;        ///< write policy, allocation, write allocation
  const char* mshr;         ///< MSHR kind, entries, merges
  const char* queues;       ///< the remaining fields
  const char* sector_mshr;  ///< the MSHR part of a sector cache
};

constexpr std::array kCaches{CacheOption{subject::l1_data, "-gpgpu_cache:dl1", true, "T:m:L", "A:512:8", "16:0,32", "A:512:8"},
                             CacheOption{"texture", "-gpgpu_tex_cache:l1", false, "R:m:N", "T:512:8", "128:2", ""},
                             CacheOption{subject::constant_l1, "-gpgpu_const_cache:l1", false, "R:f:N", "S:2:64", "4", ""},
                             CacheOption{subject::instruction_l1, "-gpgpu_cache:il1", false, "R:f:N", "S:2:48", "4", ""}};

/// Options of Accel-Sim's tested configuration of an H100 that this program can't measure, by topic.
constexpr std::array kUnmeasured{
    "Limits of the device: -gpgpu_stack_size_limit -gpgpu_heap_size_limit -gpgpu_runtime_sync_depth_limit "
    "-gpgpu_runtime_pending_launch_count_limit -gpgpu_kernel_launch_latency -gpgpu_TB_launch_latency -gpgpu_max_concurrent_kernel "
    "-gpgpu_registers_per_block -gpgpu_shader_cta",
    "The pipeline: -gpgpu_simd_model -gpgpu_pipeline_widths -gpgpu_num_sp_units -gpgpu_num_sfu_units -gpgpu_num_dp_units "
    "-gpgpu_num_int_units -gpgpu_tensor_core_avail -gpgpu_num_tensor_core_units -ptx_opcode_latency_* -ptx_opcode_initiation_* "
    "-gpgpu_sub_core_model -gpgpu_operand_collector_* -gpgpu_num_reg_banks -gpgpu_reg_file_port_throughput "
    "-gpgpu_num_sched_per_core "
    "-gpgpu_scheduler -gpgpu_max_insn_issue_per_warp -gpgpu_dual_issue_diff_exec_units -gpgpu_inst_fetch_throughput",
    "L1 and shared memory: -gpgpu_adaptive_cache_config -gpgpu_shmem_option -gpgpu_unified_l1d_size -gpgpu_l1_banks "
    "-gpgpu_gmem_skip_L1D -gpgpu_flush_l1_cache -gpgpu_l1_cache_write_ratio -gpgpu_n_ldst_response_buffer_size "
    "-gpgpu_n_cluster_ejection_buffer_size -gpgpu_shmem_limited_broadcast -gpgpu_shmem_warp_parts",
    "L2 and interconnect: -gpgpu_n_mem -gpgpu_n_sub_partition_per_mchannel -gpgpu_cache:dl2 -gpgpu_dram_partition_queues "
    "-gpgpu_memory_partition_indexing -network_mode -inter_config_file",
    "Memory: -gpgpu_dram_scheduler -gpgpu_frfcfs_dram_sched_queue_size -gpgpu_dram_return_queue_size -gpgpu_n_mem_per_ctrlr "
    "-gpgpu_dram_buswidth -gpgpu_dram_burst_length -dram_data_command_freq_ratio -gpgpu_mem_address_mask -gpgpu_mem_addr_mapping "
    "-gpgpu_dram_timing_opt -dram_dual_bus_interface -dram_bnk_indexing_policy -dram_bnkgrp_indexing_policy"};

std::optional<std::uint64_t> whole(const Finding* finding) {
  if (finding == nullptr || !finding->value.is_number()) return std::nullopt;
  const double number = finding->value.get<double>();
  if (!(number >= 1 && number < 0x1p32) || number != std::floor(number)) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

class Fragment {
 public:
  explicit Fragment(const Session& session) : session_(session), facts_(session.findings) {}

  Report take() {
    head();
    device();
    for (const CacheOption& cache : kCaches) write_cache(cache);
    shared_memory();
    l2();
    beyond();
    unmeasured();
    for (std::string& choice : facts_.choices(taken_)) warnings_.push_back(std::move(choice));
    if (!warnings_.empty()) {
      text_ += "\n# Warnings\n";
      for (const std::string& warning : warnings_) comment(warning);
    }
    return {std::move(text_), std::move(warnings_)};
  }

 private:
  void line(const std::string& text) { text_ += text + "\n"; }
  /// An option, below the finding that it comes from.
  void option(const std::string& name, const std::string& value, const std::string& source) {
    comment(source);
    line(name + " " + value);
  }
  std::string source_of(const Finding& finding) {
    taken_.insert({finding.subject, finding.quantity});
    const std::string interval = interval_words(finding), conditions = condition_words(finding);
    return subject_words(finding.subject) + ", " + quantity_words(finding.quantity) + ": " + value_words(finding) +
           (interval.empty() ? "" : " (" + interval + ")") + (conditions.empty() ? "" : ", " + conditions) + "; " +
           status_words(finding.status) + ".";
  }
  static std::string told(const char* what) { return std::string("The card's interface: ") + what + "."; }
  void comment(const std::string& text) { line("# " + one_line(text)); }
  void warn(std::string sentence) { warnings_.push_back(std::move(sentence)); }

  void head() {
    comment(
        "A part of gpgpusim.config for GPGPU-Sim 4 and Accel-Sim: put it behind a complete configuration, whose options it "
        "replaces.");
    comment(session_.device.name + ": " + count_words(session_.findings) + ".");
  }

  void device() {
    const Properties& device = session_.device.properties;
    line("\n# Device, as it says of itself");
    if (device.compute_capability) {
      const std::size_t point = device.compute_capability->find('.');
      const auto digits = [](const std::string& text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
      };
      const std::string major = device.compute_capability->substr(0, point);
      const std::string minor = point == std::string::npos ? "" : device.compute_capability->substr(point + 1);
      if (digits(major) && digits(minor)) {
        option("-gpgpu_compute_capability_major", major, told("compute capability"));
        line("-gpgpu_compute_capability_minor " + minor);
        comment("The same in one number: what may be launched, how loads are joined, and which PTX is read.");
        for (const char* name : {"-gpgpu_occupancy_sm_number", "-gpgpu_coalesce_arch", "-gpgpu_ptx_force_max_capability"})
          line(std::string(name) + " " + major + minor);
      }
    }
    if (device.sm_count) {
      option("-gpgpu_n_clusters", std::to_string(*device.sm_count), told("SMs; each is a cluster of one core there"));
      line("-gpgpu_n_cores_per_cluster 1");
    }
    if (device.registers_per_sm)
      option("-gpgpu_shader_registers", std::to_string(*device.registers_per_sm), told("registers of an SM"));
    if (device.warp_size)
      comment("-gpgpu_shader_core_pipeline <threads of an SM>:" + std::to_string(*device.warp_size) +
              ": how many threads an SM holds is not told.");
    clocks();
  }

  void clocks() {
    const Properties& device = session_.device.properties;
    if (!device.clock_khz) return;
    const auto mhz = [](std::uint64_t khz) { return number(static_cast<double>(khz) / 1000); };
    comment("-gpgpu_clock_domains " + mhz(*device.clock_khz) +
            ":<interconnect>:<L2>:" + (device.memory_clock_khz ? mhz(*device.memory_clock_khz) : "<memory>") +
            ": the clocks of interconnect and L2 are not known (MHz).");
    if (const Finding* clock = facts_.value(subject::device, quantity::clock_khz, FindingStatus::measured))
      comment("  " + source_of(*clock));
  }

  static std::string number(double value) {
    const std::string digits = json(value).dump();
    return value == std::floor(value) && digits.ends_with(".0") ? digits.substr(0, digits.size() - 2) : digits;
  }

  /// Why the cache's option can't be written; empty if it can. Fills in the known parts.
  struct Shape {
    std::uint64_t sets = 0, ways = 0, line = 0;
  };
  std::string shape_of(const std::string& subject, Shape& shape) const {
    std::string unknown;
    const auto need = [&](const char* quantity, std::uint64_t& into) {
      const Finding* finding = facts_.any(subject, quantity);
      if (const auto value = whole(finding)) {
        into = *value;
      } else {
        unknown += (unknown.empty() ? "" : "; ") + std::string(quantity) + " is not known";
        if (finding != nullptr && !finding->reason.empty()) unknown += " (" + one_line(finding->reason) + ")";
      }
    };
    if (const Finding* each = facts_.value(subject, quantity::ways_per_set); each != nullptr && each->value.is_array())
      for (const json& ways : each->value)
        if (ways != each->value.front())
          return "its sets have unequal numbers of ways (" + value_words(*each) + "), and the simulator has one number for all";
    need("sets", shape.sets);
    need("ways", shape.ways);
    need(quantity::line_bytes, shape.line);
    if (!unknown.empty()) return unknown;
    if (!std::has_single_bit(shape.sets))
      return "it has " + std::to_string(shape.sets) + " sets, and the simulator takes powers of two only";
    if (!std::has_single_bit(shape.line))
      return "its line is " + std::to_string(shape.line) + " bytes, and the simulator takes powers of two only";
    return {};
  }

  void write_cache(const CacheOption& cache) {
    if (!knows(cache.subject)) return;
    line("\n# " + subject_words(cache.subject));
    hit_latency(cache);
    Shape shape;
    if (const std::string reason = shape_of(cache.subject, shape); !reason.empty()) {
      comment(std::string(cache.option) + " is left out: " + reason + ".");
      extent(cache.subject);
      warn(std::string(cache.option) + " is left out: " + reason + ".");
      return;
    }
    for (const char* quantity : {quantity::sets, quantity::ways, quantity::line_bytes, quantity::fetch_bytes})
      if (const Finding* finding = facts_.value(cache.subject, quantity)) comment(source_of(*finding));
    const bool sectored = sectors(cache, shape);
    const char policy = replacement(cache);
    const char index = index_function(cache, shape);
    const std::string mshr = request_table(cache, sectored);
    comment(std::string("Not measured, as in the simulator's configuration of a Volta card: ") + cache.rules +
            " (writes and allocation)" + (mshr_measured_ ? "" : ", " + mshr + " (requests under way)") + ", " + cache.queues +
            " (queues).");
    std::string value = std::string(sectored ? "S" : "N") + ":" + std::to_string(shape.sets) + ":" + std::to_string(shape.line) +
                        ":" + std::to_string(shape.ways) + "," + policy + ":" + cache.rules + ":" + index + "," + mshr + "," +
                        cache.queues;
    line(std::string(cache.option) + " " + value);
  }

  bool knows(const std::string& subject) const {
    for (const Finding& finding : session_.findings)
      if (finding.subject == subject) return true;
    return false;
  }

  void hit_latency(const CacheOption& cache) {
    const auto cycles = facts_.number(cache.subject, quantity::hit_latency_cycles);
    if (!cycles || !(*cycles >= 0 && *cycles < 1e6)) return;
    if (std::string_view(cache.subject) == subject::l1_data) {
      option("-gpgpu_l1_latency", std::to_string(std::llround(*cycles)),
             source_of(*facts_.value(cache.subject, quantity::hit_latency_cycles)));
    } else {
      comment("Its hit latency of " + number_text(*cycles) + " cycles has no option.");
    }
  }

  /// The size of a cache whose sets, ways and line are not all known.
  void extent(const std::string& subject) {
    for (const char* quantity : {quantity::capacity_bytes, quantity::contiguous_bytes, quantity::line_bytes})
      if (const Finding* finding = facts_.value(subject, quantity))
        comment(quantity_words(quantity) + ": " + value_words(*finding) + ".");
  }

  bool sectors(const CacheOption& cache, const Shape& shape) {
    const Finding* fetch = facts_.any(cache.subject, quantity::fetch_bytes);
    const auto bytes = whole(fetch);
    if (bytes == shape.line) return false;
    if (cache.sectors && bytes == kSectorBytes && shape.line == kSectoredLineBytes) return true;
    warn(std::string(cache.option) + " fetches whole lines (N): " +
         (bytes ? "sectors of " + std::to_string(*bytes) + " bytes in a line of " + std::to_string(shape.line) +
                      " can't be told there (S means 32 in 128, and not in every cache)."
                : "how much a miss fetches is not known."));
    return false;
  }

  char replacement(const CacheOption& cache) {
    const Finding* policy = facts_.value(cache.subject, quantity::replacement_policy);
    const std::string word = policy != nullptr && policy->value.is_string() ? policy->value.get<std::string>() : "";
    if (word == "lru") return 'L';
    if (word == "fifo") return 'F';
    const Finding* shares = facts_.value(cache.subject, quantity::way_replacement_probability);
    warn(std::string(cache.option) + " replaces by LRU (L): " +
         (word.empty() ? "the policy is not known."
                       : "the policy is " + value_words(*policy) +
                             (shares != nullptr ? " with probabilities of " + value_words(*shares) : std::string()) +
                             ", and the simulator knows LRU and FIFO only."));
    return 'L';
  }

  char index_function(const CacheOption& cache, const Shape& shape) {
    if (shape.sets == 1) return 'L';
    const Finding* function = facts_.value(cache.subject, quantity::set_index_function);
    const Finding* bits = facts_.value(cache.subject, quantity::set_index_bits);
    if (function != nullptr && function->value == "bits" && bits != nullptr) {
      json expected = json::array();
      for (int bit = std::countr_zero(shape.line); bit < std::countr_zero(shape.line * shape.sets); ++bit) expected.push_back(bit);
      if (bits->value == expected) return 'L';
    }
    const auto found = [&] {
      if (function == nullptr) return std::string("how addresses map to sets is not known.");
      if (function->value == "bits") return "the set index is " + (bits ? "bits " + value_words(*bits) : "other bits") + ".";
      return "the set index function is " + value_words(*function) + ", which the simulator's hashes are not.";
    };
    warn(std::string(cache.option) + " takes the bits above the line as set index (L): " + found());
    return 'L';
  }

  /// The MSHR part: measured for the data cache, else the simulator's own value.
  std::string request_table(const CacheOption& cache, bool sectored) {
    mshr_measured_ = false;
    const std::string assumed = sectored ? cache.sector_mshr : cache.mshr;
    if (std::string_view(cache.subject) != subject::l1_data) return assumed;
    const Finding* structure = facts_.value(subject::request_table, quantity::structure);
    if (structure == nullptr) return assumed;
    const std::string word = structure->value.is_string() ? structure->value.get<std::string>() : "";
    if (word != "mshr" && word != "MSHR") {
      warn("The table of requests under way (" + value_words(*structure) + ") is no MSHR, and the simulator has nothing else.");
      return assumed;
    }
    const auto entries = whole(facts_.value(subject::request_table, quantity::entries));
    const auto merges = whole(facts_.value(subject::request_table, quantity::merges_per_entry));
    if (!entries || !merges) return assumed;
    mshr_measured_ = true;
    return "A:" + std::to_string(*entries) + ":" + std::to_string(*merges);
  }

  void shared_memory() {
    const Properties& device = session_.device.properties;
    const std::size_t begin = text_.size();
    if (device.shared_bytes_per_sm) {
      option("-gpgpu_shmem_size", std::to_string(*device.shared_bytes_per_sm), told("shared memory of an SM"));
      line("-gpgpu_shmem_sizeDefault " + std::to_string(*device.shared_bytes_per_sm));
    }
    if (device.shared_bytes_per_block)
      option("-gpgpu_shmem_per_block", std::to_string(*device.shared_bytes_per_block), told("shared memory of a block"));
    const Finding* banks = facts_.value(subject::shared_memory, quantity::banks);
    if (const auto count = whole(banks)) option("-gpgpu_shmem_num_banks", std::to_string(*count), source_of(*banks));
    if (const auto cycles = facts_.number(subject::shared_memory, quantity::hit_latency_cycles); cycles && *cycles >= 0 && *cycles < 1e6)
      option("-gpgpu_smem_latency", std::to_string(std::llround(*cycles)),
             source_of(*facts_.value(subject::shared_memory, quantity::hit_latency_cycles)));
    if (text_.size() > begin) text_.insert(begin, "\n# Shared memory\n");
  }

  void l2() {
    if (!knows("l2")) return;
    line("\n# L2 cache");
    difference("-gpgpu_l2_rop_latency", subject::l2, subject::l1_data);
    comment(
        "-gpgpu_cache:dl2 is left out: it describes one slice, and the number of slices (-gpgpu_n_mem times "
        "-gpgpu_n_sub_partition_per_mchannel) is not measured. The slices together must have:");
    for (const char* quantity :
         {quantity::capacity_bytes, quantity::line_bytes, quantity::fetch_bytes, quantity::sets, quantity::ways,
          quantity::replacement_policy, quantity::hit_latency_cycles, quantity::partitions, quantity::slices_at_least})
      if (const Finding* finding = facts_.value("l2", quantity)) comment("  " + source_of(*finding));
    if (const auto& bits = session_.device.properties.memory_bus_bits; bits && *bits % 64 == 0)
      comment("  The memory bus has " + number_text(static_cast<double>(*bits)) + " bits: " + std::to_string(*bits / 64) +
              " channels of 64. How many of them share a memory partition there is not told by a chase.");
    warn("-gpgpu_cache:dl2 is left out: the number of L2 slices is not measured.");
  }

  /// Levels that the simulator does not model, and latencies that it computes from parts.
  void beyond() {
    std::string absent;
    for (const char* subject :
         {subject::constant_l1_5, subject::l3, subject::l1_tlb, subject::l2_tlb, subject::l3_tlb, subject::instruction_l0, subject::instruction_l2, subject::distributed_shared_memory})
      if (knows(subject)) absent += (absent.empty() ? "" : ", ") + subject_words(subject);
    if (!absent.empty()) warn("The simulator has none of: " + absent + ".");
    if (facts_.value(subject::dram, quantity::hit_latency_cycles) == nullptr) return;
    line("\n# Main memory");
    difference("-dram_latency", subject::dram, subject::l2);
    comment("The simulator makes up a load's latency from parts: a chase in it should show the latencies above.");
  }

  /// The latency of a level less that of the level before it, with the interval that follows from both.
  void difference(const char* name, const char* level, const char* before) {
    const Finding* far = facts_.value(level, quantity::hit_latency_cycles);
    const Finding* near = far == nullptr ? nullptr : beside(*far, before);
    if (far != nullptr && near == nullptr)
      comment(source_of(*far) + " " + name + " is that less what comes before it, which is not known.");
    if (far == nullptr || near == nullptr) return;
    const double of_far = far->value.get<double>(), of_near = near->value.get<double>();
    constexpr double kMostCycles = 1e6;
    if (!(of_far > of_near) || !(of_far < kMostCycles)) {
      warn(std::string(name) + " is left out: " + subject_words(level) + " answers no later than " + subject_words(before) + ".");
      return;
    }
    comment(source_of(*far));
    comment(source_of(*near));
    const auto end = [](const std::optional<double>& one, double otherwise) { return one.value_or(otherwise); };
    comment("The first less the second: " + number_text(of_far - of_near) + " cycles (" +
            number_text(end(far->low, of_far) - end(near->high, of_near)) + " to " +
            number_text(end(far->high, of_far) - end(near->low, of_near)) + ").");
    line(std::string(name) + " " + std::to_string(std::llround(of_far - of_near)));
  }

  /// The hit latency of a level, through the same memory space as that finding if there is one.
  const Finding* beside(const Finding& finding, const char* level) const {
    const Finding* any = facts_.value(level, quantity::hit_latency_cycles);
    if (any == nullptr || !any->value.is_number() || !finding.value.is_number()) return nullptr;
    for (const Finding& other : session_.findings)
      if (other.subject == level && other.quantity == quantity::hit_latency_cycles && other.status == FindingStatus::measured &&
          other.value.is_number() && other.conditions == finding.conditions)
        return &other;
    return any;
  }

  /// The other options of such a configuration, which no chase can show.
  void unmeasured() {
    line("\n# Not told by any finding; these stay as in the configuration before this part");
    for (const char* group : kUnmeasured) comment(group);
  }

  const Session& session_;
  Facts facts_;
  std::string text_;
  std::vector<std::string> warnings_;
  bool mshr_measured_ = false;
  Facts::Taken taken_;  // findings that an option or a comment comes from
};

}  // namespace

Report gpgpusim_report(const Session& session) { return Fragment(session).take(); }

}  // namespace chasescope
