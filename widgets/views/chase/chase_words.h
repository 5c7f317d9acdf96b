// The text in the picture of a chase: titles, sentences about a tile and a set, and a smaller chase to run if there is too much to
// draw.
#pragma once

#include <QString>
#include <QStringList>

#include "widgets/views/chase/chase_picture.h"

namespace chasescope {

/// "word 6", "line 32".
QString tileName(const ChasePicture& picture, const ChaseTile& tile);
/// "13 words", "17 lines, 1 KiB apart".
QString arrayWords(const ChasePicture& picture);
/// "In the L1 after a pass over 13 words", and where it is so: "full, and no access misses".
QString cacheTitle(const ChasePicture& picture);
/// The title with the number of sets that are shown, if not all are. Wordings, longest first.
QStringList cacheTitles(const ChasePicture& picture);
/// "The array: 13 words, read in order, over and over". Wordings, longest first.
QStringList arrayTitles(const ChasePicture& picture);
/// "One warm pass: what each access takes". Wordings, longest first.
QStringList passTitles(const ChasePicture& picture);
/// Why the sets can't be drawn, in a sentence; empty where they can.
QString whyNoSets(const ChasePicture& picture);
/// The text beside a set that lost no line: "2 lines,\n2 places", "hits only".
QStringList besideSet(const ChasePicture& picture, const ChaseSet& set);

/// The parts that are covered, so that no text may tell of them.
struct Covering {
  bool cache = false, array = false, pass = false;
  bool any() const { return cache || array || pass; }
};
/// "Word 6 (byte 24) lies in line 3, which belongs to set 0. In this pass it takes 100 cycles: a miss. …"
QString tileSentence(const ChasePicture& picture, std::size_t tile, const Covering& covered);
QString setSentence(const ChasePicture& picture, const ChaseSet& set, const Covering& covered);
/// "3 of 13 accesses of a warm pass miss."
QString passSentence(const ChasePicture& picture, const Covering& covered);

/// A chase small enough to be drawn, which overflows the cache if the cache is known well enough.
struct SmallChase {
  std::uint64_t bytes = 0, stride = 0;
  bool overflows = false;
};
SmallChase smallChase(const ChasePicture& picture);
/// "A pass of 136 accesses is too long to be drawn tile by tile. N = 17 KiB with s = 1 KiB would fit: …"
QString tooManySentence(const ChasePicture& picture);

}  // namespace chasescope
