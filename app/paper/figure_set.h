// chasescope figure all: the figures of some cards in one folder, with their sessions and indexes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/paper/figure_index.h"

namespace chasescope {

/// Draws what each session shows into the folder, which is made if it is not there. \return the cards with what was drawn, or a
/// sentence.
Outcome<std::vector<CardOnPaper>> write_figure_set(const std::vector<Session>& sources, const std::string& folder,
                                                   const PaperLook& look);

/// Why the figures of a measurement can't go into the folder, told before it is made; nothing where they can. Equal measurements
/// are equal only at one time (SOURCE_DATE_EPOCH), so that without `force` they don't go over figures that are there.
std::optional<std::string> fault_before_measuring(const std::string& folder, const PaperLook& look);

/// Writes a text file of the folder. \return what went wrong, as a sentence.
std::optional<std::string> write_text(const std::string& folder, const std::string& name, const std::string& text);

}  // namespace chasescope
