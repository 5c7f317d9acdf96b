// What of a finding goes to the clipboard: with its unit, without, or for a paper; and the words that it is looked for by.
#pragma once

#include <QString>

#include "engine/findings/finding.h"

namespace chasescope {

/// "33.25 cycles", as it is shown, with plain blanks.
QString valueToCopy(const Finding& finding);
/// The number alone, with all its digits and in the finding's unit: "33.25", "17179869184". A word as it is, a list as JSON has it.
QString exactToCopy(const Finding& finding);
/// "$33.25$~cycles".
QString latexToCopy(const Finding& finding);
/// What people call it: "L1 data L1 data cache Capacity size".
QString wordsToFind(const Finding& finding);

}  // namespace chasescope
