// Where the numbers of an open software GPU come from: read from its file for a table. The measuring code never uses them.
#pragma once

#include <QDialog>
#include <QString>
#include <vector>

#include "widgets/views/model_numbers/model_numbers_view.h"

namespace chasescope {

class Theme;

/// Every number of the model of that id; empty for devices that are no models.
std::vector<ModelNumber> model_numbers_of(const QString& id);

class ModelNumbersDialog : public QDialog {
  Q_OBJECT
 public:
  ModelNumbersDialog(const QString& device, const std::vector<ModelNumber>& numbers, const Theme& theme, QWidget* parent);

  ModelNumbersView* view() const { return view_; }

 private:
  ModelNumbersView* view_;
};

}  // namespace chasescope
