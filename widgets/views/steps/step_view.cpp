#include "widgets/views/steps/step_view.h"

#include <QAccessible>
#include <QButtonGroup>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/step/explanation.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/shell/empty_state.h"
#include "widgets/shell/offer_strip.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/views/steps/step_plot.h"

namespace chasescope {

StepView::StepView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : View(tr("Step player"), store, selection, theme, parent), player_(store, selection) {
  setFocusPolicy(Qt::StrongFocus);
  buildHeader();
  auto* body = new QWidget(this);
  stack_ = new QStackedLayout(body);
  empty_ = new EmptyState(theme_, QStringLiteral("steps"), QString(), QString(), body);
  takeOffersOf(empty_);
  plot_ = new StepPlot(StepPlot::Part::access);
  timeline_ = new StepPlot(StepPlot::Part::timeline, this);
  auto* area = new QScrollArea(body);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setFocusPolicy(Qt::NoFocus);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setWidget(plot_);
  stack_->addWidget(empty_);
  stack_->addWidget(area);
  column()->addWidget(body, 1);
  column()->addWidget(timeline_);
  buildControls();

  restyle();
  connect(&theme_, &Theme::themeChanged, this, [this] {
    restyle();
    showPlaying();
  });
  connect(timeline_, &StepPlot::stepChosen, this, [this](quint64 at) {
    setFocus(Qt::MouseFocusReason);
    player_.goTo(at);
  });
  connect(&player_, &StepPlayer::changed, this, &StepView::refresh);
  connect(&player_, &StepPlayer::moved, this, &StepView::showStep);
  connect(&player_, &StepPlayer::playingChanged, this, &StepView::showPlaying);
  refresh();
}

void StepView::buildHeader() {
  badge_ = looking(new QLabel(this), "heading");
  header()->insertWidget(2, badge_);
  header()->insertSpacing(3, 4);
  partsBox_ = new QWidget(this);
  partsRow_ = new QHBoxLayout(partsBox_);
  partsRow_->setContentsMargins(0, 0, 0, 0);
  choices()->addWidget(partsBox_);
}

QPushButton* StepView::command(const QString& text, const QString& tip, const QString& keys, QBoxLayout* into) {
  auto* button = new QPushButton(text, controls_);
  button->setToolTip(QStringLiteral("%1  (%2)").arg(tip, keys));
  button->setAutoDefault(false);
  button->setFocusPolicy(Qt::TabFocus);
  into->addWidget(button);
  return button;
}

void StepView::buildControls() {
  controls_ = new QWidget(this);
  auto* row = new QHBoxLayout(controls_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(6);
  const auto icon = [&](const char* name, const QString& text, const QString& keys, auto action) {
    auto* button = iconButton(theme_, QString::fromLatin1(name), text, keys, controls_);
    button->setFocusPolicy(Qt::TabFocus);  // so that the keys still step after a click on the button
    connect(button, &QToolButton::clicked, this, action);
    row->addWidget(button);
    return button;
  };
  icon("step-first", tr("First timed access"), tr("Home"), [this] {
    if (player_.source() != nullptr) player_.goTo(player_.source()->warmup());
  });
  icon("step-back", tr("Back"), tr("Left"), [this] { player_.back(); });
  play_ = icon("play", tr("Play"), tr("Space"), [this] { player_.setPlaying(!player_.isPlaying()); });
  icon("step-forward", tr("Forward"), tr("Right"), [this] { player_.forward(); });
  row->addSpacing(6);
  nextMiss_ =
      command(tr("Next miss"), tr("To the next access that misses in this part; with Shift to the previous one"), tr("M"), row);
  connect(nextMiss_, &QPushButton::clicked, this, [this] {
    if (!player_.next(step::Event::miss)) say(tr("No miss follows."));
  });
  nextEviction_ = command(tr("Next eviction"), tr("To the next access that throws something out; with Shift to the previous one"),
                          tr("E"), row);
  connect(nextEviction_, &QPushButton::clicked, this, [this] {
    if (!player_.next(step::Event::eviction)) say(tr("No eviction follows."));
  });
  told_ = elidedLabel(controls_, "quiet");
  row->addWidget(told_, 1);
  auto* slow = looking(new QLabel(tr("Speed"), controls_), "quiet");
  row->addWidget(slow);
  speed_ = new QSlider(Qt::Horizontal, controls_);
  speed_->setRange(1, 30);
  speed_->setValue(static_cast<int>(player_.speed()));
  speed_->setMaximumWidth(theme_.scaled(110));
  speed_->setAccessibleName(tr("Steps a second"));
  slow->setBuddy(speed_);
  const auto tip = [this] { speed_->setToolTip(tr("%1 steps a second while it plays").arg(speed_->value())); };
  tip();
  connect(speed_, &QSlider::valueChanged, this, [this, tip](int value) {
    player_.setSpeed(value);
    tip();
  });
  row->addWidget(speed_);
  column()->addWidget(controls_);
}

bool StepView::isEmpty() const { return stack_->currentWidget() == empty_; }

QString StepView::basis() const {
  return player_.source() == nullptr ? QString() : QString::fromStdString(player_.source()->basis());
}

/// In a low view the timeline leaves out its title and has no larger type than it needs, so that the access has room, too.
void StepView::restyle() {
  constexpr double kLargest = 15;  // px
  PlotStyle style = theme_.plotStyle();
  plot_->setPlotStyle(style);
  if (height() < theme_.scaled(240)) {
    style.legend = LegendPlace::none;
    style.textPixels = std::min(style.textPixels, kLargest);
  }
  timeline_->setPlotStyle(style);
}

void StepView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  restyle();
}

void StepView::showEvent(QShowEvent* event) {
  View::showEvent(event);
  player_.setActive(true);
}

void StepView::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  player_.setActive(false);
}

void StepView::refresh() {
  const bool ready = player_.state() == StepPlayer::State::ready;
  stack_->setCurrentIndex(ready ? 1 : 0);
  for (QWidget* part : {static_cast<QWidget*>(timeline_), controls_}) part->setVisible(ready);
  const ShownRun* run = store_.run(selection_.currentRun());
  const bool failed = run != nullptr && run->state == ShownRun::State::failed;
  const bool stopped = run != nullptr && run->state == ShownRun::State::stopped;
  banner_->say(failed || stopped ? run->failure : QString(), failed ? Banner::Tone::failure : Banner::Tone::note);
  badge_->setText(!ready ? QString() : player_.footing() == step::Footing::model ? tr("true state") : tr("inferred"));
  tellFacts();
  refreshParts();
  if (!ready) {
    for (StepPlot* plot : {plot_, timeline_}) plot->setPicture(std::nullopt);
    return refreshEmpty();
  }
  const bool evictions = player_.source()->tells_evictions();
  nextEviction_->setEnabled(evictions);
}

void StepView::refreshParts() {
  QStringList names;
  if (player_.source() != nullptr)
    for (const step::Part& part : player_.source()->parts()) names << QString::fromStdString(step::part_title(part));
  partsBox_->setVisible(names.size() > 1);
  if (names == partNames_) return;
  partNames_ = names;
  delete parts_;
  parts_ = nullptr;
  qDeleteAll(partsBox_->findChildren<QToolButton*>());
  while (QLayoutItem* item = partsRow_->takeAt(0)) delete item;
  if (names.size() < 2) return;
  QStringList tips;
  for (const step::Part& part : player_.source()->parts())
    tips << (part.translation ? tr("Look at the pages of this TLB") : tr("Look at the lines of this cache"));
  parts_ = segments(names, tips, partsRow_, partsBox_);
  parts_->button(static_cast<int>(player_.part()))->setChecked(true);
  connect(parts_, &QButtonGroup::idClicked, this, [this](int id) { player_.setPart(static_cast<std::size_t>(id)); });
}

void StepView::refreshEmpty() {
  switch (player_.state()) {
    case StepPlayer::State::measuring:
      return empty_->setTexts(tr("Measuring …"), tr("The run can be stepped through as soon as it has ended."));
    case StepPlayer::State::preparing:
      return empty_->setTexts(tr("Playing it once: %1 %").arg(static_cast<int>(player_.prepared() * 100)),
                              tr("Every hit, miss and eviction is noted, so that any access can be reached at once."));
    case StepPlayer::State::impossible: return empty_->setTexts(tr("This run can’t be stepped through"), player_.why());
    case StepPlayer::State::empty:
    case StepPlayer::State::ready: break;
  }
  empty_->setTexts(
      tr("One access at a time"),
      tr("Run a fine-grained chase. Each access is taken apart here: its address, its set before and after, and why it hit "
         "or missed. The button runs N = 52 B with s = 4 B: 13 words, one more than the textbook cache holds (2014 paper §3.2)."),
      std::vector<Offer>{{QStringLiteral("fine-grained"), {{"bytes", "52"}, {"stride", "4"}}}});
}

void StepView::showStep() {
  if (player_.source() == nullptr) return;
  step::Source& source = *player_.source();
  const ShownRun* run = store_.run(player_.runId());
  if (run == nullptr || run->run->chase() == nullptr) return;
  std::optional<float> cycles;
  if (const std::uint64_t at = player_.at(); at >= source.warmup() && at - source.warmup() < run->trace.size())
    cycles = run->trace[at - source.warmup()];
  const StepPicture picture =
      gatherStepPicture(source, player_.at(), player_.part(), run->run->chase()->request.element_bytes, cycles);
  for (StepPlot* plot : {plot_, timeline_}) plot->setPicture(picture);
  if (parts_ != nullptr) parts_->button(static_cast<int>(player_.part()))->setChecked(true);
  selection_.setSet(plot_->picture()->look.set ? std::optional<std::uint64_t>(*plot_->picture()->look.set) : std::nullopt);
  say({});
  QAccessibleEvent told(plot_, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&told);
}

void StepView::showPlaying() {
  const bool playing = player_.isPlaying();
  play_->setIcon(theme_.icon(playing ? QStringLiteral("pause") : QStringLiteral("play")));
  play_->setAccessibleName(playing ? tr("Pause") : tr("Play"));
}

void StepView::say(const QString& text) { told_->setText(text); }

void StepView::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  QWidget::mousePressEvent(event);
}

void StepView::keyPressEvent(QKeyEvent* event) {
  step::Source* const source = player_.source();
  if (source == nullptr) return QWidget::keyPressEvent(event);
  const bool backwards = (event->modifiers() & Qt::ShiftModifier) != 0;
  const std::uint64_t pass = source->order().period();
  const auto find = [&](step::Event what, const QString& none) {
    if (!(backwards ? player_.previous(what) : player_.next(what))) say(none);
  };
  switch (event->key()) {
    case Qt::Key_Left: player_.back(); break;
    case Qt::Key_Right: player_.forward(); break;
    case Qt::Key_M: find(step::Event::miss, backwards ? tr("No miss before.") : tr("No miss follows.")); break;
    case Qt::Key_E:
      find(step::Event::eviction, !source->tells_evictions() ? tr("The trace does not tell evictions.")
                                  : backwards                ? tr("No eviction before.")
                                                             : tr("No eviction follows."));
      break;
    case Qt::Key_Space: player_.setPlaying(!player_.isPlaying()); break;
    case Qt::Key_Home: player_.goTo(backwards ? 0 : source->warmup()); break;
    case Qt::Key_End: player_.goTo(source->size() - 1); break;
    case Qt::Key_PageUp: player_.goTo(player_.at() > pass ? player_.at() - pass : 0); break;
    case Qt::Key_PageDown: player_.goTo(player_.at() + pass); break;
    case Qt::Key_Up:
      if (player_.part() > 0) player_.setPart(player_.part() - 1);
      break;
    case Qt::Key_Down: player_.setPart(player_.part() + 1); break;
    default: QWidget::keyPressEvent(event);
  }
}

const ViewEntry& stepViewEntry() {
  static const ViewEntry entry{
      .id = "steps",
      .tab = QT_TRANSLATE_NOOP("View", "Steps"),
      .shows = QT_TRANSLATE_NOOP("View", "One access at a time, with the set before and after it"),
      .make = makeView<StepView>,
  };
  return entry;
}

}  // namespace chasescope

#include "moc_step_view.cpp"
