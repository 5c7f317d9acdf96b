// All findings in a longtable with booktabs rules, for an appendix.
#include "engine/findings/finding_words.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/report/report.h"
#include "engine/session/report/sections.h"
#include "engine/session/report/summary.h"
#include "engine/session/report/summary_tables.h"

namespace chasescope {
namespace {

constexpr const char* kColumns = "Quantity & Conditions & Value & Interval & Status & Evidence \\\\\n";

/// The first runs of the evidence: a printed table has no room for a hundred. The session has all of them.
std::string few_runs(const Finding& finding) {
  constexpr std::size_t kFew = 2;
  Finding few = finding;
  if (few.evidence.size() > kFew + 1) few.evidence.resize(kFew);
  const std::size_t more = finding.evidence.size() - few.evidence.size();
  return evidence_words(few) + (more == 0 ? "" : " and " + std::to_string(more) + " more");
}

/// `told`: the reason under the row above, which is not repeated.
std::string row(const ReportSection& section, const Finding& finding, std::string& told) {
  std::string text;
  for (const std::string& cell : {row_words(section, finding), condition_words(finding), value_words(finding),
                                  interval_words(finding, section.findings), status_words(finding.status), few_runs(finding)})
    text += (text.empty() ? "" : " & ") + latex_escaped(cell);
  text += " \\\\\n";
  // A finding without a value needs its reason. How the other findings were made is in the other formats.
  const bool found = finding.status == FindingStatus::measured || finding.status == FindingStatus::reported;
  if (!found && !finding.reason.empty() && finding.reason != told)
    text += "\\multicolumn{6}{@{\\quad}p{0.9\\linewidth}@{}}{\\footnotesize " + latex_escaped(finding.reason) + "} \\\\\n";
  told = found ? std::string() : finding.reason;
  return text;
}

}  // namespace

Report latex_long_report(const Session& session) {
  std::string text =
      "% Made by ChaseScope; \\input it, in one column. Packages: array, booktabs, longtable, textcomp; [T1]{fontenc}, and UTF-8 "
      "as the "
      "encoding.\n"
      "\\begingroup\\footnotesize\\setlength{\\tabcolsep}{3pt}\n";
  text += latex_summary(session);
  text += "\\begin{longtable}{@{}*{6}{>{\\raggedright\\arraybackslash}p{0.15\\linewidth}}@{}}\n";
  text += "\\caption{" + latex_escaped(session.device.name) + ": " + count_words(session.findings) + ".} \\\\\n";
  text += std::string("\\toprule\n") + kColumns + "\\midrule\n\\endfirsthead\n";
  text += std::string("\\toprule\n") + kColumns + "\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n";
  bool first = true;
  for (const ReportSection& section : report_sections(session.findings)) {
    if (!first) text += "\\midrule\n";
    first = false;
    text += "\\multicolumn{6}{@{}l}{\\textbf{" + latex_escaped(section.title) + "}} \\\\\n";
    std::string told;
    for (const Finding& finding : section.findings) text += row(section, finding, told);
  }
  text += "\\end{longtable}\n\\endgroup\n";
  const bool loses = !session.findings.empty();
  return {std::move(text),
          loses ? std::vector<std::string>{"LaTeX keeps no methods, opinions and device facts."} : std::vector<std::string>{}};
}

}  // namespace chasescope
