#include "widgets/views/set_map/set_map_view.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "engine/trace/quantity_text.h"
#include "widgets/document/finding_text.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/shell/empty_state.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/style/words.h"
#include "widgets/views/set_map/cache_choice.h"
#include "widgets/views/set_map/figure_sets.h"
#include "widgets/views/set_map/set_index_scene.h"

namespace chasescope {
namespace {

constexpr int kDisplayInterval = 40;  // ms; findings come one by one, and free-running traces 30 times a second
/// The probes that fill this view; their runs are many short chases whose lines need not be placed.
const QStringList& filling() {
  static const QStringList probes{QStringLiteral("sets"), QStringLiteral("replacement"), QStringLiteral("tlb"),
                                  QStringLiteral("caches")};  // a discovery has the first two as one part of this name
  return probes;
}
bool fills(const ShownRun* run) { return filling().contains(QString::fromStdString(run->run->probe)); }

}  // namespace

SetMapView::SetMapView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : View(tr("Set map"), store, selection, theme, parent),
      watch_(store, filling(), this) {
  buildHeader();
  buildBody();
  setFocusProxy(plot_);
  dress(plot_);
  connectStore();
  connectSelection();
  refresh();
}

void SetMapView::buildHeader() {
  QHBoxLayout* header = choices();
  contentsRow_ = new QWidget(this);
  auto* row = new QHBoxLayout(contentsRow_);
  row->setContentsMargins(0, 0, 0, 0);
  contents_ = segments({tr("Run"), tr("Array")},
                       {tr("Places the lines of the chosen run, and marks those that missed (2014 paper §3.2, step 3)"),
                        tr("Places an array as large as the cache (2014 paper, figures 8, 10 and 12)")},
                       row, this);
  connect(contents_, &QButtonGroup::idClicked, this, [this](int id) {
    placeRun_ = id == 0;
    refreshMap();
  });
  header->addWidget(contentsRow_);
  header->addSpacing(4);
  list_ = new CacheChoice([](const FoundSets& cache) { return !cache.ways.empty(); }, this);
  connect(list_, &CacheChoice::chosen, this, [this](const QString& subject) {
    selection_.setSubject(subject);
    refreshMap();
  });
  header->addWidget(list_);
  addExport();
}

void SetMapView::buildBody() {
  sentence_ = looking(new QLabel(this), "quiet");
  sentence_->setWordWrap(true);
  sentence_->setTextFormat(Qt::PlainText);
  column()->addWidget(sentence_);
  auto* body = new QWidget(this);
  stack_ = new QStackedLayout(body);
  const OfferPage nothing = makeOfferPage(store_, theme_, QStringLiteral("sets"), body);
  empty_ = nothing.empty;
  emptyOffers_ = nothing.offers;
  plot_ = new SetMapPlot(body);
  QWidget* scroll = scrolling(nothing.page);  // the page's text may be higher than a low view
  scroll->setAccessibleName(tr("What is missing"));
  stack_->addWidget(scroll);
  stack_->addWidget(plot_);
  column()->addWidget(body, 1);
  strip_ = new OfferStrip(store_, theme_, OfferStrip::Text::beside, this);
  column()->addWidget(strip_);
  for (OfferStrip* strip : {emptyOffers_, strip_}) {
    connect(strip, &OfferStrip::probeRequested, this, &SetMapView::probeRequested);
    connect(strip, &OfferStrip::evidenceRequested, this, [this] { emit evidenceRequested(evidence()); });
  }
  connect(plot_, &SetMapPlot::setPicked, this, [this](qint64 set) {
    selection_.setSet(set < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(set)));
    refreshTexts();
  });
  connect(plot_, &SetMapPlot::linePicked, this, [this](quint64 line) {
    const SetMap* map = plot_->map();
    if (map->contents != SetMap::Contents::run) return;
    if (const auto place = map->placeOf(line)) selection_.setLine(map->lines[place->set][place->index].position);
  });
}

void SetMapView::connectStore() {
  const auto soon = [this] { refreshOnceSeen(kDisplayInterval); };
  connect(&store_, &RunStore::findingAdded, this, soon);
  connect(&store_, &RunStore::findingsDropped, this, soon);
  connect(&store_, &RunStore::runFinished, this, [this](const QString& id) {
    if (id == selection_.currentRun()) refreshOnceSeen(kDisplayInterval);
  });
  connect(&watch_, &ProbeWatch::changed, this, &SetMapView::refreshTexts);
  connect(&store_, &RunStore::cleared, this, [this] {
    list_->forget();
    refresh();
  });
}

void SetMapView::connectSelection() {
  connect(&selection_, &Selection::subjectChanged, this, &SetMapView::showSubject);
  connect(&selection_, &Selection::setChanged, this, [this] {
    plot_->setChosen(selection_.set());
    refreshTexts();
  });
  connect(&selection_, &Selection::currentRunChanged, this, [this] { refreshOnceSeen(kDisplayInterval); });
  connect(&selection_, &Selection::lineChanged, this, &SetMapView::followLine);
  connect(&selection_, &Selection::hoveredAccessChanged, this, &SetMapView::followLine);
}

bool SetMapView::isEmpty() const { return stack_->currentWidget() != plot_; }

QString SetMapView::subject() const { return list_->subject(); }

bool SetMapView::showSubject(const QString& subject) {
  catchUp();
  if (!list_->choose(subject)) return false;
  refreshMap();
  return true;
}

void SetMapView::refresh() {
  settle();
  list_->setCaches(found_sets(store_.findings()));
  refreshMap();
}

void SetMapView::refreshMap() {
  const FoundSets* cache = list_->shown();
  const ShownRun* run = store_.run(selection_.currentRun());
  const bool chase = run != nullptr && run->state == ShownRun::State::finished && run->run->chase() != nullptr && !fills(run);
  auto map = std::make_shared<SetMap>();
  if (cache != nullptr && chase && placeRun_)
    *map = mapRun(*cache, *run->run, store_.verdicts(*run).highest_hit());
  else if (cache != nullptr)
    *map = mapArray(*cache);
  plot_->setMap(map);
  plot_->setChosen(selection_.set());
  contentsRow_->setVisible(chase && !map->empty());
  contents_->button(placeRun_ ? 0 : 1)->setChecked(true);
  stack_->setCurrentIndex(map->empty() ? 0 : 1);
  followLine();
  refreshTexts();
}

void SetMapView::followLine() {
  const SetMap* map = plot_->map();
  const ShownRun* run = store_.run(selection_.currentRun());
  std::optional<std::uint64_t> line;
  if (map != nullptr && map->contents == SetMap::Contents::run && run != nullptr && run->order.period() != 0) {
    const std::uint64_t size = *map->cache.line_bytes;
    if (selection_.hoveredAccess())
      line = run->order.offset(*selection_.hoveredAccess()) / size;
    else if (selection_.line() && *selection_.line() < run->order.period())
      line = run->order.offset_at_position(*selection_.line()) / size;
  }
  plot_->setLine(line);
}

void SetMapView::refreshTexts() {
  tellFacts();
  banner_->say(watch_);
  const SetMap& map = *plot_->map();
  const bool empty = map.empty();
  shareRoom();
  if (empty) return refreshEmpty();
  sentence_->setText(indexSentence(map.cache));
  QStringList words;
  if (plot_->chosen()) words << describeSet(map, *plot_->chosen()).join(QStringLiteral(" · ")) + QLatin1Char('.');
  if (!map.whyNot.isEmpty()) words << map.whyNot;
  if (const std::size_t together = plot_->layoutOfSets().together; together > 1)
    words << tr("Each column stands for %1 sets.").arg(together);
  if (words.isEmpty() && map.contents != SetMap::Contents::nothing)
    words << tr("A click on a set shows its lines. Which of its ways a line takes can't be seen from outside.");
  strip_->setText(words.join(QLatin1Char(' ')));
  strip_->setOffers(offers(), !evidence().isEmpty());
}

void SetMapView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  shareRoom();
}

/// The sets have precedence: where they would be too low to be read, the offers below are hidden, and then the sentence above.
void SetMapView::shareRoom() {
  constexpr double kLeast = 150;  // px at the ordinary type size: the sets with their numbers, and the legend
  const bool empty = plot_->map() == nullptr || plot_->map()->empty();
  const int room = height() - header()->geometry().bottom() - theme_.scaled(kLeast);
  const int strip = strip_->sizeHint().height(), sentence = sentence_->heightForWidth(std::max(1, width()));
  strip_->setVisible(!empty && room >= strip + sentence);
  sentence_->setVisible(!empty && room >= sentence);
}

void SetMapView::refreshEmpty() {
  const FoundSets* cache = list_->shown();
  const bool measuring = !watch_.measuring().isEmpty();
  emptyOffers_->setOffers(measuring ? std::vector<Offer>() : offers(),
                          cache != nullptr && !evidence().isEmpty());
  if (!watch_.failure().isEmpty()) return empty_->setTexts(tr("The sets were not measured"), tr("What went wrong stands above."));
  if (measuring && cache == nullptr)
    return empty_->setTexts(tr("Measuring …"),
                            tr("Each set is filled until it overflows. The first cache will be here in a moment."));
  if (const QString why = whyNoCaches(store_.findings()); cache == nullptr && !why.isEmpty())
    return empty_->setTexts(tr("No sets were found"), why);
  if (cache == nullptr)
    return empty_->setTexts(
        tr("Which addresses share a set"),
        tr("Run the probe Sets, or TLB. The sets are drawn here, each as high as it has ways, with the address bits "
           "that choose among them and the lines that meet in each."));
  const Finding* ways = cache->find(quantity::ways_per_set) != nullptr ? cache->find(quantity::ways_per_set) : cache->find(quantity::ways);
  const QString reason = ways == nullptr ? QString() : QString::fromStdString(ways->reason);
  const QString name = subjectText(cache->subject);
  empty_->setTexts(reason.isEmpty() ? tr("%1: no sets known yet").arg(name) : tr("%1: the ways can’t be told").arg(name),
                   reason.isEmpty() ? tr("Its replacement was looked at, but not its sets.") : reason);
}

QString SetMapView::chosenRun() const {
  const SetMap* map = plot_->map();
  if (map != nullptr && map->contents == SetMap::Contents::run) return map->runId;
  const QStringList runs = evidence();
  return runs.isEmpty() ? QString() : runs.front();
}

QString SetMapView::facts() const {
  const SetMap* map = plot_->map();
  if (map == nullptr || map->empty()) return {};
  QStringList parts{heightsText(map->cache)};
  if (map->cache.line_bytes)
    parts << (map->cache.translates() ? tr("pages of %1") : tr("lines of %1")).arg(sized(*map->cache.line_bytes));
  if (map->contents == SetMap::Contents::array) parts << tr("an array of %1").arg(sized(map->bytes));
  if (map->contents == SetMap::Contents::run) {
    parts << tr("%1: N = %2").arg(map->runId, sized(map->bytes));
    const std::size_t over = map->overflowing();
    parts << (over == 0 ? tr("no set overflows") : tr("%1 of %2 sets overflow").arg(over).arg(map->sets()));
  }
  return parts.join(QStringLiteral(" · "));
}

std::vector<Offer> SetMapView::offers() const {
  const FoundSets* cache = list_->shown();
  if (cache == nullptr) return {{QStringLiteral("sets"), {}}, {QStringLiteral("tlb"), {}}};
  std::vector<Offer> offers;
  const auto offer = [&](const char* probe) { offers.push_back({QString::fromLatin1(probe), valuesOf(*cache)}); };
  const auto asked = [&](const char* quantity) { return cache->find(quantity) != nullptr; };
  if (!asked("sets")) offer(cache->translates() ? "tlb" : "sets");
  if (!cache->line_bytes && !asked(quantity::line_bytes) && !cache->translates()) offer("line");
  return offers;
}

QStringList SetMapView::evidence() const {
  const FoundSets* cache = list_->shown();
  return cache == nullptr ? QStringList() : runsBehind(*cache, {quantity::ways_per_set, quantity::ways, quantity::set_index_function, quantity::sets}, store_);
}

QString SetMapView::figure() const { return QString::fromLatin1(setMapEntry().name); }

const ViewEntry& setMapViewEntry() {
  static const ViewEntry entry{
      .id = "set-map",
      .tab = QT_TRANSLATE_NOOP("View", "Set map"),
      .shows = QT_TRANSLATE_NOOP("View", "The sets of a cache or TLB, and the lines that meet in each"),
      .make = makeView<SetMapView>,
      .figures = {&setMapEntry(), &setIndexEntry()},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_set_map_view.cpp"
