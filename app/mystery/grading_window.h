// Grading in a window: answer files and the seed of their card become a table of points, with the class question by question and
// each student's answers beside the right ones. Saved files are those of `chasescope mystery grade`, byte for byte.
//
//   auto* grading = new GradingWindow(theme, window);
//   grading->addFiles({"answers"});         // files, or folders of them
//   grading->setSeed("730214886412");       // or setSeedFile(), where each student has a card
#pragma once

#include <QStringList>
#include <QWidget>
#include <optional>

#include "engine/mystery/class_grades.h"
#include "engine/session/document/session.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTimer;

namespace chasescope {

class GradeDetail;
class GradesTable;
class QuestionList;
class Theme;

/// Whether a path is that of an answer file, by its ending, or a folder that holds one.
bool isAnswers(const QString& path);

class GradingWindow : public QWidget {
  Q_OBJECT
 public:
  explicit GradingWindow(const Theme& theme, QWidget* parent = nullptr);

  /// Adds these files and folders to those that are graded; one that is there already is read again.
  void addFiles(const QStringList& paths);
  void setSeed(const QString& seed);
  /// From now on each student has a card. \return a sentence if the list can't be read; nothing changes then
  QString setSeedFile(const QString& path);

  const mystery::ClassGrades& grades() const;
  GradesTable& table() const { return *table_; }
  GradeDetail& detail() const { return *detail_; }
  QuestionList& questions() const { return *questions_; }
  /// "9 graded, 2 refused; the mean is 71.4 of 100.", or what is missing.
  QString state() const;

  /// Writes the table, or the summary. \return what went wrong, in a sentence; empty if nothing did
  QString saveCsv(const QString& path);
  QString saveMarkdown(const QString& path);

 signals:
  /// An attached run was measured again on the card and is to be shown.
  void runOpened(const chasescope::Session& session, const QString& words);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  QWidget* buildHeader();
  QWidget* buildEmpty();
  QWidget* buildGrades();
  void grade();
  void showRow(int row);
  void openRun(const QString& id);
  void askForFiles();
  void askForFolder();
  void askForSeeds();
  void save(const QString& title, const QString& proposed, const QString& filter, QString (GradingWindow::*writer)(const QString&));
  QString write(const QString& path, const std::string& text);
  void say(const QString& words, bool wrong);
  std::optional<mystery::Seeds> seeds() const;
  void restyle();

  const Theme& theme_;
  QStringList files_;
  QString saveFolder_;  // the folder that is proposed for saving
  QString seedFile_;
  mystery::SeedList seedList_;
  QLineEdit* seed_ = nullptr;
  QLabel *state_ = nullptr, *missing_ = nullptr, *heading_ = nullptr;
  QPushButton *seedsButton_ = nullptr, *saveCsv_ = nullptr, *saveMarkdown_ = nullptr;
  QStackedWidget* pages_ = nullptr;
  GradesTable* table_ = nullptr;
  QuestionList* questions_ = nullptr;
  GradeDetail* detail_ = nullptr;
  QTimer* typed_ = nullptr;
};

}  // namespace chasescope
