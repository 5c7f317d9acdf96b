#include "app/builder/latency_panel.h"

#include <cmath>

namespace chasescope {
namespace {

constexpr int kSliderTo = 1000;  // cycles; more can be typed

}  // namespace

LatencyPanel::LatencyPanel(const Theme& theme, QWidget* parent) : BuildPanel(tr("Latency, in cycles"), theme, parent) {
  auto* both = new QHBoxLayout;
  both->setSpacing(16);
  hit_ =
      addPair(tr("hit"), tr("Latency of a hit"), tr("Cycles of a load that the cache has"), &build::BuiltCache::hit_cycles, *both);
  miss_ = addPair(tr("miss"), tr("Latency of a miss"), tr("Cycles of a load that memory answers"), &build::BuiltCache::miss_cycles,
                  *both);
  column().addLayout(both);
  addFaultOf(build::Control::latency);
}

LatencyPanel::Pair LatencyPanel::addPair(const QString& word, const QString& name, const QString& tip,
                                         double build::BuiltCache::*value, QBoxLayout& into) {
  Pair pair{new CyclesField(name, tip, this), new QSlider(Qt::Horizontal, this)};
  pair.slider->setRange(0, kSliderTo);
  pair.slider->setAccessibleName(name);
  pair.slider->setToolTip(tip);
  auto* half = new QVBoxLayout;
  half->setSpacing(2);
  auto* top = new QHBoxLayout;
  auto* label = new QLabel(word);
  label->setBuddy(pair.field);
  top->addWidget(label);
  top->addStretch();
  top->addWidget(pair.field);
  half->addLayout(top);
  half->addWidget(pair.slider);
  into.addLayout(half);
  connect(pair.field, &QDoubleSpinBox::valueChanged, this,
          [this, value](double cycles) { edit([&](build::BuiltCache& changed) { changed.*value = cycles; }); });
  connect(pair.slider, &QSlider::valueChanged, this,
          [this, value](int cycles) { edit([&](build::BuiltCache& changed) { changed.*value = cycles; }); });
  return pair;
}

void LatencyPanel::refill() {
  const auto fill = [](const Pair& pair, double cycles) {
    pair.field->setValue(cycles);
    pair.slider->setValue(static_cast<int>(std::lround(cycles)));
  };
  fill(hit_, built().hit_cycles);
  fill(miss_, built().miss_cycles);
}

}  // namespace chasescope

#include "moc_latency_panel.cpp"
