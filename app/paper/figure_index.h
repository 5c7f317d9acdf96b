// The texts beside the figures of a folder: an index for people, figures.tex for a paper, and make.sh, which makes the folder
// again.
#pragma once

#include <string>
#include <vector>

#include "app/paper/figure_files.h"

namespace chasescope {

/// One card of a folder.
struct CardOnPaper {
  std::string name;     ///< "GeForce GTX 780"
  std::string session;  ///< file beside the figures that holds its data
  std::string source;   ///< the device that was measured, where the session says which
  std::vector<FigureOnPaper> figures;
};

std::string index_html(const std::vector<CardOnPaper>& cards);
std::string index_markdown(const std::vector<CardOnPaper>& cards);
/// \includegraphics, caption, \Description and label of each figure. It suits paper of any width, since each figure has its own
/// size.
std::string figures_tex(const std::vector<CardOnPaper>& cards);
/// One figure of figures.tex.
std::string figure_tex(const FigureOnPaper& figure);
/// `look`: the look of the figures as options of the command line.
std::string make_script(const std::vector<CardOnPaper>& cards, const std::vector<std::string>& look = {});

/// A page with a title and a body, in the style that all pages share.
std::string html_page(const std::string& title, const std::string& body);

}  // namespace chasescope
