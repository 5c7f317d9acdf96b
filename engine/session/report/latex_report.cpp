// A longtable with booktabs rules, as a paper takes it.
#include <array>
#include <string_view>
#include <utility>

#include "engine/session/report/finding_words.h"
#include "engine/session/report/report.h"
#include "engine/session/report/sections.h"
#include "engine/session/report/summary.h"

namespace chasescope {
namespace {

/// What LaTeX takes for something else, and the characters beyond ASCII that reports use.
constexpr std::array<std::pair<std::string_view, std::string_view>, 29> kReplacements{{
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"#", "\\#"},
    {"$", "\\$"},
    {"%", "\\%"},
    {"&", "\\&"},
    {"_", "\\_"},
    {"~", "\\textasciitilde{}"},
    {"^", "\\textasciicircum{}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"|", "\\textbar{}"},
    {"\"", "\\textquotedbl{}"},
    {"`", "\\textasciigrave{}"},
    {"–", "--"},
    {"—", "---"},
    {"×", "$\\times$"},
    {"·", "$\\cdot$"},
    {"§", "\\S{}"},
    {"µ", "$\\mu$"},
    {"≥", "$\\geq$"},
    {"≤", "$\\leq$"},
    {"±", "$\\pm$"},
    {"…", "\\ldots{}"},
    {"’", "'"},
    {"−", "$-$"},
    {"→", "$\\to$"},
    {"°", "$^{\\circ}$"},
}};

std::string latex_escaped(const std::string& text) {
  const std::string line = one_line(text);
  std::string escaped;
  for (std::string_view rest = line; !rest.empty();) {
    std::size_t taken = 1;
    std::string_view out = rest.substr(0, 1);
    for (const auto& [from, to] : kReplacements)
      if (rest.starts_with(from)) {
        taken = from.size();
        out = to;
        break;
      }
    escaped += out;
    rest.remove_prefix(taken);
  }
  return escaped;
}

constexpr const char* kColumns = "Quantity & Conditions & Value & Interval & Status & Evidence \\\\\n";

std::string row(const ReportSection& section, const Finding& finding) {
  std::string text;
  for (const std::string& cell : {row_words(section, finding), condition_words(finding), value_words(finding),
                                  interval_words(finding), status_words(finding.status), evidence_words(finding)})
    text += (text.empty() ? "" : " & ") + latex_escaped(cell);
  text += " \\\\\n";
  // What is not there needs its reason; how the rest was found is in the other formats.
  const bool found = finding.status == FindingStatus::measured || finding.status == FindingStatus::reported;
  if (!found && !finding.reason.empty())
    text += "\\multicolumn{6}{@{\\quad}p{0.9\\linewidth}@{}}{\\footnotesize " + latex_escaped(finding.reason) + "} \\\\\n";
  return text;
}

}  // namespace

Report latex_report(const Session& session) {
  std::string text =
      "% Made by ChaseScope; \\input it. Packages: booktabs, longtable, textcomp; [T1]{fontenc}, and UTF-8 as the encoding.\n"
      "\\begin{longtable}{@{}p{0.2\\linewidth}p{0.13\\linewidth}p{0.17\\linewidth}p{0.14\\linewidth}p{0.11\\linewidth}"
      "p{0.13\\linewidth}@{}}\n";
  text += "\\caption{" + latex_escaped(session.device.name) + ": " + count_words(session.findings) + ".} \\\\\n";
  text += std::string("\\toprule\n") + kColumns + "\\midrule\n\\endfirsthead\n";
  text += std::string("\\toprule\n") + kColumns + "\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n";
  bool first = true;
  for (const ReportSection& section : report_sections(session.findings)) {
    if (!first) text += "\\midrule\n";
    first = false;
    text += "\\multicolumn{6}{@{}l}{\\textbf{" + latex_escaped(section.title) + "}} \\\\\n";
    for (const Finding& finding : section.findings) text += row(section, finding);
  }
  text += "\\end{longtable}\n";
  const bool loses = !session.findings.empty();
  return {std::move(text),
          loses ? std::vector<std::string>{"LaTeX keeps no methods, opinions and device facts."} : std::vector<std::string>{}};
}

}  // namespace chasescope
