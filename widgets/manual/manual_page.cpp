#include "widgets/manual/manual_page.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QSet>

namespace chasescope {
namespace {

const QLatin1String kRoot(":/manual/");
const QLatin1String kIndex("docs/index.md");
const QLatin1String kChangeIt("Change it");  // the chapter of docs/index.md for people who work on the program

using Expression = QRegularExpression;

/// One line of Markdown without its marks. A list's number is removed, a number in a heading stays.
QString plain(QString line, bool isHeading = false) {
  static const Expression rule(QStringLiteral(R"(^\s*\|?[\s:|-]*-{3,}[\s:|-]*$)"));
  if (rule.match(line).hasMatch()) return {};
  static const Expression picture(QStringLiteral(R"(!\[([^\]]*)\]\([^)]*\))")), link(QStringLiteral(R"(\[([^\]]*)\]\([^)]*\))"));
  static const Expression mark(QStringLiteral(R"((\*\*|(?<!\w)[*_]|[*_](?!\w)|`))")),
      lead(QStringLiteral(R"(^\s*([-*+]|\d+\.|>)\s+)"));
  line.replace(picture, QStringLiteral("\\1")).replace(link, QStringLiteral("\\1"));
  if (!isHeading) line.remove(lead);
  line.remove(mark);
  return line.replace(QLatin1Char('|'), QLatin1Char(' ')).simplified();
}

/// The anchor by which GitHub links to a heading. A second heading of the same words has a number behind its anchor.
QString anchorOf(const QString& heading, QHash<QString, int>& seen) {
  static const Expression others(QStringLiteral(R"([^\w\- ])"), Expression::UseUnicodePropertiesOption);
  QString anchor = plain(heading, true).toLower().remove(others);
  anchor.replace(QLatin1Char(' '), QLatin1Char('-'));
  const int count = seen[anchor]++;
  return count == 0 ? anchor : QStringLiteral("%1-%2").arg(anchor).arg(count);
}

QString titleOf(const QString& page) {
  for (const QString& line : manualText(page).split(QLatin1Char('\n')))
    if (line.startsWith(QLatin1String("# "))) return plain(line.mid(2), true);
  return page;
}

/// The pages that a text links to, each once, in their order.
QStringList linkedPages(const QString& markdown, const QString& fromPage) {
  static const Expression link(QStringLiteral(R"((?<!!)\[[^\]]*\]\(([^)\s]+)\))"));
  QStringList pages;
  for (auto found = link.globalMatch(markdown); found.hasNext();) {
    const ManualPlace place = manualPlace(found.next().captured(1), fromPage);
    if (place.isThere && !pages.contains(place.page)) pages << place.page;
  }
  return pages;
}

}  // namespace

QString manualText(const QString& page) {
  QFile file(kRoot + page);
  return page.endsWith(QLatin1String(".md")) && file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString manualFile(const QString& link, const QString& fromPage) {
  const QString folder = fromPage.section(QLatin1Char('/'), 0, -2);
  return QDir::cleanPath(kRoot + (folder.isEmpty() ? link : folder + QLatin1Char('/') + link));
}

ManualPlace manualPlace(const QString& link, const QString& fromPage) {
  const QString file = link.section(QLatin1Char('#'), 0, 0), anchor = link.section(QLatin1Char('#'), 1);
  const QString page = file.isEmpty() ? fromPage : manualFile(file, fromPage).mid(kRoot.size());
  return {page, anchor, !manualText(page).isEmpty()};
}

const std::vector<ManualChapter>& manualChapters() {
  static const std::vector<ManualChapter> chapters = [] {
    std::vector<ManualChapter> made;
    const QStringList parts = manualText(kIndex).split(QStringLiteral("\n## "));
    for (const QString& part : parts.mid(1)) {
      ManualChapter chapter{part.section(QLatin1Char('\n'), 0, 0).trimmed(), {}};
      for (const QString& page : linkedPages(part, kIndex)) chapter.pages.push_back({page, titleOf(page)});
      made.push_back(std::move(chapter));
    }
    return made;
  }();
  return chapters;
}

std::vector<ManualSection> sectionsOf(const QString& markdown, const QString& page) {
  std::vector<ManualSection> sections;
  QHash<QString, int> seen;
  QString title = page, fence;
  const auto begin = [&](const QString& heading, const QString& anchor, int level) {
    sections.push_back({page, title, heading, anchor, level, {}});
  };
  static const Expression heading(QStringLiteral(R"(^(#{1,6})\s+(.*?)\s*$)")), fences(QStringLiteral(R"(^\s*(```|~~~))"));
  for (const QString& line : markdown.split(QLatin1Char('\n'))) {
    if (const auto found = fences.match(line); found.hasMatch()) {
      fence = fence.isEmpty() ? found.captured(1) : fence == found.captured(1) ? QString() : fence;
      continue;
    }
    const auto found = heading.match(line);
    if (fence.isEmpty() && found.hasMatch()) {
      const QString words = plain(found.captured(2), true), anchor = anchorOf(found.captured(2), seen);
      const bool first = sections.empty();
      if (first) title = words;
      begin(words, first ? QString() : anchor, static_cast<int>(found.captured(1).size()));
      continue;
    }
    if (sections.empty()) begin(title, {}, 1);
    const QString words = fence.isEmpty() ? plain(line) : line.trimmed();
    if (!words.isEmpty()) sections.back().text += (sections.back().text.isEmpty() ? QString() : QStringLiteral(" ")) + words;
  }
  return sections;
}

const std::vector<ManualSection>& manualSections() {
  static const std::vector<ManualSection> sections = [] {
    std::vector<ManualSection> made;
    QStringList waiting;
    for (const ManualChapter& chapter : manualChapters())
      for (const ManualPage& page : chapter.pages) waiting << page.path;
    QSet<QString> done{kIndex};  // the index holds only links to other pages
    while (!waiting.isEmpty()) {
      const QString page = waiting.takeFirst();
      if (done.contains(page)) continue;
      done.insert(page);
      const QString text = manualText(page);
      for (ManualSection& section : sectionsOf(text, page)) made.push_back(std::move(section));
      // an index.md of a folder leads to further pages
      if (page.endsWith(QLatin1String("/index.md"))) waiting << linkedPages(text, page);
    }
    return made;
  }();
  return sections;
}

QString manualPlaceOfView(const QString& viewId) {
  for (const ManualSection& section : manualSections())
    if (section.page == QLatin1String("docs/views.md") && section.anchor == viewId) return section.page + QLatin1Char('#') + viewId;
  return QStringLiteral("docs/views.md");
}

QString manualPlaceOfProbe(const QString& probe) {
  const QString name = QStringLiteral("(%1)").arg(probe);
  for (const ManualSection& section : manualSections())
    if (section.page.startsWith(QLatin1String("docs/probes")) && section.heading.endsWith(name))
      return section.page + QLatin1Char('#') + section.anchor;
  return QStringLiteral("docs/probes.md");
}

bool explainsTerms(const QString& page) {
  if (page.startsWith(QLatin1String("docs/decisions/"))) return false;
  for (const ManualChapter& chapter : manualChapters())
    for (const ManualPage& one : chapter.pages)
      if (one.path == page) return chapter.title != kChangeIt;
  return false;
}

}  // namespace chasescope
