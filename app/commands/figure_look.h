// The options for a figure's look and for the part of it that is shown, on the command line; the export dialog has the same
// options.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/documents/export_figures.h"

namespace CLI {
class App;
}

namespace chasescope {

struct FigureLookWords {
  std::string venue;              ///< empty: none
  std::string span = "column";    ///< or "page": how much of the venue's page is taken
  std::string width, height;      ///< lengths; empty: the venue's, or else a column's width and the height that the drawing needs
  std::optional<double> type_pt;  ///< points; none: the venue's
  std::optional<double> line_pt;
  std::string font;
  std::string palette = "colour";
  int dpi = 300;
  std::string svg_text = "outlines";  ///< or "text"
  std::string x, y;                   ///< "FROM:TO" for each axis; empty: the whole axis
  std::string cursors;   ///< "A,B"; empty: none
  std::string log_axes;  ///< "x", "y" or "xy"; empty: the figure's own axes
  std::string legend;    ///< "inside", …; empty: the figure's own place
  std::string colouring;
  std::string panel;  ///< "b" or "2"; empty: all panels
  bool letters = false;
  bool caption = false;
};

/// Adds the options to a command; the parser refuses invalid words with exit code 2.
void add_figure_look(CLI::App& command, FigureLookWords& words);

/// The options that differ from the defaults, as words of a command line.
std::vector<std::string> words_of(const FigureLookWords& look);

/// Puts the options into the job: first the venue, and over it the options that were given.
void put_look(const FigureLookWords& words, FigureJob& job);

}  // namespace chasescope
