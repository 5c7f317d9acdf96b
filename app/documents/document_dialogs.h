// What a person is asked about the document: which file to open, save or compare with, and what becomes of unsaved measurements.
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
  /// The run that a figure of this name is made of, and the cache that it shows; empty if there is none.
  using ChoiceOfFigure = std::function<FigureChoice(const QString& figure)>;

  DocumentDialogs(Explorer& explorer, LogPanel& log, Theme& theme, QWidget* window)
      : explorer_(explorer), log_(log), theme_(theme), window_(window) {}

  /// The path that the person chose; empty if none.
  QString askForSession();
  /// Opens a session; says what is wrong with it. False: everything is as it was.
  bool open(const QString& path);
  /// Asks what is to become of measurements that were not saved. False: the person changed their mind.
  bool mayDiscard();
  /// The same of what was measured on devices that were left, when the program ends.
  bool mayForget();
  bool saveAs();
  /// `cards`: what else is drawn over one axis, in figures that show any number of cards.
  void exportFigure(const QString& figure, const ChoiceOfFigure& choiceOf, std::vector<SessionPtr> cards = {});
  /// A figure that is of no single session: asks for a file, whose ending is the format. Its data and what made it go beside it.
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
