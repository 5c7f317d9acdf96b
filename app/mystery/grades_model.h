// The grades of a class as a table: a row for each student, with points for each question, and one for each file that was refused.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "engine/mystery/class_grades.h"

namespace chasescope {

class GradesModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  /// The AnswerMark of a cell as an int, where it has one.
  enum Role { MarkRole = Qt::UserRole + 1 };

  explicit GradesModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  /// Begins with the students sorted by name. Refused files stay at the end, however the students are sorted.
  void setGrades(mystery::ClassGrades grades);
  const mystery::ClassGrades& grades() const { return grades_; }
  const std::vector<mystery::Question>& questions() const { return questions_; }
  /// The index of the grade in a row; -1 in the row of a refused file.
  int gradeIn(int row) const { return row >= 0 && row < students() ? order_[static_cast<std::size_t>(row)] : -1; }
  /// The index of the refused file in a row; -1 in the row of a student.
  int refusedIn(int row) const { return row >= students() ? row - students() : -1; }
  int students() const { return static_cast<int>(order_.size()); }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

 private:
  int firstAfterQuestions() const { return 1 + static_cast<int>(questions_.size()); }
  QVariant ofRefused(const QModelIndex& index, int role) const;
  /// The number by which a column is sorted. A question that was not asked has -1, less than one without points.
  double keyOf(int grade, int column) const;

  mystery::ClassGrades grades_;
  std::vector<mystery::Question> questions_;
  std::vector<int> order_;
};

}  // namespace chasescope
