#include "engine/session/report/facts.h"

#include <algorithm>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"

namespace chasescope {
namespace {

bool has_value(const Finding& finding) {
  return !finding.value.is_null() && (finding.status == FindingStatus::measured || finding.status == FindingStatus::reported);
}

bool has_carveout(const Finding& finding) {
  return finding.conditions.is_object() && finding.conditions.contains("carveout_percent");
}

bool is_size(const std::string& quantity) { return quantity == quantity::capacity_bytes || quantity == quantity::contiguous_bytes; }

}  // namespace

Facts::Facts(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    findings_[{finding.subject, finding.quantity}].push_back(&finding);
    if (has_value(finding) && finding.status == FindingStatus::measured)
      conditions_.try_emplace(finding.subject, &finding.conditions);
  }
}

const Finding* Facts::chosen(const std::vector<const Finding*>& candidates) const {
  const auto best = std::max_element(candidates.begin(), candidates.end(), [&](const Finding* a, const Finding* b) {
    const auto rank = [&](const Finding* finding) {
      const auto conditions = conditions_.find(finding->subject);
      return (finding->status == FindingStatus::measured ? 2 : 0) +
             (conditions != conditions_.end() && *conditions->second == finding->conditions ? 1 : 0);
    };
    return rank(a) < rank(b);
  });
  return best == candidates.end() ? nullptr : *best;
}

const Finding* Facts::value(const std::string& subject, const std::string& quantity, std::optional<FindingStatus> status) const {
  const auto found = findings_.find({subject, quantity});
  if (found == findings_.end()) return nullptr;
  std::vector<const Finding*> candidates;
  for (const Finding* finding : found->second)
    if (has_value(*finding) && (!status || finding->status == *status)) candidates.push_back(finding);
  return chosen(candidates);
}

const Finding* Facts::largest(const std::string& subject, const std::string& quantity) const {
  const Finding* best = value(subject, quantity);
  const auto found = findings_.find({subject, quantity});
  if (best == nullptr || !best->value.is_number()) return best;
  for (const Finding* finding : found->second)
    if (has_value(*finding) && finding->status == best->status && finding->value.is_number() && has_carveout(*finding) &&
        finding->value.get<double>() > best->value.get<double>())
      best = finding;
  return best;
}

std::optional<double> Facts::number(const std::string& subject, const std::string& quantity) const {
  const Finding* finding = value(subject, quantity);
  if (finding == nullptr || !finding->value.is_number()) return std::nullopt;
  return finding->value.get<double>();
}

const Finding* Facts::any(const std::string& subject, const std::string& quantity) const {
  if (const Finding* finding = value(subject, quantity)) return finding;
  const auto found = findings_.find({subject, quantity});
  return found == findings_.end() ? nullptr : found->second.front();
}

std::vector<std::string> Facts::choices(const Taken& taken_ones) const {
  std::vector<std::string> sentences;
  for (const auto& [key, findings] : findings_) {
    const Finding* taken = is_size(key.second) ? largest(key.first, key.second) : value(key.first, key.second);
    if (taken == nullptr || !taken_ones.contains(key)) continue;
    const bool several = std::any_of(findings.begin(), findings.end(), [&](const Finding* finding) {
      return has_value(*finding) && finding->conditions != taken->conditions && finding->value != taken->value;
    });
    if (!several) continue;
    const std::string conditions = condition_words(*taken);
    sentences.push_back(key.first + " " + key.second + " has several values under different conditions; " + value_words(*taken) +
                        " was taken" + (conditions.empty() ? "" : " (" + conditions + ")") + ".");
  }
  return sentences;
}

}  // namespace chasescope
