// The table of grades: marks beside the points, and the reason over the whole row where a file was refused.
#pragma once

#include <QTableView>

#include "app/mystery/grades_model.h"

namespace chasescope {

class Theme;

class GradesTable : public QTableView {
  Q_OBJECT
 public:
  explicit GradesTable(const Theme& theme, QWidget* parent = nullptr);

  void setGrades(mystery::ClassGrades grades);
  const GradesModel& grades() const { return *model_; }

 signals:
  /// Another row is current: a student's, or a refused file's (gradeIn() and refusedIn() of the model tell which).
  void rowChosen(int row);

 private:
  void spanRefused();
  void restyle();

  const Theme& theme_;
  GradesModel* model_;
};

}  // namespace chasescope
