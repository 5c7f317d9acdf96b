#include "widgets/views/conflicts/conflict_view.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/findings/vocabulary.h"
#include "widgets/document/finding_text.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/views/conflicts/conflict_plot.h"
#include "widgets/views/conflicts/figure_conflicts.h"
#include "widgets/views/set_map/cache_choice.h"

namespace chasescope {
namespace {

constexpr int kLiveInterval = 120;  // ms between two pictures while trials come in
constexpr int kShareOfTime = 4;     // at most a quarter of the time is spent on pictures
constexpr int kSliderSteps = 200;
constexpr double kFewestTrials = 16;

/// The slider goes by factors: sets come out of the noise within the first tenth.
std::size_t trialsAt(int step, std::size_t all) {
  if (step >= kSliderSteps || static_cast<double>(all) <= kFewestTrials) return all;
  return static_cast<std::size_t>(kFewestTrials *
                                  std::pow(static_cast<double>(all) / kFewestTrials, static_cast<double>(step) / kSliderSteps));
}

std::vector<RunPtr> finishedRuns(const RunStore& store) {
  std::vector<RunPtr> runs;
  for (const auto& shown : store.runs())
    if (shown->state == ShownRun::State::finished && (shown->run->as<TrialsRequest>() != nullptr || shown->run->chase() != nullptr))
      runs.push_back(shown->run);
  return runs;
}

}  // namespace

ConflictView::ConflictView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : MeasuredView(
          {tr("Conflicts"), QStringLiteral("pattern"), tr("Which lines evict each other"),
           tr("Some lines are drawn by chance, read from cold, and read again: each hits or misses. After some thousand of such "
              "trials, lines that miss more often with each other stand out: they share a set. The sets come out of the noise "
              "here, with how many lines each of them holds, what chooses it, and which of its lines goes."),
           probesOf(conflictMatrixEntry())},
          store, selection, theme, parent) {
  buildContent();
  plot_->setPlotStyle(theme.plotStyle());
  connect(&theme, &Theme::themeChanged, this, [this] { plot_->setPlotStyle(this->theme().plotStyle()); });
  liveDue_.setSingleShot(true);
  connect(&liveDue_, &QTimer::timeout, this, &ConflictView::drawLive);
  connect(&store, &RunStore::trialsMade, this, &ConflictView::takeTrials);
  connect(&store, &RunStore::probeStarted, this, [this] {
    live_.clear();
    held_ = false;
    refresh();
  });
  connect(&store, &RunStore::findingAdded, this, [this](int index) {
    const Finding& finding = this->store().findings()[static_cast<std::size_t>(index)];
    if (finding.quantity == quantity::sets && finding.status == FindingStatus::measured) live_.clear();  // kept trials show them better
  });
  connect(&store, &RunStore::probeEnded, this, [this](const QString&, ProbeEnd end) {
    if (end == ProbeEnd::done) live_.clear();  // what they showed is in the findings now, or nothing is
    refresh();
  });
  connect(&store, &RunStore::cleared, this, [this] {
    live_.clear();
    list_->forget();
    refresh();
  });
  connectSelection();
  refresh();
}

void ConflictView::buildContent() {
  ordersRow_ = new QWidget(this);
  auto* row = new QHBoxLayout(ordersRow_);
  row->setContentsMargins(0, 0, 0, 0);
  orders_ = segments(
      {tr("By set"), tr("By address")},
      {tr("Lines that share a set stand together"), tr("Lines in the order of their addresses, as trials find them")}, row, this);
  connect(orders_, &QButtonGroup::idClicked, this, [this](int id) { setBySet(id == 0); });
  choices()->addWidget(ordersRow_);
  list_ = new CacheChoice([](const FoundSets& cache) { return cache.index.has_value(); }, this);
  connect(list_, &CacheChoice::chosen, this, [this](const QString& subject) {
    live_.clear();
    held_ = true;
    selection_.setSubject(subject);
    refresh();
  });
  choices()->addWidget(list_);

  auto* content = new QWidget(this);
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  plot_ = new ConflictPlot(content);
  connect(plot_, &ConflictPlot::setPicked, this, [this] {
    const auto set = plot_->chosen();
    bool known = false;
    const qulonglong number = set ? plot_->facts()->names[*set].toULongLong(&known) : 0;
    if (!set || known) selection_.setSet(set ? std::optional<std::uint64_t>(number) : std::nullopt);
    tellChosen();
  });
  column->addWidget(plot_, 1);
  auto* below = new QHBoxLayout;
  below->setSpacing(8);
  sliderRow_ = new QWidget(content);
  auto* trials = new QHBoxLayout(sliderRow_);
  trials->setContentsMargins(0, 0, 0, 0);
  trials->setSpacing(8);
  trials->addWidget(looking(new QLabel(tr("Trials"), sliderRow_), "quiet"));
  slider_ = new QSlider(Qt::Horizontal, sliderRow_);
  slider_->setRange(0, kSliderSteps);
  slider_->setValue(kSliderSteps);
  slider_->setPageStep(kSliderSteps / 10);
  slider_->setAccessibleName(tr("Trials that are shown"));
  slider_->setToolTip(tr("Shows the first trials only: the sets come out of the noise as more are added"));
  connect(slider_, &QSlider::valueChanged, this, &ConflictView::showTrials);
  trials->addWidget(slider_, 1);
  sliderText_ = looking(new QLabel(sliderRow_), "quiet");
  trials->addWidget(sliderText_);
  below->addWidget(sliderRow_, 2);
  words_ = elidedLabel(content, "quiet");
  below->addWidget(words_, 3);
  column->addLayout(below);
  setContent(content);
  setFocusProxy(plot_);
}

void ConflictView::connectSelection() {
  connect(&selection_, &Selection::currentRunChanged, this, &ConflictView::followRun);
  connect(&selection_, &Selection::subjectChanged, this, [this](const QString& subject) {
    if (list_->choose(subject)) refresh();
  });
  connect(&selection_, &Selection::setChanged, this, &ConflictView::followSet);
}

/// The cache that trials are evidence of.
void ConflictView::followRun(const QString& id) {
  const ShownRun* run = store().run(id);
  if (run == nullptr || run->run->as<TrialsRequest>() == nullptr) return;
  for (const FoundSets& cache : found_sets(store().findings()))
    for (const Finding& finding : cache.findings)
      if (std::find(finding.evidence.begin(), finding.evidence.end(), run->run->id) != finding.evidence.end()) {
        live_.clear();
        if (list_->choose(QString::fromStdString(cache.subject))) refresh();
        return;
      }
}

void ConflictView::followSet() {
  if (!facts_) return;
  std::optional<std::size_t> set;
  if (selection_.set()) {
    const auto found = std::find(facts_->names.begin(), facts_->names.end(), QString::number(*selection_.set()));
    if (found != facts_->names.end()) set = static_cast<std::size_t>(found - facts_->names.begin());
  }
  plot_->choose(set);
  tellChosen();
}

void ConflictView::tellChosen() {
  QString words = plot_->describe().join(QStringLiteral(" · "));
  if (words.isEmpty() && facts_ && facts_->sets() > 0) words = tr("A click on a set shows how it misses by itself.");
  words_->setText(words);
}

void ConflictView::setBySet(bool bySet) {
  orders_->button(bySet ? 0 : 1)->setChecked(true);
  plot_->setBySet(bySet);
}

void ConflictView::takeTrials(const RunPtr& run) {
  if (held_ || !live_.add(run)) return;
  if (!isVisible())
    stale_ = true;
  else if (!liveDue_.isActive())
    liveDue_.start(std::max(liveDue_.interval(), kLiveInterval));
}

void ConflictView::showEvent(QShowEvent* event) {
  MeasuredView::showEvent(event);
  if (std::exchange(stale_, false)) drawLive();
}

void ConflictView::drawLive() {
  if (!isLive()) return;
  QElapsedTimer took;
  took.start();
  auto facts = live_.facts();
  shownRun_ = nullptr;
  showFacts(std::make_shared<const ConflictFacts>(*std::move(facts)));
  refreshTexts();
  liveDue_.setInterval(static_cast<int>(took.elapsed()) * kShareOfTime);
}

void ConflictView::gather() {
  const std::vector<RunPtr> runs = finishedRuns(store());
  std::vector<FoundSets> caches = found_sets(store().findings());
  std::erase_if(caches, [&](const FoundSets& cache) { return !hasConflicts(runs, cache); });
  list_->setCaches(std::move(caches));
  if (isLive()) return;  // that has its own pace
  const FoundSets* cache = list_->shown();
  // Findings come one by one, and most of them say nothing of these trials.
  if (cache != nullptr && shownRun_ && shownFindings_ == cache->findings) return;
  auto facts = cache == nullptr ? std::nullopt : gatherConflicts(runs, {*cache}, store().findings());
  shownRun_ = facts ? facts->run : nullptr;
  shownFindings_ = facts ? cache->findings : std::vector<Finding>();
  showFacts(facts ? std::make_shared<const ConflictFacts>(*std::move(facts)) : nullptr);
}

void ConflictView::showFacts(std::shared_ptr<const ConflictFacts> facts) {
  facts_ = std::move(facts);
  plot_->setFacts(facts_);
  ordersRow_->setVisible(facts_ && facts_->sets() > 0);
  sliderRow_->setVisible(facts_ && !isLive());
  const QSignalBlocker quiet(slider_);
  slider_->setValue(kSliderSteps);
  showTrials(kSliderSteps);
  tellChosen();
}

void ConflictView::showTrials(int step) {
  if (!facts_) return;
  const std::size_t trials = trialsAt(step, facts_->trials);
  if (trials != plot_->facts()->trials)
    plot_->setFacts(trials == facts_->trials ? facts_ : std::make_shared<const ConflictFacts>(afterTrials(*facts_, trials)));
  sliderText_->setText(tr("%1 of %2").arg(counted(trials), counted(facts_->trials)));
  refreshTexts();
}

QString ConflictView::subject() const { return isLive() ? QString() : list_->subject(); }

FigureChoice ConflictView::choice(const QString& figure) const {
  // The figure of ages chooses its cache from the run: ages are known of the nearest cache of a space, which may be another one
  // than that whose sets are shown.
  if (figure == QLatin1String(victimAgesEntry().name)) return {chosenRun(), {}};
  return View::choice(figure);
}

QString ConflictView::chosenRun() const { return shownRun_ && facts_ ? QString::fromStdString(shownRun_->id) : QString(); }

QString ConflictView::whyNothingShown() const {
  for (const Finding& finding : store().findings())
    if (finding.quantity == quantity::sets && finding.status == FindingStatus::not_measurable && !finding.reason.empty())
      return subjectText(finding.subject) + QStringLiteral(": ") + QString::fromStdString(finding.reason);
  return {};
}

QString ConflictView::facts() const {
  if (!facts_) return {};
  const ConflictFacts& facts = *plot_->facts();  // which may be those of fewer trials
  QStringList parts;
  if (isLive()) parts << QString::fromStdString(facts.cache.setting.value("space", std::string()));
  parts << (facts.sets() > 0 ? setsInWords(facts) : tr("no sets seen yet"));
  if (const std::uint32_t ways = facts.cache.most_ways(); ways > 0)
    parts << (facts.cache.equal_ways() ? tr("%1 ways").arg(ways) : tr("up to %1 ways").arg(ways));
  parts << tr("%1 lines").arg(counted(facts.places.size())) << tr("%1 trials").arg(counted(facts.trials));
  return parts.join(QStringLiteral(" · "));
}

QString ConflictView::figure() const { return QString::fromLatin1(conflictMatrixEntry().name); }

const ViewEntry& conflictViewEntry() {
  static const ViewEntry entry{
      .id = "conflicts",
      .tab = QT_TRANSLATE_NOOP("View", "Conflicts"),
      .shows = QT_TRANSLATE_NOOP("View", "Which lines evict each other in random trials, and so share a set"),
      .make = makeView<ConflictView>,
      .figures = {&conflictMatrixEntry(), &conflictGrowthEntry(), &setOccupancyEntry(), &victimAgesEntry()},
      .probes = {"conflicts"},
      .calls = {TrialsRequest::kCall},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_conflict_view.cpp"
