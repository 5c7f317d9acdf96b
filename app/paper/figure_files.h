// Figures as files of a folder, named after their card, with what a paper needs beside each: caption, description, command.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_content.h"
#include "widgets/figure/figure_options.h"

namespace chasescope {

/// A figure that was written, or the reason why it was not.
struct FigureOnPaper {
  QString figure;  ///< its name in the list: "bank-lanes"
  QString stem;    ///< of its files: "gtx-780-bank-lanes", as of a figure alone
  QString title, caption, description;
  std::vector<std::string> arguments;  ///< of 'chasescope figure', without the look: name, source, run
  QString command;                     ///< makes it again, within the folder
  QStringList notes;                   ///< what of the look it could not have, and what it has instead; sentences
  double widthMm = 0;
  bool wide = false;  ///< as wide as a page of two columns
  QString why;        ///< why it can't be shown; empty where it is
  QStringList files;
  bool shown() const { return why.isEmpty(); }
};

/// Letters, digits and hyphens: "geforce-gtx-780".
QString file_word(const std::string& name);

/// How all figures of a folder are set. What one of them can't have (letters without panels) it is made without.
struct PaperLook {
  FigureOptions options;  ///< but for the width
  double column_mm = 84, page_mm = 177.8;
  FigureSight sight = {};  ///< parts of axes and the like, for figures that have them
  int panel = -1;
  QStringList formats = {};                    ///< besides PDF and SVG, which the indexes show
  bool force = true;                           ///< files that are there and differ are replaced; else that is a failure
  std::vector<std::string> words = {};         ///< the look on the command line of one figure, without the width
  std::vector<std::string> words_of_all = {};  ///< the same on that of the whole folder, the width among them
};

/// Writes STEM.pdf, .svg, .csv, .json and what other formats there are. The caption is in the picture only where that is asked for.
/// A figure without room in the column, or in the page if no column has room for it, is made as wide as it needs, and says so; one
/// for which no width is enough says why. \return what went wrong with a file, as a sentence.
std::optional<std::string> write_figure(FigureOnPaper& paper, const FigureContent& figure, const Session& session,
                                        const std::string& folder, const PaperLook& look);

}  // namespace chasescope
