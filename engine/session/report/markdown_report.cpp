#include <utility>

#include "engine/findings/finding_words.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/report/markdown_text.h"
#include "engine/session/report/report.h"
#include "engine/session/report/sections.h"
#include "engine/session/report/summary.h"
#include "engine/session/report/summary_tables.h"

namespace chasescope {
namespace {

std::string figure_text(const ReportFigure& figure) {
  const std::string title = markdown_escaped(figure.title);
  return "![" + title + "](" + figure.link + ")\n\n*" + title + ".* " + markdown_escaped(figure.caption) + "\n";
}

}  // namespace

Report markdown_report(const Session& session, const std::vector<ReportFigure>& figures) {
  std::string text = "# " + markdown_escaped(session.device.name) + "\n\n";
  if (const std::string summary = markdown_summary(session); !summary.empty()) text += summary + "\n";
  text += count_words(session.findings) + "; " + std::to_string(session.runs.size()) +
          (session.runs.size() == 1 ? " run as evidence.\n\n" : " runs as evidence.\n\n");
  text += markdown_header({"Device", ""});
  for (const auto& [name, value] : report_facts(session)) text += markdown_row({name, value});
  for (const ReportFigure& figure : figures)
    if (figure.is_overview) text += "\n" + figure_text(figure);
  for (const ReportSection& section : report_sections(session.findings)) {
    text += "\n## " + markdown_escaped(section.title) + "\n\n";
    text += markdown_header({"Quantity", "Value", "Interval", "Status", "Conditions", "Method or reason", "Evidence"});
    for (const Finding& finding : section.findings)
      text += markdown_row({row_words(section, finding), value_words(finding), interval_words(finding, session.findings),
                            status_words(finding.status), condition_words(finding), explanation_words(finding),
                            evidence_words(finding)});
  }
  bool begun = false;
  for (const ReportFigure& figure : figures) {
    if (figure.is_overview) continue;
    text += (std::exchange(begun, true) ? "\n" : "\n## Figures\n\n") + figure_text(figure);
  }
  if (!session.notes.empty()) text += "\n## Notes\n\n" + markdown_escaped(session.notes) + "\n";
  return {std::move(text), {}};
}

}  // namespace chasescope
