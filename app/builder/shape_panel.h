// Line, sector, sets and ways of the cache that is built, and the size that they add up to.
#pragma once

#include <QAbstractButton>
#include <QButtonGroup>
#include <QGridLayout>
#include <QLineEdit>

#include "app/builder/build_panel.h"

namespace chasescope {

class ShapePanel : public BuildPanel {
  Q_OBJECT
 public:
  /// Up to this many sets have a field each; the ways of more sets are written as a list.
  static constexpr std::size_t kFields = 32;

  ShapePanel(const Theme& theme, QWidget* parent);

  void begin() override { kind_->button(0)->setChecked(true); }  // refill() then chooses "unequal" if the ways differ

 protected:
  void refill() override;

 private:
  void buildWays();
  void reshape(model::CacheSpec shape);
  void refillWays();
  bool unequal() const { return kind_->checkedId() == 1; }

  SizeChoice *line_, *sector_;
  QSpinBox* sets_;
  QButtonGroup* kind_;
  QSpinBox* equal_;
  QWidget* equalSteps_ = nullptr;  // `equal_` with its two step buttons
  QWidget* each_;                  // holds a field for each set
  QGridLayout* eachGrid_;
  std::vector<QSpinBox*> eachFields_;
  QLineEdit* list_;
  QLabel* size_;
};

}  // namespace chasescope
