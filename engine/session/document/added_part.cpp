#include "engine/session/document/added_part.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace chasescope {
namespace {

bool is_of_the_same(const Finding& a, const Finding& b) {
  return a.subject == b.subject && a.quantity == b.quantity && a.conditions == b.conditions;
}

}  // namespace

void add_part(Session& whole, const Session& part) {
  std::set<std::string> taken;
  for (const RunPtr& run : whole.runs) taken.insert(run->id);
  std::map<std::string, std::string> renamed;
  std::size_t number = whole.runs.size();
  for (const RunPtr& run : part.runs) {
    Run added = *run;
    while (!taken.insert(added.id).second) added.id = "run-" + std::to_string(++number);
    renamed[run->id] = added.id;
    whole.runs.push_back(std::make_shared<const Run>(std::move(added)));
  }
  for (Finding finding : part.findings) {
    for (std::string& id : finding.evidence)
      if (const auto other = renamed.find(id); other != renamed.end()) id = other->second;
    const auto first = std::find_if(whole.findings.begin(), whole.findings.end(),
                                    [&](const Finding& old) { return is_of_the_same(old, finding); });
    if (first == whole.findings.end()) {
      whole.findings.push_back(std::move(finding));
      continue;
    }
    whole.findings.erase(
        std::remove_if(std::next(first), whole.findings.end(), [&](const Finding& old) { return is_of_the_same(old, finding); }),
        whole.findings.end());
    *first = std::move(finding);
  }
}

}  // namespace chasescope
