#include "app/window/window_history.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>

#include "app/measurement/explorer.h"
#include "app/tabs/axis_links.h"
#include "app/tabs/view_tabs.h"
#include "app/window/window_actions.h"
#include "engine/probe/discovery/registry.h"
#include "widgets/plot/curve_plot.h"
#include "widgets/shell/parameter_form.h"
#include "widgets/shell/probe_list.h"
#include "widgets/views/pattern/miss_pattern_view.h"
#include "widgets/views/scope/scope_view.h"

namespace chasescope {
namespace {

using nlohmann::json;

template <typename Number>
json orNull(const std::optional<Number>& value) {
  return value ? json(*value) : json();
}

std::optional<std::uint64_t> numberOf(const json& value) {
  return value.is_null() ? std::nullopt : std::optional(value.get<std::uint64_t>());
}

json selectionValue(const Selection& selection) {
  const auto brush = selection.brush();
  return {{"run", selection.currentRun().toStdString()},
          {"brush", brush ? json{brush->begin, brush->end} : json()},
          {"access", orNull(selection.access())},
          {"line", orNull(selection.line())},
          {"set", orNull(selection.set())},
          {"subject", selection.subject().toStdString()}};
}

void select(Selection& selection, const json& value) {
  selection.setCurrentRun(QString::fromStdString(value["run"].get<std::string>()));
  const json& brush = value["brush"];
  selection.setBrush(brush.is_null() ? std::nullopt
                                     : std::optional(AccessRange{brush[0].get<std::uint64_t>(), brush[1].get<std::uint64_t>()}));
  selection.setAccess(numberOf(value["access"]));
  selection.setLine(numberOf(value["line"]));
  selection.setSet(numberOf(value["set"]));
  selection.setSubject(QString::fromStdString(value["subject"].get<std::string>()));
}

json scopeZoom(const ScopePlot& plot) {
  if (plot.isFollowing()) return nullptr;
  const auto x = plot.visibleAccesses(), y = plot.visibleCycles();
  return {{"accesses", {x.begin, x.end}}, {"cycles", {y.begin, y.end}}};
}

void zoomScope(ScopePlot& plot, const json& value) {
  if (value.is_null()) return plot.fit();
  const json &x = value["accesses"], &y = value["cycles"];
  plot.showRanges({x[0].get<double>(), x[1].get<double>()}, {y[0].get<double>(), y[1].get<double>()});
}

json patternZoom(const PatternPlot& plot) {
  if (plot.isFitted()) return nullptr;
  const QRectF view = plot.view();
  return {view.left(), view.top(), view.right(), view.bottom()};
}

void zoomPattern(PatternPlot& plot, const json& value) {
  if (value.is_null()) return plot.fit();
  plot.showView(QRectF(QPointF(value[0].get<double>(), value[1].get<double>()), QPointF(value[2].get<double>(), value[3].get<double>())));
}

json curveZooms(const std::vector<CurvePlot*>& curves) {
  json all = json::array();
  for (const CurvePlot* curve : curves) {
    json sights = json::object();
    for (const auto& [axis, sight] : curve->sights()) sights[axis.toStdString()] = {sight.from, sight.to};
    all.push_back(std::move(sights));
  }
  return all;
}

void zoomCurves(const std::vector<CurvePlot*>& curves, const json& value) {
  for (std::size_t i = 0; i < curves.size(); ++i) {
    Sights sights;
    for (const auto& [axis, sight] : value[i].items())
      sights[QString::fromStdString(axis)] = {sight[0].get<double>(), sight[1].get<double>()};
    curves[i]->setSights(sights);
  }
}

}  // namespace

WindowHistory::WindowHistory(Explorer& explorer, ViewTabs& views, ProbeList& probes, ParameterForm& form, WindowActions& actions,
                             QObject* parent)
    : QObject(parent), explorer_(explorer), views_(views), probes_(probes), form_(form), actions_(actions) {
  keepSelection();
  keepZoom();
  keepParameters();
  connect(actions_.undo, &QAction::triggered, &history_, &History::undo);
  connect(actions_.redo, &QAction::triggered, &history_, &History::redo);
  connect(&history_, &History::stepsChanged, this, &WindowHistory::refreshActions);
  // Another document was opened: steps with positions in the old one have no meaning.
  connect(&explorer_.store(), &RunStore::cleared, this, [this] {
    history_.forget(selection_);
    history_.forget(zoom_);
  });
  qApp->installEventFilter(this);
  refreshActions();
}

void WindowHistory::keepSelection() {
  Selection& selection = explorer_.selection();
  selection_ = history_.add({tr("selection"), [&selection] { return selectionValue(selection); },
                             [&selection](const json& value) { select(selection, value); }});
  // A selection that follows the running measurement was not chosen by a person.
  const auto changed = [this, &selection] { selection.isFollowing() ? history_.moved(selection_) : history_.changed(selection_); };
  connect(&selection, &Selection::currentRunChanged, this, changed);
  connect(&selection, &Selection::brushChanged, this, changed);
  connect(&selection, &Selection::accessChanged, this, changed);
  connect(&selection, &Selection::lineChanged, this, changed);
  connect(&selection, &Selection::setChanged, this, changed);
  connect(&selection, &Selection::subjectChanged, this, changed);
}

// The zoom of all plots is one value: linked plots move together and are restored together.
void WindowHistory::keepZoom() {
  ScopePlot* scope = views_.of<ScopeView>().plot();
  PatternPlot* pattern = views_.of<MissPatternView>().plot();
  AxisLinks& links = views_.links();
  const auto read = [scope, pattern, &links]() -> json {
    return {{"scope", scopeZoom(*scope)}, {"pattern", patternZoom(*pattern)}, {"curves", curveZooms(links.curves())}};
  };
  const auto write = [scope, pattern, &links](const json& value) {
    links.apart([&] {
      zoomScope(*scope, value["scope"]);
      zoomPattern(*pattern, value["pattern"]);
      zoomCurves(links.curves(), value["curves"]);
    });
  };
  zoom_ = history_.add({tr("zoom"), read, write});
  // Connected after the axis links, so that the value includes the plots that followed.
  const auto changed = [this] { history_.changed(zoom_); };
  connect(scope, &ScopePlot::viewChanged, this, changed);
  connect(pattern, &PatternPlot::viewMoved, this, changed);
  for (CurvePlot* curve : links.curves()) connect(curve, &CurvePlot::sightsChanged, this, changed);
  connect(&explorer_.selection(), &Selection::currentRunChanged, this, [this] { history_.moved(zoom_); });
}

void WindowHistory::keepParameters() {
  const auto read = [this]() -> json {
    json values = json::object();
    for (const auto& [key, text] : form_.values()) values[key] = text;
    return {{"probe", form_.probe().name}, {"values", std::move(values)}};
  };
  const auto write = [this](const json& value) {
    const auto name = value["probe"].get<std::string>();
    const Probe* probe = find_probe(name);
    if (probe == nullptr) return;
    if (form_.probe().name != name) {
      probes_.setCurrent(QString::fromStdString(name));
      form_.setProbe(probe->info());
    }
    ParameterValues texts;
    for (const Parameter& parameter : probe->info().parameters)
      texts[parameter.key] = value["values"].value(parameter.key, std::string());
    form_.setValues(texts);
  };
  parameters_ = history_.add({tr("parameters"), read, write});
  const auto changed = [this] { history_.changed(parameters_); };
  connect(&form_, &ParameterForm::valuesChanged, this, changed);
  connect(&probes_, &ProbeList::probeSelected, this, changed);
  connect(&explorer_, &Explorer::probeStarted, this, changed);  // a button in a view chose probe and values
}

bool WindowHistory::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonRelease) history_.endGesture();
  // Text fields have their own undo, which does not know of sliders and other fields.
  if (event->type() == QEvent::ShortcutOverride && qobject_cast<QLineEdit*>(watched) != nullptr &&
      form_.isAncestorOf(static_cast<QWidget*>(watched))) {
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
      key->ignore();
      return true;
    }
  }
  return QObject::eventFilter(watched, event);
}

void WindowHistory::refreshActions() {
  const auto show = [](QAction& action, const QString& verb, const QString& name) {
    action.setEnabled(!name.isEmpty());
    action.setText(name.isEmpty() ? verb : verb + QLatin1Char(' ') + name);
  };
  show(*actions_.undo, tr("Undo"), history_.undoName());
  show(*actions_.redo, tr("Redo"), history_.redoName());
}

}  // namespace chasescope

#include "moc_window_history.cpp"
