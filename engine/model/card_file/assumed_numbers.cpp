#include "engine/model/card_file/assumed_numbers.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

#include "engine/model/card_file/fault.h"

namespace chasescope::model {
namespace {

// The names that findings give to the caches of a path, nearest first, without the last cache before memory.
struct PathNames {
  const char* space;
  std::array<const char*, 2> caches;
};
constexpr std::array kPaths{PathNames{"global.ca", {"l1_data", "l2"}}, PathNames{"texture", {"texture", ""}},
                            PathNames{"readonly", {"readonly", ""}}, PathNames{"constant", {"constant_l1", "constant_l1_5"}}};
constexpr std::array kTlbs{"l1_tlb", "l2_tlb", "l3_tlb"};

class Assumptions {
 public:
  explicit Assumptions(const Card& card) : card_(card) {}

  AssumedNumbers gather() {
    for (const PathNames& names : kPaths) add_path(names);
    if (const auto path = card_.paths.find("global.ca"); path != card_.paths.end()) add_translation(path->second);
    if (card_.instructions) add_instructions(card_.instructions->path);
    add_rest();
    return std::move(found_);
  }

 private:
  bool assumed(std::initializer_list<std::string_view> parts) const {
    std::string pointer;
    for (const std::string_view part : parts) pointer = below(pointer, std::string(part));
    const Source* source = card_.source_of(pointer);
    return source != nullptr && source->assumed;
  }
  void note(const std::string& subject, const char* quantity, bool is_assumed) {
    if (is_assumed) found_.emplace(subject, quantity);
  }
  void add_structure(const char* member, const std::string& part, const std::string& subject) {
    const auto of = [&](const char* number) { return assumed({member, part, number}); };
    note(subject, "capacity_bytes", of("capacity_bytes"));
    note(subject, "line_bytes", of("line_bytes"));
    note(subject, "fetch_bytes", of("sector_bytes"));
    note(subject, "sets", of("sets"));
    note(subject, "ways", of("ways"));
    note(subject, "ways_per_set", of("ways"));
    note(subject, "set_index_bits", of("index"));
    note(subject, "set_index_function", of("index"));
    note(subject, "replacement_policy", of("policy"));
    note(subject, "page_bytes", of("page_bytes"));
    note(subject, "entries", of("entries"));
    note(subject, "reach_bytes", of("entries") || of("page_bytes"));
  }
  void add_path(const PathNames& names) {
    const auto at = card_.paths.find(names.space);
    if (at == card_.paths.end()) return;
    const PathSpec& path = at->second;
    const bool global = std::string_view(names.space) == "global.ca";
    const auto latency = [&](const std::string& part) { return assumed({"paths", names.space, "latency", part}); };
    for (std::size_t i = 0; i < path.data.size(); ++i) {
      const bool last = i + 1 == path.data.size();
      // On the path of plain loads, three caches are l1_data, l2 and l3, and the last of two is the l2. A single cache is the l2 if
      // the card has a path global.cg, whose loads bypass a first level, and else the l1_data. Other paths don't count for the last
      // cache.
      const bool alone = path.data.size() == 1 && !card_.paths.contains("global.cg");
      const std::string subject = last && global   ? (i == 2  ? "l3"
                                                      : alone ? "l1_data"
                                                              : "l2")
                                  : last || i >= 2 ? ""
                                                   : names.caches[i];
      if (subject.empty()) continue;
      add_structure("caches", path.data[i], subject);
      note(subject, "hit_latency_cycles", latency(path.data[i]));
      note(subject, "miss_penalty_cycles", latency(path.data[i]) || latency(last ? path.backing : path.data[i + 1]));
    }
    if (global) note("dram", "hit_latency_cycles", latency(path.backing));
  }
  void add_translation(const PathSpec& path) {
    for (std::size_t i = 0; i < std::min(path.translation.size(), kTlbs.size()); ++i) {
      add_structure("tlbs", path.translation[i], kTlbs[i]);
      const std::string next = i + 1 < path.translation.size() ? path.translation[i + 1] : kWalk;
      note(kTlbs[i], "miss_penalty_cycles", assumed({"paths", "global.ca", "translation_penalty", next}));
    }
  }
  void add_instructions(const PathSpec& path) {
    constexpr std::array kLevels{"instruction_l0", "instruction_l1", "instruction_l2"};
    for (std::size_t i = 0; i < std::min(path.data.size(), kLevels.size()); ++i) add_structure("caches", path.data[i], kLevels[i]);
  }
  void add_rest() {
    note("shared_memory", "banks", assumed({"shared_memory", "banks"}));
    note("shared_memory", "hit_latency_cycles", assumed({"paths", "shared", "latency", "shared_memory"}));
    note("shared_memory", "conflict_latency_cycles", assumed({"shared_memory", "conflict_cycles"}));
    note("shared_memory", "extra_row_cycles", assumed({"shared_memory", "conflict_cycles"}));
    note("request_table", "structure", assumed({"request_table", "kind"}));
    note("request_table", "entries", assumed({"request_table", "entries"}));
    note("request_table", "merges_per_entry", assumed({"request_table", "merges"}));
    note("request_table", "max_outstanding", assumed({"request_table", "max_requests"}));
    note("request_table", "max_loads_per_warp", assumed({"request_table", "max_loads_per_warp"}));
    for (const char* const subject : {"l2", "dram", "shared_memory"}) {
      note(subject, "read_bandwidth", assumed({"bandwidth", subject, "read_bytes_per_cycle"}));
      note(subject, "write_bandwidth", assumed({"bandwidth", subject, "write_bytes_per_cycle"}));
    }
    note("l1_data", "read_bandwidth", assumed({"bandwidth", "l1", "read_bytes_per_cycle"}));
    note("l1_data", "write_bandwidth", assumed({"bandwidth", "l1", "write_bytes_per_cycle"}));
    note("l2", "partitions", assumed({"partitions", "count"}));
  }

  const Card& card_;
  AssumedNumbers found_;
};

}  // namespace

AssumedNumbers assumed_numbers(const Card& card) { return Assumptions(card).gather(); }

}  // namespace chasescope::model
