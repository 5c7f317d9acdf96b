#include "engine/session/summary/summary_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/findings/finding_words.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/summary/summary_columns.h"

namespace chasescope {
namespace {

using Style = SummarySpan::Style;

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string notes_text(const std::vector<SummaryNote>& notes) {
  std::string text;
  for (const SummaryNote& note : notes) text += (text.empty() ? "" : "; ") + note.text;
  return text;
}

/// Writes lines and keeps to the width.
class Page {
 public:
  Page(std::size_t width, std::vector<SummaryLine>& lines) : width_(width), lines_(lines) {}

  void blank() { lines_.push_back({}); }
  void line(std::string text, Style style = Style::plain) { lines_.push_back({{std::move(text), style}}); }
  void spans(SummaryLine spans) { lines_.push_back(std::move(spans)); }
  /// Text in lines of the width, from `indent` on; the first line may have begun.
  void wrapped(const std::string& text, std::size_t indent, Style style, SummaryLine begun = {}) {
    std::size_t at = 0;
    for (const SummarySpan& span : begun) at += columns_of(span.text);
    if (at < indent && begun.empty()) begun.push_back({std::string(indent - at, ' '), Style::plain});
    if (at > 2 && at < indent) begun.push_back({std::string(indent - at, ' '), Style::plain});
    const std::vector<std::string> parts =
        broken(text, width_ - std::min(width_ - 10, at == 2 ? at : std::max(at, indent)), width_ - indent);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      SummaryLine line = i == 0 ? std::move(begun) : SummaryLine{{std::string(indent, ' '), Style::plain}};
      line.push_back({parts[i], style});
      lines_.push_back(std::move(line));
    }
  }
  std::size_t width() const { return width_; }

 private:
  std::size_t width_;
  std::vector<SummaryLine>& lines_;
};

void write_head(const Summary& summary, Page& page) {
  std::string facts;
  for (const SummaryNote& fact : summary.facts) facts += (facts.empty() ? "" : "    ") + fact.text;
  const std::string name = one_line(shortened(summary.device, 60));
  if (columns_of(name) + 4 + columns_of(facts) <= page.width()) {
    page.spans({{name, Style::title}, {facts.empty() ? std::string() : "    " + facts, Style::plain}});
  } else {
    page.line(name, Style::title);
    page.wrapped(facts, 0, Style::plain);
  }
  std::string state;
  for (const SummaryNote& sentence : summary.state) state += (state.empty() ? "" : " ") + sentence.text;
  if (!state.empty()) page.wrapped(state, 0, Style::quiet);
  page.blank();
}

void write_row(const SummaryRow& row, const SummaryColumns& columns, Page& page) {
  constexpr std::size_t kNoteIndent = 4;
  SummaryLine line{{std::string(2 + 2 * static_cast<std::size_t>(row.depth), ' ') + row.name, Style::plain}};
  const std::string cells = columns.cells(row);
  if (!cells.empty()) line.push_back({padding(columns_of(line.front().text), columns.name_width()) + cells, Style::plain});
  const std::string notes = notes_text(row.notes);
  std::size_t at = 0;
  for (const SummarySpan& span : line) at += columns_of(span.text);
  if (notes.empty()) return page.spans(std::move(line));
  for (const std::size_t behind : {std::max(at + 2, columns.before_bandwidth() + 2), at + 2})
    if (behind + columns_of(notes) <= page.width()) {
      line.push_back({padding(at, behind) + notes, Style::quiet});
      return page.spans(std::move(line));
    }
  page.spans(std::move(line));
  page.wrapped(notes, kNoteIndent, Style::quiet);
}

void write_series(const SummarySection& section, Page& page, std::size_t name_width) {
  for (const SummaryRow& row : section.rows) {
    std::string heads, values;
    for (const auto& [label, number] : row.series) {
      const std::string value = bare_words(number);
      const std::size_t wide = std::max(columns_of(label), columns_of(value)) + 2;
      heads += right(label, wide);
      values += right(value, wide);
    }
    const std::string title = upper(section.title), name = "  " + row.name, notes = notes_text(row.notes);
    page.spans({{title, Style::title}, {padding(columns_of(title), name_width) + heads, Style::quiet}});
    SummaryLine line{{name + padding(columns_of(name), name_width) + values, Style::plain}};
    const std::size_t at = columns_of(line.front().text) + 2;
    const bool fits = at + columns_of(notes) <= page.width();
    if (fits && !notes.empty()) line.push_back({"  " + notes, Style::quiet});
    page.spans(std::move(line));
    if (!fits) page.wrapped(notes, 4, Style::quiet);
  }
}

void write_sections(const Summary& summary, Page& page) {
  const SummaryColumns columns(summary, page.width());
  bool headed = false;
  for (const SummarySection& section : summary.sections) {
    const bool has_series =
        std::any_of(section.rows.begin(), section.rows.end(), [](const SummaryRow& row) { return !row.series.empty(); });
    if (has_series) {
      if (headed) page.blank();
      write_series(section, page, columns.name_width());
      headed = true;
      continue;
    }
    const bool words_only =
        std::all_of(section.rows.begin(), section.rows.end(), [&](const SummaryRow& row) { return columns.cells(row).empty(); });
    const std::string title = upper(section.title);
    if (words_only) {
      for (const SummaryRow& row : section.rows)
        page.wrapped(row.name + ": " + notes_text(row.notes), columns.name_width() + 2, Style::plain, {{title, Style::title}});
      headed = true;
      continue;
    }
    if (headed) page.blank();
    SummaryLine head{{title, Style::title}};
    if (!headed) head.push_back({padding(columns_of(title), columns.name_width()) + columns.heads(), Style::quiet});
    page.spans(std::move(head));
    for (const SummaryRow& row : section.rows) write_row(row, columns, page);
    headed = true;
  }
}

void write_unknown(const Summary& summary, Page& page) {
  if (summary.unknown.empty()) return;
  page.blank();
  const bool has_command =
      std::any_of(summary.unknown.begin(), summary.unknown.end(), [](const SummaryUnknown& one) { return !one.command.empty(); });
  page.line(has_command ? "NOT KNOWN, AND WHAT MAY TELL" : "NOT KNOWN", Style::title);
  for (const SummaryUnknown& one : summary.unknown) {
    if (columns_of(one.what) <= page.width() / 2) {
      page.wrapped(one.why, 4, Style::quiet, {{"  " + one.what + "  ", Style::warning}});
    } else {
      page.wrapped(one.what + ":", 4, Style::warning, {{"  ", Style::plain}});
      page.wrapped(one.why, 4, Style::quiet);
    }
    if (one.command.empty()) continue;
    const std::string time = "  (" + number_text(std::ceil(one.seconds)) + " s on a card)";
    SummaryLine line{{"    " + one.command, Style::plain}};
    if (columns_of(line.front().text + time) <= page.width()) line.push_back({time, Style::quiet});
    page.spans(std::move(line));
  }
}

/// "20.7 and 17 (MT4G), 32 (gpu-benches)": with units where they are others than that of the number here.
std::string others_text(const SummaryComparison& one) {
  const std::string here = number_words(one.here), unit = here.substr(here.rfind(' ') + 1);
  std::vector<std::pair<std::string, std::string>> sources;  // and what each says
  for (const SummaryOther& other : one.others) {
    const SummaryNumber number{.value = other.value, .unit = one.here.unit};
    const std::string words = number_words(number), text = words.ends_with(" " + unit) ? bare_words(number) : words;
    const auto same =
        std::find_if(sources.begin(), sources.end(), [&](const auto& source) { return source.first == other.source; });
    if (same == sources.end())
      sources.emplace_back(other.source, text);
    else
      same->second += " and " + text;
  }
  std::string all;
  for (const auto& [source, values] : sources) all += (all.empty() ? "" : ", ") + values + " (" + source + ")";
  return all;
}

void write_published(const Summary& summary, Page& page) {
  if (summary.published.empty()) return;
  page.blank();
  std::size_t names = 0, heres = 4;
  for (const SummaryComparison& one : summary.published) {
    if (one.agrees) continue;
    names = std::max(names, columns_of(one.what) + 4);
    heres = std::max(heres, columns_of(number_words(one.here)));
  }
  const std::string title = "AGAINST PUBLISHED";
  names = std::max(names, columns_of(title));
  SummaryLine head{{title, Style::title}};
  const bool differ =
      std::any_of(summary.published.begin(), summary.published.end(), [](const SummaryComparison& one) { return !one.agrees; });
  if (differ)
    head.push_back({padding(columns_of(title), names) + right("here", heres + 2) + "  others, and why they differ", Style::quiet});
  page.spans(std::move(head));
  std::string alike;
  for (const SummaryComparison& one : summary.published) {
    if (one.agrees) {
      alike += (alike.empty() ? "  Within 2 % or the interval: " : "; ") + one.what;
      continue;
    }
    const std::string others = others_text(one);
    const std::string start = "  " + one.what;
    SummaryLine line{{start + padding(columns_of(start), names) + right(number_words(one.here), heres + 2) + "  ", Style::plain}};
    page.wrapped(others + (one.why.empty() ? "" : ": " + one.why), names + heres + 4, Style::quiet, std::move(line));
  }
  if (!alike.empty()) page.wrapped(alike + ".", 4, Style::quiet);
}

}  // namespace

std::vector<SummaryLine> summary_lines(const Summary& summary, const SummaryLayout& layout) {
  std::vector<SummaryLine> lines;
  if (summary.empty()) return lines;
  Page page(std::clamp(layout.width, kLeastSummaryWidth, kMostSummaryWidth), lines);
  write_head(summary, page);
  write_sections(summary, page);
  write_unknown(summary, page);
  write_published(summary, page);
  if (!layout.footer.empty()) page.blank();
  for (const std::string& sentence : layout.footer) page.wrapped(sentence, 0, Style::quiet);
  return lines;
}

std::string plain_text(const std::vector<SummaryLine>& lines) {
  std::string text;
  for (const SummaryLine& line : lines) {
    for (const SummarySpan& span : line) text += span.text;
    while (text.ends_with(' ')) text.pop_back();
    text += "\n";
  }
  return text;
}

std::string coloured_text(const std::vector<SummaryLine>& lines) {
  constexpr std::array<const char*, 4> kBegin{"", "\x1b[1m", "\x1b[2m", "\x1b[33m"};
  std::string text;
  for (const SummaryLine& line : lines) {
    for (const SummarySpan& span : line) {
      const bool plain = span.style == Style::plain;
      text += kBegin[static_cast<std::size_t>(span.style)] + printable(span.text) + (plain ? "" : "\x1b[0m");
    }
    text += "\n";
  }
  return text;
}

}  // namespace chasescope
