#include "engine/session/report/report.h"

#include "engine/session/csv/csv.h"

namespace chasescope {

std::string_view to_string(ReportFormat format) {
  switch (format) {
    case ReportFormat::markdown: return "markdown";
    case ReportFormat::latex: return "latex";
    case ReportFormat::latex_long: return "latex-long";
    case ReportFormat::csv: return "csv";
    case ReportFormat::mt4g: return "mt4g";
    case ReportFormat::gpgpusim: return "gpgpusim";
  }
  return "markdown";
}

std::optional<ReportFormat> report_format_from(std::string_view word) {
  for (const auto format : {ReportFormat::markdown, ReportFormat::latex, ReportFormat::latex_long, ReportFormat::csv,
                            ReportFormat::mt4g, ReportFormat::gpgpusim})
    if (to_string(format) == word) return format;
  return std::nullopt;
}

Report make_report(const Session& session, ReportFormat format) {
  switch (format) {
    case ReportFormat::markdown: return markdown_report(session);
    case ReportFormat::latex: return latex_report(session);
    case ReportFormat::latex_long: return latex_long_report(session);
    case ReportFormat::csv: return csv_report(session);
    case ReportFormat::mt4g: return mt4g_report(session);
    case ReportFormat::gpgpusim: return gpgpusim_report(session);
  }
  return {};
}

Report csv_report(const Session& session) { return {findings_csv(session), {}}; }

}  // namespace chasescope
