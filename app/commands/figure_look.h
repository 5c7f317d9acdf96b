// The options of a figure's look and of what part of it is shown, as the command line takes them; the export dialog has the same.
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
  std::string width, height;      ///< lengths; empty: the venue's, or a column and what the drawing needs
  std::optional<double> type_pt;  ///< what is not given is the venue's
  std::optional<double> line_pt;
  std::string font;
  std::string palette = "colour";
  int dpi = 300;
  std::string svg_text = "outlines";  ///< or "text"
  std::string x, y;  ///< "FROM:TO" of the axes; empty: all
  std::string cursors;   ///< "A,B"; empty: none
  std::string log_axes;  ///< "x", "y" or "xy"; empty: as the figure has them
  std::string legend;    ///< "inside", …; empty: the figure's own place
  std::string colouring;
  std::string panel;  ///< "b" or "2"; empty: all of them
  bool letters = false;
  bool caption = false;
};

/// Adds the options to a command; words that mean nothing are told by the parser, and end with exit code 2.
void add_figure_look(CLI::App& command, FigureLookWords& words);

/// The same as words of a command line: those that differ from what is taken without them.
std::vector<std::string> words_of(const FigureLookWords& look);

/// What they say, put into the job: the venue first, and what was given for itself over it.
void put_look(const FigureLookWords& words, FigureJob& job);

}  // namespace chasescope
