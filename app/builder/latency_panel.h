// The latencies of a hit and of a miss.
#pragma once

#include <QSlider>

#include "app/builder/build_panel.h"

namespace chasescope {

class LatencyPanel : public BuildPanel {
  Q_OBJECT
 public:
  LatencyPanel(const Theme& theme, QWidget* parent);

 protected:
  void refill() override;

 private:
  struct Pair {
    CyclesField* field = nullptr;
    QSlider* slider = nullptr;
  };
  Pair addPair(const QString& word, const QString& name, const QString& tip, double build::BuiltCache::*value, QBoxLayout& into);

  Pair hit_, miss_;
};

}  // namespace chasescope
