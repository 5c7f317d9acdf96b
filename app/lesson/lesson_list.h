// The lessons that can be played: those of the program, and a file of one's own.
#pragma once

#include <QDialog>

class QListWidget;

namespace chasescope {

class Theme;

class LessonList : public QDialog {
  Q_OBJECT
 public:
  LessonList(const Theme& theme, QWidget* parent = nullptr);

  /// The id or the file of the lesson that was chosen.
  const QString& chosen() const { return chosen_; }
  QListWidget* list() const { return list_; }

 private:
  void choose();
  void openFile();

  QListWidget* list_;
  QString chosen_;
};

}  // namespace chasescope
