#include "engine/session/report/sections.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>

#include "engine/device/codec.h"
#include "engine/session/report/finding_words.h"

namespace chasescope {
namespace {

constexpr std::array<std::string_view, 19> kSections{"l1_data",
                                                     "texture",
                                                     "readonly",
                                                     "constant_l1",
                                                     "constant_l1_5",
                                                     "instruction_l0",
                                                     "instruction_l1",
                                                     "instruction_l2",
                                                     "shared_memory",
                                                     "distributed_shared_memory",
                                                     "l2",
                                                     "l3",
                                                     "l1_tlb",
                                                     "l2_tlb",
                                                     "l3_tlb",
                                                     "dram",
                                                     "bandwidth",
                                                     "request_table",
                                                     "device"};

constexpr std::array<std::string_view, 46> kQuantities{"capacity_bytes",
                                                       "contiguous_bytes",
                                                       "line_bytes",
                                                       "fetch_bytes",
                                                       "sets",
                                                       "ways",
                                                       "ways_per_set",
                                                       "set_index_bits",
                                                       "set_index_function",
                                                       "replacement_policy",
                                                       "replacement_machine",
                                                       "way_replacement_probability",
                                                       "miss_rate",
                                                       "period_accesses",
                                                       "hit_latency_cycles",
                                                       "miss_latency_cycles",
                                                       "miss_penalty_cycles",
                                                       "cycles_per_instruction",
                                                       "near_latency_cycles",
                                                       "far_latency_cycles",
                                                       "own_half_latency_cycles",
                                                       "other_half_latency_cycles",
                                                       "near_memory_latency_cycles",
                                                       "far_memory_latency_cycles",
                                                       "partitions",
                                                       "page_bytes",
                                                       "entries",
                                                       "reach_bytes",
                                                       "activation_window_bytes",
                                                       "banks",
                                                       "bank_width_bytes",
                                                       "bank_row_bytes",
                                                       "broadcast",
                                                       "conflict_latency_cycles",
                                                       "extra_row_cycles",
                                                       "structure",
                                                       "max_outstanding",
                                                       "outstanding_at_least",
                                                       "merges_per_entry",
                                                       "max_loads_per_warp",
                                                       "count_per_sm",
                                                       "shares_with",
                                                       "read_bandwidth",
                                                       "write_bandwidth",
                                                       "copy_bandwidth",
                                                       "bandwidth"};

template <std::size_t Size>
std::size_t rank(const std::array<std::string_view, Size>& order, std::string_view name) {
  return static_cast<std::size_t>(std::find(order.begin(), order.end(), name) - order.begin());
}

bool is_bandwidth(const Finding& finding) { return finding.quantity.ends_with("bandwidth"); }

std::string section_of(const Finding& finding) { return is_bandwidth(finding) ? "bandwidth" : finding.subject; }

std::string unit_of_property(std::string_view name) {
  if (name.ends_with("_khz")) return "kHz";
  if (name.ends_with("_bits")) return "bits";
  return name.find("bytes") != std::string_view::npos ? "bytes" : "1";
}

}  // namespace

std::vector<ReportSection> report_sections(const std::vector<Finding>& findings) {
  using Key = std::pair<std::size_t, std::string>;
  std::map<Key, ReportSection> sections;
  for (const Finding& finding : findings) {
    const std::string name = section_of(finding);
    ReportSection& section = sections[{rank(kSections, name), name}];
    section.title = subject_words(name);
    section.names_subject = is_bandwidth(finding);
    section.findings.push_back(finding);
  }
  std::vector<ReportSection> ordered;
  for (auto& [key, section] : sections) {
    const auto place = [&](const Finding& finding) {
      const std::size_t subject = section.names_subject ? rank(kSections, finding.subject) : 0;
      return std::tuple(subject, rank(kQuantities, finding.quantity));
    };
    std::stable_sort(section.findings.begin(), section.findings.end(),
                     [&](const Finding& a, const Finding& b) { return place(a) < place(b); });
    ordered.push_back(std::move(section));
  }
  return ordered;
}

std::vector<Finding> property_findings(const Description& device) {
  std::vector<Finding> findings;
  const nlohmann::json description = to_json(device);
  for (const auto& [name, value] : description.at("properties").items()) {
    if (value.is_structured() || name == "notes" || name.starts_with("max_footprint") || name == "max_accesses") continue;
    Finding finding;
    finding.subject = "device";
    finding.quantity = name;
    finding.value = value;
    finding.unit = unit_of_property(name);
    finding.status = FindingStatus::reported;
    finding.method = "What the device says of itself.";
    findings.push_back(std::move(finding));
  }
  return findings;
}

std::string row_words(const ReportSection& section, const Finding& finding) {
  const std::string quantity = quantity_words(finding.quantity);
  return section.names_subject ? subject_words(finding.subject) + ": " + quantity : quantity;
}

}  // namespace chasescope
