#include "engine/step/inferred.h"

#include <algorithm>
#include <array>

#include "engine/findings/vocabulary.h"
#include "engine/model/policy/policy_list.h"

namespace chasescope::step {
namespace {

constexpr const char* kBehind = "behind";

std::string subject_of(MemorySpace space) {
  switch (space) {
    case MemorySpace::global_ca:
    case MemorySpace::local: return subject::l1_data;
    case MemorySpace::global_cg: return "l2";
    case MemorySpace::readonly: return subject::readonly;
    case MemorySpace::texture: return subject::texture;
    case MemorySpace::constant: return subject::constant_l1;
    case MemorySpace::host:
    case MemorySpace::managed:
    case MemorySpace::peer:
    case MemorySpace::shared: break;
  }
  return subject::shared_memory;
}

/// A number of a finding's conditions; no value if it is not stated.
std::optional<double> condition(const Finding& finding, const char* key) {
  const auto at = finding.conditions.find(key);
  return at != finding.conditions.end() && at->is_number() ? std::optional(at->get<double>()) : std::nullopt;
}

bool same_configuration(const Finding& finding, const ChaseRequest& request) {
  const auto space = finding.conditions.find("space");
  if (space != finding.conditions.end() && *space != std::string(to_string(request.space))) return false;
  const auto l1_kib = condition(finding, "l1_kib");
  const auto carveout = condition(finding, "carveout_percent");
  if (l1_kib.has_value() != request.l1_kib.has_value() || carveout.has_value() != request.carveout_percent.has_value()) return false;
  return (!l1_kib || *l1_kib == *request.l1_kib) && (!carveout || *carveout == *request.carveout_percent);
}

class Facts {
 public:
  Facts(const std::vector<Finding>& findings, const ChaseRequest& request, const std::string& subject) {
    for (const Finding& finding : findings)
      if (finding.subject == subject && finding.status == FindingStatus::measured && same_configuration(finding, request))
        found_.push_back(&finding);
  }
  /// The value of the latest finding of that quantity; null if there is none.
  const nlohmann::json* value(const char* quantity) const {
    for (auto at = found_.rbegin(); at != found_.rend(); ++at)
      if ((*at)->quantity == quantity) return &(*at)->value;
    return nullptr;
  }
  std::uint64_t count(const char* quantity) const {
    constexpr double kMost = 1e15;
    const nlohmann::json* number = value(quantity);
    return number != nullptr && number->is_number() && *number >= 1 && *number <= kMost
               ? static_cast<std::uint64_t>(number->get<double>())
               : 0;
  }

 private:
  std::vector<const Finding*> found_;
};

bool is_bit(const nlohmann::json& value) { return value.is_number_integer() && value >= 0 && value <= 63; }

bool is_ways(const nlohmann::json& value) { return value.is_number_integer() && value >= 1 && value < 65536; }

/// The index function that chooses one of `sets` sets; no value if the findings do not determine it completely.
std::optional<model::IndexSpec> index_from(const Facts& facts, std::uint64_t sets, std::uint64_t line) {
  model::IndexSpec index;
  if (sets == 1) return index;
  const nlohmann::json* function = facts.value(quantity::set_index_function);
  if (function == nullptr) return std::nullopt;
  if (*function == "bits") {
    const nlohmann::json* bits = facts.value(quantity::set_index_bits);
    if (bits == nullptr || !bits->is_array() || !std::all_of(bits->begin(), bits->end(), is_bit)) return std::nullopt;
    index.kind = model::IndexSpec::Kind::bits;
    for (const auto& bit : *bits) index.bit_groups.push_back({bit.get<unsigned>()});
  } else if (function->is_array()) {
    index.kind = model::IndexSpec::Kind::xor_;
    for (const auto& group : *function) {
      if (!group.is_array() || group.empty() || !std::all_of(group.begin(), group.end(), is_bit)) return std::nullopt;
      index.bit_groups.push_back(group.get<std::vector<unsigned>>());
    }
  } else {
    return std::nullopt;  // the finding gives a modulus or a table in words only
  }
  for (const auto& group : index.bit_groups)
    for (const unsigned bit : group)
      if ((line >> bit) > 1) return std::nullopt;  // a bit below the line can't choose a set
  return index.bit_groups.size() < 32 && sets == std::uint64_t{1} << index.bit_groups.size() ? std::optional(index) : std::nullopt;
}

std::vector<std::uint32_t> ways_from(const Facts& facts, std::uint64_t sets) {
  std::vector<std::uint32_t> ways;
  if (const nlohmann::json* each = facts.value(quantity::ways_per_set); each != nullptr && each->is_array() && each->size() == sets)
    for (const auto& count : *each) ways.push_back(is_ways(count) ? count.get<std::uint32_t>() : 0);
  if (ways.empty())
    if (const std::uint64_t equal = facts.count(quantity::ways); equal != 0 && sets != 0)
      ways.assign(sets, static_cast<std::uint32_t>(equal));
  const bool sound = std::all_of(ways.begin(), ways.end(), [](std::uint32_t count) { return count > 0 && count < 65536; });
  return sound ? ways : std::vector<std::uint32_t>{};
}

}  // namespace

InferredPart infer_nearest(const std::vector<Finding>& findings, const ChaseRequest& request) {
  constexpr std::uint64_t kMostSets = 1 << 20;
  constexpr std::array kFollowed{"lru", "fifo", "plru"};  // policies without chance, whose state can be followed
  InferredPart inferred;
  Part& part = inferred.part;
  part.name = subject_of(request.space);
  const Facts facts(findings, request, part.name);
  const std::uint64_t line = facts.count(quantity::line_bytes);
  const bool sound_line = line != 0 && (line & (line - 1)) == 0;
  part.spec.unit_bytes = sound_line ? line : 0;
  const std::uint64_t fetch = facts.count(quantity::fetch_bytes);
  part.spec.sector_bytes = fetch != 0 && fetch < line && (fetch & (fetch - 1)) == 0 ? fetch : part.spec.unit_bytes;
  part.request_bytes = part.spec.sector_bytes;
  if (!sound_line) inferred.missing.emplace_back("its line");

  const std::uint64_t sets = std::min(facts.count(quantity::sets), kMostSets);
  const auto index = sets != 0 && sound_line ? index_from(facts, sets, line) : std::nullopt;
  part.knows_sets = index.has_value();
  if (index) part.spec.index = *index;
  part.spec.ways = ways_from(facts, sets);
  part.knows_ways = !part.spec.ways.empty();
  if (!part.knows_sets) inferred.missing.emplace_back("how addresses choose a set");
  if (!part.knows_ways) inferred.missing.emplace_back("its ways");
  if (!part.knows_ways) part.spec.ways.assign(std::max<std::uint64_t>(sets, 1), 0);

  if (const nlohmann::json* policy = facts.value(quantity::replacement_policy); policy != nullptr && policy->is_string())
    inferred.policy = policy->get<std::string>();
  const bool followed = std::find(kFollowed.begin(), kFollowed.end(), inferred.policy) != kFollowed.end();
  part.spec.policy.kind = followed ? inferred.policy : "lru";
  part.knows_policy = followed && part.knows_ways && model::check_policy(part.spec.policy, part.spec.ways).empty();
  if (inferred.policy.empty()) inferred.missing.emplace_back("its replacement policy");
  if (const nlohmann::json* cycles = facts.value(quantity::hit_latency_cycles); cycles != nullptr && cycles->is_number())
    inferred.hit_cycles = cycles->get<double>();
  return inferred;
}

std::shared_ptr<const model::Card> card_of(const InferredPart& inferred, MemorySpace space) {
  auto card = std::make_shared<model::Card>();
  card->name = "inferred";
  card->caches[inferred.part.name].cache = inferred.part.spec;
  model::PathSpec path;
  path.data = {inferred.part.name};
  path.backing = kBehind;
  path.latency = {{inferred.part.name, inferred.hit_cycles.value_or(0)}, {kBehind, 0}};
  card->paths[std::string(to_string(space))] = path;
  return card;
}

}  // namespace chasescope::step
