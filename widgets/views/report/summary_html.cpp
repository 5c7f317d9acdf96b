#include "widgets/views/report/summary_html.h"

#include <QFontMetrics>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "engine/session/summary/summary_columns.h"
#include "engine/session/summary/summary_text.h"
#include "engine/trace/number_text.h"
#include "widgets/style/theme.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr int kColumns = 8;

class Html {
 public:
  explicit Html(const Theme& theme) : theme_(theme), colours_(theme.colours()) {}

  QString text(const std::string& words) const { return QString::fromStdString(words).toHtmlEscaped(); }
  /// Bounds as the window writes them.
  static QString signs(QString html) {
    return html.replace(QLatin1String("&gt;="), QString(QChar(0x2265))).replace(QLatin1String("&lt;="), QString(QChar(0x2264)));
  }
  QString number(const SummaryNumber& number) const { return link(number_words(number), number, false); }
  /// The text of a number, as the window writes bounds, that leads to its runs.
  QString link(const std::string& text, const SummaryNumber& number, bool aside) const {
    const QString words = signs(this->text(text)).replace(QLatin1Char(' '), QStringLiteral("&nbsp;"));
    const QString colour = (aside ? colours_.quietInk : colours_.ink).name();
    if (number.findings.empty()) return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour, words);
    return QStringLiteral("<a href=\"%1%2\" style=\"color:%3; text-decoration:none\">%4</a>")
        .arg(QLatin1String(kFindingLink))
        .arg(number.findings.front())
        .arg(colour, words);
  }
  int scaled(double pixels) const { return theme_.scaled(pixels); }
  /// How wide a text is in a table.
  int wide(const QString& text) const { return QFontMetrics(theme_.text()).horizontalAdvance(text) + scaled(14); }
  QString quiet(const QString& html) const {
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colours_.quietInk.name(), html);
  }
  QString right(const QString& html) const { return QStringLiteral("<td align=\"right\">%1</td>").arg(html); }
  QString heading(const QString& title) const {
    return QStringLiteral("<tr><td colspan=\"%1\" style=\"padding-top:%2px\"><b>%3</b></td></tr>")
        .arg(kColumns)
        .arg(theme_.scaled(5))
        .arg(title);
  }

 private:
  const Theme& theme_;
  const Palette& colours_;
};

QString notesText(const std::vector<SummaryNote>& notes, const Html& html) {
  QStringList all;
  for (const SummaryNote& note : notes) all << html.signs(html.text(note.text));
  return all.join(QStringLiteral("; "));
}

QString notesPlain(const std::vector<SummaryNote>& notes) {
  QString all;
  for (const SummaryNote& note : notes)
    all += (all.isEmpty() ? QString() : QStringLiteral("; ")) + QString::fromStdString(note.text);
  return all;
}

/// Without a blank at which a line may break.
QString unbroken(QString html) { return html.replace(QLatin1Char(' '), QStringLiteral("&nbsp;")); }

/// `room`: how wide the columns of bandwidths are together; words that fit stand there where a row has none of them.
/// `asides`: latencies that are told in words behind the others.
QString rowHtml(const SummaryRow& row, const std::vector<SummaryNote>& asides, const SummaryColumns& columns, const Html& html,
                int room) {
  std::vector<SummaryNote> words = notes_beside_marks(row);
  words.insert(words.end(), asides.begin(), asides.end());
  const std::array<const std::optional<SummaryNumber>*, SummaryColumns::kColumns> numbers{
      &row.size, &row.latency, &row.ns, &row.read, &row.read_share, &row.write, &row.write_share};
  const auto texts = columns.texts_of(row);
  if (columns.cells(row).empty() && row.series.empty())
    return QStringLiteral("<tr><td colspan=\"%1\">&nbsp;&nbsp;&nbsp;%2 &nbsp; %3</td></tr>")
        .arg(kColumns)
        .arg(html.text(row.name), html.quiet(notesText(words, html)));
  const QString indent = QStringLiteral("&nbsp;").repeated(row.depth > 0 ? 7 : 3);
  QString text = QStringLiteral("<tr><td>%1%2</td>").arg(indent, unbroken(html.text(row.name)));
  QString notes = notesText(words, html), series;
  const bool fits = !notes.isEmpty() && row.series.empty() && !row.read && !row.write && html.wide(notesPlain(words)) <= room;
  for (std::size_t i = 0; i < texts.size() && !(fits && i == SummaryColumns::kRead); ++i) {
    if (columns.head(i).empty()) continue;
    const bool aside = i == SummaryColumns::kNs || i == SummaryColumns::kReadShare || i == SummaryColumns::kWriteShare;
    text += html.right(*numbers[i] ? html.link(texts[i], **numbers[i], aside) : QString());
  }
  if (fits)
    text += QStringLiteral("<td colspan=\"4\" style=\"padding-left:%1px\">%2</td></tr>")
                .arg(html.scaled(12))
                .arg(html.quiet(unbroken(notes)));
  if (fits) return text;
  text += QStringLiteral("</tr>");
  for (const auto& [label, number] : row.series)
    series += (series.isEmpty() ? QString() : QStringLiteral(", ")) + html.text(label) + QStringLiteral(" ") +
              html.link(bare_words(number), number, false);
  if (!series.isEmpty()) notes = series + (notes.isEmpty() ? QString() : QStringLiteral("; ") + notes);
  if (!notes.isEmpty())
    text += QStringLiteral("<tr><td colspan=\"%1\" style=\"padding-left:%2px\">%3</td></tr>")
                .arg(kColumns)
                .arg(html.scaled(28))
                .arg(html.quiet(notes));
  return text;
}

/// The rows of a section, each with the latencies behind it that are told in words.
QString sectionRows(const SummarySection& section, const SummaryColumns& columns, const Html& html, int room) {
  QString text;
  for (std::size_t i = 0; i < section.rows.size();) {
    const SummaryRow& row = section.rows[i];
    std::vector<SummaryNote> asides;
    while (++i < section.rows.size() && section.rows[i].aside)
      asides.push_back({section.rows[i].name + " " + number_words(*section.rows[i].latency), {}});
    text += rowHtml(row, asides, columns, html, room);
  }
  return text;
}

/// From the SM to the translation, or all the others.
Summary partOf(const Summary& summary, bool chip) {
  Summary part;
  for (const SummarySection& section : summary.sections)
    if ((section.id == "sm" || section.id == "chip" || section.id == "translation") == chip) part.sections.push_back(section);
  return part;
}

/// Of these sections, and how wide that is. Columns as wide as what stands in them: a row of words across all of them would stretch
/// them else.
std::pair<QString, int> sectionsHtml(const Summary& summary, const Html& html, bool beside) {
  constexpr std::size_t kNothingBeside = 60;  // columns: so few that remarks stand below their level
  const SummaryColumns columns(summary, beside ? kMostSummaryWidth : kNothingBeside);
  int names = 0;
  std::array<int, SummaryColumns::kColumns> widths{};
  for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = html.wide(QString::fromStdString(columns.head(i)));
  for (const SummarySection& section : summary.sections)
    for (const SummaryRow& row : section.rows) {
      names = std::max(names, html.wide(QString::fromStdString(row.name) + QString(row.depth > 0 ? 7 : 3, QLatin1Char(' '))));
      const auto texts = columns.texts_of(row);
      for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], html.wide(QString::fromStdString(texts[i])));
    }
  int room = 0;
  for (std::size_t i = SummaryColumns::kRead; i < widths.size(); ++i) room += columns.head(i).empty() ? 0 : widths[i];
  QString text = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"1\"><tr><td width=\"%1\"></td>").arg(names);
  for (std::size_t i = 0; i < widths.size(); ++i)
    if (const std::string head = columns.head(i); !head.empty())
      text += QStringLiteral("<td align=\"right\" width=\"%1\">%2</td>").arg(widths[i]).arg(html.quiet(unbroken(html.text(head))));
  text += QStringLiteral("</tr>");
  for (const SummarySection& section : summary.sections)
    text += html.heading(html.text(section.title)) + sectionRows(section, columns, html, room);
  const int wide = std::accumulate(widths.begin(), widths.end(), names);
  return {text + QStringLiteral("</table>"), wide};
}

QString unknownHtml(const Summary& summary, const Html& html) {
  if (summary.unknown.empty()) return {};
  QString text = QStringLiteral("<p><b>%1</b>").arg(html.text(unknown_title(summary)));
  for (const SummaryUnknown& one : summary.unknown) {
    text += QStringLiteral("<br>&nbsp;&nbsp;&nbsp;%1 &nbsp;").arg(html.text(one.what));
    text += one.command.empty()
                ? html.quiet(html.text(one.why))
                : QStringLiteral("<code>%1</code> %2")
                      .arg(html.text(one.command), html.quiet(tr("about %1").arg(html.text(time_words(summary, one)))));
  }
  return text + QStringLiteral("</p>");
}

QString publishedHtml(const Summary& summary, const Html& html) {
  if (summary.published.empty()) return {};
  const auto head = [&](const QString& words) { return html.right(html.quiet(words)); };
  QString text = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"1\"><tr><td><b>%1</b></td>%2%3<td></td></tr>")
                     .arg(unbroken(tr("Against published")), head(tr("here")), head(tr("others")));
  QStringList alike;
  for (const SummaryComparison& one : summary.published) {
    if (one.agrees) {
      alike << html.text(one.what);
      continue;
    }
    const PublishedLine line = published_line(one);
    text += QStringLiteral("<tr><td>%1</td>%2%3<td>%4</td></tr>")
                .arg(unbroken(QStringLiteral("   ") + html.text(line.what)), html.right(html.link(line.here, one.here, false)),
                     html.right(unbroken(QStringLiteral("   ") + html.text(line.others))),
                     html.quiet(unbroken(QStringLiteral("  ") + html.text(line.why))));
  }
  text += QStringLiteral("</table>");
  if (!alike.isEmpty())
    text +=
        QStringLiteral("<p>%1</p>").arg(html.quiet(tr("Within 2 % or the interval: %1.").arg(alike.join(QStringLiteral("; ")))));
  if (const std::string origin = published_words(summary); !origin.empty())
    text += QStringLiteral("<p>%1</p>").arg(html.quiet(html.text(origin)));
  return text;
}

}  // namespace

QString summaryHtml(const Summary& summary, const Theme& theme, bool beside, bool offersRoom) {
  const Html html(theme);
  QString facts = QStringLiteral("<b>%1</b>").arg(html.text(summary.device));
  for (const SummaryNote& fact : summary.facts) facts += QStringLiteral(" &nbsp; ") + html.text(fact.text);
  if (offersRoom)
    facts += QStringLiteral(" &nbsp; <a href=\"%1\">%2</a>")
                 .arg(QLatin1String(kRoomLink), beside ? tr("Show the panels") : tr("Hide the panels"));
  QString state = notesText(summary.state, html).replace(QStringLiteral(".; "), QStringLiteral(". "));
  if (const std::string mark = SummaryColumns(summary, kMostSummaryWidth).meaning_of_mark(); !mark.empty())
    state += QLatin1Char(' ') + html.text(mark);
  const QString top =
      QStringLiteral("<p>%1%2</p>").arg(facts, state.isEmpty() ? QString() : QStringLiteral("<br>") + html.quiet(state));
  const QString rest = unknownHtml(summary, html) + publishedHtml(summary, html);
  if (!beside) return top + sectionsHtml(summary, html, beside).first + rest;
  const QString page = QStringLiteral(
      "<table width=\"100%\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"%1\">%2</td><td>%3</td></tr></table>");
  const auto [numbers, wide] = sectionsHtml(partOf(summary, true), html, beside);
  return top + page.arg(wide + html.scaled(28)).arg(numbers, sectionsHtml(partOf(summary, false), html, beside).first + rest);
}

}  // namespace chasescope
