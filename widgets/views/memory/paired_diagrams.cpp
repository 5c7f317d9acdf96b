#include "widgets/views/memory/paired_diagrams.h"

#include <algorithm>
#include <map>

#include "engine/findings/vocabulary.h"
#include "engine/session/compare/comparison.h"
#include "engine/session/report/facts.h"
#include "widgets/views/memory/memory_carveouts.h"
#include "widgets/views/memory/memory_marks.h"

namespace chasescope {
namespace {

using Key = std::pair<std::string, std::string>;

Key keyOf(const Finding& finding) { return {finding.subject, finding.quantity}; }

bool has_value(const std::optional<Finding>& finding) {
  return finding && !finding->value.is_null() &&
         (finding->status == FindingStatus::measured || finding->status == FindingStatus::reported);
}

Session only(const Session& session, std::vector<Finding> findings) {
  Session less;
  less.device = session.device;
  less.findings = std::move(findings);
  return less;
}

std::vector<Finding> withoutCarveouts(std::vector<Finding> findings) {
  std::erase_if(findings, [](const Finding& finding) {
    return finding.conditions.is_object() && finding.conditions.contains("carveout_percent");
  });
  return findings;
}

/// Whether the size of the L1 is known. The contiguous footprint stands for a capacity that was not asked for, not for one that
/// could not be measured.
bool tellsAnL1(const std::vector<Finding>& findings) {
  const auto any = [&](const char* quantity, bool valued) {
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
      return finding.subject == subject::l1_data && finding.quantity == quantity && has_value(finding) == valued;
    });
  };
  return any(quantity::capacity_bytes, true) || (any(quantity::contiguous_bytes, true) && !any(quantity::capacity_bytes, false));
}

/// The carve-out at which the first card's L1 is largest, among those under which both cards were measured.
std::optional<double> commonCarveout(const Session& a, const Session& b) {
  const auto of_b = chooseCarveout(b.findings, std::nullopt).percents;
  std::optional<double> common;
  double most = 0;
  for (const double percent : chooseCarveout(a.findings, std::nullopt).percents) {
    if (std::find(of_b.begin(), of_b.end(), percent) == of_b.end()) continue;
    const auto shown = chooseCarveout(a.findings, percent).findings;
    const Facts facts(shown);
    const double bytes =
        facts.number(subject::l1_data, quantity::capacity_bytes).value_or(facts.number(subject::l1_data, quantity::contiguous_bytes).value_or(0));
    if (common && bytes <= most) continue;
    common = percent;
    most = bytes;
  }
  return common;
}

/// Which of several pairs of findings is shown: the pair with the finding that the first card shows alone, if the other card has
/// its match; for bank conflicts the pair of the highest degree.
const Compared* chosenPair(const std::vector<const Compared*>& pairs, const Facts& alone, const Key& key) {
  if (key.second == quantity::conflict_latency_cycles)
    return *std::max_element(pairs.begin(), pairs.end(), [](const Compared* x, const Compared* y) {
      const auto degree = [](const Finding& finding) {
        const auto found = finding.conditions.find("conflict_degree");
        return found != finding.conditions.end() && found->is_number() ? found->get<double>() : 0.0;
      };
      return degree(*x->a) < degree(*y->a);
    });
  const Finding* shown = alone.value(key.first, key.second);
  const auto same =
      std::find_if(pairs.begin(), pairs.end(), [&](const Compared* pair) { return shown != nullptr && *pair->a == *shown; });
  return same == pairs.end() ? pairs.front() : *same;
}

/// Where both cards know a quantity, leaves only the pair of findings that is shown; leaves other quantities as they are.
void leaveLikeOnly(Session& a, Session& b) {
  const Comparison comparison = compare_sessions(a, b);
  std::map<Key, std::vector<const Compared*>> pairs;
  for (const Compared& row : comparison.rows)
    if (has_value(row.a) && has_value(row.b)) pairs[keyOf(*row.a)].push_back(&row);
  std::map<Key, const Compared*> chosen;
  const std::vector<Finding> before = a.findings;
  const Facts alone(before);
  for (const auto& [key, several] : pairs) chosen[key] = chosenPair(several, alone, key);
  const auto leave = [&](std::vector<Finding>& findings, auto side) {
    std::erase_if(findings, [&](const Finding& finding) {
      const auto pair = chosen.find(keyOf(finding));
      if (pair == chosen.end() || !has_value(finding)) return false;
      const Finding& shown = *(pair->second->*side);
      return finding.status == shown.status &&
             finding != shown;  // a finding of another status stays: a measured value says more than a pair of reported ones
    });
  };
  leave(a.findings, &Compared::a);
  leave(b.findings, &Compared::b);
}

}  // namespace

std::array<MemoryDiagram, 2> gatherMemoryPair(const Session& a, const Session& b, std::optional<double> carveout) {
  std::optional<double> of_b = carveout;
  Session left = only(a, a.findings), right = only(b, b.findings);
  if (!carveout) {
    carveout = of_b = commonCarveout(a, b);
    if (!carveout) {
      std::vector<Finding> of_a = withoutCarveouts(a.findings), other = withoutCarveouts(b.findings);
      if (tellsAnL1(of_a) && tellsAnL1(other)) {
        left.findings = std::move(of_a);
        right.findings = std::move(other);
      }
    }
  }
  left.findings = chooseCarveout(left.findings, carveout).findings;
  right.findings = chooseCarveout(right.findings, of_b).findings;
  leaveLikeOnly(left, right);
  std::array<MemoryDiagram, 2> pair{gatherMemoryDiagram(left.findings, a.device, carveout),
                                    gatherMemoryDiagram(right.findings, b.device, of_b)};
  pair[0].carveouts = chooseCarveout(a.findings, std::nullopt).percents;
  pair[1].carveouts = chooseCarveout(b.findings, std::nullopt).percents;
  markDifferences(pair[0], pair[1], compare_sessions(left, right));
  return pair;
}

}  // namespace chasescope
