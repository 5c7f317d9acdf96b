// Asks how a view is to be exported as a figure, shows the figure as it will be, and exports it.
#pragma once

#include <QDialog>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <memory>

#include "app/documents/export_figures.h"
#include "engine/session/document/session.h"
#include "widgets/figure/figure_content.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace chasescope {

class FigurePanel;
class FigurePreview;

class ExportDialog : public QDialog {
  Q_OBJECT
 public:
  /// Says what a figure is to show; empty for what the figure itself takes.
  using ChoiceOfFigure = std::function<FigureChoice(const QString& figure)>;

  /// `figure` is chosen at first; empty for the first of all.
  ExportDialog(const Session& session, ChoiceOfFigure choiceOf, const QString& figure, QWidget* parent = nullptr);

  /// The card that stands beside the session's in the memory diagram; null for none.
  void setOther(std::shared_ptr<const Session> other);
  /// The cards over one axis with the session's, in figures that show any number; none for a figure of the session's alone.
  void setCards(std::vector<SessionPtr> cards);
  /// The file that holds the session, for the command in the JSON beside a figure; empty for none.
  void setFile(const QString& path) { file_ = path; }
  /// What was written, once the dialog was accepted.
  const QStringList& files() const { return files_; }

  FigurePanel* panel() const { return panel_; }
  /// Draws now what is due.
  void settle();

 private:
  void layOut();
  void takeFigure();
  void offerFiguresOfCards();
  void chooseFolder();
  void exportNow();
  FigureJob job() const;
  std::vector<std::string> cachesOf(const QString& figure) const;
  std::vector<SessionPtr> othersOf(const QString& figure) const;

  const Session& session_;
  ChoiceOfFigure choiceOf_;
  std::shared_ptr<const Session> other_;
  std::vector<SessionPtr> cards_;
  QStringList files_;
  QString file_;  ///< of the session
  QComboBox* figure_;
  FigurePanel* panel_;
  FigurePreview* preview_;
  QList<QCheckBox*> formats_;  ///< as in figureFormatNames()
  QCheckBox* data_;            ///< the CSV
  QLineEdit *folder_, *name_;
  QCheckBox* replace_;
  QLabel* fault_;
  QPushButton* export_;
  QTimer due_;
};

}  // namespace chasescope
