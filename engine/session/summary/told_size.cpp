#include "engine/session/summary/told_size.h"

#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "engine/session/summary/summary_finder.h"
#include "engine/trace/number_text.h"

namespace chasescope {

std::optional<Finding> told_size(const std::vector<Finding>& findings, std::string_view subject) {
  Session session;
  session.findings = findings;
  const auto size = SummaryFinder(session).size(subject);
  if (!size || size->bound != SummaryNumber::Bound::none || size->to || size->findings.empty()) return std::nullopt;
  Finding told = findings[size->findings.front()];
  if (told.quantity == quantity::capacity_bytes) return told;
  const bool is_store = told.quantity == quantity::contiguous_bytes;
  if (size->worked_out.empty() && !is_store) return std::nullopt;
  if (is_store) {
    const auto tags = SummaryFinder(session).size_of_sets(subject);
    if (told.subject != subject && tags)
      told.conditions = findings[tags->findings.front()].conditions;  // the conditions of this cache's own array, such as its space
    told.subject = subject;
    told.quantity = quantity::capacity_bytes;
    if (tags)
      told.reason = "It has tags for " + size_text(tags->value).joined() + ", of which " + size_text(size->value).joined() +
                    " fit without a miss.";
    return told;
  }
  told.quantity = quantity::capacity_bytes;
  told.unit = "bytes";
  told.value = size->value;
  told.low = told.high = size->value;
  told.method = "Worked out: " + size->worked_out + ".";
  told.reason.clear();
  told.opinions.clear();
  return told;
}

std::vector<Finding> with_told_sizes(std::vector<Finding> findings) {
  for (const char* subject : {subject::l1_data, subject::readonly, subject::texture, subject::constant_l1, subject::constant_l1_5,
                              subject::l2, subject::l3}) {
    auto told = told_size(findings, subject);
    if (!told || std::find(findings.begin(), findings.end(), *told) != findings.end()) continue;
    std::erase_if(findings, [&](const Finding& finding) {
      return finding.subject == subject && finding.quantity == quantity::capacity_bytes &&
             finding.status == FindingStatus::not_measurable;
    });
    findings.push_back(*std::move(told));
  }
  return findings;
}

}  // namespace chasescope
