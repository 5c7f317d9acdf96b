#include "engine/step/level_parts.h"

#include <algorithm>
#include <limits>

#include "engine/findings/vocabulary.h"

namespace chasescope::step {
namespace {

// Relative difference in latency up to which a level is taken for a part. SMs and slices of a cache differ by that much, and the
// next cache behind is slower by more (verdicts.cpp).
constexpr double kWithin = 0.1;

struct Takes {
  double low = std::numeric_limits<double>::infinity(), high = 0;  // cycles, without the cost of measuring
  bool known() const { return high >= low; }
  bool near(double cycles) const { return known() && cycles >= low * (1 - kWithin) && cycles <= high * (1 + kWithin); }
};

/// The latencies of a part according to findings: of those for `space`, or of all if `space` is empty.
Takes taken_by(const std::string& part, const std::vector<Finding>& findings, const std::string& space) {
  Takes takes;
  for (const Finding& finding : findings) {
    const std::string_view quantity = finding.quantity;
    const bool is_latency = quantity == quantity::hit_latency_cycles || quantity == quantity::near_latency_cycles ||
                            quantity == quantity::far_latency_cycles || quantity == quantity::own_half_latency_cycles ||
                            quantity == quantity::other_half_latency_cycles || quantity == quantity::near_memory_latency_cycles ||
                            quantity == quantity::far_memory_latency_cycles;
    if (finding.subject != part || !is_latency || finding.status != FindingStatus::measured || !finding.value.is_number()) continue;
    const auto through = finding.conditions.find("space");
    if (!space.empty() && (through == finding.conditions.end() || *through != space)) continue;
    const auto value = finding.value.get<double>();
    takes.low = std::min({takes.low, value, finding.low.value_or(value)});
    takes.high = std::max({takes.high, value, finding.high.value_or(value)});
  }
  return takes;
}

}  // namespace

std::vector<std::string> path_of(MemorySpace space) {
  switch (space) {
    case MemorySpace::global_ca:
    case MemorySpace::local: return {subject::l1_data, subject::l2, subject::l3, subject::dram};
    case MemorySpace::global_cg: return {subject::l2, subject::l3, subject::dram};
    case MemorySpace::readonly: return {subject::readonly, subject::l2, subject::l3, subject::dram};
    case MemorySpace::texture: return {subject::texture, subject::l2, subject::l3, subject::dram};
    case MemorySpace::constant: return {subject::constant_l1, subject::constant_l1_5, subject::l2, subject::l3, subject::dram};
    case MemorySpace::host:
    case MemorySpace::managed:
    case MemorySpace::peer:
    case MemorySpace::shared: break;
  }
  return {};  // no caches, so no load can miss
}

std::vector<std::string> parts_of_levels(const JudgedRun& run, const std::vector<Finding>& findings) {
  std::vector<std::pair<std::string, Takes>> known;
  for (const std::string& part : path_of(run.request.space)) {
    Takes takes = taken_by(part, findings, std::string(to_string(run.request.space)));
    if (!takes.known()) takes = taken_by(part, findings, {});
    if (takes.known()) known.emplace_back(part, takes);
  }
  std::vector<std::string> parts(run.levels.size());
  for (std::size_t i = 0; i < run.levels.size(); ++i) {
    const double cycles = run.levels[i].median - run.overhead_cycles;
    const auto is_near = [&](const auto& one) { return one.second.near(cycles); };
    if (std::ranges::count_if(known, is_near) == 1) parts[i] = std::ranges::find_if(known, is_near)->first;
  }
  return parts;
}

std::string part_word(const std::string& subject) {
  if (subject == subject::l1_data || subject == subject::constant_l1) return "L1";
  if (subject == subject::constant_l1_5) return "L1.5";
  if (subject == subject::dram) return "memory";
  const SubjectEntry* entry = find_subject(subject);
  return entry == nullptr ? subject : entry->part;
}

}  // namespace chasescope::step
