// The sources of a software GPU's numbers: a table of all numbers, in which a word and a sign mark the assumed ones.
#pragma once

#include <QWidget>
#include <vector>

#include "widgets/views/model_numbers/model_numbers_model.h"

class QAbstractButton;
class QButtonGroup;
class QLabel;
class QLineEdit;
class QTableView;

namespace chasescope {

class Theme;

class ModelNumbersView : public QWidget {
  Q_OBJECT
 public:
  explicit ModelNumbersView(const Theme& theme, QWidget* parent = nullptr);

  void setNumbers(std::vector<ModelNumber> numbers);
  /// "412 numbers, 190 of them assumed".
  QString facts() const;
  /// Copies the selected rows to the clipboard, or all shown rows if none is selected. Tabs separate the columns.
  void copy() const;

  QAbstractButton* all() const;
  QAbstractButton* assumedOnly() const;
  QLineEdit* search() const { return search_; }
  QTableView* table() const { return table_; }

 private:
  class Filter;
  void fitColumns();

  const Theme& theme_;
  ModelNumbersModel* model_;
  Filter* filter_;
  QLabel* facts_;
  QLineEdit* search_;
  QButtonGroup* which_;
  QTableView* table_;
};

}  // namespace chasescope
