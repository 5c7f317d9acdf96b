// How well typed words fit the name of a command. A pure function, which tests call without a window.
#pragma once

#include <QString>

namespace chasescope {

/// The score of a text; 0 if it does not fit. Every typed word must be found: best at the beginning of the text, then at the
/// beginning of a word, then anywhere, then as letters in their order ("sm" in "Set map"). An empty input fits every text. Case and
/// accents don't count.
int matchScore(const QString& text, const QString& typed);

}  // namespace chasescope
