// Texts of a finding for the clipboard (with its unit, without, or in LaTeX for a paper), and the words by which a search finds it.
#pragma once

#include <QString>

#include "engine/findings/finding.h"

namespace chasescope {

/// "33.25 cycles", as it is shown, with plain blanks.
QString valueToCopy(const Finding& finding);
/// The number alone, with all its digits and in the finding's unit: "33.25", "17179869184". A word is copied as it is, a list as
/// JSON.
QString exactToCopy(const Finding& finding);
/// "$33.25$~cycles".
QString latexToCopy(const Finding& finding);
/// The names that people search for: "L1 data L1 data cache Capacity size".
QString wordsToFind(const Finding& finding);

}  // namespace chasescope
