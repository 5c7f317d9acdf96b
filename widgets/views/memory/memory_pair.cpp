#include "widgets/views/memory/memory_pair.h"

#include <QBoxLayout>
#include <QLabel>
#include <algorithm>

#include "widgets/style/panel_parts.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

QString nameOf(const MemoryDiagram& diagram) {
  return diagram.facts.isEmpty() ? diagram.device : diagram.device + QStringLiteral("  ·  ") + diagram.facts;
}

}  // namespace

MemoryPair::MemoryPair(QWidget* parent)
    : QWidget(parent),
      first_(new MemoryPlot),
      second_(new MemoryPlot),
      firstName_(elidedLabel(this, "heading")),
      secondName_(elidedLabel(this, "heading")),
      secondPart_(new QWidget),
      parts_(new QBoxLayout(QBoxLayout::LeftToRight, this)) {
  parts_->setContentsMargins(0, 0, 0, 0);
  parts_->setSpacing(24);
  const auto part = [](QWidget* widget, QLabel* name, MemoryPlot* plot) {
    auto* layout = new QVBoxLayout(widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(name);
    layout->addWidget(plot, 1);
  };
  auto* firstPart = new QWidget;
  part(firstPart, firstName_, first_);
  part(secondPart_, secondName_, second_);
  parts_->addWidget(firstPart, 1);
  parts_->addWidget(secondPart_, 1);
  second_->setAccessibleName(tr("Memory diagram of the other card"));
  firstName_->hide();
  secondPart_->hide();
}

void MemoryPair::setPlotStyle(const PlotStyle& style) {
  first_->setPlotStyle(style);
  second_->setPlotStyle(style);
  arrange();
}

void MemoryPair::setDiagram(MemoryDiagram diagram) {
  first_->setDiagram(std::move(diagram));
  firstName_->hide();
  secondPart_->hide();
  arrange();
}

void MemoryPair::setDiagrams(MemoryDiagram first, MemoryDiagram second) {
  firstName_->setText(nameOf(first));
  secondName_->setText(nameOf(second));
  first_->setDiagram(std::move(first));
  second_->setDiagram(std::move(second));
  firstName_->show();
  secondPart_->show();
  arrange();
}

QSize MemoryPair::minimumSizeHint() const {
  const int second = secondPart_->isHidden() ? 0 : second_->minimumSizeHint().width();
  return {std::max(first_->minimumSizeHint().width(), second), QWidget::minimumSizeHint().height()};
}

/// Puts the diagrams side by side where both stay readable.
void MemoryPair::arrange() {
  const int needed = first_->minimumSizeHint().width() + second_->minimumSizeHint().width() + parts_->spacing();
  const bool beside = secondPart_->isHidden() || width() >= needed;
  parts_->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  for (MemoryPlot* plot : {first_, second_}) {
    // Below each other the page scrolls anyway, so each diagram gets its whole height; both cards are drawn in one type size.
    plot->setMinimumHeight(beside ? 0 : plot->wholeHeight());
    plot->setLargestType(secondPart_->isHidden() ? MemoryPlot::kLargestType : 1);
  }
}

void MemoryPair::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

}  // namespace chasescope

#include "moc_memory_pair.cpp"
