// The words for a cell or a set of the picture of conflicts.
#pragma once

#include "widgets/views/conflicts/conflict_matrix.h"

namespace chasescope {

/// "Z = 9.1 standard errors", "0x3a80, set 12", …: the facts of a cell.
QStringList pairWords(const ConflictFacts& facts, const ConflictPair& pair);
/// "Set 12: 8 lines, 4 ways", and the share of misses with one line more than ways.
QStringList setWords(const ConflictFacts& facts, std::size_t set);

}  // namespace chasescope
