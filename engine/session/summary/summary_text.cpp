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

/// As many of the notes as one line has room for; the first ones say more than the last.
std::string notes_text(const std::vector<SummaryNote>& notes, std::size_t columns) {
  std::string text;
  for (const SummaryNote& note : notes) {
    const std::string longer = text + (text.empty() ? "" : "; ") + note.text;
    if (text.empty() || columns_of(longer) <= columns) text = longer;
  }
  return text;
}

/// Not more than so many columns; the last one is an ellipsis where something is left out.
std::string shortened_to(const std::string& text, std::size_t columns) {
  if (columns_of(text) <= columns || columns == 0) return text;
  std::string cut;
  std::size_t taken = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U && ++taken == columns) break;
    cut += c;
  }
  while (cut.ends_with(' ')) cut.pop_back();
  return cut + "…";
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
  if (const std::string mark = SummaryColumns(summary, page.width()).meaning_of_mark(); !mark.empty())
    state += (state.empty() ? "" : " ") + mark;
  if (!state.empty()) page.wrapped(state, 0, Style::quiet);
  page.blank();
}

void write_row(const SummaryRow& row, const SummaryColumns& columns, Page& page) {
  constexpr std::size_t kNoteIndent = 4;
  SummaryLine line{{std::string(2 + 2 * static_cast<std::size_t>(row.depth), ' ') + row.name, Style::plain}};
  const std::string cells = columns.cells(row);
  if (!cells.empty()) line.push_back({padding(columns_of(line.front().text), columns.name_width()) + cells, Style::plain});
  const std::vector<SummaryNote> all = notes_beside_marks(row);
  const std::string notes = notes_text(all);
  std::size_t at = 0;
  for (const SummarySpan& span : line) at += columns_of(span.text);
  if (notes.empty()) return page.spans(std::move(line));
  for (const std::size_t behind : {std::max(at + 2, columns.before_bandwidth() + 2), at + 2})
    if (behind + columns_of(notes) <= page.width()) {
      line.push_back({padding(at, behind) + notes, Style::quiet});
      return page.spans(std::move(line));
    }
  // A TLB has its entries and pages behind it; -v and wider screens have the rest.
  if (const std::size_t behind = std::max(at + 2, columns.before_bandwidth() + 2);
      row.adds && behind + columns_of(all.front().text) <= page.width()) {
    line.push_back({padding(at, behind) + notes_text(all, page.width() - behind), Style::quiet});
    return page.spans(std::move(line));
  }
  page.spans(std::move(line));
  page.wrapped(notes_text(all, page.width() - kNoteIndent), kNoteIndent, Style::quiet);
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
    const std::string start = "  " + one.what + "  ";
    const std::size_t with_command = columns_of(start + one.command);
    if (!one.command.empty() && with_command <= page.width()) {  // what to do next says more than why
      SummaryLine line{{start, Style::warning}, {one.command, Style::plain}};
      const std::string seconds = "  " + number_text(std::ceil(one.seconds)) + " s";
      if (with_command + columns_of(seconds) <= page.width()) line.push_back({seconds, Style::quiet});
      page.spans(std::move(line));
      continue;
    }
    if (columns_of(one.what) <= page.width() / 2) {
      page.wrapped(one.why, 4, Style::quiet, {{start, Style::warning}});
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

/// One line of what others found: what is compared with its unit, here, the most telling source, and why.
struct PublishedLine {
  std::string what, here, others, why;
};

/// Numbers that stand beside each other have one unit; below 4 KiB the size of a line shows, and bytes are told.
constexpr double kFewBytes = 4096;

std::string unit_of(const SummaryNumber& here) {
  if (here.unit == "bytes" && here.value < kFewBytes) return "B";
  const std::string words = number_words(here);
  return words.substr(words.rfind(' ') + 1);
}

std::string in_unit_of(const SummaryNumber& here, double value) {
  if (here.unit == "bytes" && here.value < kFewBytes) return number_text(value);
  const SummaryNumber number{.value = value, .unit = here.unit};
  const std::string words = number_words(number);
  return words.ends_with(" " + unit_of(here)) ? bare_words(number) : words;
}

/// The source whose difference is explained, else the one that is farthest away; "17-20.7" where it has several numbers.
PublishedLine published_line(const SummaryComparison& one) {
  const std::size_t comma = one.what.rfind(", ");
  const std::string name = one.what.substr(0, comma), kind = comma == std::string::npos ? "" : one.what.substr(comma + 2);
  const bool kind_is_plain = kind == "size" || kind == "latency";
  PublishedLine line{.what = name + ", " + (kind_is_plain ? "" : kind + " ") + unit_of(one.here),
                     .here = in_unit_of(one.here, one.here.value)};
  std::string source = one.why_of;
  if (source.empty()) {
    const auto farthest = std::max_element(one.others.begin(), one.others.end(), [&](const SummaryOther& a, const SummaryOther& b) {
      return std::abs(a.value - one.here.value) < std::abs(b.value - one.here.value);
    });
    if (farthest != one.others.end()) source = farthest->source;
  }
  double low = 0, high = 0;
  bool any = false;
  for (const SummaryOther& other : one.others) {
    if (other.source != source) continue;
    low = any ? std::min(low, other.value) : other.value;
    high = any ? std::max(high, other.value) : other.value;
    any = true;
  }
  line.others = in_unit_of(one.here, low) + (high > low ? "-" + in_unit_of(one.here, high) : "");
  line.why = source + (one.why.empty() ? "" : ": " + one.why);
  return line;
}

/// Lines of what differs and why, one each; then how many differ for no known reason, and how many agree.
void write_published(const Summary& summary, Page& page) {
  if (summary.published.empty()) return;
  page.blank();
  const std::string title = "AGAINST PUBLISHED";
  std::vector<PublishedLine> explained;
  std::vector<const SummaryComparison*> unexplained;
  std::size_t agree = 0;
  for (const SummaryComparison& one : summary.published) {
    if (one.agrees)
      ++agree;
    else if (one.why.empty())
      unexplained.push_back(&one);
    else
      explained.push_back(published_line(one));
  }
  // A few have lines of their own, with the numbers; more are named.
  constexpr std::size_t kFew = 3;
  if (unexplained.size() <= kFew) {
    for (const SummaryComparison* one : unexplained) explained.push_back(published_line(*one));
    unexplained.clear();
  }
  if (explained.empty() && unexplained.empty())
    return page.spans(
        {{title, Style::title}, {"  all " + std::to_string(agree) + " agree, within 2 % or the interval", Style::quiet}});
  std::size_t names = columns_of(title), heres = 4, others = 6;
  for (const PublishedLine& line : explained) {
    names = std::max(names, columns_of(line.what) + 2);
    heres = std::max(heres, columns_of(line.here));
    others = std::max(others, columns_of(line.others));
  }
  SummaryLine head{{title, Style::title}};
  if (!explained.empty())
    head.push_back(
        {padding(columns_of(title), names) + right("here", heres + 2) + right("others", others + 2) + "  why they differ",
         Style::quiet});
  page.spans(std::move(head));
  for (const PublishedLine& line : explained) {
    const std::string start = "  " + line.what;
    SummaryLine spans{
        {start + padding(columns_of(start), names) + right(line.here, heres + 2) + right(line.others, others + 2) + "  ",
         Style::plain}};
    const std::size_t at = columns_of(spans.front().text);
    spans.push_back({shortened_to(line.why, page.width() - std::min(page.width() - 1, at)), Style::quiet});
    page.spans(std::move(spans));
  }
  std::string rest;
  for (const SummaryComparison* one : unexplained)
    rest += (rest.empty() ? explained.empty() ? "Differ, no reason known: " : "Also differ, no reason known: " : "; ") + one->what;
  if (agree > 0)
    rest += (rest.empty() ? "" : ". ") + std::to_string(agree) + (agree == 1 ? " other agrees" : " others agree") +
            ", within 2 % or the interval";
  if (!rest.empty()) page.wrapped(rest + ".", 2, Style::quiet);
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
