// Full-text search over all pages of the manual and the names of the glossary. It needs no network and no widgets of Qt.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace chasescope {

struct ManualHit {
  QString link;     ///< "docs/window.md#the-views", or "term:set" for a term of the glossary
  QString title;    ///< title of the page; "Glossary" for a term
  QString heading;  ///< heading of the section; the name of a term
  QString excerpt;  ///< the text around the first found word, cut between words
};

/// The words to search for: in lower case, each once.
QStringList searchWords(const QString& typed);

/// Sections that have all of the words, at most `most`, the best first: a word in a heading counts more than one in the text, and
/// words side by side as typed count more than words apart. Empty if no words are typed.
std::vector<ManualHit> searchManual(const QString& typed, std::size_t most = 100);

}  // namespace chasescope
