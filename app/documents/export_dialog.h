// The dialog for exporting a view as a figure: shows a preview and writes the files.
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
  /// Returns the part of the session that a figure is to show; empty for the figure's own choice.
  using ChoiceOfFigure = std::function<FigureChoice(const QString& figure)>;

  /// `figure` is chosen at first; empty: the first figure.
  ExportDialog(const Session& session, ChoiceOfFigure choiceOf, const QString& figure, QWidget* parent = nullptr);

  /// The other card of a memory diagram; null for none.
  void setOther(std::shared_ptr<const Session> other);
  /// The other cards of figures that show any number of cards; none for a figure of the session alone.
  void setCards(std::vector<SessionPtr> cards);
  /// The file that holds the session, for the command in the JSON beside a figure; empty for none.
  void setFile(const QString& path) { file_ = path; }
  /// The files that were written when the dialog was accepted.
  const QStringList& files() const { return files_; }

  FigurePanel* panel() const { return panel_; }
  /// Updates the preview at once if an update is due.
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
  QString file_;  ///< the file of the session
  QComboBox* figure_;
  FigurePanel* panel_;
  FigurePreview* preview_;
  QList<QCheckBox*> formats_;  ///< in the order of figureFormatNames()
  QCheckBox* data_;            ///< whether to write the CSV
  QLineEdit *folder_, *name_;
  QCheckBox* replace_;
  QLabel* fault_;
  QPushButton* export_;
  QTimer due_;
};

}  // namespace chasescope
