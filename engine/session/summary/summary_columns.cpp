#include "engine/session/summary/summary_columns.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "engine/trace/number_text.h"

namespace chasescope {

std::size_t columns_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padding(std::size_t from, std::size_t to) {
  constexpr std::size_t kGap = 2;
  return std::string(to >= from ? to - from : kGap, ' ');
}

std::string right(const std::string& text, std::size_t columns) {
  const std::size_t wide = columns_of(text);
  return wide >= columns ? text : std::string(columns - wide, ' ') + text;
}

namespace {

/// Whether the word is a unit, which stays on the line of the word before it.
bool is_unit(std::string_view word) {
  while (word.ends_with(',') || word.ends_with(';') || word.ends_with('.')) word.remove_suffix(1);
  constexpr std::array<std::string_view, 12> kUnits{"%",      "B",  "KiB", "MiB", "GiB",  "TiB",
                                                    "cycles", "ns", "s",   "MHz", "TB/s", "GB/s"};
  return std::find(kUnits.begin(), kUnits.end(), word) != kUnits.end();
}

std::vector<std::string> words_with_units(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (is_unit(word) && !words.empty())
      words.back() += " " + word;
    else if (!word.empty())
      words.push_back(word);
    at = end + 1;
  }
  return words;
}

}  // namespace

std::string upper(std::string title) {
  for (char& c : title)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return title;
}

std::vector<std::string> broken(const std::string& text, std::size_t first, std::size_t others) {
  std::vector<std::string> lines(1);
  for (const std::string& word : words_with_units(text)) {
    const std::size_t used = columns_of(lines.back()), room = lines.size() == 1 ? first : others;
    const bool fits = used + (used > 0 ? 1 : 0) + columns_of(word) <= room;
    if (!fits && (used > 0 || (lines.size() == 1 && first < others)))
      lines.push_back(word);
    else
      lines.back() += (used == 0 ? "" : " ") + word;
  }
  return lines;
}

std::vector<SummaryNote> notes_beside_marks(const SummaryRow& row) {
  std::vector<SummaryNote> notes = row.notes;
  std::erase_if(notes, [](const SummaryNote& note) { return note.text == kReportedNote; });
  return notes;
}

SummaryColumns::SummaryColumns(const Summary& summary, std::size_t width) {
  double most = 0;
  for (const SummarySection& section : summary.sections)
    for (const SummaryRow& row : section.rows) marks_ = marks_ || (row.size && row.size->reported);
  for (const SummarySection& section : summary.sections)
    for (const SummaryRow& row : section.rows)
      for (const auto& bandwidth : {row.read, row.write})
        if (bandwidth) most = std::max(most, bandwidth->value);
  constexpr double kTera = 1e12, kGiga = 1e9;
  bandwidth_unit_ = most >= kTera ? kTera : kGiga;
  const std::string unit = unit_words_ = most >= kTera ? "TB/s" : "GB/s";
  heads_ = {"size", "cycles", "ns", "read " + unit, "of peak", "write " + unit, "of peak"};
  std::array<bool, kColumns> used{};
  std::size_t longest = 0;
  const auto measure = [&] {
    for (const SummarySection& section : summary.sections) {
      longest = std::max(longest, columns_of(title_of(section)));
      for (const SummaryRow& row : section.rows) {
        if (row.aside) continue;
        longest = std::max(longest, columns_of(row.name) + 2 + 2 * static_cast<std::size_t>(row.depth));
        const auto texts = texts_of(row);
        for (std::size_t i = 0; i < kColumns; ++i) {
          used[i] = used[i] || !texts[i].empty();
          widths_[i] = std::max(widths_[i], columns_of(texts[i]));
        }
      }
    }
  };
  measure();
  // If there is enough room, two blanks separate the columns.
  std::size_t whole = longest;
  for (std::size_t i = 0; i < kColumns; ++i)
    if (used[i]) whole += std::max(widths_[i], columns_of(heads_[i])) + 2;
  const std::size_t gap = whole > width ? 1 : 2;
  if (whole > width) {
    heads_[kReadShare] = heads_[kWriteShare] = "peak";
    heads_[kWrite] = "write";
  }
  name_width_ = before_bandwidth_ = longest;
  for (std::size_t i = 0; i < kColumns; ++i) {
    widths_[i] = used[i] ? std::max(widths_[i], columns_of(heads_[i])) + gap : 0;
    if (i < kRead) before_bandwidth_ += widths_[i];
  }
}

std::array<std::string, SummaryColumns::kColumns> SummaryColumns::texts_of(const SummaryRow& row) const {
  std::array<std::string, kColumns> texts;
  const std::string plus = row.adds ? "+" : "";
  if (row.size) texts[kSize] = number_words(*row.size) + (row.size->reported ? "*" : marks_ ? " " : "");
  if (row.latency) texts[kCycles] = plus + bare_words(*row.latency);
  if (row.ns) texts[kNs] = plus + bare_words(*row.ns);
  const auto bandwidth = [&](const SummaryNumber& number) { return number_text(number.value / bandwidth_unit_); };
  const auto share = [](const SummaryNumber& number) { return number_text(std::round(number.value)) + " %"; };
  if (row.read) texts[kRead] = bandwidth(*row.read);
  if (row.read_share) texts[kReadShare] = share(*row.read_share);
  if (row.write) texts[kWrite] = bandwidth(*row.write);
  if (row.write_share) texts[kWriteShare] = share(*row.write_share);
  return texts;
}

std::string SummaryColumns::title_of(const SummarySection& section) const {
  std::string title = upper(section.title);
  const bool has_bandwidth =
      std::any_of(section.rows.begin(), section.rows.end(), [](const SummaryRow& row) { return row.read || row.write; });
  if (section.id == "sm" && has_bandwidth) title += std::string(", ") + unit_words_ + " OF ALL";
  return title;
}

std::string SummaryColumns::heads() const {
  std::string line;
  for (std::size_t i = 0; i < kColumns; ++i)
    if (widths_[i] > 0) line += right(heads_[i], widths_[i]);
  return line;
}

std::string SummaryColumns::cells(const SummaryRow& row) const {
  std::string line;
  const auto texts = texts_of(row);
  for (std::size_t i = 0; i < kColumns; ++i)
    if (widths_[i] > 0) line += right(texts[i], widths_[i]);
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

}  // namespace chasescope
