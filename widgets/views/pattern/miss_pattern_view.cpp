#include "widgets/views/pattern/miss_pattern_view.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/session/document/run_series.h"
#include "engine/trace/quantity_text.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/shell/empty_state.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/views/pattern/figure_pattern.h"

namespace chasescope {

MissPatternView::MissPatternView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : View(tr("Miss pattern"), store, selection, theme, parent) {
  buildHeader();

  auto* body = new QWidget(this);
  stack_ = new QStackedLayout(body);
  plot_ = new PatternPlot(body);
  empty_ = new EmptyState(theme_, QStringLiteral("pattern"), QString(), QString(), body);
  takeOffersOf(empty_);
  stack_->addWidget(empty_);
  stack_->addWidget(plot_);
  column()->addWidget(body, 1);
  setFocusProxy(plot_);

  dress(plot_);
  connectStore();
  connectPlot();
  rebuild();
}

void MissPatternView::buildHeader() {
  QHBoxLayout* header = choices();
  rowsGroup_ = segments({tr("Passes"), tr("Sweep of N")},
                        {tr("A row for each pass of the current run"),
                         tr("A row for each footprint N of the chosen run’s series: all else that was asked is the same (2014 paper, figure 3)")},
                        header, this);
  header->addSpacing(8);
  shadeGroup_ =
      segments({tr("Latency"), tr("Hit / miss")}, {tr("Colour by cycles"), tr("Hits and misses, where evidence tells them apart; else by cycles")}, header, this);
  header->addSpacing(4);
  auto* fit = iconButton(theme_, QStringLiteral("zoom-fit"), tr("Fit"), QStringLiteral("F"), this);
  connect(fit, &QToolButton::clicked, this, [this] {
    plot_->fit();
    emit plot_->viewMoved();
  });
  header->addWidget(fit);
  addExport();
  connect(rowsGroup_, &QButtonGroup::idClicked, this, [this](int id) { setRows(static_cast<Rows>(id)); });
  connect(shadeGroup_, &QButtonGroup::idClicked, this, [this](int id) { setShade(id == 0 ? Shade::latency : Shade::hitMiss); });
}

void MissPatternView::connectStore() {
  const auto isShown = [this](const QString& id) { return id == selection_.currentRun(); };
  connect(&selection_, &Selection::currentRunChanged, this, &MissPatternView::rebuild);
  connect(&store_, &RunStore::runStarted, this, [this, isShown](const QString& id) {
    sweepRows_.remove(id);
    if (isShown(id)) rebuild();
  });
  const auto grew = [this, isShown](const QString& id) {
    if (isShown(id)) grow();
  };
  connect(&store_, &RunStore::runGrew, this, grew);
  connect(&store_, &RunStore::levelsChanged, this, grew);
  connect(&store_, &RunStore::runFailed, this, grew);
  connect(&store_, &RunStore::runFinished, this, [this, isShown](const QString& id) {
    if (isShown(id) || rows_ == Rows::sweep) rebuild();
  });
  // A finding may say which latencies are hits.
  connect(&store_, &RunStore::findingAdded, this, [this] {
    if (rows_ == Rows::sweep) return rebuild();
    const ShownRun* run = store_.run(selection_.currentRun());
    if (passes_ && passesOf_ == run && store_.verdicts(*run) != passes_->verdicts()) grow();
  });
  connect(&store_, &RunStore::cleared, this, [this] {
    sweepRows_.clear();
    rebuild();
  });
}

void MissPatternView::connectPlot() {
  connect(plot_, &PatternPlot::cellHovered, this, [this](std::optional<PatternPlot::Cell> cell) {
    plot_->setMarkedCell(cell);
    const bool inPasses = cell && rows_ == Rows::passes && passes_;
    selection_.setHoveredAccess(
        inPasses ? passes_->accessAt(static_cast<std::size_t>(cell->row), static_cast<std::size_t>(cell->column)) : std::nullopt);
  });
  connect(plot_, &PatternPlot::rowsBrushed, this, [this](quint64 first, quint64 end) {
    if (rows_ != Rows::passes || !passes_) return;
    // The first row may begin within the warm-up, the last may be unfinished.
    const std::uint64_t size = passes_->accesses();
    const std::uint64_t begin = passes_->rowBegin(first), stop = std::min(size, passes_->rowBegin(end));
    selection_.setBrush(AccessRange{begin, stop});
  });
  connect(plot_, &PatternPlot::brushCleared, this, [this] { selection_.setBrush(std::nullopt); });
  connect(plot_, &PatternPlot::cellClicked, this, [this](quint64 row, quint64 column) {
    if (rows_ == Rows::sweep && sweep_) {
      selection_.setCurrentRun(sweep_->row(static_cast<std::size_t>(row)).runId);
    } else {
      selection_.setLine(selection_.line() == std::optional<std::uint64_t>(column) ? std::nullopt
                                                                                   : std::optional<std::uint64_t>(column));
      if (passes_)
        if (const auto access = passes_->accessAt(static_cast<std::size_t>(row), static_cast<std::size_t>(column)))
          selection_.setAccess(access);
    }
  });
  connect(&selection_, &Selection::hoveredAccessChanged, this, &MissPatternView::showSelection);
  connect(&selection_, &Selection::accessChanged, this, &MissPatternView::showSelection);
  connect(&selection_, &Selection::brushChanged, this, &MissPatternView::showSelection);
  connect(&selection_, &Selection::lineChanged, this, &MissPatternView::showSelection);
}

void MissPatternView::setRows(Rows rows) {
  rowsGroup_->button(static_cast<int>(rows))->setChecked(true);
  if (rows_ == rows) return;
  rows_ = rows;
  rebuild();
  plot_->fit();
}

void MissPatternView::setShade(Shade shade) {
  shadeGroup_->button(shade == Shade::latency ? 0 : 1)->setChecked(true);
  plot_->setShade(shade);
  tellFacts();
}

std::optional<std::pair<double, double>> MissPatternView::visibleAccesses() const {
  if (rows_ != Rows::passes || !passes_ || plot_->isFitted()) return std::nullopt;
  const QRectF view = plot_->view();
  const auto rows = static_cast<double>(passes_->rows());
  if (view.top() <= 0 && view.bottom() >= rows - 1) return std::nullopt;
  const auto at = [&](double row) { return static_cast<double>(passes_->rowBegin(static_cast<std::uint64_t>(std::clamp(row, 0.0, rows)))); };
  const double size = static_cast<double>(passes_->accesses());
  return std::pair(at(std::round(view.top() + 0.5)), std::min(at(std::round(view.bottom() + 0.5)), size));
}

void MissPatternView::showAccesses(double from, double to) {
  if (rows_ != Rows::passes || !passes_ || passes_->accesses() == 0) return;
  const double last = static_cast<double>(passes_->accesses() - 1);
  const auto rowOf = [&](double access) {
    return static_cast<double>(passes_->rowOf(static_cast<std::uint64_t>(std::clamp(access, 0.0, last))));
  };
  const double rows = static_cast<double>(passes_->rows());
  const double top = std::max(rowOf(from) - 1, 0.0), bottom = std::min(rowOf(to) + 1, rows - 1);
  const QRectF view = plot_->view();
  if (top <= 0 && bottom >= rows - 1 && view.left() <= 0) return plot_->fit();
  plot_->showView(QRectF(QPointF(view.left(), top - 0.5), QPointF(view.right(), bottom + 0.5)));
}

bool MissPatternView::isEmpty() const { return stack_->currentWidget() == empty_; }

void MissPatternView::rebuild() {
  const ShownRun* run = store_.run(selection_.currentRun());
  if (rows_ == Rows::sweep) {
    rebuildSweep();
  } else if (run == nullptr || (run->trace.empty() && !run->showsReplaced()) || (!run->trace.empty() && run->order.period() == 0)) {
    passes_.reset();
    passesOf_ = nullptr;
    plot_->setSource(nullptr);
  } else if (!run->trace.empty()) {
    // A run that starts anew shows the run that it replaces until its first accesses land.
    passes_ = std::make_shared<PassPattern>(run->trace, run->levels, store_.verdicts(*run), run->order,
                                            strideOf(run->run->chase()->request.pattern));
    passesOf_ = run;
    plot_->setSource(passes_);
  }
  refreshTexts();
  showSelection();
}

void MissPatternView::rebuildSweep() {
  std::vector<std::shared_ptr<const SweepPattern::Row>> rows;
  const ShownRun* current = store_.run(selection_.currentRun());
  for (const auto& run : store_.runs()) {
    if (run->trace.empty() || run->order.period() == 0 || run->state != ShownRun::State::finished) continue;
    if (current != nullptr && !same_series(*run->run, *current->run)) continue;
    auto& row = sweepRows_[run->id];
    if (const auto verdicts = store_.verdicts(*run); !row || row->verdicts != verdicts)
      row = std::make_shared<const SweepPattern::Row>(
          SweepPattern::makeRow(run->id, run->run->chase()->request, run->trace, run->order, run->levels, verdicts));
    rows.push_back(row);
  }
  sweep_ = rows.empty() ? nullptr : std::make_shared<SweepPattern>(std::move(rows));
  plot_->setSource(sweep_);
}

void MissPatternView::grow() {
  const ShownRun* run = store_.run(selection_.currentRun());
  if (rows_ == Rows::sweep || run == nullptr) return refreshTexts();
  if (!passes_ || passesOf_ != run) return rebuild();
  passes_->update();
  passes_->setVerdicts(store_.verdicts(*run));
  plot_->sourceGrew();
  refreshTexts();
}

void MissPatternView::showSelection() {
  if (rows_ != Rows::passes || !passes_) {
    plot_->setMarkedRows(std::nullopt);
    plot_->setMarkedColumn(std::nullopt);
    return;
  }
  // The mark stays on the chosen access while the mouse is elsewhere.
  const auto marked = selection_.hoveredAccess() ? selection_.hoveredAccess() : selection_.access();
  if (marked && *marked < passes_->accesses()) {
    plot_->setMarkedCell(PatternPlot::Cell{passes_->rowOf(*marked), passes_->columnOf(*marked)});
  } else {
    plot_->setMarkedCell(std::nullopt);
  }
  const auto brush = selection_.brush();
  plot_->setMarkedRows(brush
                           ? std::optional(PatternPlot::RowRange(passes_->rowOf(brush->begin), passes_->rowOf(brush->end - 1) + 1))
                           : std::nullopt);
  plot_->setMarkedColumn(selection_.line());
}

void MissPatternView::refreshTexts() {
  tellFacts();
  const bool nothing = rows_ == Rows::sweep ? !sweep_ : !passes_;
  stack_->setCurrentWidget(nothing ? static_cast<QWidget*>(empty_) : plot_);
  if (!nothing) return;
  const ShownRun* run = store_.run(selection_.currentRun());
  if (rows_ == Rows::sweep) {
    empty_->setTexts(tr("Misses by footprint"),
                     tr("Run a probe with growing footprints N: each N becomes a row, and the sets fill up from row to row."),
                     {QStringLiteral("miss-pattern")});
  } else if (run != nullptr && (run->state == ShownRun::State::failed || run->state == ShownRun::State::stopped)) {
    empty_->setTexts(tr("No access was recorded"), tr("The run ended before its first access. Press Run to try again."));
  } else if (run != nullptr && run->state == ShownRun::State::running && run->order.period() == 0) {
    empty_->setTexts(tr("Measuring …"),
                     tr("The order of a shuffled chase is known when it has ended; the pattern will be here then."));
  } else if (run != nullptr && run->state == ShownRun::State::running) {
    empty_->setTexts(tr("Measuring …"), tr("The first passes will be here in a moment."));
  } else {
    empty_->setTexts(tr("Which lines miss, pass by pass"), tr("Run a fine-grained chase. Each row is one pass over the array; a "
                                                              "column that keeps missing is a line whose set is too full."),
                     {QStringLiteral("fine-grained")});
  }
}

QString MissPatternView::facts() const {
  const auto counted = [](std::size_t n) { return QString::fromStdString(format_count(n)); };
  if (rows_ == Rows::sweep)
    return sweep_ ? (sweep_->rows() == 1 ? tr("1 footprint") : tr("%1 footprints").arg(counted(sweep_->rows()))) : QString();
  if (!passes_) return {};
  const QString size =
      tr("%1 positions × %2")
          .arg(counted(passes_->columns()), passes_->rows() == 1 ? tr("1 pass") : tr("%1 passes").arg(counted(passes_->rows())));
  if (shade() == Shade::latency || passes_->isTold()) return size;
  return size + QStringLiteral(" · ") +
         (passes_->tellsSome() ? tr("by cycles: no finding tells of every level whether it hit")
                               : tr("by cycles: no finding tells what a hit takes"));
}

FigureChoice MissPatternView::choice(const QString& figure) const {
  FigureChoice choice = View::choice(figure);
  if (figure == QLatin1String(missPatternEntry().name))
    choice.sight.colouring = shade() == Shade::latency ? QStringLiteral("latency") : QStringLiteral("hits");
  return choice;
}

QString MissPatternView::figure() const { return QString::fromLatin1(missPatternEntry().name); }

QString MissPatternView::chosenRun() const {
  const ShownRun* run = store_.run(selection_.currentRun());
  return run == nullptr || run->run->chase() == nullptr ? QString() : run->id;
}

void MissPatternView::turnTo(const QString& probe) {
  setRows(probe == QLatin1String("miss-pattern") ? Rows::sweep : Rows::passes);
}

const ViewEntry& missPatternViewEntry() {
  static const ViewEntry entry{
      .id = "miss-pattern",
      .tab = QT_TRANSLATE_NOOP("View", "Traces"),
      .shows = QT_TRANSLATE_NOOP("View", "Which lines miss, pass by pass or footprint by footprint"),
      .make = makeView<MissPatternView>,
      .figures = {&missPatternEntry()},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_miss_pattern_view.cpp"
