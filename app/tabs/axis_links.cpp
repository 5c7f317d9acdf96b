#include "app/tabs/axis_links.h"

#include <QScopedValueRollback>

#include "widgets/plot/curve_plot.h"
#include "widgets/views/pattern/miss_pattern_view.h"
#include "widgets/views/scope/scope_view.h"

namespace chasescope {

AxisLinks::AxisLinks(ScopeView& scope, MissPatternView& pattern, std::vector<CurvePlot*> curves, QObject* parent)
    : QObject(parent), scope_(scope), pattern_(pattern), curves_(std::move(curves)) {
  for (CurvePlot* curve : curves_) connect(curve, &CurvePlot::sightsChanged, this, [this, curve] { curveMoved(curve); });
  connect(scope_.plot(), &ScopePlot::viewChanged, this, &AxisLinks::scopeMoved);
  connect(pattern_.plot(), &PatternPlot::viewMoved, this, &AxisLinks::patternMoved);
}

void AxisLinks::apart(const std::function<void()>& change) {
  {
    const QScopedValueRollback leading(leading_, true);
    change();
  }
  emit movedApart();
}

void AxisLinks::setLinked(bool linked) {
  linked_ = linked;
  if (!linked_) return;
  if (last_ != nullptr) curveMoved(last_);
  scopeMoved();
}

void AxisLinks::curveMoved(CurvePlot* moved) {
  last_ = moved;
  if (!linked_ || leading_) return;
  for (CurvePlot* curve : curves_) curve->setSights(moved->sights());
}

void AxisLinks::scopeMoved() {
  if (!linked_ || leading_) return;
  const QScopedValueRollback leading(leading_, true);
  if (scope_.isFollowing()) return pattern_.fit();
  const auto range = scope_.visibleAccesses();
  pattern_.showAccesses(range.begin, range.end);
}

void AxisLinks::patternMoved() {
  if (!linked_ || leading_ || pattern_.rows() != MissPatternView::Rows::passes) return;
  const QScopedValueRollback leading(leading_, true);
  if (const auto range = pattern_.visibleAccesses())
    scope_.showAccesses(range->first - 0.5, range->second - 0.5);
  else if (!scope_.isFollowing())
    scope_.fit();
}

}  // namespace chasescope

#include "moc_axis_links.cpp"
