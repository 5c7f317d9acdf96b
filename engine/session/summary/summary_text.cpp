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

std::string notes_text(const std::vector<SummaryNote>& notes) {
  std::string text;
  for (const SummaryNote& note : notes) text += (text.empty() ? "" : "; ") + note.text;
  return text;
}

/// The first notes that fit into so many columns together, and the remaining notes.
std::pair<std::string, std::string> split_notes(const std::vector<SummaryNote>& notes, std::size_t columns) {
  std::size_t count = 0;
  while (count < notes.size() &&
         columns_of(notes_text({notes.begin(), notes.begin() + static_cast<std::ptrdiff_t>(count) + 1})) <= columns)
    ++count;
  const auto end = notes.begin() + static_cast<std::ptrdiff_t>(count);
  return {notes_text({notes.begin(), end}), notes_text({end, notes.end()})};
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
      SummaryLine line = i == 0 ? begun : SummaryLine{{std::string(indent, ' '), Style::plain}};
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

/// Writes notes behind the numbers as far as there is room, and the others below. `asides`: rows that are written as notes.
void write_row(const SummaryRow& row, const std::vector<const SummaryRow*>& asides, const SummaryColumns& columns, Page& page) {
  constexpr std::size_t kNoteIndent = 4;
  SummaryLine line{{std::string(2 + 2 * static_cast<std::size_t>(row.depth), ' ') + row.name, Style::plain}};
  const std::string cells = columns.cells(row);
  if (!cells.empty()) line.push_back({padding(columns_of(line.front().text), columns.name_width()) + cells, Style::plain});
  std::vector<SummaryNote> notes = notes_beside_marks(row);
  for (const SummaryRow* aside : asides)
    notes.push_back({aside->name + " " + number_words(*aside->latency), aside->latency->findings});
  std::size_t at = 0;
  for (const SummarySpan& span : line) at += columns_of(span.text);
  if (notes.empty()) return page.spans(std::move(line));
  const std::size_t below_others = std::max(at + 2, columns.before_bandwidth() + 2), wide = columns_of(notes_text(notes));
  const std::size_t behind = below_others + wide <= page.width() ? below_others : at + 2;
  // The notes of a TLB may be split: entries and pages behind the row, the rest below. Other notes that do not fit all stand below.
  auto [here, below] = split_notes(notes, page.width() - std::min(page.width(), behind));
  if (!below.empty() && !row.adds) here.clear(), below = notes_text(notes);
  if (!here.empty()) line.push_back({padding(at, behind) + here, Style::quiet});
  page.spans(std::move(line));
  if (!below.empty()) page.wrapped(below, kNoteIndent, Style::quiet);
}

void write_series(const SummarySection& section, const SummaryColumns& columns, Page& page) {
  const std::size_t name_width = columns.name_width();
  for (const SummaryRow& row : section.rows) {
    std::string heads, values;
    for (const auto& [label, number] : row.series) {
      const std::string value = bare_words(number);
      const std::size_t wide = std::max(columns_of(label), columns_of(value)) + 2;
      heads += right(label, wide);
      values += right(value, wide);
    }
    const std::string title = columns.title_of(section), name = "  " + row.name, notes = notes_text(row.notes);
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
      write_series(section, columns, page);
      headed = true;
      continue;
    }
    const bool words_only =
        std::all_of(section.rows.begin(), section.rows.end(), [&](const SummaryRow& row) { return columns.cells(row).empty(); });
    const std::string title = columns.title_of(section);
    if (words_only) {
      for (const SummaryRow& row : section.rows)
        page.wrapped(row.name + ": " + notes_text(row.notes), columns.name_width() + 2, Style::plain, {{title, Style::title}});
      headed = true;
      continue;
    }
    SummaryLine head{{title, Style::title}};
    if (!headed) head.push_back({padding(columns_of(title), columns.name_width()) + columns.heads(), Style::quiet});
    page.spans(std::move(head));
    for (std::size_t i = 0; i < section.rows.size();) {
      const SummaryRow& row = section.rows[i];
      std::vector<const SummaryRow*> asides;
      while (++i < section.rows.size() && section.rows[i].aside) asides.push_back(&section.rows[i]);
      write_row(row, asides, columns, page);
    }
    headed = true;
  }
}

void write_unknown(const Summary& summary, Page& page) {
  if (summary.unknown.empty()) return;
  page.blank();
  page.line(upper(unknown_title(summary)), Style::title);
  for (const SummaryUnknown& one : summary.unknown) {
    const std::string start = "  " + one.what + "  ";
    const std::size_t with_command = columns_of(start + one.command);
    if (!one.command.empty() && with_command <= page.width()) {  // the next command is more useful than the reason
      SummaryLine line{{start, Style::warning}, {one.command, Style::plain}};
      const std::string seconds =
          "  " + (summary.is_software_gpu ? time_words(summary, one) : number_text(std::ceil(one.seconds)) + " s");
      if (with_command + columns_of(seconds) <= page.width()) line.push_back({seconds, Style::quiet});
      page.spans(std::move(line));
      continue;
    }
    if (columns_of(one.what) <= page.width() / 2 || columns_of(start + one.why) <= page.width()) {
      page.wrapped(one.why, 4, Style::quiet, {{start, Style::warning}});
    } else {
      page.wrapped(one.what + (one.command.empty() ? ":" : ""), 4, Style::warning, {{"  ", Style::plain}});
      if (one.command.empty()) page.wrapped(one.why, 4, Style::quiet);
    }
    if (one.command.empty()) continue;
    const std::string time = "  (" + time_words(summary, one) + ")";
    SummaryLine line{{"    " + one.command, Style::plain}};
    if (columns_of(line.front().text + time) <= page.width()) line.push_back({time, Style::quiet});
    page.spans(std::move(line));
  }
}

/// Compared numbers share one unit: bytes below this limit, since the size of a line matters there.
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

}  // namespace

PublishedLine published_line(const SummaryComparison& one) {
  const std::size_t comma = one.what.rfind(", ");
  const std::string name = one.what.substr(0, comma), kind = comma == std::string::npos ? "" : one.what.substr(comma + 2);
  const bool kind_is_plain = kind == "size" || kind == "latency";
  std::vector<double> values;
  for (const SummaryOther& other : one.others)
    if (other.source == one.why_of) values.push_back(other.value);
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  PublishedLine line{.what = name + ", " + (kind_is_plain ? "" : kind + " ") + unit_of(one.here),
                     .here = in_unit_of(one.here, one.here.value)};
  if (!values.empty()) line.others = in_unit_of(one.here, *low) + (*high > *low ? "-" + in_unit_of(one.here, *high) : "");
  line.why = one.why_of + ": " + why_words(one);
  return line;
}

namespace {

/// A line for each number that differs, the largest differences first; then how many more differ, and how many agree.
void write_published(const Summary& summary, bool whole, Page& page) {
  if (summary.published.empty()) return;
  page.blank();
  const std::string title = "AGAINST PUBLISHED";
  constexpr std::size_t kRoom = 4;  // lines of a screen; -v has all
  std::vector<PublishedLine> shown;
  std::vector<std::string> tools;  // tools to be explained to the reader, such as MT4G
  std::size_t differ = 0;
  for (const SummaryComparison& one : summary.published) {
    if (one.agrees) continue;
    if (++differ > kRoom && !whole) continue;
    shown.push_back(published_line(one));
    if (one.can_be_run && std::find(tools.begin(), tools.end(), one.why_of) == tools.end()) tools.push_back(one.why_of);
  }
  const std::size_t agree = summary.published.size() - differ;
  const std::string how = std::string(agree == 1 ? " agrees" : " agree") + ", within 2 % or the interval";
  const auto write_origin = [&] {
    if (const std::string origin = published_words(summary); !origin.empty()) page.wrapped(origin, 2, Style::quiet);
  };
  if (shown.empty()) {
    page.spans({{title, Style::title}, {(agree == 1 ? "  the one number" : "  all " + std::to_string(agree)) + how, Style::quiet}});
    return write_origin();
  }
  std::size_t names = columns_of(title), heres = 4, others = 6;
  for (const PublishedLine& line : shown) {
    names = std::max(names, columns_of(line.what) + 2);
    heres = std::max(heres, columns_of(line.here));
    others = std::max(others, columns_of(line.others));
  }
  std::string why_head = "why they differ", who;
  for (const std::string& tool : tools) who += (who.empty() ? "" : ", ") + tool;
  const std::size_t room = page.width() - std::min(page.width(), names + heres + others + 6);
  if (const std::string more = "why they differ (" + who + ": another tool)"; !tools.empty() && columns_of(more) <= room)
    why_head = more;
  if (const std::string less = "why (" + who + ": another tool)";
      !tools.empty() && why_head.size() < less.size() && columns_of(less) <= room)
    why_head = less;
  page.spans({{title, Style::title},
              {padding(columns_of(title), names) + right("here", heres + 2) + right("others", others + 2) + "  " + why_head,
               Style::quiet}});
  for (const PublishedLine& line : shown) {
    const std::string start = "  " + line.what;
    SummaryLine spans{
        {start + padding(columns_of(start), names) + right(line.here, heres + 2) + right(line.others, others + 2) + "  ",
         Style::plain}};
    const std::size_t at = columns_of(spans.front().text);
    page.wrapped(line.why, at, Style::quiet, std::move(spans));
  }
  const std::size_t hidden = differ - shown.size();
  std::string rest = hidden > 0 ? "These differ most; -v has " + std::to_string(hidden) + " more. " : "";
  if (agree > 0) rest += std::to_string(agree) + " of " + std::to_string(summary.published.size()) + how + ".";
  if (!rest.empty()) page.wrapped(rest, 2, Style::quiet);
  write_origin();
}

}  // namespace

std::vector<SummaryLine> summary_lines(const Summary& summary, const SummaryLayout& layout) {
  std::vector<SummaryLine> lines;
  if (summary.empty()) return lines;
  Page page(std::clamp(layout.width, kLeastSummaryWidth, kMostSummaryWidth), lines);
  write_head(summary, page);
  write_sections(summary, page);
  write_unknown(summary, page);
  write_published(summary, layout.whole, page);
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
