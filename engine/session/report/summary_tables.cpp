#include "engine/session/report/summary_tables.h"

#include <array>
#include <cmath>
#include <vector>

#include "engine/output/outgoing_text.h"
#include "engine/session/report/markdown_text.h"
#include "engine/session/summary/summary.h"
#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

std::string cell(const std::optional<SummaryNumber>& number, const char* before = "") {
  return number ? before + number_words(*number) : std::string();
}

std::string share_cell(const std::optional<SummaryNumber>& share) {
  return share ? number_text(std::round(share->value)) + " %" : std::string();
}

std::string notes_cell(const std::vector<SummaryNote>& notes) {
  std::string text;
  for (const SummaryNote& note : notes) text += (text.empty() ? "" : "; ") + note.text;
  return text;
}

/// Name, size, latency, ns, read, of peak, write, of peak, notes. A series stands in the notes.
std::array<std::string, 9> cells_of(const SummaryRow& row) {
  const char* plus = row.adds ? "+" : "";
  std::string notes = notes_cell(row.notes), series;
  for (const auto& [label, number] : row.series) series += (series.empty() ? "" : ", ") + label + " " + bare_words(number);
  if (!series.empty()) notes = series + (notes.empty() ? "" : "; " + notes);
  return {(row.depth > 0 ? "– " : "") + row.name,
          cell(row.size),
          cell(row.latency, plus),
          cell(row.ns, plus),
          cell(row.read),
          share_cell(row.read_share),
          cell(row.write),
          share_cell(row.write_share),
          notes};
}

std::string sources_of(const SummaryComparison& one) {
  std::string text;
  for (const SummaryOther& other : one.others) {
    const SummaryNumber number{.value = other.value, .unit = one.here.unit};
    text += (text.empty() ? "" : ", ") + number_words(number) + " (" + other.source +
            (other.note.empty() ? "" : ", " + other.note) + ")";
  }
  return text;
}

std::string why_of(const SummaryComparison& one) {
  const std::string source = one.agrees ? "" : one.why_of + ": ";
  return source + why_words(one) + (one.why.empty() || one.why_source.empty() ? "" : " (" + one.why_source + ")");
}

/// "compute capability 9.0, 132 SMs, 1,980 MHz. Found in 4 s. …"
std::string head_of(const Summary& summary) {
  std::string facts, text;
  for (const SummaryNote& fact : summary.facts) facts += (facts.empty() ? "" : ", ") + fact.text;
  if (!facts.empty()) text = facts + ".";
  for (const SummaryNote& sentence : summary.state) text += (text.empty() ? "" : " ") + sentence.text;
  return text;
}

}  // namespace

std::string markdown_summary(const Session& session) {
  const Summary summary = summarise(session);
  if (summary.empty()) return {};
  std::string text = markdown_escaped(head_of(summary));
  if (!text.empty()) text += "\n";
  for (const SummarySection& section : summary.sections) {
    text += "\n" + markdown_header({section.title, "Size", "Latency", "Time", "Read", "of peak", "Write", "of peak", ""});
    for (const SummaryRow& row : section.rows) {
      const auto cells = cells_of(row);
      text += markdown_row({cells.begin(), cells.end()});
    }
  }
  if (!summary.unknown.empty()) {
    text += "\n" + markdown_header({unknown_title(summary), "Why", "Command", "Takes about"});
    for (const SummaryUnknown& one : summary.unknown)
      text += markdown_row({one.what, one.why, one.command, time_words(summary, one)});
  }
  if (!summary.published.empty()) {
    text += "\n" + markdown_header({"Against published", "Here", "Others", "Why they differ"});
    for (const SummaryComparison& one : summary.published)
      text += markdown_row({one.what, number_words(one.here), sources_of(one), why_of(one)});
    if (const std::string origin = published_words(summary); !origin.empty()) text += "\n" + markdown_escaped(origin) + "\n";
  }
  return text;
}

std::string latex_summary(const Session& session) {
  const Summary summary = summarise(session);
  if (summary.empty()) return {};
  const auto row_of = [](const std::vector<std::string>& cells) {
    std::string row;
    for (const std::string& one : cells) row += (&one == &cells.front() ? "" : " & ") + latex_escaped(one);
    return row + " \\\\\n";
  };
  std::string text = latex_escaped(head_of(summary)) + "\n\n\\begin{longtable}{@{}l*{7}{r}@{}}\n\\toprule\n";
  text += row_of({summary.device, "Size", "Latency", "Time", "Read", "of peak", "Write", "of peak"});
  for (const SummarySection& section : summary.sections) {
    text += "\\midrule\n\\multicolumn{8}{@{}l}{\\textbf{" + latex_escaped(section.title) + "}} \\\\\n";
    for (const SummaryRow& row : section.rows) {
      const auto cells = cells_of(row);
      text += row_of({cells.begin(), cells.end() - 1});
      if (!cells.back().empty())
        text += "\\multicolumn{8}{@{\\quad}p{0.9\\linewidth}@{}}{" + latex_escaped(cells.back()) + "} \\\\\n";
    }
  }
  const auto heading = [&](const char* title) {
    text += std::string("\\midrule\n\\multicolumn{8}{@{}l}{\\textbf{") + title + "}} \\\\\n";
  };
  const auto wide = [&](const std::string& words) {
    text += "\\multicolumn{8}{@{}p{0.95\\linewidth}@{}}{" + latex_escaped(words) + "} \\\\\n";
  };
  if (!summary.unknown.empty()) {
    heading(unknown_title(summary).c_str());
    for (const SummaryUnknown& one : summary.unknown)
      wide(one.what + (one.command.empty() ? " (" + one.why : ": " + one.command + " (" + time_words(summary, one)) + ").");
  }
  if (!summary.published.empty()) {
    heading("Against published");
    for (const SummaryComparison& one : summary.published)
      wide(one.what + ": " + number_words(one.here) + "; others " + sources_of(one) + ": " + why_of(one) + ".");
    if (const std::string origin = published_words(summary); !origin.empty()) wide(origin);
  }
  return text + "\\bottomrule\n\\end{longtable}\n";
}

}  // namespace chasescope
