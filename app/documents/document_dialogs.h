// Questions to the person about the document: which file to open, save or compare with, and what to do with unsaved measurements.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <functional>

#include "app/documents/export_figures.h"
#include "app/measurement/explorer.h"
#include "widgets/figure/figure_content.h"
#include "widgets/shell/log_panel.h"
#include "widgets/style/theme.h"

namespace chasescope {

class DocumentDialogs {
  Q_DECLARE_TR_FUNCTIONS(DocumentDialogs)
 public:
  /// Returns the run and the cache for a figure of this name; empty if there are none.
  using ChoiceOfFigure = std::function<FigureChoice(const QString& figure)>;

  DocumentDialogs(Explorer& explorer, LogPanel& log, Theme& theme, QWidget* window)
      : explorer_(explorer), log_(log), theme_(theme), window_(window) {}

  /// The path that the person chose; empty if the person cancelled.
  QString askForSession();
  /// Opens a session; shows a message if that fails. False: nothing has changed.
  bool open(const QString& path);
  /// Asks what to do with unsaved measurements. False: the person cancelled.
  bool mayDiscard();
  /// Asks the same about devices that were left with unsaved measurements, when the program ends.
  bool mayForget();
  bool saveAs();
  /// `cards`: the other cards for figures that show any number of cards on one axis.
  void exportFigure(const QString& figure, const ChoiceOfFigure& choiceOf, std::vector<SessionPtr> cards = {});
  /// Exports a figure that belongs to no single session: asks for a file, whose ending is the format, and writes the data and the
  /// JSON beside it.
  void exportAlone(const FigureOutcome& made, const QString& name);
  /// A table of cards: asks for a file, Markdown or CSV by its ending.
  void saveTable(const std::function<std::string(bool csv)>& text);
  void exportReport();
  void compareWith();

 private:
  void warn(const QString& title, const QString& fault);

  Explorer& explorer_;
  LogPanel& log_;
  Theme& theme_;
  QWidget* window_;
};

}  // namespace chasescope
