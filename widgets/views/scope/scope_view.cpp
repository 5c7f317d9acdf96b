#include "widgets/views/scope/scope_view.h"

#include <QButtonGroup>
#include <QLabel>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/step/level_parts.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/shell/empty_state.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/views/scope/figure_scope.h"

namespace chasescope {

ScopeView::ScopeView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : View(tr("Scope"), store, selection, theme, parent), watch_(store, {}, this) {
  buildHeader();

  auto* body = new QWidget(this);
  stack_ = new QStackedLayout(body);
  plot_ = new ScopePlot(body);
  empty_ = new EmptyState(theme_, QStringLiteral("scope"), QString(), QString(), body);
  takeOffersOf(empty_);
  stack_->addWidget(empty_);
  stack_->addWidget(plot_);
  column()->addWidget(body, 1);
  setFocusProxy(plot_);

  dress(plot_);
  connectStore();
  connectPlot();
  showRun(true);
}

void ScopeView::buildHeader() {
  QHBoxLayout* header = choices();
  follow_ =
      iconButton(theme_, QStringLiteral("follow"), tr("Follow: keep all of the trace in sight while it grows"), QString(), this);
  follow_->setText(tr("Follow"));
  looking(follow_, "segment first last");
  follow_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  follow_->setCheckable(true);
  follow_->setChecked(true);
  connect(follow_, &QToolButton::toggled, this, [this](bool on) { plot_->setFollowing(on); });
  header->addWidget(follow_);
  header->addSpacing(4);

  auto* tools = iconSegments(
      theme_, {QStringLiteral("pan"), QStringLiteral("zoom-box"), QStringLiteral("brush")},
      {tr("Drag to pan"), tr("Drag to zoom into a box  (Shift+drag)"), tr("Drag to select accesses  (Ctrl+drag)")}, header, this);
  connect(tools, &QButtonGroup::idClicked, this, [this](int id) { plot_->setTool(static_cast<ScopePlot::Tool>(id)); });
  header->addSpacing(4);

  zoomButtons_ = new QWidget(this);
  auto* zoomRow = new QHBoxLayout(zoomButtons_);
  zoomRow->setContentsMargins(0, 0, 0, 0);
  zoomRow->setSpacing(4);
  header->addWidget(zoomButtons_);
  const auto add = [&](const char* icon, const QString& text, const QString& keys, auto action) {
    auto* button = iconButton(theme_, QString::fromLatin1(icon), text, keys, this);
    connect(button, &QToolButton::clicked, this, action);
    (keys == QStringLiteral("+") || keys == QStringLiteral("−") ? zoomRow : header)->addWidget(button);
  };
  add("zoom-out", tr("Zoom out"), QStringLiteral("−"), [this] { plot_->zoom(1 / 1.5); });
  add("zoom-in", tr("Zoom in"), QStringLiteral("+"), [this] { plot_->zoom(1.5); });
  add("zoom-fit", tr("Fit"), QStringLiteral("F"), [this] { plot_->fit(); });
  add("cursor", tr("Cursors: two lines on the trace and their difference; drag them, or set them with the keys A and B"), QString(),
      [this] { plot_->toggleCursors(); });
  addExport();
}

void ScopeView::connectStore() {
  const auto isShown = [this](const QString& id) { return id == selection_.currentRun(); };
  connect(&selection_, &Selection::currentRunChanged, this, [this] { showRun(true); });
  connect(&store_, &RunStore::runStarted, this, [this, isShown](const QString& id) {
    if (isShown(id)) showRun(shown_ != id);
  });
  const auto grew = [this, isShown](const QString& id) {
    if (isShown(id)) showRun(false);
  };
  connect(&store_, &RunStore::runGrew, this, grew);
  connect(&store_, &RunStore::levelsChanged, this, grew);
  connect(&store_, &RunStore::runFinished, this, grew);
  connect(&store_, &RunStore::runFailed, this, grew);
  // A new finding may set the boundary between hits and misses.
  const auto told = [this] {
    if (const ShownRun* run = store_.run(shown_); run != nullptr && store_.verdicts(*run) != plot_->verdicts()) showRun(false);
  };
  connect(&store_, &RunStore::findingAdded, this, told);
  connect(&store_, &RunStore::cleared, this, [this] { showRun(true); });
  connect(&watch_, &ProbeWatch::changed, this, &ScopeView::refreshTexts);
}

void ScopeView::connectPlot() {
  connect(plot_, &ScopePlot::followingChanged, this, [this](bool following) {
    const QSignalBlocker quiet(follow_);
    follow_->setChecked(following);
  });
  connect(plot_, &ScopePlot::brushed, this, [this](quint64 begin, quint64 end) { selection_.setBrush(AccessRange{begin, end}); });
  connect(plot_, &ScopePlot::brushCleared, this, [this] { selection_.setBrush(std::nullopt); });
  connect(plot_, &ScopePlot::hovered, &selection_, &Selection::setHoveredAccess);
  connect(plot_, &ScopePlot::clicked, &selection_, &Selection::setAccess);
  // Without a hovered access, the mark is at the chosen one.
  const auto mark = [this] { plot_->setHovered(selection_.hoveredAccess() ? selection_.hoveredAccess() : selection_.access()); };
  connect(&selection_, &Selection::hoveredAccessChanged, this, mark);
  connect(&selection_, &Selection::accessChanged, this, mark);
  connect(&selection_, &Selection::brushChanged, this, [this] {
    const auto brush = selection_.brush();
    plot_->setBrush(brush ? std::optional(ScopePlot::Brush(brush->begin, brush->end)) : std::nullopt);
  });
}

void ScopeView::showRun(bool another) {
  const ShownRun* run = store_.run(selection_.currentRun());
  // A run that starts again shows the run that it replaces until its first accesses arrive, so that free-running does not flicker.
  if (run != nullptr && run->showsReplaced() && !another) return refreshTexts();
  const bool same = !another && run != nullptr && shown_ == run->id;
  ScopeData scope;
  if (run != nullptr) {
    scope = {&run->trace, &run->pyramid, &run->counts, &run->levels, &run->order, store_.verdicts(*run), {}};
    if (const auto* chase = run->run->chase())
      scope.parts = step::parts_of_levels({run->run->id, chase->request, chase->result.overhead_cycles.value_or(0), run->levels},
                                          store_.findings());
  }
  shown_ = run == nullptr ? QString() : run->id;
  if (same) {
    plot_->replaceData(scope);
  } else {
    plot_->setData(scope);
  }
  refreshTexts();
}

void ScopeView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // In a narrow view the facts have priority over these buttons, because the wheel and the keys do the same.
  zoomButtons_->setVisible(width() >= theme_.scaled(680));
  follow_->setToolButtonStyle(width() >= theme_.scaled(620) ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
}

bool ScopeView::isEmpty() const { return stack_->currentWidget() == empty_; }

void ScopeView::refreshTexts() {
  const ShownRun* run = store_.run(selection_.currentRun());
  const bool failed = run != nullptr && run->state == ShownRun::State::failed;
  const bool stopped = run != nullptr && run->state == ShownRun::State::stopped;
  if (failed)
    banner_->say(run->failure, Banner::Tone::failure);
  else if (!watch_.failure().isEmpty())
    banner_->say(watch_.failure(), Banner::Tone::failure);
  else
    banner_->say(stopped ? run->failure : QString(), Banner::Tone::note);
  tellFacts();

  const bool nothing = run == nullptr || (run->trace.empty() && !run->showsReplaced());
  stack_->setCurrentWidget(nothing ? static_cast<QWidget*>(empty_) : plot_);
  if (!nothing) return;
  if (failed) {
    empty_->setTexts(tr("No access was recorded"),
                     tr("The run ended before its first access. The error is named above; press Run to try again."));
  } else if (stopped) {
    empty_->setTexts(tr("No access was recorded"), tr("It was stopped before its first access. Press Run to measure it again."));
  } else if (run == nullptr) {
    empty_->setTexts(
        tr("The latency of every access"),
        tr("Choose a device and a probe, then press Run. Each timed load becomes one mark; levels are the caches that answered."),
        {QStringLiteral("fine-grained")});
  } else if (run->state == ShownRun::State::running) {
    empty_->setTexts(tr("Measuring …"), tr("The first accesses will be here in a moment."));
  } else {
    const auto* chase = run->run->chase();
    empty_->setTexts(
        tr("This run recorded no single accesses"),
        chase == nullptr ? tr("It was no chase but a request of the kind “%1”.").arg(QString::fromUtf8(run->run->call()))
        : chase->result.mean_cycles ? tr("Only their mean was asked for: %1 cycles.").arg(cyclesText(*chase->result.mean_cycles))
                                    : tr("Its result is empty."));
  }
}

/// "12.5 % missed"; the number of levels if hits and misses can't be told apart.
QString ScopeView::levelsText(const ShownRun& run) const {
  const auto highest = store_.verdicts(run).highest_hit();
  if (!highest) return run.levels.size() == 1 ? tr("one level") : tr("%1 levels").arg(run.levels.size());
  const double hits = *highest < 0 ? 0 : static_cast<double>(run.counts.upTo(*highest)) / static_cast<double>(run.counts.total());
  return tr("%1 missed").arg(percentText(1 - hits));
}

QString ScopeView::facts() const {
  const ShownRun* run = store_.run(selection_.currentRun());
  if (run == nullptr) return {};
  QStringList parts;
  if (!run->trace.empty()) {
    parts << (run->trace.size() == 1 ? tr("1 access")
                                     : tr("%1 accesses").arg(QString::fromStdString(format_count(run->trace.size()))));
    if (const auto* chase = run->run->chase(); chase != nullptr && chase->result.overhead_cycles.value_or(0) > 0)
      parts << tr("each with %1 cycles of measuring").arg(QString::fromStdString(number_text(*chase->result.overhead_cycles)));
    parts << levelsText(*run);
  }
  if (!run->run->label.empty()) parts << QString::fromStdString(run->run->label);
  if (run->state == ShownRun::State::running) parts << tr("live");
  return parts.join(QStringLiteral(" · "));
}

FigureChoice ScopeView::choice(const QString& figure) const {
  FigureChoice choice = View::choice(figure);
  const ShownRun* run = store_.run(choice.run);
  if (figure != QLatin1String(scopeEntry().name) || run == nullptr) return choice;
  const ScopePlot::Range seen = visibleAccesses();
  const auto size = static_cast<double>(run->trace.size());
  if (seen.begin > 0 || seen.end < size - 1)
    choice.sight.x = {std::max(0.0, std::ceil(seen.begin)), std::min(size, std::floor(seen.end) + 1)};
  for (const int which : {0, 1})
    if (const auto at = plot_->cursor(which)) choice.sight.cursors[static_cast<std::size_t>(which)] = static_cast<double>(*at);
  return choice;
}

QString ScopeView::figure() const { return QString::fromLatin1(scopeEntry().name); }

QString ScopeView::chosenRun() const {
  const ShownRun* run = store_.run(selection_.currentRun());
  return run == nullptr || run->run->chase() == nullptr ? QString() : run->id;
}

const ViewEntry& scopeViewEntry() {
  static const ViewEntry entry{
      .id = "scope",
      .tab = QT_TRANSLATE_NOOP("View", "Traces"),
      .shows = QT_TRANSLATE_NOOP("View", "The latency of every access, live"),
      .make = makeView<ScopeView>,
      .figures = {&scopeEntry()},
      .calls = {ChaseRequest::kCall},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_scope_view.cpp"
