#include "widgets/views/report/summary_html.h"

#include <QFontMetrics>
#include <algorithm>
#include <array>
#include <cmath>

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
  QString number(const SummaryNumber& number) const { return link(number_words(number), number, false); }
  /// The text of a number, as the window writes bounds, that leads to its runs.
  QString link(const std::string& text, const SummaryNumber& number, bool aside) const {
    QString words = QString::fromStdString(text);
    words.replace(QLatin1String(">="), QString(QChar(0x2265))).replace(QLatin1String("<="), QString(QChar(0x2264)));
    words = words.toHtmlEscaped().replace(QLatin1Char(' '), QStringLiteral("&nbsp;"));
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
  for (const SummaryNote& note : notes) all << html.text(note.text);
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
QString rowHtml(const SummaryRow& row, const SummaryColumns& columns, const Html& html, int room) {
  const std::array<const std::optional<SummaryNumber>*, SummaryColumns::kColumns> numbers{
      &row.size, &row.latency, &row.ns, &row.read, &row.read_share, &row.write, &row.write_share};
  const auto texts = columns.texts_of(row);
  const QString indent = QStringLiteral("&nbsp;").repeated(row.depth > 0 ? 7 : 3);
  QString text = QStringLiteral("<tr><td>%1%2</td>").arg(indent, unbroken(html.text(row.name)));
  QString notes = notesText(notes_beside_marks(row), html), series;
  const bool fits =
      !notes.isEmpty() && row.series.empty() && !row.read && !row.write && html.wide(notesPlain(notes_beside_marks(row))) <= room;
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
    series += (series.isEmpty() ? QString() : QStringLiteral(", ")) + html.text(label) + QStringLiteral(" ") + html.number(number);
  if (!series.isEmpty()) notes = series + (notes.isEmpty() ? QString() : QStringLiteral("; ") + notes);
  if (!notes.isEmpty())
    text += QStringLiteral("<tr><td colspan=\"%1\" style=\"padding-left:%2px\">%3</td></tr>")
                .arg(kColumns)
                .arg(html.scaled(28))
                .arg(html.quiet(notes));
  return text;
}

/// Columns as wide as what stands in them: a row of words across all of them would stretch them else.
QString sectionsHtml(const Summary& summary, const Html& html, bool beside) {
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
  for (const SummarySection& section : summary.sections) {
    text += html.heading(html.text(section.title));
    for (const SummaryRow& row : section.rows) text += rowHtml(row, columns, html, room);
  }
  text += QStringLiteral("</table>");
  if (const std::string mark = columns.meaning_of_mark(); !mark.empty())
    text += QStringLiteral("<p>%1</p>").arg(html.quiet(html.text(mark)));
  return text;
}

QString unknownHtml(const Summary& summary, const Html& html) {
  if (summary.unknown.empty()) return {};
  QString text = QStringLiteral("<p><b>%1</b></p>").arg(tr("Not known, and what may tell"));
  for (const SummaryUnknown& one : summary.unknown) {
    text += QStringLiteral("<p>%1<br>%2").arg(html.text(one.what), html.quiet(html.text(one.why)));
    if (!one.command.empty())
      text += QStringLiteral("<br><code>%1</code> %2")
                  .arg(html.text(one.command), html.quiet(tr("about %1 s on a card").arg(std::ceil(one.seconds))));
    text += QStringLiteral("</p>");
  }
  return text;
}

QString publishedHtml(const Summary& summary, const Html& html) {
  if (summary.published.empty()) return {};
  QString text = QStringLiteral("<p><b>%1</b></p><table cellspacing=\"0\" cellpadding=\"3\">").arg(tr("Against published"));
  QStringList alike;
  for (const SummaryComparison& one : summary.published) {
    if (one.agrees) {
      alike << html.text(one.what);
      continue;
    }
    QStringList others;
    for (const SummaryOther& other : one.others) {
      const SummaryNumber number{.value = other.value, .unit = one.here.unit};
      others << html.number(number) + QStringLiteral(" (") + html.text(other.source) + QStringLiteral(")");
    }
    text += QStringLiteral("<tr><td>%1</td>%2<td>%3%4</td></tr>")
                .arg(html.text(one.what), html.right(html.number(one.here)), others.join(QStringLiteral(", ")),
                     QStringLiteral("<br>") + html.quiet(html.text(one.why_of + ": " + why_words(one))));
  }
  text += QStringLiteral("</table>");
  if (!alike.isEmpty())
    text +=
        QStringLiteral("<p>%1</p>").arg(html.quiet(tr("Within 2 % or the interval: %1.").arg(alike.join(QStringLiteral("; ")))));
  return text;
}

}  // namespace

QString summaryHtml(const Summary& summary, const Theme& theme, bool beside) {
  const Html html(theme);
  QString facts = QStringLiteral("<b>%1</b>").arg(html.text(summary.device));
  for (const SummaryNote& fact : summary.facts) facts += QStringLiteral(" &nbsp; ") + html.text(fact.text);
  const QString state = notesText(summary.state, html).replace(QStringLiteral(".; "), QStringLiteral(". "));
  const QString top =
      QStringLiteral("<p>%1%2</p>").arg(facts, state.isEmpty() ? QString() : QStringLiteral("<br>") + html.quiet(state));
  const QString numbers = sectionsHtml(summary, html, beside), rest = unknownHtml(summary, html) + publishedHtml(summary, html);
  if (!beside) return top + numbers + rest;
  const QString page = QStringLiteral(
      "<table width=\"100%\" cellspacing=\"0\" cellpadding=\"0\"><tr><td>%1</td><td width=\"%2\"></td><td>%3</td></tr></table>");
  return top + page.arg(numbers).arg(html.scaled(28)).arg(rest);
}

}  // namespace chasescope
