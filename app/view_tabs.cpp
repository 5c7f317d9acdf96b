#include "app/view_tabs.h"

#include <QMenu>
#include <QSplitter>
#include <QTabBar>
#include <QToolButton>

#include "app/axis_links.h"
#include "app/curve_views.h"
#include "app/memory_comparison.h"
#include "app/report_parts.h"
#include "app/run_model.h"
#include "widgets/bank_view.h"
#include "widgets/conflict_view.h"
#include "widgets/memory_view.h"
#include "widgets/miss_pattern_view.h"
#include "widgets/panel_parts.h"
#include "widgets/plot/curve_plot.h"
#include "widgets/replacement_view.h"
#include "widgets/report_view.h"
#include "widgets/request_view.h"
#include "widgets/scope_view.h"
#include "widgets/set_map_view.h"
#include "widgets/step_view.h"

namespace chasescope {

ViewTabs::ViewTabs(Explorer& explorer, const Theme& theme, QWidget* parent)
    : QTabWidget(parent),
      explorer_(explorer),
      scope_(new ScopeView(explorer.store(), explorer.selection(), theme)),
      missPattern_(new MissPatternView(explorer.store(), explorer.selection(), theme)),
      banks_(new BankView(explorer.store(), explorer.selection(), theme)),
      requests_(new RequestView(explorer.store(), explorer.selection(), theme)),
      memory_(new MemoryView(explorer.store(), explorer.selection(), theme)),
      report_(new ReportView(explorer.store(), explorer.selection(), theme)),
      steps_(new StepView(explorer.store(), explorer.selection(), theme)),
      setMap_(new SetMapView(explorer.store(), explorer.selection(), theme)),
      replacement_(new ReplacementView(explorer.store(), explorer.selection(), theme)),
      conflicts_(new ConflictView(explorer.store(), explorer.selection(), theme)) {
  auto* traces = new QSplitter(Qt::Vertical);
  traces->setObjectName(QStringLiteral("views"));
  traces->setChildrenCollapsible(false);
  traces->setHandleWidth(8);
  traces->addWidget(scope_);
  traces->addWidget(missPattern_);
  traces->setStretchFactor(0, 3);
  traces->setStretchFactor(1, 2);
  setObjectName(QStringLiteral("tabs"));
  setAccessibleName(tr("Views"));
  tabBar()->setDrawBase(false);
  // One line for each tab.
  addTab(traces, tr("Traces"));
  addTab(steps_, tr("Steps"));
  addTab(memory_, tr("Memory"));
  addTab(report_, tr("Report"));
  addTab(setMap_, tr("Set map"));
  addTab(replacement_, tr("Replacement"));
  addTab(conflicts_, tr("Conflicts"));
  curves_ = new CurveViews(explorer, theme, *this, this);
  addTab(banks_, tr("Banks"));
  addTab(requests_, tr("Requests"));
  connectViews();
  const QList<CurvePlot*> curves = findChildren<CurvePlot*>();
  links_ = new AxisLinks(*scope_, *missPattern_, {curves.begin(), curves.end()}, this);
  addList(theme);
}

// Where the window is narrow some tabs lie out of sight; the list has them all, and their keys.
void ViewTabs::addList(const Theme& theme) {
  auto* list = iconButton(theme, QStringLiteral("chevron-down"), tr("All views"), QString(), this);
  auto* menu = new QMenu(list);
  for (int i = 0; i < count(); ++i) {
    QAction* action = menu->addAction(tabText(i));
    if (i < 9) action->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + i)));
    if (i == 9) action->setShortcut(QKeySequence(Qt::ALT | Qt::Key_0));
    connect(action, &QAction::triggered, this, [this, i] { setCurrentIndex(i); });
    addAction(action);  // the keys work everywhere in the window
  }
  list->setObjectName(QStringLiteral("viewList"));
  list->setMenu(menu);
  list->setPopupMode(QToolButton::InstantPopup);
  setCornerWidget(list, Qt::TopRightCorner);
}

void ViewTabs::connectViews() {
  const auto exports = [this](auto* view, auto signal) {
    connect(view, signal, this, [this, view] { emit exportRequested(figureOf(view)); });
  };
  exports(scope_, &ScopeView::exportRequested);
  exports(missPattern_, &MissPatternView::exportRequested);
  exports(banks_, &BankView::exportRequested);
  exports(requests_, &RequestView::exportRequested);
  exports(memory_, &MemoryView::exportRequested);
  exports(setMap_, &SetMapView::exportRequested);
  exports(replacement_, &ReplacementView::exportRequested);
  exports(conflicts_, &MeasuredView::exportRequested);
  playRunsAgain(explorer_, *steps_);
  // Those that have no view of their own.
  QStringList plain;
  for (const auto& probe : all_probes())
    if (const QString name = QString::fromStdString(probe->info().name); viewOfProbe(name) == widget(0)) plain << name;
  scope_->watchOnly(plain);
  const auto offers = [this](auto* view, auto signal) {
    connect(view, signal, this, [this](const QString& probe) { emit probeRequested(probe, {}); });
  };
  offers(scope_, &ScopeView::probeRequested);
  offers(missPattern_, &MissPatternView::probeRequested);
  offers(steps_, &StepView::probeRequested);
  offers(banks_, &BankView::probeRequested);
  offers(requests_, &RequestView::probeRequested);
  offers(curves_, &CurveViews::probeRequested);
  offers(memory_, &MemoryView::probeRequested);
  offers(report_, &MeasuredView::probeRequested);
  offers(conflicts_, &MeasuredView::probeRequested);
  comparison_ = new MemoryComparison(explorer_, *memory_, this);
  connect(curves_, &CurveViews::exportRequested, this, &ViewTabs::exportRequested);
  connect(memory_, &MemoryView::evidenceRequested, this, &ViewTabs::evidenceRequested);
  connect(&explorer_, &Explorer::probeStarted, report_, [this](const QString& probe) {
    if (!explorer_.repeats()) report_->expect(report_parts(probe, explorer_.values()));
  });
  connect(&explorer_, &Explorer::progressMade, report_, [this](double, const QString& doing) { report_->progress(doing); });
  connect(report_, &MeasuredView::exportRequested, this, &ViewTabs::reportRequested);
  connect(report_, &ReportView::evidenceRequested, this, &ViewTabs::evidenceRequested);
  connect(setMap_, &SetMapView::probeRequested, this, &ViewTabs::probeRequested);
  connect(setMap_, &SetMapView::evidenceRequested, this, &ViewTabs::evidenceRequested);
  connect(replacement_, &ReplacementView::probeRequested, this, &ViewTabs::probeRequested);
  connect(replacement_, &ReplacementView::evidenceRequested, this, &ViewTabs::evidenceRequested);
}

QString ViewTabs::figureOf(const QWidget* view) const {
  if (view == scope_) return QStringLiteral("scope");
  if (view == missPattern_) return QStringLiteral("miss-pattern");
  if (view == banks_) return QStringLiteral("bank-lanes");
  if (view == requests_)
    return requests_->page() == RequestView::Page::copies ? QStringLiteral("l2-copy") : QStringLiteral("thread-latency");
  if (view == memory_) return QStringLiteral("memory-diagram");
  if (view == setMap_) return QStringLiteral("set-map");
  if (view == conflicts_) return QStringLiteral("conflict-matrix");
  if (view == replacement_) return replacement_->figure();
  return curves_->figureOf(view);
}

QList<QWidget*> ViewTabs::all() const {
  QList<QWidget*> views{scope_, missPattern_};
  for (int i = 1; i < count(); ++i) views << widget(i);
  return views;
}

QWidget* ViewTabs::active() const {
  if (currentIndex() != 0) return currentWidget();
  const QWidget* focus = window()->focusWidget();
  return focus != nullptr && missPattern_->isAncestorOf(focus) ? static_cast<QWidget*>(missPattern_) : scope_;
}

void ViewTabs::showViewOf(std::string_view call) {
  if (call == BankRequest::kCall) return setCurrentWidget(banks_);
  if (call == OutstandingRequest::kCall || call == CopyRequest::kCall) {
    requests_->setPage(call == CopyRequest::kCall ? RequestView::Page::copies : RequestView::Page::threads);
    return setCurrentWidget(requests_);
  }
  if (call == TrialsRequest::kCall) return setCurrentWidget(conflicts_);
  setCurrentIndex(0);
}

void ViewTabs::showMemory() { setCurrentWidget(memory_); }

void ViewTabs::showReport() { setCurrentWidget(report_); }

void ViewTabs::showViewOfProbe(const QString& probe) {
  missPattern_->setRows(probe == QLatin1String("miss-pattern") ? MissPatternView::Rows::sweep : MissPatternView::Rows::passes);
  // These fill in as findings land, whatever probe they come from.
  if (currentWidget() == report_) return;
  QWidget* const view = viewOfProbe(probe);
  if (view != memory_ && (currentWidget() == memory_ || currentWidget() == steps_ || currentWidget() == setMap_ ||
                          currentWidget() == replacement_))
    return;
  if (view == requests_)
    requests_->setPage(probe == QLatin1String("l2-copy") ? RequestView::Page::copies : RequestView::Page::threads);
  curves_->turnTo(probe);
  setCurrentWidget(view);
}

void ViewTabs::introduce(const QString& probe) {
  if (viewOfProbe(probe) == conflicts_) setCurrentWidget(conflicts_);
}

QWidget* ViewTabs::viewOfProbe(const QString& probe) const {
  if (probe == QLatin1String("discover")) return memory_;
  if (probe == QLatin1String("banks")) return banks_;
  if (probe == QLatin1String("conflicts")) return conflicts_;
  if (probe == QLatin1String("outstanding") || probe == QLatin1String("l2-copy")) return requests_;
  QWidget* const curves = curves_->viewOf(probe);
  return curves != nullptr ? curves : widget(0);
}

FigureChoice ViewTabs::choiceOfFigure(const QString& figure) const {
  if (curves_->has(figure)) return {curves_->chosenRun(figure), {}};
  if (figure.startsWith(QLatin1String("bank"))) return {banks_->chosenRun(), {}};
  if (figure == QLatin1String("conflict-matrix")) return {conflicts_->chosenRun(), conflicts_->subject()};
  if (figure.startsWith(QLatin1String("set-"))) return {setMap_->chosenRun(), setMap_->subject()};
  if (figure == QLatin1String("way-probability") || figure == QLatin1String("miss-rate"))
    return {replacement_->chosenRun(), replacement_->subject()};
  if (figure == QLatin1String("thread-latency") || figure == QLatin1String("request-table")) return {requests_->chosenRun(), {}};
  const ShownRun* run = explorer_.store().run(explorer_.selection().currentRun());
  return {run == nullptr || run->run->chase() == nullptr ? QString() : run->id, {}};
}

}  // namespace chasescope
