#include "widgets/shell/command_match.h"

#include <QStringList>
#include <algorithm>

namespace chasescope {
namespace {

constexpr int kBeginning = 100, kWord = 80, kInside = 40, kLetters = 20;

bool word_begins(const QString& text, qsizetype at) { return at == 0 || !text[at - 1].isLetterOrNumber(); }

QString plain(const QString& text) {
  QString bare;
  for (const QChar c : text.normalized(QString::NormalizationForm_D).toCaseFolded())
    if (c.category() != QChar::Mark_NonSpacing) bare += c;
  return bare;
}

/// Whether the text contains the letters in their order, the first at the beginning of a word: "sm" is in "set map", but not in
/// "plasma". Words with digits, like "l1", never match this way: "load 181" has both characters.
bool letters_follow(const QString& text, const QString& word) {
  if (std::any_of(word.begin(), word.end(), [](QChar c) { return c.isDigit(); })) return false;
  for (qsizetype begin = 0; begin < text.size(); ++begin) {
    if (text[begin] != word[0] || !word_begins(text, begin)) continue;
    qsizetype found = 1;
    for (qsizetype at = begin + 1; at < text.size() && found < word.size(); ++at)
      if (text[at] == word[found]) ++found;
    if (found == word.size()) return true;
  }
  return false;
}

int word_score(const QString& text, const QString& word) {
  if (text.startsWith(word)) return kBeginning;
  bool inside = false;
  for (qsizetype at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (word_begins(text, at)) return kWord;
    inside = true;
  }
  if (inside) return kInside;
  return letters_follow(text, word) ? kLetters : 0;
}

}  // namespace

int matchScore(const QString& text, const QString& typed) {
  const QString folded = plain(text);
  int score = 1;
  for (const QString& word : plain(typed).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    const int one = word_score(folded, word);
    if (one == 0) return 0;
    score += one;
  }
  return score;
}

}  // namespace chasescope
