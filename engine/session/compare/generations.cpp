#include "engine/session/compare/generations.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

#include "engine/device/generation.h"
#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/report/sections.h"
#include "engine/session/summary/told_size.h"

namespace chasescope {
namespace {

constexpr std::array kQuantities{
    GenerationQuantity{"l1-size", "L1 size", subject::l1_data, quantity::capacity_bytes, "bytes"},
    GenerationQuantity{"l1-latency", "L1 hit latency", subject::l1_data, quantity::hit_latency_cycles, "cycles"},
    GenerationQuantity{"l2-size", "L2 size", subject::l2, quantity::capacity_bytes, "bytes"},
    GenerationQuantity{"l2-latency", "L2 hit latency", subject::l2, quantity::hit_latency_cycles, "cycles"},
    GenerationQuantity{"memory-latency", "Memory latency", subject::dram, quantity::hit_latency_cycles, "cycles"},
    GenerationQuantity{"memory-size", "Memory size", subject::dram, quantity::capacity_bytes, "bytes"},
    GenerationQuantity{"memory-bandwidth", "Memory read bandwidth", subject::dram, quantity::read_bandwidth, "bytes/s"},
    GenerationQuantity{"l2-bandwidth", "L2 read bandwidth", subject::l2, quantity::read_bandwidth, "bytes/s"},
    GenerationQuantity{"l1-tlb-reach", "L1 TLB reach", subject::l1_tlb, quantity::reach_bytes, "bytes"},
    GenerationQuantity{"l2-tlb-reach", "L2 TLB reach", subject::l2_tlb, quantity::reach_bytes, "bytes"},
    GenerationQuantity{"sm-count", "SMs", subject::device, quantity::sm_count, "1"},
};

/// The factor between two units of a rate; empty if there is none.
std::optional<double> factor_to(const std::string& from, const std::string& to) {
  if (from == to) return 1.0;
  if (to == "bytes/s" && from == "GiB/s") return 0x1p30;
  if (to == "bytes/s" && from == "GB/s") return 1e9;
  return std::nullopt;
}

/// The rank of a finding as a value of the quantity; lower is better. Empty if it has no number in the unit of the quantity.
std::optional<int> rank_of(const Finding& finding, const GenerationQuantity& quantity) {
  const bool known = finding.status == FindingStatus::measured || finding.status == FindingStatus::reported;
  if (!known || finding.subject != quantity.subject || finding.quantity != quantity.quantity || !finding.value.is_number() ||
      finding.value.get<double>() <= 0 || !factor_to(finding.unit, quantity.unit))
    return std::nullopt;
  const bool particular =
      finding.conditions.is_object() && (finding.conditions.contains("carveout_percent") || finding.conditions.contains("l1_kib"));
  // For memory: the value of the plateau is preferred to that of one access order.
  const bool ordered = finding.conditions.is_object() && finding.conditions.contains("order");
  return (finding.status == FindingStatus::measured ? 0 : 4) + (particular ? 2 : 0) + (ordered ? 1 : 0);
}

std::optional<Finding> best_of(const Session& session, const GenerationQuantity& quantity) {
  std::vector<Finding> findings = session.findings;
  for (Finding& property : property_findings(session.device)) findings.push_back(std::move(property));
  const Finding* best = nullptr;
  for (const Finding& finding : findings)
    if (const auto rank = rank_of(finding, quantity); rank && (best == nullptr || *rank < *rank_of(*best, quantity)))
      best = &finding;
  if (best == nullptr && quantity.quantity == std::string_view(quantity::capacity_bytes))
    return told_size(findings, quantity.subject);
  return best == nullptr ? std::nullopt : std::optional(*best);
}

}  // namespace

std::span<const GenerationQuantity> generation_quantities() { return kQuantities; }

const GenerationQuantity* generation_quantity(std::string_view id) {
  for (const GenerationQuantity& each : kQuantities)
    if (id == each.id) return &each;
  return nullptr;
}

GenerationLine generation_line(std::span<const Session> sessions, const GenerationQuantity& quantity) {
  GenerationLine line;
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    const Session& session = sessions[i];
    const std::string name = one_line(session.device.name);
    const Generation* generation = generation_of(session.device.properties.compute_capability.value_or(""));
    const auto finding = best_of(session, quantity);
    if (generation == nullptr) {
      line.no_year.push_back(name);
    } else if (!finding) {
      line.no_value.push_back(name);
    } else {
      const double value = finding->value.get<double>(), factor = *factor_to(finding->unit, quantity.unit);
      line.points.push_back({i, name, generation->name, generation->year, value * factor, value_words(*finding),
                             finding->status == FindingStatus::reported, finding->low.value_or(value) * factor,
                             finding->high.value_or(value) * factor});
    }
  }
  std::stable_sort(line.points.begin(), line.points.end(), [](const GenerationPoint& a, const GenerationPoint& b) {
    return std::tuple(a.year, a.value) < std::tuple(b.year, b.value);
  });
  return line;
}

}  // namespace chasescope
