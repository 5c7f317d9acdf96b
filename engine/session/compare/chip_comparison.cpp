#include "engine/session/compare/chip_comparison.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "engine/findings/chip_map.h"

namespace chasescope {
namespace {

std::string without_recording(std::string name) {
  constexpr std::string_view kRecording = " (recording)";
  if (name.ends_with(kRecording)) name.resize(name.size() - kRecording.size());
  return name;
}

std::string count_of(std::size_t count, const char* one, const char* more) {
  return std::to_string(count) + " " + (count == 1 ? one : more);
}

/// "110, 111"; a long list is cut, and the number of the others is given.
std::string list_of(const std::vector<unsigned>& numbers) {
  constexpr std::size_t kMost = 16;
  std::string words;
  for (std::size_t i = 0; i < numbers.size() && i < kMost; ++i) words += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
  return numbers.size() > kMost ? words + " and " + std::to_string(numbers.size() - kMost) + " more" : words;
}

/// The SMs that both maps have, in ascending order, with the group of each in map A and in map B.
struct Aligned {
  std::vector<unsigned> sms;
  std::vector<std::size_t> a, b;
};

Aligned aligned(const ChipMap& a, const ChipMap& b) {
  std::map<unsigned, std::size_t> groups_of_b;
  for (std::size_t row = 0; row < b.distances.sms.size(); ++row)
    groups_of_b.emplace(static_cast<unsigned>(b.distances.sms[row]), b.groups->group_of[row]);
  std::map<unsigned, std::pair<std::size_t, std::size_t>> both;
  for (std::size_t row = 0; row < a.distances.sms.size(); ++row) {
    const auto sm = static_cast<unsigned>(a.distances.sms[row]);
    if (const auto found = groups_of_b.find(sm); found != groups_of_b.end())
      both.emplace(sm, std::pair(a.groups->group_of[row], found->second));
  }
  Aligned all;
  for (const auto& [sm, groups] : both) {
    all.sms.push_back(sm);
    all.a.push_back(groups.first);
    all.b.push_back(groups.second);
  }
  return all;
}

/// The reason why one side has no groups to compare; empty if it has groups.
std::string lack_of(const std::optional<ChipMap>& map, const char* side) {
  if (!map) return std::string(side) + " holds no map of its chip; the probe l2-map makes one.";
  return map->groups ? std::string() : std::string(side) + " tells no groups of SMs: " + map->no_groups;
}

void tell_by_groups(const ChipMap& a, const ChipMap& b, bool one_name, ComparedChips& compared) {
  const Aligned both = aligned(a, b);
  const inference::ChipComparison found = inference::compare_chips(both.a, both.b);
  switch (found.match) {
    case inference::ChipMatch::same:
      compared.verdict = ChipVerdict::same;
      compared.evidence = "All " + count_of(compared.groups_a, "group", "groups") +
                          " of SMs that share the way to the L2 hold the same SMs, " + std::to_string(both.sms.size()) +
                          " in all. Two cards of which the maker left out the same SMs look so as well, and there are such cards.";
      return;
    case inference::ChipMatch::other: {
      compared.verdict = one_name ? ChipVerdict::another : ChipVerdict::another_kind;
      for (const std::size_t row : found.elsewhere) compared.elsewhere.push_back(both.sms[row]);
      compared.wrong = found.wrong;
      char wrong[24];
      std::snprintf(wrong, sizeof wrong, "%.1g", 100 * found.wrong);
      compared.evidence = (compared.elsewhere.size() == 1 ? "SM " : "SMs ") + list_of(compared.elsewhere) +
                          (compared.elsewhere.size() == 1 ? " shares" : " share") +
                          " the way to the L2 with other SMs in A than in B. One chip would be told to be two in less than " +
                          wrong + " % of comparisons.";
      return;
    }
    case inference::ChipMatch::may_be:
      compared.evidence = "No SM sits elsewhere, but one map joins groups that the other one tells apart (" +
                          std::to_string(compared.groups_a) + " in A, " + std::to_string(compared.groups_b) +
                          " in B): one chip that was measured less closely looks so, and another chip may.";
      return;
    case inference::ChipMatch::untold: compared.evidence = "The maps have no SM in common."; return;
  }
}

}  // namespace

std::string to_string(ChipVerdict verdict) {
  switch (verdict) {
    case ChipVerdict::same: return "one chip, or two alike";
    case ChipVerdict::another: return "another chip of this kind";
    case ChipVerdict::another_kind: return "another chip";
    case ChipVerdict::untold: break;
  }
  return "can't tell";
}

std::optional<ComparedChips> compare_maps(const Session& a, const Session& b) {
  const auto of_a = chip_map(a.runs), of_b = chip_map(b.runs);
  if (!of_a && !of_b) return std::nullopt;
  ComparedChips compared;
  compared.groups_a = of_a && of_a->groups ? of_a->groups->sizes.size() : 0;
  compared.groups_b = of_b && of_b->groups ? of_b->groups->sizes.size() : 0;
  // The number of SMs belongs to the card, whether or not all of them were measured. A part of a card (MIG) has fewer SMs; its name
  // begins with the name of the whole card.
  const auto sms_a = a.device.properties.sm_count, sms_b = b.device.properties.sm_count;
  if (sms_a && sms_b && *sms_a != *sms_b) {
    const std::string name_a = without_recording(a.device.name), name_b = without_recording(b.device.name);
    const bool may_be_a_part = !name_a.empty() && !name_b.empty() && (name_a.starts_with(name_b) || name_b.starts_with(name_a));
    compared.verdict = may_be_a_part ? ChipVerdict::untold : ChipVerdict::another_kind;
    compared.evidence = "A has " + count_of(*sms_a, "SM", "SMs") + ", and B " + std::to_string(*sms_b) +
                        (may_be_a_part ? ": another chip, or one of them is a part of a card (MIG)." : ".");
    return compared;
  }
  for (const auto& [map, side] : {std::pair(&of_a, "A"), std::pair(&of_b, "B")})
    if (const std::string lack = lack_of(*map, side); !lack.empty()) {
      compared.evidence += (compared.evidence.empty() ? "" : " ") + lack;
    }
  if (compared.evidence.empty())
    tell_by_groups(*of_a, *of_b, without_recording(a.device.name) == without_recording(b.device.name), compared);
  return compared;
}

}  // namespace chasescope
