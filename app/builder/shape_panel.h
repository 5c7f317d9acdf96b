// Line, sector, sets and ways of the cache that is built, and what they add up to.
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
  /// So many sets have a field each; more are written as a list.
  static constexpr std::size_t kFields = 32;

  ShapePanel(const Theme& theme, QWidget* parent);

  void begin() override { kind_->button(0)->setChecked(true); }  // unequal ones are told by their ways

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
  QWidget* equalSteps_ = nullptr;  // with its buttons
  QWidget* each_;                  // the fields of the sets
  QGridLayout* eachGrid_;
  std::vector<QSpinBox*> eachFields_;
  QLineEdit* list_;
  QLabel* size_;
};

}  // namespace chasescope
