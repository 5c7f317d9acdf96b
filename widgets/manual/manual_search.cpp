#include "widgets/manual/manual_search.h"

#include <algorithm>

#include "engine/findings/terms.h"
#include "widgets/manual/manual_page.h"

namespace chasescope {
namespace {

constexpr int kExcerpt = 150;  // characters: two lines in the list of hits

// Points for a word found in each place. A heading tells the subject of one section, a page's title that of all its sections.
// kTogether is for words that stand side by side as typed.
constexpr int kInHeading = 20, kInTitle = 6, kInText = 1, kTogether = 12;

struct Scored {
  int score = 0;
  ManualHit hit;
};

QString excerptOf(const QString& text, const QString& typed, const QStringList& words) {
  qsizetype at = text.indexOf(typed.simplified(), 0, Qt::CaseInsensitive);
  for (const QString& word : words) {
    if (at >= 0) break;
    at = text.indexOf(word, 0, Qt::CaseInsensitive);
  }
  qsizetype begin = std::max<qsizetype>(0, at - kExcerpt / 3), end = std::min(text.size(), begin + kExcerpt);
  while (begin > 0 && !text[begin - 1].isSpace()) --begin;
  while (end < text.size() && !text[end].isSpace()) ++end;
  return (begin > 0 ? QStringLiteral("… ") : QString()) + text.mid(begin, end - begin) +
         (end < text.size() ? QStringLiteral(" …") : QString());
}

/// The points of a section; 0 if it lacks one of the words, or if only the page's title has them, which would list all sections of
/// the page.
int scoreOf(const ManualSection& section, const QString& typed, const QStringList& words) {
  int score = 0;
  bool isOnlyOfTitle = section.level > 1;
  for (const QString& word : words) {
    int of = 0;
    if (section.heading.contains(word, Qt::CaseInsensitive)) of += kInHeading, isOnlyOfTitle = false;
    if (section.text.contains(word, Qt::CaseInsensitive)) of += kInText, isOnlyOfTitle = false;
    if (section.title.contains(word, Qt::CaseInsensitive)) of += kInTitle;
    if (of == 0) return 0;
    score += of;
  }
  if (isOnlyOfTitle) return 0;
  const QString together = typed.simplified();
  if (words.size() > 1)
    for (const QString& text : {section.heading, section.text})
      if (text.contains(together, Qt::CaseInsensitive)) score += kTogether;
  return score;
}

}  // namespace

QStringList searchWords(const QString& typed) {
  QStringList words;
  for (const QString& word : typed.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts))
    if (!words.contains(word)) words << word;
  return words;
}

std::vector<ManualHit> searchManual(const QString& typed, std::size_t most) {
  const QStringList words = searchWords(typed);
  if (words.isEmpty()) return {};
  std::vector<Scored> found;
  if (const Term* term = term_named(typed.simplified().toStdString()))
    found.push_back({1000,
                     {QStringLiteral("term:") + QLatin1String(term->id), QStringLiteral("Glossary"), QString::fromUtf8(term->name),
                      excerptOf(QString::fromUtf8(term->meaning), typed, {})}});
  for (const ManualSection& section : manualSections()) {
    const int score = scoreOf(section, typed, words);
    if (score == 0) continue;
    const QString link = section.anchor.isEmpty() ? section.page : section.page + QLatin1Char('#') + section.anchor;
    found.push_back({score, {link, section.title, section.heading, excerptOf(section.text, typed, words)}});
  }
  std::stable_sort(found.begin(), found.end(), [](const Scored& a, const Scored& b) { return a.score > b.score; });
  std::vector<ManualHit> hits;
  for (Scored& one : found)
    if (hits.size() < most) hits.push_back(std::move(one.hit));
  return hits;
}

}  // namespace chasescope
