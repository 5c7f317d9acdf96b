#include "engine/session/report/summary.h"

#include <algorithm>

#include "engine/findings/finding_words.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/report/sections.h"

namespace chasescope {

std::vector<std::pair<std::string, std::string>> report_facts(const Session& session) {
  std::vector<std::pair<std::string, std::string>> facts{{"Origin", std::string(to_string(session.device.origin))}};
  for (const Finding& property : property_findings(session.device))
    facts.emplace_back(quantity_words(property.quantity), value_words(property));
  if (session.device.properties.notes) facts.emplace_back("Notes of the device", one_line(*session.device.properties.notes));
  if (!session.environment.is_object()) return facts;
  for (const char* member : {"program", "version", "time", "host", "device", "probe", "seed", "noise", "recovered"}) {
    const auto found = session.environment.find(member);
    if (found == session.environment.end() || found->is_structured() || found->is_null()) continue;
    Finding text;
    text.value = *found;
    facts.emplace_back(quantity_words(member), found->is_number() ? found->dump() : value_words(text));
  }
  return facts;
}

std::string count_words(const std::vector<Finding>& findings) {
  std::string text;
  for (const auto status :
       {FindingStatus::measured, FindingStatus::reported, FindingStatus::absent, FindingStatus::not_measurable}) {
    const auto count = std::count_if(findings.begin(), findings.end(), [&](const Finding& f) { return f.status == status; });
    if (count > 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + status_words(status);
  }
  return text.empty() ? "no findings" : text;
}

}  // namespace chasescope
