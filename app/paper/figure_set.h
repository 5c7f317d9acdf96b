// chasescope figure all: the figures of some cards in one folder, with their sessions and indexes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/paper/figure_index.h"

namespace chasescope {

/// A session to draw, and where it came from.
struct FigureSource {
  Session session;
  std::string device;  ///< "model:gtx780"; empty for a session
};

/// Draws what each session shows into the folder, which is made if it is not there. \return the cards with what was drawn, or a
/// sentence.
Outcome<std::vector<CardOnPaper>> write_figure_set(const std::vector<FigureSource>& sources, const std::string& folder,
                                                   const PaperWidths& widths);

/// Writes a text file of the folder. \return what went wrong, as a sentence.
std::optional<std::string> write_text(const std::string& folder, const std::string& name, const std::string& text);

}  // namespace chasescope
