#include "widgets/views/curve_tools.h"

#include <QBoxLayout>
#include <QToolButton>

#include "widgets/plot/curve_plot.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/words.h"

namespace chasescope {
void addCurveTools(const Theme& theme, const std::vector<CurvePlot*>& plots, QBoxLayout* into, QWidget* parent) {
  auto* cursors = iconButton(
      theme, QStringLiteral("cursor"),
      tr("Cursors: two lines on the curve and their difference; drag them, or set them with the keys A and B"), QString(), parent);
  cursors->setObjectName(QStringLiteral("cursors"));
  auto* fit =
      iconButton(theme, QStringLiteral("zoom-fit"), tr("Show all of the curve; the wheel zooms"), QStringLiteral("F"), parent);
  fit->setObjectName(QStringLiteral("fit"));
  for (QToolButton* button : {cursors, fit}) into->addWidget(button);
  QObject::connect(cursors, &QToolButton::clicked, parent, [plots] {
    for (CurvePlot* plot : plots)
      if (plot->isVisible()) plot->toggleCursors();
  });
  QObject::connect(fit, &QToolButton::clicked, parent, [plots] {
    for (CurvePlot* plot : plots)
      if (plot->isVisible()) plot->fit();
  });
}

}  // namespace chasescope
