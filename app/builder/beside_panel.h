// The optional parts beside the built cache: a TLB in front of it, a larger cache behind it. Each has a switch, and its controls
// are visible while it is on.
#pragma once

#include <QLineEdit>
#include <QPushButton>
#include <functional>

#include "app/builder/build_panel.h"
#include "app/builder/policy_parameters.h"
#include "widgets/builder/policy_picture.h"

namespace chasescope {

class BesidePanel : public BuildPanel {
  Q_OBJECT
 public:
  BesidePanel(const Theme& theme, QWidget* parent);

 protected:
  void refill() override;
  void showBuild(const build::Build& build) override;

 private:
  /// The controls of one part.
  struct Part {
    QPushButton* there = nullptr;
    QWidget* box = nullptr;
    SizeChoice* unit = nullptr;
    QSpinBox* sets = nullptr;
    QLineEdit* ways = nullptr;  // one number, or one for each set
    CyclesField* cycles = nullptr;
    QComboBox* policy = nullptr;
    PolicyParameters* parameters = nullptr;
    PolicyPicture* picture = nullptr;
    QLabel* size = nullptr;
  };
  /// Returns the part's spec in a cache; null if the cache has no such part.
  using SpecOf = std::function<model::CacheSpec*(build::BuiltCache&)>;
  struct Words {
    QString add, unit, cycles, tip;
    std::uint64_t least, most;  // limits of the unit, bytes
  };
  Part addPart(const Words& words);
  static void fill(const Part& part, const model::CacheSpec& spec, double cycles, bool translates);
  static void showNext(const Part& part, const model::CacheSpec& spec);
  void connectSwitches();
  void connectPart(const Part& part, const SpecOf& spec);
  void connectCycles();

  QHBoxLayout* switches_ = nullptr;
  Part tlb_, level_;
};

}  // namespace chasescope
