// Figures as files of a folder, named after their card, with what a paper needs beside each: caption, description, command.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/document/session.h"
#include "widgets/figure/figure_content.h"

namespace chasescope {

/// A figure that was written, or the reason why it was not.
struct FigureOnPaper {
  QString figure;  ///< its name in the list: "bank-lanes"
  QString stem;    ///< of its files: "gtx-780_bank-lanes"
  QString title, caption, description;
  QString command;  ///< makes it again, within the folder
  double widthMm = 0;
  bool wide = false;  ///< as wide as a page of two columns
  QString why;        ///< why it can't be shown; empty where it is
  QStringList files;
  bool shown() const { return why.isEmpty(); }
};

/// Letters, digits and hyphens: "geforce-gtx-780".
QString file_word(const std::string& name);

struct PaperWidths {
  double column_mm = 84, page_mm = 177.8;
};

/// Writes STEM.pdf, .svg, .csv and .json. The caption is not in the picture. \return what went wrong with a file, as a sentence.
std::optional<std::string> write_figure(FigureOnPaper& paper, const FigureContent& figure, const Session& session,
                                        const std::string& folder, const PaperWidths& widths);

}  // namespace chasescope
