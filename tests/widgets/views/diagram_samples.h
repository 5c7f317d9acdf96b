// Cards and findings for the memory diagram: a card with one level before memory, and a card with all parts that cards have.
#pragma once

#include <string>
#include <vector>

#include "engine/device/device.h"
#include "tests/engine/findings/made_finding.h"

namespace chasescope {

Finding found(const std::string& subject, const std::string& quantity, nlohmann::json value, const std::string& unit,
              nlohmann::json conditions = nlohmann::json::object());
/// `looked`: the finding has a run as its evidence.
Finding undecided(const std::string& subject, const std::string& quantity, FindingStatus status, const std::string& reason,
                  bool looked = true);

Description textbook();
/// The findings of the probes about one level before memory.
std::vector<Finding> textbookFindings();

Description largeCard();
std::vector<Finding> largeFindings();

}  // namespace chasescope
