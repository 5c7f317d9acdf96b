// What may stand beside the cache that is built: a TLB before it, a larger cache behind it. Each has a switch, and its controls
// while it is there.
#pragma once

#include <QPushButton>

#include "app/builder/build_panel.h"

namespace chasescope {

class BesidePanel : public BuildPanel {
  Q_OBJECT
 public:
  BesidePanel(const Theme& theme, QWidget* parent);

 protected:
  void refill() override;

 private:
  /// The controls of one of the two.
  struct Part {
    QPushButton* there = nullptr;
    QWidget* box = nullptr;
    SizeChoice* unit = nullptr;
    QSpinBox *sets = nullptr, *ways = nullptr;
    CyclesField* cycles = nullptr;
    QLabel* size = nullptr;
  };
  struct Words {
    QString add, unit, cycles, tip;
    std::uint64_t least, most;  // of the unit, bytes
  };
  Part addPart(const Words& words);
  static void fill(const Part& part, const model::CacheSpec& spec, double cycles, bool translates);
  void connectTlb();
  void connectLevel();

  QHBoxLayout* switches_ = nullptr;
  Part tlb_, level_;
};

}  // namespace chasescope
