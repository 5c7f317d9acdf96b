#include "app/paper/gallery_pages.h"

#include <algorithm>

#include "engine/output/outgoing_text.h"
#include "engine/session/tables/table_formats.h"

namespace chasescope {
namespace {

/// "2014 paper, figure 3: Cache miss patterns of various N".
std::string head_of(const GalleryEntry& entry) {
  return entry.work + (entry.where.empty() ? "" : ", " + entry.where) + ": " + entry.title;
}

std::string table_html(const PrintedTable& table) {
  std::string text = "<table>\n<tr><th>" + xml_escaped(table.corner) + "</th>" + (table.tells_who ? "<th></th>" : "");
  for (const auto& column : table.columns) {
    const std::string head = head_words(column.head, column.unit);
    text += "<th>" + xml_escaped(column.over.empty() ? head : head.empty() ? column.over : column.over + ": " + head) + "</th>";
  }
  text += "</tr>\n";
  for (const auto& block : table.blocks) {
    if (!block.title.empty() && table.blocks.size() > 1) text += "<tr><th>" + xml_escaped(block.title) + "</th></tr>\n";
    for (const auto& row : block.rows) {
      text +=
          "<tr><td>" + xml_escaped(head_words(row.label, row.unit)) + "</td>" + (table.tells_who ? "<td>" + row.who + "</td>" : "");
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        text += "<td>" + xml_escaped(cell_words(row.cells[i], table.units_in_rows ? row.unit : table.columns[i].unit));
        for (const std::size_t note : row.cells[i].notes) text += "<sup>" + note_letter(note) + "</sup>";
        text += "</td>";
      }
      text += "</tr>\n";
    }
  }
  text += "</table>\n";
  for (std::size_t i = 0; i < table.notes.size(); ++i)
    text += "<p><sup>" + note_letter(i) + "</sup> " + xml_escaped(table.notes[i]) + "</p>\n";
  return text;
}

std::size_t made(const std::vector<GalleryPiece>& pieces) {
  return static_cast<std::size_t>(
      std::count_if(pieces.begin(), pieces.end(), [](const GalleryPiece& piece) { return piece.made(); }));
}

std::string summary(const std::vector<GalleryPiece>& pieces) {
  return std::to_string(made(pieces)) + " of " + std::to_string(pieces.size()) +
         " figures and tables could be made. Each is measured on the device that it is about, a software GPU or a recording of a "
         "card, and stands beside what was published. Each missing piece has the reason.";
}

std::string why_not(const GalleryPiece& piece) {
  return piece.entry->missing.empty() ? piece.figure.why.toStdString() : piece.entry->missing;
}

}  // namespace

std::string gallery_html(const std::vector<GalleryPiece>& pieces) {
  std::string body = "<p>" + summary(pieces) + "</p>\n";
  for (const GalleryPiece& piece : pieces) {
    const GalleryEntry& entry = *piece.entry;
    body += "<figure id=\"" + entry.id + "\">\n<h2>" + xml_escaped(head_of(entry)) + "</h2>\n";
    if (!piece.made()) {
      body += "<p class=\"missing\">Missing: " + xml_escaped(why_not(piece)) + "</p>\n";
    } else if (piece.table) {
      body += table_html(*piece.table);
    } else {
      const std::string stem = xml_escaped(piece.figure.stem.toStdString());
      body += "<img src=\"" + stem + ".svg\" alt=\"" + xml_escaped(piece.figure.description.toStdString()) + "\">\n<figcaption>" +
              xml_escaped(piece.figure.caption.toStdString()) + "</figcaption>\n<p><a href=\"" + stem +
              ".pdf\">PDF</a> <a href=\"" + stem + ".csv\">CSV</a> <a href=\"" + stem + ".json\">provenance</a></p>\n";
    }
    if (piece.numbers) body += "<h3>Beside what was published</h3>\n" + table_html(*piece.numbers);
    for (const QString& note : piece.figure.notes) body += "<p>" + xml_escaped(note.toStdString()) + "</p>\n";
    for (const std::string& words : entry.remarks) body += "<p>" + xml_escaped(words) + "</p>\n";
    if (!piece.figure.command.isEmpty()) body += "<pre>" + xml_escaped(piece.figure.command.toStdString()) + "</pre>\n";
    body += "</figure>\n";
  }
  return html_page("The papers' figures and tables", body);
}

std::string gallery_markdown(const std::vector<GalleryPiece>& pieces) {
  std::string text = "# The papers' figures and tables\n\n" + summary(pieces) + "\n";
  for (const GalleryPiece& piece : pieces) {
    const GalleryEntry& entry = *piece.entry;
    text += "\n## " + markdown_escaped(head_of(entry)) + "\n\n";
    if (!piece.made())
      text += "**Missing.** " + markdown_escaped(why_not(piece)) + "\n";
    else if (piece.table)
      text += markdown_table(*piece.table);
    else
      text += "![" + markdown_escaped(piece.figure.description.toStdString()) + "](" + piece.figure.stem.toStdString() +
              ".svg)\n\n" + markdown_escaped(piece.figure.caption.toStdString()) + "\n";
    if (piece.numbers) text += "\n" + markdown_table(*piece.numbers);
    for (const QString& note : piece.figure.notes) text += "\n" + markdown_escaped(note.toStdString()) + "\n";
    for (const std::string& words : entry.remarks) text += "\n" + markdown_escaped(words) + "\n";
    if (!piece.figure.command.isEmpty()) text += "\n    " + one_line(piece.figure.command.toStdString()) + "\n";
  }
  return text;
}

std::string gallery_figures_tex(const std::vector<GalleryPiece>& pieces) {
  std::vector<CardOnPaper> all(1);
  for (const GalleryPiece& piece : pieces) {
    if (!piece.made() || piece.table) continue;
    all.front().figures.push_back(piece.figure);
    FigureOnPaper& figure = all.front().figures.back();
    figure.title = QString::fromStdString(piece.entry->title);
    if (!piece.entry->where.empty())
      figure.title += QString::fromStdString(" (" + piece.entry->work + ", " + piece.entry->where + ")");
  }
  return figures_tex(all);
}

std::string gallery_tables_tex(const std::vector<GalleryPiece>& pieces) {
  std::string text = kLatexNeeds;
  for (const GalleryPiece& piece : pieces)
    if (piece.table) text += "\n" + latex_table(*piece.table);
  return text;
}

}  // namespace chasescope
