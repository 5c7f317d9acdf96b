#include "app/curve_views.h"

#include <QTabWidget>

#include "app/explorer.h"
#include "widgets/distance_view.h"
#include "widgets/spectrum_view.h"
#include "widgets/sweep_view.h"
#include "widgets/theme.h"
#include "widgets/tlb_view.h"

namespace chasescope {

CurveViews::CurveViews(Explorer& explorer, const Theme& theme, QTabWidget& tabs, QObject* parent)
    : QObject(parent),
      tlbs_(new TlbView(explorer.store(), explorer.selection(), theme)),
      sweeps_(new SweepView(explorer.store(), explorer.selection(), theme)),
      spectrum_(new SpectrumView(explorer.store(), explorer.selection(), theme)),
      distances_(new DistanceView(explorer.store(), explorer.selection(), theme)) {
  tabs.addTab(tlbs_, tr("TLBs"));
  tabs.addTab(sweeps_, tr("Curves"));
  tabs.addTab(spectrum_, tr("Spectrum"));
  tabs.addTab(distances_, tr("L2 map"));
  for (MeasuredView* view : std::initializer_list<MeasuredView*>{tlbs_, sweeps_, spectrum_, distances_}) {
    connect(view, &MeasuredView::probeRequested, this, &CurveViews::probeRequested);
    connect(view, &MeasuredView::exportRequested, this, [this, view] { emit exportRequested(figureOf(view)); });
  }
}

QString CurveViews::figureOf(const QWidget* view) const {
  if (view == tlbs_) return QStringLiteral("tlb");
  if (view == sweeps_)
    return sweeps_->page() == SweepView::Page::stride ? QStringLiteral("stride-latency") : QStringLiteral("footprint-latency");
  if (view == spectrum_) return QStringLiteral("latency-spectrum");
  if (view == distances_) return QStringLiteral("l2-map");
  return {};
}

QWidget* CurveViews::viewOf(const QString& probe) const {
  for (MeasuredView* view : std::initializer_list<MeasuredView*>{tlbs_, sweeps_, spectrum_, distances_})
    if (probe != QLatin1String("discover") && view->probes().contains(probe)) return view;
  return nullptr;
}

void CurveViews::turnTo(const QString& probe) {
  if (sweeps_->probes().contains(probe))
    sweeps_->setPage(probe == QLatin1String(kStrideProbe) ? SweepView::Page::stride : SweepView::Page::footprint);
}

bool CurveViews::has(const QString& figure) const {
  return QStringList{QStringLiteral("tlb"), QStringLiteral("footprint-latency"), QStringLiteral("stride-latency"),
                     QStringLiteral("latency-spectrum"), QStringLiteral("l2-map")}
      .contains(figure);
}

QString CurveViews::chosenRun(const QString& figure) const {
  if (figure == QLatin1String("tlb")) return tlbs_->chosenRun();
  if (figure == QLatin1String("latency-spectrum")) return spectrum_->chosenRun();
  if (figure == QLatin1String("l2-map")) return distances_->chosenRun();
  return has(figure) ? sweeps_->chosenRun() : QString();
}

}  // namespace chasescope
