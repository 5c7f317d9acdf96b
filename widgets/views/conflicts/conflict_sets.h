// The sets of a picture of conflicts in words.
#pragma once

#include <QString>

#include "widgets/views/conflicts/conflict_facts.h"

namespace chasescope {

/// "12 of 32 sets".
QString setsInWords(const ConflictFacts& facts);
/// How many ways a set has; `set` is counted as in the facts. 0 if that is not known.
std::uint32_t waysOf(const ConflictFacts& facts, std::size_t set);
/// Pages of a TLB, lines of any other cache.
inline bool arePages(const ConflictFacts& facts) { return facts.cache.translates(); }

}  // namespace chasescope
