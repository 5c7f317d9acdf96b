// Two sessions side by side: a table of the findings of both with a summary above it; the table can show only the differences.
#pragma once

#include <QWidget>

#include "widgets/views/comparison/comparison_model.h"

class QCheckBox;
class QLabel;
class QTableView;

namespace chasescope {

class Theme;

class ComparisonView : public QWidget {
  Q_OBJECT
 public:
  explicit ComparisonView(const Theme& theme, QWidget* parent = nullptr);

  void setComparison(Comparison comparison);
  /// "3 differ, 2 only in A, 12 agree".
  QString summary() const;

  /// Hides the rows on which both sessions agree and those that neither could tell.
  QCheckBox* differencesOnly() const { return differencesOnly_; }
  QTableView* table() const { return table_; }

 private:
  class Filter;

  ComparisonModel* model_;
  Filter* filter_;
  QLabel* summary_;
  QCheckBox* differencesOnly_;
  QTableView* table_;
};

}  // namespace chasescope
