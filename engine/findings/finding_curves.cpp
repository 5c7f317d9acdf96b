#include "engine/findings/finding_curves.h"

#include <algorithm>
#include <map>

#include "engine/findings/finding_words.h"

namespace chasescope {
namespace {

using nlohmann::json;

/// The only condition in which the findings differ, if it is a number in all of them; empty if there is none, or more than one.
std::string variable_of(std::span<const Finding> findings, const std::vector<std::size_t>& places) {
  std::string variable;
  json first;
  for (const std::size_t place : places) {
    const json own = with_telling_conditions(findings[place], findings).conditions;
    if (first.is_null()) first = own;
    if (own.size() != first.size()) return {};
    for (const auto& [key, value] : own.items()) {
      const auto other = first.find(key);
      if (other == first.end()) return {};
      if (*other == value) continue;
      if (!value.is_number() || !other->is_number() || (!variable.empty() && variable != key)) return {};
      variable = key;
    }
  }
  return variable;
}

Finding under_alone(const Finding& finding, const std::string& key) {
  Finding one = finding;
  one.conditions = json::object({{key, finding.conditions.at(key)}});
  return one;
}

std::string from_to(const QuantityText& low, const QuantityText& high) {
  if (low.joined() == high.joined()) return high.joined();
  return (low.unit == high.unit ? low.value : low.joined()) + " to " + high.joined();
}

FindingCurve curve_of(std::span<const Finding> findings, const std::vector<std::size_t>& places, const std::string& variable) {
  const auto [first, last] = std::minmax_element(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return findings[a].conditions.at(variable).get<double>() < findings[b].conditions.at(variable).get<double>();
  });
  const auto [least, most] = std::minmax_element(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return findings[a].value.get<double>() < findings[b].value.get<double>();
  });
  const std::string from = condition_words(under_alone(findings[*first], variable));
  std::string to = condition_words(under_alone(findings[*last], variable));
  // "N = 16 KiB to 20 KiB": the prefix that both share, up to their numbers, is written once.
  const std::size_t number = from.find_first_of("0123456789");
  if (number != std::string::npos && to.compare(0, number, from, 0, number) == 0) to.erase(0, number);
  return {places, from + " to " + to, from_to(value_parts(findings[*least]), value_parts(findings[*most]))};
}

}  // namespace

std::vector<FindingCurve> finding_curves(std::span<const Finding> findings, std::size_t fewest) {
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    if (finding.status == FindingStatus::measured && finding.value.is_number() && finding.conditions.is_object())
      groups[{finding.subject, finding.quantity}].push_back(i);
  }
  std::vector<FindingCurve> curves;
  for (const auto& [what, places] : groups) {
    if (places.size() < std::max<std::size_t>(fewest, 2)) continue;
    if (const std::string variable = variable_of(findings, places); !variable.empty())
      curves.push_back(curve_of(findings, places, variable));
  }
  return curves;
}

}  // namespace chasescope
