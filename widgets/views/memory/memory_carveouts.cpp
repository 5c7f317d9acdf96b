#include "widgets/views/memory/memory_carveouts.h"

#include <algorithm>
#include <array>
#include <map>

#include "engine/findings/vocabulary.h"

namespace chasescope {
namespace {

std::optional<double> carveoutOf(const Finding& finding) {
  if (!finding.conditions.is_object()) return std::nullopt;
  const auto carveout = finding.conditions.find("carveout_percent");
  return carveout != finding.conditions.end() && carveout->is_number() ? std::optional(carveout->get<double>()) : std::nullopt;
}

/// The size of the L1 (bytes) at each carve-out (percent) under which it was measured.
std::map<double, double> sizesByCarveout(const std::vector<Finding>& findings) {
  std::map<double, double> sizes;
  for (const char* quantity :
       {quantity::contiguous_bytes,
        quantity::capacity_bytes})  // the capacity comes last, so that it replaces the contiguous footprint where both are known
    for (const Finding& finding : findings)
      if (finding.subject == subject::l1_data && finding.quantity == quantity && has_value(finding) && finding.value.is_number())
        if (const auto percent = carveoutOf(finding)) sizes[*percent] = finding.value.get<double>();
  return sizes;
}

/// The carve-out at which the L1 is largest.
std::optional<double> carveoutOfLargest(const std::map<double, double>& sizes) {
  const auto largest = std::max_element(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return largest == sizes.end() ? std::nullopt : std::optional(largest->first);
}

/// Whether the finding is of the L1's size or sets under the driver's own choice of carve-out, and that L1 is not `bytes` large.
bool isOfAnotherSize(const Finding& finding, const std::vector<Finding>& findings, double bytes) {
  constexpr std::array kOfTheSize{quantity::capacity_bytes, quantity::contiguous_bytes, quantity::sets, quantity::ways, quantity::ways_per_set, quantity::set_index_bits,
                                  quantity::set_index_function};
  const auto is_chosen_by_driver = [&](const Finding& other) {
    return other.subject == subject::l1_data && !carveoutOf(other) && has_value(other) && other.value.is_number() &&
           (other.quantity == quantity::capacity_bytes || other.quantity == quantity::contiguous_bytes);
  };
  if (finding.subject != subject::l1_data || std::find(kOfTheSize.begin(), kOfTheSize.end(), finding.quantity) == kOfTheSize.end())
    return false;
  const auto same = [&](const Finding& other) { return is_chosen_by_driver(other) && other.value.get<double>() == bytes; };
  return std::any_of(findings.begin(), findings.end(), is_chosen_by_driver) &&
         std::none_of(findings.begin(), findings.end(), same);
}

}  // namespace

bool has_value(const Finding& finding) {
  return !finding.value.is_null() && (finding.status == FindingStatus::measured || finding.status == FindingStatus::reported);
}

CarveoutChoice chooseCarveout(const std::vector<Finding>& findings, std::optional<double> wanted) {
  const std::map<double, double> sizes = sizesByCarveout(findings);
  CarveoutChoice choice;
  choice.shown = wanted && sizes.contains(*wanted) ? wanted : carveoutOfLargest(sizes);
  for (const auto& [percent, bytes] : sizes) choice.percents.push_back(percent);
  for (const Finding& finding : findings) {
    const auto percent = carveoutOf(finding);
    const bool holds = !choice.shown || (percent ? *percent == *choice.shown
                                                 : !isOfAnotherSize(finding, findings, sizes.at(*choice.shown)));
    if (holds) choice.findings.push_back(finding);
  }
  return choice;
}

}  // namespace chasescope
