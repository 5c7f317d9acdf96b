// chasescope figure all: the figures of some cards in one folder, with their sessions and indexes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/paper/figure_index.h"

namespace chasescope {

/// Draws the figures of each session into the folder, which is made if it is not there. \return the cards with their figures, or a
/// fault.
Outcome<std::vector<CardOnPaper>> write_figure_set(const std::vector<Session>& sources, const std::string& folder,
                                                   const PaperLook& look);

/// Checks before a measurement whether its figures may go into the folder. \return why they may not, or nothing. Files of equal
/// measurements are equal only if made at one time (SOURCE_DATE_EPOCH), so without `force` no existing figures are replaced.
std::optional<std::string> fault_before_measuring(const std::string& folder, const PaperLook& look);

/// Writes a text file of the folder. \return what went wrong, as a sentence.
std::optional<std::string> write_text(const std::string& folder, const std::string& name, const std::string& text);

}  // namespace chasescope
