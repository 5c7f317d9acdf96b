#include "widgets/views/chase/chase_view.h"

#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/trace/number_text.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/shell/empty_state.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/style/words.h"
#include "widgets/views/chase/figure_chase.h"

namespace chasescope {
namespace {

constexpr double kHopsASecond = 2;  // slow enough to be followed with the eye
constexpr double kShareInFlight = 0.6;

}  // namespace

ChaseView::ChaseView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : View(tr("Chase"), store, selection, theme, parent), player_(store, selection) {
  setTip(
      tr("A pointer chase reads one word after another, and each word says where the next one is. So each access waits for the one "
         "before, and is timed "
         "by itself (2014 paper §3.2)."));
  player_.setSpeed(kHopsASecond);
  play_ = iconButton(theme_, QStringLiteral("play"), tr("Let the arrow hop"), tr("Space"), this);
  choices()->addWidget(play_);
  connect(play_, &QToolButton::clicked, this, &ChaseView::togglePlaying);
  export_ = addExport();
  buildBody();
  setFocusProxy(plot_);
  dress(plot_);
  connectPlot();
  connect(&theme_, &Theme::themeChanged, this,
          [this] { play_->setIcon(theme_.icon(player_.isPlaying() ? QStringLiteral("pause") : QStringLiteral("play"))); });
  connect(&player_, &StepPlayer::changed, this, [this] {
    taken_ = false;
    refresh();
  });
  connect(&player_, &StepPlayer::moved, this, &ChaseView::followAccess);
  connect(&player_, &StepPlayer::playingChanged, this, [this](bool playing) {
    play_->setIcon(theme_.icon(playing ? QStringLiteral("pause") : QStringLiteral("play")));
    play_->setAccessibleName(playing ? tr("Stop the arrow") : tr("Let the arrow hop"));
  });
  connect(&selection_, &Selection::accessChanged, this, &ChaseView::followAccess);
  connect(&selection_, &Selection::hoveredAccessChanged, this, &ChaseView::followHover);
  connect(&selection_, &Selection::setChanged, this, [this] {
    plot_->setSet(selection_.set() ? std::optional(static_cast<std::uint32_t>(*selection_.set())) : std::nullopt);
    tell();
  });
  // Findings of a run land after the run: only then are its hits and misses known.
  connect(&store_, &RunStore::findingAdded, this, [this](int index) {
    const auto& evidence = store_.findings()[static_cast<std::size_t>(index)].evidence;
    if (std::find(evidence.begin(), evidence.end(), run_.toStdString()) == evidence.end()) return;
    taken_ = false;
    refreshOnceSeen(16);
  });
  refresh();
}

void ChaseView::buildBody() {
  auto* body = new QWidget(this);
  stack_ = new QStackedLayout(body);
  auto* nothing = new QWidget(body);
  auto* page = new QVBoxLayout(nothing);
  empty_ = new EmptyState(theme_, QStringLiteral("steps"), QString(), QString(), nothing);
  empty_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  offers_ = new OfferStrip(store_, theme_, OfferStrip::Text::none, nothing);
  page->addStretch(2);
  page->addWidget(empty_);
  page->addWidget(offers_);
  page->addStretch(3);
  connect(offers_, &OfferStrip::probeRequested, this, &ChaseView::probeRequested);
  connect(offers_, &OfferStrip::evidenceRequested, this, [this] {
    if (const QString run = shortRun(); !run.isEmpty()) emit evidenceRequested({run});
  });
  plot_ = new ChasePlot;
  auto* area = scrolling(plot_);
  area->setFocusPolicy(Qt::NoFocus);
  stack_->addWidget(nothing);
  stack_->addWidget(area);
  column()->addWidget(body, 1);
  told_ = looking(new QLabel(this), "quiet");
  told_->setWordWrap(true);
  told_->setTextFormat(Qt::PlainText);
  told_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  const auto twoLines = [this] {
    told_->setMinimumHeight(2 * QFontMetrics(theme_.text(13)).lineSpacing());
  };  // the picture does not jump
  twoLines();
  connect(&theme_, &Theme::themeChanged, this, twoLines);
  column()->addWidget(told_);
}

/// In a low view the picture needs the room of the sentence; the tooltips of its parts have the same words.
void ChaseView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  told_->setVisible(!isEmpty() && height() >= theme_.scaled(240));
}

void ChaseView::connectPlot() {
  const auto timedOf = [this](int tile) { return picture_->tiles[static_cast<std::size_t>(tile)].accesses.front().timed; };
  connect(plot_, &ChasePlot::tileHovered, this, [this, timedOf](int tile) {
    const bool known = tile >= 0 && picture_ != nullptr && run_ == selection_.currentRun();
    selection_.setHoveredAccess(known ? std::optional(timedOf(tile)) : std::nullopt);
    tell();
  });
  connect(plot_, &ChasePlot::tilePicked, this, [this, timedOf](int tile) {
    if (picture_ == nullptr || run_ != selection_.currentRun()) return;
    selection_.setAccess(timedOf(tile));
    if (const auto set = picture_->tiles[static_cast<std::size_t>(tile)].set; set && plot_->cachePicture() == picture_.get())
      selection_.setSet(*set);
  });
  connect(plot_, &ChasePlot::setPicked, this,
          [this](qint64 set) { selection_.setSet(set < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(set))); });
}

bool ChaseView::isEmpty() const { return picture_ == nullptr || picture_->tooMany(); }

QString ChaseView::figure() const { return plot_->covering().any() ? QString() : QString::fromLatin1(chaseEntry().name); }

QString ChaseView::chosenRun() const { return isEmpty() ? QString() : run_; }

bool ChaseView::isCovered(Part part) const {
  const Covering& covered = plot_->covering();
  return part == Part::cache ? covered.cache : part == Part::array ? covered.array : covered.pass;
}

void ChaseView::setCovered(Part part, bool cover) {
  Covering covered = plot_->covering();
  (part == Part::cache ? covered.cache : part == Part::array ? covered.array : covered.pass) = cover;
  plot_->setCovering(covered);
  export_->setEnabled(!covered.any());
  export_->setToolTip(covered.any() ? tr("Not while something is covered: the figure would show it") : tr("Export as a figure"));
  tellFacts();
  tell();
}

QString ChaseView::facts() const {
  if (isEmpty()) return {};
  const Covering& covered = plot_->covering();
  QStringList parts{QString::fromStdString(std::string(to_string(chase_.request.space)))};
  if (!covered.array) parts << tr("N = %1").arg(QString::fromStdString(size_words(picture_->footprint)));
  if (!covered.array && picture_->stride != 0) parts << tr("s = %1").arg(QString::fromStdString(size_words(picture_->stride)));
  if (!covered.pass) parts << tr("pass %1").arg(counted(picture_->pass));
  if (!covered.pass && picture_->tellsVerdicts())
    parts << tr("%1 of %2 miss").arg(counted(picture_->misses), counted(picture_->accesses));
  return parts.join(QStringLiteral(" · "));
}

void ChaseView::showEvent(QShowEvent* event) {
  View::showEvent(event);
  player_.setActive(true);
}

void ChaseView::hideEvent(QHideEvent* event) {
  View::hideEvent(event);
  player_.setActive(false);
}

/// Takes the prepared source from the player, with the run that it plays: in free-running mode the store may already have the next
/// run of that name.
void ChaseView::take() {
  const ShownRun* run = store_.run(player_.runId());
  if (run != nullptr && run->state == ShownRun::State::running && run->replaced != nullptr) run = run->replaced.get();
  if (run == nullptr || run->run->chase() == nullptr) return;
  run_ = run->id;
  chase_ = {run->run->chase()->request, run->trace, store_.verdicts(*run)};
}

void ChaseView::gather() {
  why_.clear();
  step::Source& source = *player_.source();
  const bool chosen = run_ == selection_.currentRun() && selection_.access();
  pass_ = passToShow(source, chosen ? selection_.access() : std::nullopt);
  if (!pass_) {
    picture_.reset();
    why_ = tr("A pass has %1 accesses, and the run timed no pass as a whole. Time more accesses.")
               .arg(counted(source.order().period()));
  } else {
    picture_ = std::make_shared<const ChasePicture>(gatherChase(source, *pass_, chase_));
  }
  plot_->setPicture(picture_ != nullptr && !picture_->tooMany() ? picture_ : nullptr);
}

void ChaseView::refresh() {
  settle();
  const ShownRun* run = store_.run(selection_.currentRun());
  const bool failed = run != nullptr && run->state == ShownRun::State::failed;
  const bool stopped = run != nullptr && run->state == ShownRun::State::stopped;
  banner_->say(failed || stopped ? run->failure : QString(), failed ? Banner::Tone::failure : Banner::Tone::note);
  const bool ready = player_.state() == StepPlayer::State::ready && player_.source() != nullptr;
  const bool waits = player_.state() == StepPlayer::State::measuring || player_.state() == StepPlayer::State::preparing;
  if (ready && !taken_) {
    taken_ = true;
    take();
    gather();
  } else if (!ready) {
    taken_ = false;
    if (!waits || isEmpty()) {  // the picture before stays until the new run has data
      picture_.reset();
      plot_->setPicture(nullptr);
    }
  }
  const bool drawn = !isEmpty();
  stack_->setCurrentIndex(drawn ? 1 : 0);
  play_->setEnabled(drawn);
  told_->setVisible(drawn && height() >= theme_.scaled(240));
  tellFacts();
  followAccess();
  tell();
  if (!drawn) refreshEmpty();
}

/// The last run of the document with few enough accesses in a pass to be drawn; empty if there is none.
QString ChaseView::shortRun() const {
  QString found;
  for (const auto& run : store_.runs())
    if (run->state == ShownRun::State::finished && !run->trace.empty() && run->order.period() > 1 &&
        run->order.period() <= kMostChaseTiles && run->trace.size() >= 2 * run->order.period())
      found = run->id;
  return found;
}

void ChaseView::refreshEmpty() {
  offers_->setOffers({}, false);
  switch (player_.state()) {
    case StepPlayer::State::measuring:
      return empty_->setTexts(tr("Measuring …"), tr("A pass of the chase is drawn here as soon as the run has ended."));
    case StepPlayer::State::preparing:
      return empty_->setTexts(tr("Playing it once: %1 %").arg(static_cast<int>(player_.prepared() * 100)),
                              tr("The sets are filled as the chase fills them."));
    case StepPlayer::State::impossible: return empty_->setTexts(tr("This run can’t be drawn as a chase"), player_.why());
    case StepPlayer::State::ready:
      if (!why_.isEmpty()) return empty_->setTexts(tr("No whole pass"), why_);
      if (picture_ == nullptr) break;
      {
        const QString brief = shortRun();
        empty_->setTexts(
            tr("A long pass"),
            tooManySentence(*picture_) +
                (brief.isEmpty() ? QString() : QLatin1Char(' ') + tr("Of the runs that are there, %1 can be drawn.").arg(brief)));
        const SmallChase small = smallChase(*picture_);
        ParameterValues values{{"space", std::string(to_string(chase_.request.space))},
                               {"bytes", std::to_string(small.bytes)},
                               {"stride", std::to_string(small.stride)}};
        if (chase_.request.l1_kib) values["l1_kib"] = std::to_string(*chase_.request.l1_kib);
        if (chase_.request.carveout_percent)
          values["carveout_percent"] = QString::number(*chase_.request.carveout_percent).toStdString();
        offers_->setOffers({{QStringLiteral("fine-grained"), values}}, !brief.isEmpty());
      }
      return;
    case StepPlayer::State::empty: break;
  }
  empty_->setTexts(tr("What a pointer chase is"),
                   tr("Each word of an array says where the next one is. Run a fine-grained chase of a few words: the array is "
                      "drawn here with the arrow that hops along "
                      "it, what each access takes, and which lines the cache holds then. The button runs N = 52 B with s = 4 B: 13 "
                      "words, one more than the textbook cache holds (2014 paper §3.2)."));
  offers_->setOffers({{QStringLiteral("fine-grained"), {{"bytes", "52"}, {"stride", "4"}}}}, false);
}

void ChaseView::followAccess() {
  if (player_.source() == nullptr || !taken_ || isEmpty()) return plot_->setHop(std::nullopt);
  const bool chosen = run_ == selection_.currentRun() && selection_.access();
  if (passToShow(*player_.source(), chosen ? selection_.access() : std::nullopt) != pass_) {
    gather();
    tellFacts();
  }
  if (isEmpty()) return;
  if (!chosen) return plot_->setHop(std::nullopt);
  const std::uint64_t position = player_.source()->order().position(player_.source()->warmup() + *selection_.access());
  std::size_t hop = 0;  // the place along the path; consecutive accesses to one tile are one place
  std::optional<std::size_t> last;
  const AccessOrder& order = player_.source()->order();
  for (std::uint64_t p = 0; p <= position && p < picture_->accesses; ++p) {
    const std::uint64_t offset = order.offset_at_position(p);
    std::size_t tile = 0;
    while (tile + 1 < picture_->tiles.size() && picture_->tiles[tile + 1].offset <= offset) ++tile;
    if (last && *last != tile) ++hop;
    last = tile;
  }
  plot_->setHop(hop, player_.isPlaying() ? static_cast<int>(1000 / player_.speed() * kShareInFlight) : 0);
}

void ChaseView::followHover() {
  if (isEmpty() || run_ != selection_.currentRun()) return;
  const auto hovered = selection_.hoveredAccess();
  std::optional<std::size_t> found;
  for (std::size_t i = 0; hovered && i < picture_->tiles.size(); ++i)
    for (const ChaseAccess& access : picture_->tiles[i].accesses)
      if (access.timed == *hovered) found = i;
  plot_->setTile(found);
  tell();
}

/// Writes the line below: about the tile under the mouse, or the chosen set, or the whole pass.
void ChaseView::tell() {
  if (isEmpty()) return told_->setText({});
  Covering covered = plot_->covering();
  const ChasePicture* cache = plot_->cachePicture();
  covered.cache = cache != picture_.get();
  QString words;
  if (plot_->tile() && !covered.array) words = tileSentence(*picture_, *plot_->tile(), covered);
  if (words.isEmpty() && cache != nullptr && selection_.set())
    for (const ChaseSet& set : cache->sets)
      if (set.number == *selection_.set()) words = setSentence(*cache, set, plot_->covering());
  if (words.isEmpty()) words = passSentence(*picture_, covered);
  if (words.isEmpty())
    words = tr("Something is covered: guess first.");
  else if (!plot_->tile() && !plot_->covering().any() && player_.source() != nullptr)
    words += QLatin1Char(' ') + QString::fromStdString(player_.source()->basis());
  told_->setText(words);
}

void ChaseView::togglePlaying() {
  if (isEmpty()) return;
  if (!player_.isPlaying() && pass_ && player_.source() != nullptr && !selection_.access())
    player_.goTo(*pass_ * picture_->accesses);
  player_.setPlaying(!player_.isPlaying());
}

void ChaseView::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Space || isEmpty()) return View::keyPressEvent(event);
  togglePlaying();
}

const ViewEntry& chaseViewEntry() {
  static const ViewEntry entry{
      .id = "chase",
      .tab = QT_TRANSLATE_NOOP("View", "Chase"),
      .shows = QT_TRANSLATE_NOOP("View", "What a pointer chase is: the array, the arrow, one warm pass and the cache after it"),
      .make = makeView<ChaseView>,
      .figures = {&chaseEntry()},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_chase_view.cpp"
