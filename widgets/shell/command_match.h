// How well typed words fit the name of a command: a pure function, so that what a search finds can be told without a window.
#pragma once

#include <QString>

namespace chasescope {

/// 0: they don't fit. Every typed word must be found, best as the beginning of the text, then of a word, then anywhere, at last as
/// letters in their order ("sm" in "Set map"). No words fit everything. Case and accents do not count.
int matchScore(const QString& text, const QString& typed);

}  // namespace chasescope
