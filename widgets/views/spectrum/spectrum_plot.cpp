#include "widgets/views/spectrum/spectrum_plot.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/plot/callout.h"

namespace chasescope {

SpectrumPlot::SpectrumPlot(QWidget* parent) : DrawnPlot(parent) {
  setAccessibleName(tr("Classes of accesses: latency, share and path"));
}

void SpectrumPlot::setSpectrum(const Spectrum& spectrum) {
  const double cycles = chosenClass() == nullptr ? -1 : chosenClass()->cycles;
  spectrum_ = spectrum;
  chosen_ = -1;
  for (std::size_t i = 0; i < spectrum_.classes.size(); ++i)
    if (spectrum_.classes[i].cycles == cycles) chosen_ = static_cast<int>(i);
  fitHeight();
  choose(chosen_, false);
}

void SpectrumPlot::restyle(const PlotStyle& style) {
  setPlotStyle(style);
  fitHeight();
}

/// In a view that is too low for all rows, the plot keeps the least height of its rows, and the view scrolls.
void SpectrumPlot::fitHeight() { setMinimumHeight(static_cast<int>(std::ceil(leastSpectrumHeight(spectrum_, area().width(), plotStyle()))) + 6); }

void SpectrumPlot::resizeEvent(QResizeEvent* event) {
  DrawnPlot::resizeEvent(event);
  fitHeight();
}

const SpectrumClass* SpectrumPlot::chosenClass() const {
  return chosen_ < 0 ? nullptr : &spectrum_.classes[static_cast<std::size_t>(chosen_)];
}

QStringList SpectrumPlot::describe() const {
  const SpectrumClass* one = chosenClass();
  return one == nullptr ? QStringList() : QStringList{classText(*one), one->words};
}

QRectF SpectrumPlot::row(std::size_t index) const { return layOutSpectrum(area(), spectrum_, true, plotStyle()).rows.at(index); }

void SpectrumPlot::choose(int index, bool byPerson) {
  const bool changed = index != chosen_;
  chosen_ = index;
  setAccessibleDescription(describe().join(QLatin1Char(' ')));
  update();
  if (changed && byPerson) emit chosen();
}

int SpectrumPlot::at(const QPointF& position) const {
  const SpectrumLayout layout = layOutSpectrum(area(), spectrum_, true, plotStyle());
  for (std::size_t i = 0; i < layout.rows.size(); ++i)
    if (layout.rows[i].contains(position)) return static_cast<int>(i);
  return -1;
}

void SpectrumPlot::paint(QPainter& painter) {
  if (spectrum_.classes.empty()) return;
  const SpectrumLayout layout = layOutSpectrum(area(), spectrum_, true, plotStyle());
  paintSpectrum(painter, spectrum_, layout, chosen_, mouse() ? at(*mouse()) : -1, plotStyle());
  if (showsFocus()) paintFocus(painter, layout.rows.front().united(layout.rows.back()).adjusted(4, 4, -4, -4), plotStyle());
}

void SpectrumPlot::pressed(const QPointF& position) {
  if (const int index = at(position); index >= 0) choose(index, true);
}

bool SpectrumPlot::keyed(int key) {
  const int last = static_cast<int>(spectrum_.classes.size()) - 1;
  if (last < 0) return false;
  switch (key) {
    case Qt::Key_Up: choose(std::max(chosen_ - 1, 0), true); return true;
    case Qt::Key_Down: choose(std::min(chosen_ + 1, last), true); return true;
    case Qt::Key_Home: choose(0, true); return true;
    case Qt::Key_End: choose(last, true); return true;
    default: return false;
  }
}

}  // namespace chasescope

#include "moc_spectrum_plot.cpp"
