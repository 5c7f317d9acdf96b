// Short ways to write a finding in a test.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/findings/finding.h"

namespace chasescope {

/// A measured finding.
inline Finding made_finding(const std::string& subject, const std::string& quantity, nlohmann::json value,
                            const std::string& unit = {}, nlohmann::json conditions = nlohmann::json::object(),
                            std::vector<std::string> evidence = {}) {
  Finding finding;
  finding.subject = subject;
  finding.quantity = quantity;
  finding.value = std::move(value);
  finding.unit = unit;
  finding.conditions = std::move(conditions);
  finding.status = FindingStatus::measured;
  finding.evidence = std::move(evidence);
  return finding;
}

}  // namespace chasescope
