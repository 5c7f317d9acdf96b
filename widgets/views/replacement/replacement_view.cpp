#include "widgets/views/replacement/replacement_view.h"

#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "widgets/document/finding_text.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/figure/figure_probes.h"
#include "widgets/figure/figure_sight.h"
#include "widgets/shell/empty_state.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/views/curve_tools.h"
#include "widgets/views/replacement/figure_machine.h"
#include "widgets/views/replacement/figure_replacement.h"
#include "widgets/views/set_map/cache_choice.h"
#include "widgets/views/set_map/set_map_scene.h"

namespace chasescope {
namespace {

constexpr int kDisplayInterval = 40;  // ms between updates, because findings come one by one
bool asked(const FoundSets& cache) { return cache.find(quantity::replacement_policy) != nullptr; }

}  // namespace

ReplacementView::ReplacementView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : View(tr("Replacement"), store, selection, theme, parent),
      watch_(store, {QStringLiteral("replacement"), QStringLiteral("caches"), QStringLiteral("miss-pattern")}, this) {
  buildHeader();
  buildBody();
  setFocusProxy(plot_);
  const auto restyle = [this] {
    plot_->setPlotStyle(theme_.plotStyle());
    verdict_->setFont(theme_.text(15, Weight::semiBold));
  };
  restyle();
  connect(&theme_, &Theme::themeChanged, this, restyle);
  connectStore();
  connect(&selection_, &Selection::subjectChanged, this, &ReplacementView::showSubject);
  connect(&selection_, &Selection::currentRunChanged, this, [this](const QString& run) { plot_->setRun(run); });
  refresh();
}

void ReplacementView::buildHeader() {
  plot_ = new ReplacementPlot(this);
  QHBoxLayout* header = choices();
  list_ = new CacheChoice([](const FoundSets& cache) { return !cache.policy.empty(); }, this);
  connect(list_, &CacheChoice::chosen, this, [this](const QString& subject) {
    selection_.setSubject(subject);
    refresh();
  });
  header->addWidget(list_);
  header->addSpacing(4);
  addCurveTools(theme_, {plot_}, header, this);
  addExport();
}

FigureChoice ReplacementView::choice(const QString& figure) const {
  FigureChoice choice = View::choice(figure);
  if (figure == QLatin1String(missRateEntry().name)) choice.sight = sightOf(plot_->part(), plot_->cursors());
  return choice;
}

QString ReplacementView::figure() const {
  const ReplacementFacts* facts = plot_->facts();
  return facts != nullptr && facts->ways.empty() ? QString::fromLatin1(missRateEntry().name)
                                                  : QString::fromLatin1(wayProbabilityEntry().name);
}

void ReplacementView::buildBody() {
  verdict_ = new QLabel(this);
  explanation_ = looking(new QLabel(this), "quiet");
  for (QLabel* label : {verdict_, explanation_}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    column()->addWidget(label);
  }
  auto* body = new QWidget(this);
  stack_ = new QStackedLayout(body);
  const OfferPage nothing = makeOfferPage(store_, theme_, QStringLiteral("replacement"), body);
  empty_ = nothing.empty;
  emptyOffers_ = nothing.offers;
  stack_->addWidget(nothing.page);
  stack_->addWidget(plot_);
  column()->addWidget(body, 1);
  strip_ = new OfferStrip(store_, theme_, OfferStrip::Text::beside, this);
  column()->addWidget(strip_);
  for (OfferStrip* strip : {emptyOffers_, strip_}) {
    connect(strip, &OfferStrip::probeRequested, this, &ReplacementView::probeRequested);
    connect(strip, &OfferStrip::evidenceRequested, this, [this] { emit evidenceRequested(evidence()); });
  }
  connect(plot_, &ReplacementPlot::runPicked, this, [this](const QString& run) {
    if (store_.run(run) != nullptr) selection_.setCurrentRun(run);
    refreshTexts();
  });
}

void ReplacementView::connectStore() {
  const auto soon = [this] { refreshOnceSeen(kDisplayInterval); };
  connect(&store_, &RunStore::findingAdded, this, soon);
  connect(&store_, &RunStore::findingsDropped, this, soon);
  connect(&watch_, &ProbeWatch::changed, this, &ReplacementView::refreshTexts);
  connect(&store_, &RunStore::cleared, this, [this] {
    list_->forget();
    refresh();
  });
}

bool ReplacementView::isEmpty() const { return plot_->facts() == nullptr || plot_->facts()->empty(); }

QString ReplacementView::subject() const { return list_->subject(); }

bool ReplacementView::showSubject(const QString& subject) {
  catchUp();
  if (!list_->choose(subject)) return false;
  refresh();
  return true;
}

void ReplacementView::refresh() {
  settle();
  auto caches = found_sets(store_.findings());
  std::erase_if(caches, [](const FoundSets& cache) { return !asked(cache); });
  list_->setCaches(std::move(caches));
  const FoundSets* cache = list_->shown();
  plot_->setFacts(cache == nullptr ? std::make_shared<const ReplacementFacts>()
                                   : std::make_shared<const ReplacementFacts>(gatherReplacement(*cache, store_.findings(), store_.device().name)));
  plot_->setRun(selection_.currentRun());
  refreshTexts();
}

void ReplacementView::refreshTexts() {
  const ReplacementFacts& facts = *plot_->facts();
  tellFacts();
  banner_->say(watch_);
  const bool drawn = !facts.ways.empty() || !facts.points.empty();
  stack_->setCurrentIndex(drawn ? 1 : 0);
  verdict_->setVisible(!facts.empty());
  verdict_->setText(facts.verdict);
  explanation_->setVisible(!facts.empty());
  explanation_->setText(facts.evidence.isEmpty() ? facts.explanation : facts.explanation + QLatin1Char(' ') + facts.evidence);
  strip_->setVisible(drawn);
  if (!drawn) return refreshEmpty();
  QString words;
  if (plot_->point())
    words = plot_->describe(*plot_->point()) + QLatin1Char('.');
  else if (!facts.ways.empty() && facts.intervals())
    words = tr(
        "Whiskers are 95 % intervals. Ways have no numbers to be seen from outside, so they stand in the order of their shares.");
  else
    words = facts.sayInTurn();
  if (!facts.whyNoLru.isEmpty()) words += (words.isEmpty() ? QString() : QStringLiteral(" ")) + facts.whyNoLru;
  strip_->setText(words);
  strip_->setOffers(offers(), !evidence().isEmpty());
}

void ReplacementView::refreshEmpty() {
  const ReplacementFacts& facts = *plot_->facts();
  const bool filling = !watch_.measuring().isEmpty();
  emptyOffers_->setOffers(filling ? std::vector<Offer>() : offers(), !facts.empty() && !evidence().isEmpty());
  if (!watch_.failure().isEmpty()) return empty_->setTexts(tr("No replacement was measured"), tr("What went wrong stands above."));
  if (filling && facts.empty())
    return empty_->setTexts(tr("Measuring …"),
                            tr("One line more than a set holds, over and over: each miss names the line that went."));
  if (const QString why = whyNoCaches(store_.findings()); facts.empty() && !why.isEmpty())
    return empty_->setTexts(tr("No replacement was found"), why);
  if (facts.empty())
    return empty_->setTexts(
        tr("Which line goes when a set is full"),
        tr("Run the probe Replacement. The share of each way is drawn here with its interval, beside the miss rate "
           "over the footprint and what LRU would miss."));
  if (facts.cache.nearest && !facts.cache.policy.empty())
    return empty_->setTexts(
        tr("How it shows in the miss rate"),
        tr("Chase footprints that are larger than the cache: the measured miss rate is drawn here beside that of LRU "
           "(2014 paper §4.2, figure 9)."));
  empty_->setTexts(tr("No curve of this one"),
                   facts.cache.nearest ? tr("As long as the policy is not known there is nothing to compare.")
                                       : tr("Only the nearest cache of a memory space shows its miss rate in a plain chase."));
}

QString ReplacementView::chosenRun() const {
  const QStringList runs = evidence();
  return runs.isEmpty() ? QString() : runs.front();
}

QString ReplacementView::facts() const {
  const ReplacementFacts* facts = plot_->facts();
  if (facts == nullptr || facts->empty()) return {};
  QStringList parts{subjectText(facts->cache.subject)};
  if (const QString heights = heightsText(facts->cache); !heights.isEmpty()) parts << heights;
  if (!facts->points.empty())
    parts << (facts->points.size() == 1 ? tr("1 footprint chased") : tr("%1 footprints chased").arg(facts->points.size()));
  return parts.join(QStringLiteral(" · "));
}

std::vector<Offer> ReplacementView::offers() const {
  const FoundSets* cache = list_->shown();
  if (cache == nullptr) return {{QStringLiteral("replacement"), {}}};
  const ReplacementFacts& facts = *plot_->facts();
  std::vector<Offer> offers;
  const auto offer = [&](const char* probe, ParameterValues values) {
    offers.push_back({QString::fromLatin1(probe), std::move(values)});
  };
  const auto withSuited = [&](ParameterValues values) {
    const auto suited = halfAsMuchAgain({store_.device(), store_.findings(), values, cache->subject});
    if (suited) values.insert(suited->begin(), suited->end());
    return values;
  };
  if (cache->nearest && facts.points.size() < 3 && cache->line_bytes && !cache->ways.empty())
    offer("miss-pattern", withSuited(valuesOf(*cache)));
  if (cache->find(quantity::sets) == nullptr) offer("sets", valuesOf(*cache));
  if (!cache->line_bytes && cache->find(quantity::line_bytes) == nullptr) offer("line", valuesOf(*cache));
  return offers;
}

QStringList ReplacementView::evidence() const {
  const FoundSets* cache = list_->shown();
  return cache == nullptr ? QStringList() : runsBehind(*cache, {quantity::way_replacement_probability, quantity::replacement_policy}, store_);
}

const ViewEntry& replacementViewEntry() {
  static const ViewEntry entry{
      .id = "replacement",
      .tab = QT_TRANSLATE_NOOP("View", "Replacement"),
      .shows = QT_TRANSLATE_NOOP("View", "Which line of a full set goes"),
      .make = makeView<ReplacementView>,
      .figures = {&wayProbabilityEntry(), &missRateEntry(), &policyMachineEntry()},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_replacement_view.cpp"
