// Reports: a session's findings as a document for people or for other programs.
//
//   const Report report = make_report(session, ReportFormat::markdown);
//   file.put(report.text);
//   for (const std::string& warning : report.warnings) tell(warning);
//
// Pure functions: the same session gives the same bytes. docs/reports.md says what each format holds and what it loses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/session/document/session.h"

namespace chasescope {

enum class ReportFormat { markdown, latex, latex_long, csv, mt4g, gpgpusim };

/// "markdown", "latex", "latex-long", "csv", "mt4g", "gpgpusim".
std::string_view to_string(ReportFormat format);
std::optional<ReportFormat> report_format_from(std::string_view word);

/// The text is UTF-8 and ends with a newline. The warnings name content that the format can't express, one sentence each.
struct Report {
  std::string text;
  std::vector<std::string> warnings;
};

Report make_report(const Session& session, ReportFormat format);

/// A picture that belongs to a report. The code that writes the files makes the picture; the report only links to it.
struct ReportFigure {
  std::string link;          ///< relative to the report, as a URL: "card_figures/tlb.svg"
  std::string title;         ///< "Memory diagram"; also the text that a screen reader reads in place of the picture
  std::string caption;       ///< a description of the picture, with its device and request
  bool is_overview = false;  ///< stands before the tables; all other figures stand after them
};

/// A table for each level: value, interval, status, conditions, method or reason, evidence. Figures are linked with their captions.
Report markdown_report(const Session& session, const std::vector<ReportFigure>& figures = {});
/// The table `summary` (tables.json): a row for each level, one or two columns wide, to be \input. Its first line names the LaTeX
/// packages.
Report latex_report(const Session& session);
/// All findings in one longtable with booktabs rules, for an appendix in one column.
Report latex_long_report(const Session& session);
/// One table, a row for each finding, with the columns of docs/session.md.
Report csv_report(const Session& session);
/// MT4G's JSON (topology thesis, chapter 4), member for member and unit for unit.
Report mt4g_report(const Session& session);
/// Options for gpgpusim.config of GPGPU-Sim 4 and Accel-Sim.
Report gpgpusim_report(const Session& session);

}  // namespace chasescope
