// A printed table for LaTeX: how wide it will be, and in how many parts it fits.
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <set>

#include "engine/output/outgoing_text.h"
#include "engine/session/tables/table_formats.h"

namespace chasescope {
namespace {

// The sizes of \footnotesize: 8 pt type, which Computer Modern draws a twentieth wider than its larger sizes, on lines 9.5 pt
// apart, and columns 6 pt apart. A column of a two-column paper is 3.3 in wide (ACM; IEEE's has 3.5, LaTeX's own class 200 pt). A
// wider table must still fit into the single column of a thesis or of LNCS, 345 pt, and a higher table into their page, 549 pt with
// the space around a float.
constexpr double kTypePt = 8.4, kLinePt = 9.5, kRulePt = 6, kGapPt = 6, kColumnPt = 3.25 * 72.27, kPagePt = 345, kHeightPt = 500,
                 kNarrowPt = 200;
constexpr double kCaptionPt = 12, kNotesTypePt = 6, kNotesLinePt = 8;  // lines of \normalsize, and \scriptsize

/// The width of a text in ems of Computer Modern and Times, whose letters are about as wide.
double ems_of(const std::string& text) {
  constexpr double kCapital = 0.72, kSmall = 0.45, kDigit = 0.5, kOther = 0.33;
  double ems = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) == 0x80U) continue;  // a continuation byte of a UTF-8 character
    ems += std::isupper(byte) != 0   ? kCapital
           : std::isdigit(byte) != 0 ? kDigit
           : std::isalpha(byte) != 0 ? kSmall
           : byte < 0x80U            ? kOther
                                     : kDigit;
  }
  return ems;
}

double width_of(const std::string& text) { return ems_of(text) * kTypePt; }

std::string label_words(const PrintedTable::Row& row) { return head_words(row.label, row.unit); }

std::string common_unit(const PrintedTable& table, const PrintedTable::Row& row, std::size_t column) {
  return table.units_in_rows ? row.unit : table.columns[column].unit;
}

double label_width(const PrintedTable& table) {
  double label = width_of(table.corner), who = 0;
  for (const auto& block : table.blocks)
    for (const auto& row : block.rows) {
      label = std::max(label, width_of(label_words(row)));
      who = std::max(who, table.tells_who ? width_of(row.who) : 0);
    }
  return label + who + (table.tells_who ? 2 : 1) * kGapPt;
}

double column_width(const PrintedTable& table, std::size_t column) {
  constexpr double kNotePt = 3;  // a raised letter
  double widest = width_of(head_words(table.columns[column].head, table.columns[column].unit));
  std::size_t under = 0;  // columns under a common head share the width of this head
  for (const auto& other : table.columns) under += other.over == table.columns[column].over ? 1 : 0;
  widest = std::max(widest, width_of(table.columns[column].over) / static_cast<double>(std::max<std::size_t>(under, 1)));
  for (const auto& block : table.blocks)
    for (const auto& row : block.rows)
      widest = std::max(widest, width_of(cell_words(row.cells[column], common_unit(table, row, column))) +
                                    kNotePt * static_cast<double>(row.cells[column].notes.size()));
  return widest + kGapPt;
}

/// A part of a table: the columns and blocks from first to last, the last one excluded.
struct Part {
  std::size_t first = 0, last = 0;
  double width = 0;
  std::size_t first_block = 0, last_block = 0;
};

/// Splits the columns into as few parts as fit the page width, and never splits the columns of one card.
std::vector<Part> columns_of(const PrintedTable& table) {
  const double label = label_width(table);
  std::vector<Part> parts;
  for (std::size_t begin = 0; begin < table.columns.size();) {
    std::size_t end = begin;
    double width = 0;
    while (end < table.columns.size() &&
           (end == begin || (!table.columns[begin].over.empty() && table.columns[end].over == table.columns[begin].over)))
      width += column_width(table, end++);
    const bool fits = !parts.empty() && parts.back().width + width <= kPagePt;
    if (parts.empty() || (table.units_in_rows && !table.holds_words && !fits)) parts.push_back({begin, begin, label});
    parts.back().last = end;
    parts.back().width += width;
    begin = end;
  }
  for (Part& part : parts) part.last_block = table.blocks.size();
  return parts;
}

/// The notes to which the part's cells refer.
std::set<std::size_t> named_by(const PrintedTable& table, const Part& part) {
  std::set<std::size_t> named;
  for (std::size_t block = part.first_block; block < part.last_block; ++block)
    for (const auto& row : table.blocks[block].rows)
      for (std::size_t i = part.first; i < part.last; ++i) named.insert(row.cells[i].notes.begin(), row.cells[i].notes.end());
  return named;
}

/// The shares of labels and of all cells in the width of a table of words. Labels get more if the cells are short.
struct Shares {
  double label, cells;
};
Shares shares_of(const PrintedTable& table) {
  constexpr double kBrief = 24;  // letters
  for (const auto& block : table.blocks)
    for (const auto& row : block.rows)
      for (const PrintedCell& cell : row.cells)
        if (static_cast<double>(cell.text.joined().size()) > kBrief) return {0.38, 0.56};
  return {0.46, 0.48};
}

/// The number of lines of a row: cells and labels of words are broken for the narrowest page.
double lines_of(const PrintedTable& table, const PrintedTable::Row& row, const Part& part) {
  if (!table.holds_words) return 1;
  const Shares shares = shares_of(table);
  double lines = std::ceil(width_of(label_words(row)) / (shares.label * kPagePt));
  for (std::size_t i = part.first; i < part.last; ++i)
    lines = std::max(lines, std::ceil(width_of(cell_words(row.cells[i], common_unit(table, row, i))) *
                                      static_cast<double>(part.last - part.first) / (shares.cells * kPagePt)));
  return std::max(lines, 1.0);
}

double height_of(const PrintedTable& table, const Part& part) {
  const double width = part.width <= kColumnPt && !table.holds_words ? kColumnPt : kPagePt;
  double height = kCaptionPt * std::ceil(ems_of(table.caption) * 10 / width) + 3 * kLinePt + 2 * kRulePt;
  for (std::size_t block = part.first_block; block < part.last_block; ++block) {
    height += kRulePt + kLinePt;
    for (const auto& row : table.blocks[block].rows) height += kLinePt * lines_of(table, row, part);
  }
  double notes = 0;
  for (const std::size_t note : named_by(table, part)) notes += (ems_of(table.notes[note]) + 1.5) * kNotesTypePt;
  return height + kNotesLinePt * std::ceil(notes / width);
}

/// Splits each part of columns into as few parts as fit the page height, and never splits a block.
std::vector<Part> parts_of(const PrintedTable& table) {
  std::vector<Part> parts;
  for (Part whole : columns_of(table)) {
    Part part = whole;
    part.last_block = part.first_block;
    while (part.last_block < whole.last_block) {
      Part longer = part;
      ++longer.last_block;
      if (part.last_block > part.first_block && height_of(table, longer) > kHeightPt) {
        parts.push_back(part);
        longer.first_block = part.last_block;
      }
      part = longer;
    }
    parts.push_back(part);
  }
  return parts;
}

std::string head_lines(const PrintedTable& table, const Part& part) {
  const std::size_t before = table.tells_who ? 2 : 1;
  std::string over, rules, heads = latex_escaped(table.corner) + (table.tells_who ? " &" : "");
  bool any_over = false, any_head = false;
  for (std::size_t i = part.first; i < part.last;) {
    std::size_t end = i + 1;
    const std::string& words = table.columns[i].over;
    while (end < part.last && !words.empty() && table.columns[end].over == words) ++end;
    over += " & " + (end - i > 1 ? "\\multicolumn{" + std::to_string(end - i) + "}{c}{" + latex_escaped(words) + "}"
                                 : latex_escaped(words));
    any_over = any_over || !words.empty();
    const std::size_t from = before + 1 + i - part.first, to = before + end - part.first;
    if (!words.empty() && end - i > 1) rules += "\\cmidrule(lr){" + std::to_string(from) + "-" + std::to_string(to) + "}";
    for (; i < end; ++i) {
      const std::string head = head_words(table.columns[i].head, table.columns[i].unit);
      any_head = any_head || !head.empty();
      heads += " & " + latex_escaped(head);
    }
  }
  std::string text;
  if (any_over) text += (any_head ? std::string(table.tells_who ? " &" : "") : latex_escaped(table.corner)) + over + " \\\\\n";
  if (!rules.empty()) text += rules + "\n";
  if (any_head) text += heads + " \\\\\n";
  return text;
}

/// The letter of a note within its part: each part begins with a, because its reader does not see the notes of the other parts.
std::string letter_in(const std::set<std::size_t>& named, std::size_t note) {
  return note_letter(static_cast<std::size_t>(std::distance(named.begin(), named.find(note))));
}

std::string body(const PrintedTable& table, const Part& part) {
  const std::set<std::size_t> named = named_by(table, part);
  const std::size_t columns = (table.tells_who ? 2 : 1) + part.last - part.first;
  std::string text;
  for (std::size_t number = part.first_block; number < part.last_block; ++number) {
    const PrintedTable::Block& block = table.blocks[number];
    text += "\\midrule\n";
    if (!block.title.empty() && (table.blocks.size() > 1 || table.units_in_rows))
      text += "\\multicolumn{" + std::to_string(columns) + "}{@{}l@{}}{\\textbf{" + latex_escaped(block.title) + "}} \\\\\n";
    std::string label;
    for (const auto& row : block.rows) {
      const bool again = table.tells_who && row.label == label && &row != &block.rows.front();
      if (table.tells_who && !again && &row != &block.rows.front()) text += "\\addlinespace\n";
      label = row.label;
      text += again ? "" : latex_escaped(label_words(row));
      if (table.tells_who) text += " & " + latex_escaped(row.who);
      for (std::size_t i = part.first; i < part.last; ++i) {
        text += " & " + latex_escaped(cell_words(row.cells[i], common_unit(table, row, i)));
        std::string letters;
        for (const std::size_t note : row.cells[i].notes) letters += (letters.empty() ? "" : ",") + letter_in(named, note);
        if (!letters.empty()) text += "\\textsuperscript{" + letters + "}";
      }
      text += " \\\\\n";
    }
  }
  return text;
}

std::string notes_of(const PrintedTable& table, const Part& part) {
  const std::set<std::size_t> named = named_by(table, part);
  std::string text;
  for (const std::size_t note : named)
    text += (text.empty() ? "" : "\n") + std::string("\\textsuperscript{") + letter_in(named, note) + "}\\," +
            latex_escaped(table.notes[note]);
  return text;
}

std::string label_kind(const PrintedTable& table) {
  std::array<char, 32> width{};
  std::snprintf(width.data(), width.size(), "%.2f", shares_of(table).label);
  return ">{\\raggedright}p{" + std::string(width.data()) + "\\linewidth}";
}

/// Cells of words are broken into lines.
std::string kinds_of(const PrintedTable& table, const Part& part) {
  const std::size_t columns = part.last - part.first;
  if (!table.holds_words) return std::string(columns, 'l');
  std::array<char, 32> width{};
  std::snprintf(width.data(), width.size(), "%.2f", shares_of(table).cells / static_cast<double>(columns));
  std::string kinds;
  for (std::size_t i = 0; i < columns; ++i)
    kinds += ">{\\raggedright\\arraybackslash}p{" + std::string(width.data()) + "\\linewidth}";
  return kinds;
}

}  // namespace

namespace {

/// Half the gap between two columns; smaller if the table would otherwise just miss the width.
const char* column_gap(const Part& part) {
  const bool crowded = part.width > kPagePt || (part.width > kNarrowPt && part.width <= kColumnPt);
  return crowded ? "2pt" : "3pt";
}

}  // namespace

std::string latex_table(const PrintedTable& table) {
  const std::vector<Part> parts = parts_of(table);
  std::string text;
  for (const Part& part : parts) {
    const std::string environment = part.width <= kColumnPt && !table.holds_words ? "table" : "table*";
    const std::size_t number = static_cast<std::size_t>(&part - parts.data());
    // All parts have the number of the first one: they are one table.
    text += "\\begin{" + environment + "}[tbp]\n\\centering\n" + (number == 0 ? "" : "\\addtocounter{table}{-1}") + "\\caption{" +
            latex_escaped(table.caption) + (number == 0 ? "" : " (Continued.)") + "}\n\\label{tab:" + table.name +
            (number == 0 ? "" : "-" + std::to_string(number + 1)) + "}\n\\footnotesize\\setlength{\\tabcolsep}{" +
            column_gap(part) + "}\n\\begin{tabular}{@{}" +
            (table.holds_words ? label_kind(table)
             : table.tells_who ? std::string("ll")
                               : std::string("l")) +
            kinds_of(table, part) + "@{}}\n\\toprule\n" + head_lines(table, part) + body(table, part) +
            "\\bottomrule\n\\end{tabular}\n";
    if (const std::string notes = notes_of(table, part); !notes.empty())
      text += "\n\\smallskip\n\\parbox{0.98\\linewidth}{\\raggedright\\scriptsize " + notes + "}\n";
    text += "\\end{" + environment + "}\n";
  }
  return text;
}

}  // namespace chasescope
