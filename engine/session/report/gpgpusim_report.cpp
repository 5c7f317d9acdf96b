// Options for gpgpusim.config, as GPGPU-Sim 4 and Accel-Sim read them (cache_config::init in their gpu-cache.h):
//   <N|S>:<sets>:<line>:<ways>,<policy>:<write>:<allocate>:<write allocate>:<index>,<MSHR kind>:<entries>:<merges>,<queues>
//
// Sizes must be right, so a cache whose sets, ways and line are not all known, or can't be told, becomes a comment. What the
// simulator needs and a chase does not show (write policy, queues) is what its own configuration of a Volta card says; each such
// stand-in is named beside it, and where it replaces something that was measured otherwise, it is a warning.
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
  const char* queues;       ///< what follows
  const char* sector_mshr;  ///< the MSHR part of a sector cache
};

constexpr std::array kCaches{CacheOption{subject::l1_data, "-gpgpu_cache:dl1", true, "T:m:L", "A:512:8", "16:0,32", "A:512:8"},
                             CacheOption{"texture", "-gpgpu_tex_cache:l1", false, "R:m:N", "T:512:8", "128:2", ""},
                             CacheOption{subject::constant_l1, "-gpgpu_const_cache:l1", false, "R:f:N", "S:2:64", "4", ""},
                             CacheOption{subject::instruction_l1, "-gpgpu_cache:il1", false, "R:f:N", "S:2:48", "4", ""}};

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
    for (std::string& choice : facts_.choices()) warnings_.push_back(std::move(choice));
    if (!warnings_.empty()) {
      text_ += "\n# Warnings\n";
      for (const std::string& warning : warnings_) comment(warning);
    }
    return {std::move(text_), std::move(warnings_)};
  }

 private:
  void line(const std::string& text) { text_ += text + "\n"; }
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
        line("-gpgpu_compute_capability_major " + major);
        line("-gpgpu_compute_capability_minor " + minor);
      }
    }
    if (device.sm_count) {
      line("-gpgpu_n_clusters " + std::to_string(*device.sm_count));
      line("-gpgpu_n_cores_per_cluster 1");
    }
    if (device.registers_per_sm) line("-gpgpu_shader_registers " + std::to_string(*device.registers_per_sm));
    if (device.clock_khz)
      comment("-gpgpu_clock_domains " + number(static_cast<double>(*device.clock_khz) / 1000) +
              ":<interconnect>:<L2>:<memory>: only the clock of the SMs is known, in MHz.");
  }

  static std::string number(double value) {
    const std::string digits = json(value).dump();
    return value == std::floor(value) && digits.ends_with(".0") ? digits.substr(0, digits.size() - 2) : digits;
  }

  /// Why the cache can't be written; empty if it can. Fills what is known.
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
      line("-gpgpu_l1_latency " + std::to_string(std::llround(*cycles)));
    } else {
      comment("Its hit latency of " + number_text(*cycles) + " cycles has no option.");
    }
  }

  /// What is known of the size, where the shape is not.
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

  /// The MSHR part: what was measured, for the data cache, or what the simulator has.
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
    if (device.shared_bytes_per_sm) line("-gpgpu_shmem_size " + std::to_string(*device.shared_bytes_per_sm));
    if (device.shared_bytes_per_block) line("-gpgpu_shmem_per_block " + std::to_string(*device.shared_bytes_per_block));
    if (const auto banks = whole(facts_.value(subject::shared_memory, quantity::banks))) line("-gpgpu_shmem_num_banks " + std::to_string(*banks));
    if (const auto cycles = facts_.number(subject::shared_memory, quantity::hit_latency_cycles); cycles && *cycles >= 0 && *cycles < 1e6)
      line("-gpgpu_smem_latency " + std::to_string(std::llround(*cycles)));
    if (text_.size() > begin) text_.insert(begin, "\n# Shared memory\n");
  }

  void l2() {
    if (!knows("l2")) return;
    line("\n# L2 cache");
    comment(
        "-gpgpu_cache:dl2 is left out: it describes one slice, and the number of slices (-gpgpu_n_mem times "
        "-gpgpu_n_sub_partition_per_mchannel) is not measured. The slices together must have:");
    for (const char* quantity :
         {quantity::capacity_bytes, quantity::line_bytes, quantity::fetch_bytes, quantity::sets, quantity::ways, quantity::replacement_policy, quantity::hit_latency_cycles, quantity::partitions})
      if (const Finding* finding = facts_.value("l2", quantity))
        comment("  " + quantity_words(quantity) + ": " + value_words(*finding));
    warn("-gpgpu_cache:dl2 is left out: the number of L2 slices is not measured.");
  }

  /// Levels that the simulator does not have, and latencies that it makes up from parts.
  void beyond() {
    std::string absent;
    for (const char* subject :
         {subject::constant_l1_5, subject::l3, subject::l1_tlb, subject::l2_tlb, subject::l3_tlb, subject::instruction_l0, subject::instruction_l2, subject::distributed_shared_memory})
      if (knows(subject)) absent += (absent.empty() ? "" : ", ") + subject_words(subject);
    if (!absent.empty()) warn("The simulator has none of: " + absent + ".");
    if (const Finding* memory = facts_.value(subject::dram, quantity::hit_latency_cycles)) {
      line("\n# Main memory");
      comment("Latency seen by a load: " + value_words(*memory) +
              ". -dram_latency and -gpgpu_l2_rop_latency are parts of it: set them until a chase in the simulator shows the same.");
    }
  }

  const Session& session_;
  Facts facts_;
  std::string text_;
  std::vector<std::string> warnings_;
  bool mshr_measured_ = false;
};

}  // namespace

Report gpgpusim_report(const Session& session) { return Fragment(session).take(); }

}  // namespace chasescope
