#include "tests/engine/accuracy/published/rows.h"

#include <cmath>
#include <cstdio>

namespace chasescope::published {
namespace {

using nlohmann::json;

constexpr double kLatencyTolerance = 0.02;

}  // namespace

const Finding* Findings::find(const std::string& subject, const std::string& quantity, const std::string& space,
                              bool measured) const {
  for (const Finding& finding : all_) {
    if (finding.subject != subject || finding.quantity != quantity || (finding.status == FindingStatus::measured) != measured)
      continue;
    const auto there = finding.conditions.find("space");
    if (space.empty() || there == finding.conditions.end() || *there == space) return &finding;
  }
  return nullptr;
}

const Finding* Findings::measured(const std::string& subject, const std::string& quantity, const std::string& space) const {
  return find(subject, quantity, space, true);
}

std::string Findings::why_not(const std::string& subject, const std::string& quantity, const std::string& space) const {
  const Finding* finding = find(subject, quantity, space, false);
  return finding == nullptr ? "no probe says anything of " + subject + " " + quantity
                            : std::string(to_string(finding->status)) + ": " + finding->reason;
}

std::optional<double> Findings::number(const std::string& subject, const std::string& quantity, const std::string& space) const {
  const Finding* finding = measured(subject, quantity, space);
  if (finding == nullptr || !finding->value.is_number()) return std::nullopt;
  return finding->value.get<double>();
}

std::function<Found(const Findings&)> finding(const std::string& subject, const std::string& quantity, const std::string& space,
                                              double divisor) {
  return [=](const Findings& findings) -> Found {
    const Finding* there = findings.measured(subject, quantity, space);
    if (there == nullptr) return {std::nullopt, findings.why_not(subject, quantity, space)};
    if (there->value.is_number() && divisor != 1) return {there->value.get<double>() / divisor, {}};
    return {there->value, {}};
  };
}

std::function<Found(const Findings&)> first_of(std::vector<std::function<Found(const Findings&)>> finders) {
  return [finders = std::move(finders)](const Findings& findings) {
    Found first;
    for (const auto& find : finders) {
      Found found = find(findings);
      if (found.value) return found;
      if (first.why_not.empty()) first = found;
    }
    return first;
  };
}

std::function<bool(const json&)> exactly(json value) {
  return [value = std::move(value)](const json& found) {
    if (value.is_number() && found.is_number())
      return std::abs(value.get<double>() - found.get<double>()) < 1e-9 * value.get<double>();
    return found == value;
  };
}

std::function<bool(const json&)> about(double cycles) {
  return [cycles](const json& found) {
    return found.is_number() && std::abs(found.get<double>() - cycles) <= kLatencyTolerance * cycles;
  };
}

std::string text_of(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", number);
  return text;
}

}  // namespace chasescope::published
