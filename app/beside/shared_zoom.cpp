#include "app/beside/shared_zoom.h"

#include <QScopedValueRollback>
#include <utility>

#include "app/tabs/axis_links.h"
#include "app/tabs/view_tabs.h"
#include "widgets/plot/curve_plot.h"
#include "widgets/views/pattern/miss_pattern_view.h"
#include "widgets/views/scope/scope_view.h"

namespace chasescope {

SharedZoom::SharedZoom(ViewTabs& first, ViewTabs& second, QObject* parent) : QObject(parent), first_(first), second_(second) {
  link(first_, second_);
  link(second_, first_);
}

void SharedZoom::link(ViewTabs& from, ViewTabs& to) {
  // The links between a card's own axes were connected earlier, with its tabs, so those axes have moved already when this is
  // called.
  for (CurvePlot* curve : from.links().curves())
    connect(curve, &CurvePlot::sightsChanged, this, [this, &from, &to] { followCurves(from, to); });
  // Taking a zoom back moves all plots of a card, and its curves and patterns emit no signal then.
  connect(&from.links(), &AxisLinks::movedApart, this, [this, &from, &to] { follow(from, to); });
  connect(from.of<ScopeView>().plot(), &ScopePlot::ownTopChanged, this, &SharedZoom::shareTop);
  connect(from.of<ScopeView>().plot(), &ScopePlot::viewChanged, this, [this, &from, &to] { followScope(from, to); });
  connect(from.of<MissPatternView>().plot(), &PatternPlot::viewMoved, this, [this, &from, &to] { followPattern(from, to); });
}

void SharedZoom::setLocked(bool locked) {
  locked_ = locked;
  shareTop();
  follow(first_, second_);
}

void SharedZoom::setActive(bool active) {
  active_ = active;
  shareTop();
  follow(first_, second_);
}

/// Gives both scopes the same least top, so that bars of as many cycles are as high on both cards.
void SharedZoom::shareTop() {
  const bool shared = locked_ && active_;
  for (const auto& [one, other] : {std::pair(&first_, &second_), std::pair(&second_, &first_)})
    one->of<ScopeView>().plot()->setLeastTop(shared ? other->of<ScopeView>().plot()->ownTop() : 0);
}

void SharedZoom::follow(ViewTabs& from, ViewTabs& to) {
  followCurves(from, to);
  followScope(from, to);
  followPattern(from, to);
}

void SharedZoom::followCurves(ViewTabs& from, ViewTabs& to) {
  if (!locked_ || !active_ || leading_) return;
  const auto &led = from.links().curves(), &following = to.links().curves();
  for (std::size_t i = 0; i < led.size() && i < following.size(); ++i) following[i]->setSights(led[i]->sights());
}

void SharedZoom::followScope(ViewTabs& from, ViewTabs& to) {
  if (!locked_ || !active_ || leading_) return;
  const QScopedValueRollback leading(leading_, true);
  const ScopePlot& led = *from.of<ScopeView>().plot();
  ScopePlot& following = *to.of<ScopeView>().plot();
  if (led.isFollowing()) return following.fit();
  // A plot that shows all its cycles leads in accesses only; the other shows all its own cycles, and both have the same top.
  if (led.showsAllCycles())
    following.showAccesses(led.visibleAccesses().begin, led.visibleAccesses().end);
  else
    following.showRanges(led.visibleAccesses(), led.visibleCycles());
}

void SharedZoom::followPattern(ViewTabs& from, ViewTabs& to) {
  if (!locked_ || !active_ || leading_) return;
  const MissPatternView &led = from.of<MissPatternView>(), &following = to.of<MissPatternView>();
  if (led.rows() != following.rows()) return;
  const QScopedValueRollback leading(leading_, true);
  led.plot()->isFitted() ? following.plot()->fit() : following.plot()->showView(led.plot()->view());
}

}  // namespace chasescope

#include "moc_shared_zoom.cpp"
