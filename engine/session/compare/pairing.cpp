#include "engine/session/compare/pairing.h"

#include <algorithm>
#include <tuple>

#include "engine/findings/finding_words.h"

namespace chasescope {
namespace {

/// How well a finding fits into a row: the number of findings with equal conditions, the most conditions in common, and the
/// likeness. Greater is better. Empty if the finding contradicts one of the row.
using Fit = std::tuple<std::size_t, std::size_t, int>;
std::optional<Fit> fit_into(const Paired& row, const Finding& finding) {
  Fit fit{};
  for (const auto& other : row) {
    if (!other) continue;
    const auto common = common_conditions(*other, finding);
    if (!common) return std::nullopt;
    auto& [equal, most, like] = fit;
    if (other->conditions == finding.conditions) ++equal;
    most = std::max(most, *common);
    like = std::max(like, likeness(*other, finding));
  }
  return fit;
}

struct Place {
  std::size_t row, finding;
  Fit fit;
};

/// Takes the best places first; each row and each finding is used once.
void take(std::vector<Place> places, std::size_t session, const std::vector<Finding>& findings, std::vector<bool>& taken,
          std::vector<Paired>& rows) {
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.fit > b.fit; });
  for (const Place& place : places) {
    if (taken[place.finding] || rows[place.row][session]) continue;
    taken[place.finding] = true;
    rows[place.row][session] = findings[place.finding];
  }
}

bool names_carveout(const Finding& finding) {
  return finding.conditions.is_object() && finding.conditions.contains(kCarveoutCondition);
}

}  // namespace

bool tells_value(const Finding& finding) {
  return !finding.value.is_null() && (finding.status == FindingStatus::measured || finding.status == FindingStatus::reported);
}

std::optional<std::size_t> common_conditions(const Finding& a, const Finding& b) {
  if (!a.conditions.is_object() || !b.conditions.is_object())
    return a.conditions == b.conditions ? std::optional<std::size_t>(0) : std::nullopt;
  if (a.conditions.contains(kCarveoutCondition) != b.conditions.contains(kCarveoutCondition)) return std::nullopt;
  std::size_t common = 0;
  for (const auto& [key, value] : a.conditions.items()) {
    const auto other = b.conditions.find(key);
    if (other == b.conditions.end() || key == "sm") continue;
    if (*other != value) return std::nullopt;
    ++common;
  }
  return common;
}

int likeness(const Finding& a, const Finding& b) {
  return (tells_value(a) == tells_value(b) ? 1 : 0) + (a.status == b.status ? 1 : 0);
}

std::vector<Paired> paired_findings(const std::vector<std::vector<Finding>>& findings) {
  std::vector<Paired> rows;
  for (std::size_t session = 0; session < findings.size(); ++session) {
    const std::vector<Finding>& own = findings[session];
    std::vector<bool> taken(own.size());
    std::vector<Place> places;
    for (std::size_t row = 0; row < rows.size(); ++row)
      for (std::size_t i = 0; i < own.size(); ++i)
        if (const auto fit = fit_into(rows[row], own[i])) places.push_back({row, i, *fit});
    take(std::move(places), session, own, taken, rows);
    // The bandwidth of a card has the card's number of SMs among its conditions. It is still the same quantity on each card.
    places.clear();
    const auto telling = [&](const Finding& finding, std::size_t of) {
      return condition_words(with_telling_conditions(finding, findings[of]));
    };
    for (std::size_t row = 0; row < rows.size(); ++row)
      for (std::size_t i = 0; i < own.size(); ++i)
        for (std::size_t other = 0; other < session && !taken[i] && !rows[row][session]; ++other)
          if (const auto& member = rows[row][other];
              member && names_carveout(*member) == names_carveout(own[i]) && telling(*member, other) == telling(own[i], session)) {
            places.push_back({row, i, {0, 0, likeness(*member, own[i])}});
            break;
          }
    take(std::move(places), session, own, taken, rows);
    for (std::size_t i = 0; i < own.size(); ++i)
      if (!taken[i]) {
        rows.emplace_back(findings.size());
        rows.back()[session] = own[i];
      }
  }
  return rows;
}

}  // namespace chasescope
