#include "engine/session/report/sections.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>

#include "engine/device/codec/codec.h"
#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"

namespace chasescope {
namespace {

constexpr const char* kBeyondTheCard = "beyond_the_card";

constexpr std::array<std::string_view, 20> kSections{subject::l1_data,
                                                     subject::texture,
                                                     subject::readonly,
                                                     subject::constant_l1,
                                                     subject::constant_l1_5,
                                                     subject::instruction_l0,
                                                     subject::instruction_l1,
                                                     subject::instruction_l2,
                                                     subject::shared_memory,
                                                     subject::distributed_shared_memory,
                                                     subject::l2,
                                                     subject::l3,
                                                     subject::l1_tlb,
                                                     subject::l2_tlb,
                                                     subject::l3_tlb,
                                                     subject::dram,
                                                     "bandwidth",
                                                     kBeyondTheCard,
                                                     subject::request_table,
                                                     subject::device};

constexpr std::array<std::string_view, 78> kQuantities{quantity::capacity_bytes,
                                                       quantity::contiguous_bytes,
                                                       quantity::line_bytes,
                                                       quantity::fetch_bytes,
                                                       quantity::sets,
                                                       quantity::ways,
                                                       quantity::ways_per_set,
                                                       quantity::set_index_bits,
                                                       quantity::set_index_function,
                                                       quantity::replacement_policy,
                                                       quantity::replacement_machine,
                                                       quantity::way_replacement_probability,
                                                       quantity::miss_rate,
                                                       quantity::period_accesses,
                                                       quantity::hit_latency_cycles,
                                                       quantity::miss_latency_cycles,
                                                       quantity::miss_penalty_cycles,
                                                       quantity::cycles_per_instruction,
                                                       quantity::prefetch,
                                                       quantity::prefetched_cycles,
                                                       quantity::near_latency_cycles,
                                                       quantity::far_latency_cycles,
                                                       quantity::own_half_latency_cycles,
                                                       quantity::other_half_latency_cycles,
                                                       quantity::near_memory_latency_cycles,
                                                       quantity::far_memory_latency_cycles,
                                                       quantity::calm_latency_cycles,
                                                       quantity::pause_interval_cycles,
                                                       quantity::partitions,
                                                       quantity::page_bytes,
                                                       quantity::entries,
                                                       quantity::reach_bytes,
                                                       quantity::activation_window_bytes,
                                                       quantity::banks,
                                                       quantity::bank_width_bytes,
                                                       quantity::bank_row_bytes,
                                                       quantity::broadcast,
                                                       quantity::conflict_latency_cycles,
                                                       quantity::extra_row_cycles,
                                                       quantity::structure,
                                                       quantity::max_outstanding,
                                                       quantity::outstanding_at_least,
                                                       quantity::merges_per_entry,
                                                       quantity::max_loads_per_warp,
                                                       quantity::count_per_sm,
                                                       quantity::shares_with,
                                                       quantity::read_bandwidth,
                                                       quantity::write_bandwidth,
                                                       quantity::copy_bandwidth,
                                                       quantity::saturating_bytes,
                                                       quantity::saturating_threads,
                                                       quantity::lone_latency_cycles,
                                                       quantity::loaded_latency_cycles,
                                                       quantity::atomic_latency_cycles,
                                                       quantity::atomic_address_groups,
                                                       quantity::atomic_near_half_cycles,
                                                       quantity::atomic_far_half_cycles,
                                                       quantity::atomic_lane_cycles,
                                                       quantity::atomic_warp_cycles,
                                                       quantity::atomics_per_cycle,
                                                       quantity::store_visible_cycles,
                                                       quantity::fence_cycles,
                                                       quantity::load_after_store,
                                                       quantity::hit_under_miss,
                                                       quantity::copy_latency_cycles,
                                                       quantity::effective_bytes,
                                                       quantity::evicting_sweep_bytes,
                                                       quantity::retained_share,
                                                       quantity::persisting_bytes,
                                                       quantity::fetched_bytes,
                                                       quantity::bus_latency_cycles,
                                                       quantity::bus_latency_ns,
                                                       quantity::kept_on_card,
                                                       quantity::fault_cycles,
                                                       quantity::fault_ns,
                                                       quantity::fault_least_bytes,
                                                       quantity::fault_most_bytes,
                                                       "bandwidth"};

template <std::size_t Size>
std::size_t rank(const std::array<std::string_view, Size>& order, std::string_view name) {
  return static_cast<std::size_t>(std::find(order.begin(), order.end(), name) - order.begin());
}

bool is_bandwidth(const Finding& finding) { return finding.quantity.ends_with("bandwidth"); }

bool is_beyond_the_card(const Finding& finding) {
  return finding.subject == subject::host_memory || finding.subject == subject::managed_memory ||
         finding.subject == subject::peer_memory;
}

std::string section_of(const Finding& finding) {
  return is_beyond_the_card(finding) ? kBeyondTheCard : is_bandwidth(finding) ? "bandwidth" : finding.subject;
}

std::string unit_of_property(std::string_view name) {
  if (name.ends_with("_khz")) return "kHz";
  if (name.ends_with("_bits")) return "bits";
  return name.find("bytes") != std::string_view::npos ? "bytes" : "1";
}

}  // namespace

std::vector<Finding> without_repeats(std::vector<Finding> findings) {
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<std::size_t>> places;
  std::vector<Finding> once;
  for (Finding& finding : findings) {
    auto& before = places[{finding.subject, finding.quantity, finding.conditions.dump()}];
    const auto same = std::find_if(before.begin(), before.end(), [&](std::size_t place) {
      const Finding& other = once[place];
      return std::tie(finding.value, finding.unit, finding.low, finding.high, finding.status, finding.reason) ==
             std::tie(other.value, other.unit, other.low, other.high, other.status, other.reason);
    });
    if (same == before.end()) {
      before.push_back(once.size());
      once.push_back(std::move(finding));
      continue;
    }
    std::vector<std::string>& runs = once[*same].evidence;
    for (std::string& run : finding.evidence)
      if (std::find(runs.begin(), runs.end(), run) == runs.end()) runs.push_back(std::move(run));
  }
  return once;
}

std::vector<ReportSection> report_sections(const std::vector<Finding>& findings) {
  using Key = std::pair<std::size_t, std::string>;
  std::map<Key, ReportSection> sections;
  for (const Finding& finding : without_repeats(findings)) {
    const std::string name = section_of(finding);
    ReportSection& section = sections[{rank(kSections, name), name}];
    section.title = subject_words(name);
    section.names_subject = is_bandwidth(finding) || is_beyond_the_card(finding);
    section.findings.push_back(finding);
  }
  std::vector<ReportSection> ordered;
  for (auto& [key, section] : sections) {
    const auto place = [by_subject = section.names_subject](const Finding& finding) {
      const std::size_t subject = by_subject ? rank(kSections, finding.subject) : 0;
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
    finding.subject = subject::device;
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
