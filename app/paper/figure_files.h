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
  QString stem;    ///< of its files: "gtx-780-bank-lanes", the same as when the figure is exported alone
  QString title, caption, description;
  std::vector<std::string> arguments;  ///< of 'chasescope figure', without the look: name, source, run
  QString command;                     ///< makes it again, within the folder
  QStringList notes;                   ///< sentences: the parts of the look that it could not have, and what it has instead
  double widthMm = 0;
  bool wide = false;  ///< wider than a column, so that it spans both columns of a page
  QString why;        ///< why it can't be shown; empty where it is
  QStringList files;
  bool shown() const { return why.isEmpty(); }
};

/// Letters, digits and hyphens: "geforce-gtx-780".
QString file_word(const std::string& name);

/// The look of all figures of a folder. A figure is made without the parts that it can't have, such as letters without panels.
struct PaperLook {
  FigureOptions options;  ///< all but the width
  double column_mm = 84, page_mm = 177.8;
  FigureSight sight = {};  ///< parts of axes and the like, for figures that have them
  int panel = -1;
  QStringList formats = {};                    ///< besides PDF and SVG, which the indexes show
  bool force = true;                           ///< replaces files that exist and differ; otherwise such a file is a fault
  std::vector<std::string> words = {};         ///< the look on the command line of one figure, without the width
  std::vector<std::string> words_of_all = {};  ///< the look on the command line of the whole folder, with the width
};

/// Writes STEM.pdf, .svg, .csv, .json and the look's other formats. The caption is in the picture only if the look asks for that. A
/// figure without room in the column, or in the page if no column has room for it, is made as wide as it needs, and a note says so.
/// A figure that fits no width has the reason in `why`. \return what went wrong with a file, as a sentence.
std::optional<std::string> write_figure(FigureOnPaper& paper, const FigureContent& figure, const Session& session,
                                        const std::string& folder, const PaperLook& look);

}  // namespace chasescope
