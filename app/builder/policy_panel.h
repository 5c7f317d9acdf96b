// Which line of a full set goes.
#pragma once

#include <QButtonGroup>
#include <QFormLayout>
#include <QLineEdit>

#include "app/builder/build_panel.h"

namespace chasescope {

class PolicyPanel : public BuildPanel {
  Q_OBJECT
 public:
  PolicyPanel(const Theme& theme, QWidget* parent);

 protected:
  void refill() override;

 private:
  void choose(const std::string& kind);
  void refillParameters();

  QButtonGroup* common_;
  QComboBox* others_;
  QLabel* help_;
  QWidget* parameters_;
  QFormLayout* form_;
  std::string shownKind_;
  std::map<std::string, QLineEdit*> fields_;  // by member
};

}  // namespace chasescope
