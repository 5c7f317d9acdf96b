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
  /// Another row: that of a student, or of a refused file (model's gradeIn and refusedIn tell).
  void rowChosen(int row);

 private:
  void spanRefused();
  void restyle();

  const Theme& theme_;
  GradesModel* model_;
};

}  // namespace chasescope
