// The replacement policy: which line of a full set is evicted.
#pragma once

#include <QButtonGroup>
#include <optional>

#include "app/builder/build_panel.h"
#include "app/builder/policy_parameters.h"
#include "widgets/builder/policy_picture.h"

namespace chasescope {

class PolicyPanel : public BuildPanel {
  Q_OBJECT
 public:
  PolicyPanel(const Theme& theme, QWidget* parent);

 protected:
  void refill() override;
  void showBuild(const build::Build& build) override;

 private:
  void choose(const std::string& kind);

  QButtonGroup* common_;
  QComboBox* others_;
  QLabel* help_;
  PolicyParameters* parameters_;
  PolicyPicture* picture_;
  QLabel* said_;  // what the picture shows, in a sentence
  std::optional<model::CacheSpec> tried_;
};

}  // namespace chasescope
