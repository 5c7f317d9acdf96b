// Two sessions side by side: a table of what both say, with a summary above it, and only the differences if asked for.
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

  /// Hides what agrees and what nobody could tell.
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
