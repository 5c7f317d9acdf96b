#include "app/tabs/view_tabs.h"

#include <QCoreApplication>
#include <QLayout>
#include <QMenu>
#include <QSplitter>
#include <QTabBar>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "app/documents/memory_comparison.h"
#include "app/documents/run_model.h"
#include "app/tabs/axis_links.h"
#include "app/tabs/report_parts.h"
#include "engine/probe/discovery/registry.h"
#include "engine/session/document/run_series.h"
#include "widgets/plot/curve_plot.h"
#include "widgets/registry/view_list.h"
#include "widgets/style/panel_parts.h"
#include "widgets/views/chase/chase_view.h"
#include "widgets/views/conflicts/conflict_view.h"
#include "widgets/views/memory/memory_view.h"
#include "widgets/views/pattern/miss_pattern_view.h"
#include "widgets/views/replacement/replacement_view.h"
#include "widgets/views/report/report_view.h"
#include "widgets/views/scope/scope_view.h"
#include "widgets/views/set_map/set_map_view.h"
#include "widgets/views/steps/step_view.h"

namespace chasescope {
namespace {

constexpr int kLeastHeight = 150;              // px at type scale 1: a header, and a plot with its axis and its legend
constexpr const char* kTurnedTo = "turnedTo";  // a property: the index of the view that is shown where there is room for one

bool hasRoomForAll(const QSplitter& together, const Theme& theme) {
  int least = theme.scaled(kLeastHeight);
  for (int i = 0; i < together.count(); ++i)
    least = std::max(least, together.widget(i)->layout()->minimumHeightForWidth(together.width()));
  return together.height() >= together.count() * least;
}

}  // namespace

ViewTabs::ViewTabs(Explorer& explorer, const Theme& theme, QWidget* parent)
    : QTabWidget(parent), explorer_(explorer), theme_(theme) {
  for (const ViewEntry* entry : allViews()) views_.push_back(entry->make(explorer.store(), explorer.selection(), theme));
  setObjectName(QStringLiteral("tabs"));
  setAccessibleName(tr("Views"));
  tabBar()->setDrawBase(false);
  placeViews();
  connectViews();
  const QList<CurvePlot*> curves = findChildren<CurvePlot*>();
  links_ = new AxisLinks(of<ScopeView>(), of<MissPatternView>(), {curves.begin(), curves.end()}, this);
  addList(theme);
  connect(this, &QTabWidget::tabBarClicked, this, [this](int tab) {
    if (tab == currentIndex()) turnToNext(tab);
  });
}

bool ViewTabs::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize)
    if (auto* together = qobject_cast<QSplitter*>(watched)) shareRoom(*together);
  return QTabWidget::eventFilter(watched, event);
}

void ViewTabs::shareRoom(QSplitter& together) {
  const bool all = hasRoomForAll(together, theme_);
  const int shown = together.property(kTurnedTo).toInt();
  for (int i = 0; i < together.count(); ++i) together.widget(i)->setVisible(all || i == shown);
}

void ViewTabs::turnWithin(QSplitter& together, int to) {
  if (together.property(kTurnedTo).toInt() == to) return;
  together.setProperty(kTurnedTo, to);
  shareRoom(together);
  for (std::size_t i = 0; i < views_.size(); ++i)
    if (views_[i] == together.widget(to)) emit turned(allViews()[i]->id);
}

void ViewTabs::turnToNext(int tab) {
  auto* together = qobject_cast<QSplitter*>(widget(tab));
  if (together != nullptr && !hasRoomForAll(*together, theme_))
    turnWithin(*together, (together->property(kTurnedTo).toInt() + 1) % together->count());
}

// Views of one tab stand below each other, the upper one a little larger.
void ViewTabs::placeViews() {
  const auto& entries = allViews();
  for (std::size_t i = 0; i < entries.size();) {
    std::size_t end = i + 1;
    while (end < entries.size() && std::string_view(entries[end]->tab) == entries[i]->tab) ++end;
    const QString words = QCoreApplication::translate("View", entries[i]->tab);
    QStringList shows;
    for (std::size_t each = i; each < end; ++each) shows << QCoreApplication::translate("View", entries[each]->shows);
    if (end == i + 1) {
      setTabToolTip(addTab(views_[i], words), shows.join(QStringLiteral("; ")));
    } else {
      auto* together = new QSplitter(Qt::Vertical);
      together->setObjectName(QStringLiteral("views"));
      together->setChildrenCollapsible(false);
      together->setHandleWidth(8);
      for (std::size_t each = i; each < end; ++each) together->addWidget(views_[each]);
      for (int each = 0; each < together->count(); ++each) together->setStretchFactor(each, each == 0 ? 3 : 2);
      together->installEventFilter(this);
      connect(&theme_, &Theme::themeChanged, together, [this, together] { shareRoom(*together); });
      setTabToolTip(
          addTab(together, words),
          tr("%1. Where there is room for one of them, another click turns to the next").arg(shows.join(QStringLiteral("; "))));
    }
    i = end;
  }
}

// Where the window is narrow some tabs lie out of sight; the list has them all, and their keys.
void ViewTabs::addList(const Theme& theme) {
  auto* list = iconButton(theme, QStringLiteral("chevron-down"), tr("All views"), QString(), this);
  auto* menu = new QMenu(list);
  menu->setToolTipsVisible(true);
  for (int i = 0; i < count(); ++i) {
    QAction* action = menu->addAction(tabText(i));
    action->setToolTip(tabToolTip(i));
    if (i < 9) action->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + i)));
    if (i == 9) action->setShortcut(QKeySequence(Qt::ALT | Qt::Key_0));
    connect(action, &QAction::triggered, this, [this, i] { i == currentIndex() ? turnToNext(i) : setCurrentIndex(i); });
    addAction(action);  // the keys work everywhere in the window
  }
  list->setObjectName(QStringLiteral("viewList"));
  list->setMenu(menu);
  list->setPopupMode(QToolButton::InstantPopup);
  setCornerWidget(list, Qt::TopRightCorner);
}

void ViewTabs::connectViews() {
  auto& report = of<ReportView>();
  report.askEnvironment([this] { return explorer_.session().environment; });
  for (View* view : views_) {
    connect(view, &View::probeRequested, this, &ViewTabs::probeRequested);
    connect(view, &View::evidenceRequested, this, &ViewTabs::evidenceRequested);
    connect(view, &View::roomRequested, this, &ViewTabs::roomRequested);
    if (view != &report) connect(view, &View::exportRequested, this, [this, view] { emit exportRequested(view->figure()); });
  }
  connect(&report, &View::exportRequested, this, &ViewTabs::reportRequested);
  connect(&explorer_, &Explorer::probeStarted, &report, [this, &report](const QString& probe) {
    if (!explorer_.repeats()) report.expect(report_parts(probe, explorer_.values()));
  });
  connect(&explorer_, &Explorer::progressMade, &report, [&report](double, const QString& doing) { report.progress(doing); });
  playRunsAgain(explorer_, {&of<StepView>().player(), &of<ChaseView>().player()});
  // The scope watches only the runs of probes that have no view of their own.
  QStringList plain;
  for (const auto& probe : all_probes())
    if (const QString name = QString::fromStdString(probe->info().name); viewOfProbe(name) == widget(0)) plain << name;
  of<ScopeView>().watchOnly(plain);
  comparison_ = new MemoryComparison(explorer_, of<MemoryView>(), this);
}

View* ViewTabs::viewOf(const ViewEntry* entry) const {
  const auto& entries = allViews();
  const auto found = std::find(entries.begin(), entries.end(), entry);
  return found == entries.end() ? nullptr : views_[static_cast<std::size_t>(found - entries.begin())];
}

QWidget* ViewTabs::tabOf(const View& view) const {
  for (int i = 0; i < count(); ++i)
    if (widget(i) == &view || widget(i)->isAncestorOf(&view)) return widget(i);
  return widget(0);
}

QString ViewTabs::figureOf(const QWidget* view) const {
  const auto* known = qobject_cast<const View*>(view);
  return known == nullptr ? QString() : known->figure();
}

QList<QWidget*> ViewTabs::all() const { return {views_.begin(), views_.end()}; }

QWidget* ViewTabs::active() const {
  if (qobject_cast<View*>(currentWidget()) != nullptr) return currentWidget();
  const QWidget* focus = window()->focusWidget();
  QWidget* first = nullptr;
  for (View* view : views_) {
    if (!currentWidget()->isAncestorOf(view)) continue;
    if (focus != nullptr && view->isAncestorOf(focus)) return view;
    if (first == nullptr && !view->isHidden()) first = view;
  }
  return first;
}

void ViewTabs::showViewOf(std::string_view call) {
  for (const ViewEntry* entry : allViews()) {
    if (std::find(entry->calls.begin(), entry->calls.end(), call) == entry->calls.end()) continue;
    viewOf(entry)->turnTo(QString::fromUtf8(call.data(), static_cast<qsizetype>(call.size())));
    return setCurrentWidget(tabOf(*viewOf(entry)));
  }
  setCurrentIndex(0);
}

void ViewTabs::showView(const std::string& id) {
  const auto& entries = allViews();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (id != entries[i]->id) continue;
    QWidget* tab = tabOf(*views_[i]);
    setCurrentWidget(tab);
    if (auto* together = qobject_cast<QSplitter*>(tab)) turnWithin(*together, together->indexOf(views_[i]));
  }
}

void ViewTabs::giveRoom(const std::string& id) {
  constexpr int kMost = 7, kRest = 3;
  auto* together = findChild<QSplitter*>(QStringLiteral("views"));
  if (together == nullptr) return;
  const auto& entries = allViews();
  const auto entry = std::find_if(entries.begin(), entries.end(), [&](const ViewEntry* one) { return id == one->id; });
  const int at = entry == entries.end() ? -1 : together->indexOf(viewOf(*entry));
  if (at < 0) {
    if (!sharedSizes_.isEmpty()) together->setSizes(std::exchange(sharedSizes_, {}));
    return;
  }
  if (sharedSizes_.isEmpty()) sharedSizes_ = together->sizes();
  QList<int> sizes;
  for (int i = 0; i < together->count(); ++i) sizes << (i == at ? kMost : kRest) * together->height();
  together->setSizes(sizes);
}

void ViewTabs::catchUp() {
  for (View* view : views_)
    if (tabOf(*view) == currentWidget()) view->refresh();
}

void ViewTabs::showMemory() { setCurrentWidget(&of<MemoryView>()); }

void ViewTabs::showReport() { setCurrentWidget(&of<ReportView>()); }

void ViewTabs::showViewOfProbe(const QString& probe) {
  of<MissPatternView>().turnTo(probe);
  // The report and the views of `filling` show the findings of any probe as they come, so they stay in front.
  if (currentWidget() == &of<ReportView>()) return;
  QWidget* const view = viewOfProbe(probe);
  const QWidget* const filling[] = {&of<MemoryView>(), &of<StepView>(), &of<ChaseView>(), &of<SetMapView>(),
                                    &of<ReplacementView>()};
  if (view != &of<MemoryView>() && std::find(std::begin(filling), std::end(filling), currentWidget()) != std::end(filling)) return;
  if (auto* own = qobject_cast<View*>(view)) own->turnTo(probe);
  setCurrentWidget(view);
}

void ViewTabs::introduce(const QString& probe) {
  if (viewOfProbe(probe) == &of<ConflictView>()) setCurrentWidget(&of<ConflictView>());
}

QWidget* ViewTabs::viewOfProbe(const QString& probe) const {
  const std::string name = probe.toStdString();
  for (const ViewEntry* entry : allViews())
    if (std::find(entry->probes.begin(), entry->probes.end(), name) != entry->probes.end()) return tabOf(*viewOf(entry));
  return widget(0);
}

FigureChoice ViewTabs::choiceOfFigure(const QString& figure) const {
  const View* view = viewOf(viewOfFigure(figure));
  return view == nullptr ? FigureChoice() : view->choice(figure);
}

void ViewTabs::showDocument() {
  // A chase decides which view is shown; where there is none, the last run does.
  std::string_view call;
  for (const RunPtr& run : data_runs(explorer_.session().runs))
    if (call != ChaseRequest::kCall) call = run->call();
  const auto& environment = explorer_.session().environment;
  if (environment.is_object() && environment.value("probe", nlohmann::json()) == "discover")
    showMemory();
  else if (call == ChaseRequest::kCall && environment.is_object() && environment.value("probe", nlohmann::json()) == "conflicts")
    showViewOf(TrialsRequest::kCall);  // the chases only served to find the levels
  else if (!call.empty())
    showViewOf(call);
  else if (explorer_.hasFindings())
    showReport();
}

}  // namespace chasescope

#include "moc_view_tabs.cpp"
