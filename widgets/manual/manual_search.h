// Full-text search over all pages of the manual and the names of the glossary. Without a network, and without Qt's widgets.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace chasescope {

struct ManualHit {
  QString link;     ///< "docs/window.md#the-views", or "term:set" for a term of the glossary
  QString title;    ///< of the page; "Glossary"
  QString heading;  ///< of the section; the term's name
  QString excerpt;  ///< what stands around the first of the words, cut at words
};

/// The words that are looked for: small letters, each once.
QStringList searchWords(const QString& typed);

/// Sections that have all of the words, the best first: words in a heading count more than in the text, and words that stand beside
/// each other as typed more than words apart. Nothing for no words. At most `most`.
std::vector<ManualHit> searchManual(const QString& typed, std::size_t most = 100);

}  // namespace chasescope
