#include "widgets/views/requests/request_view.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/findings/vocabulary.h"
#include "engine/trace/quantity_text.h"
#include "widgets/document/finding_text.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/figure/figure_sight.h"
#include "widgets/shell/empty_state.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/style/words.h"
#include "widgets/views/curve_tools.h"
#include "widgets/views/requests/copy_plot.h"
#include "widgets/views/requests/figure_requests.h"

namespace chasescope {
namespace {

constexpr int kDisplayInterval = 80;  // ms between updates, because a study is ten thousand short runs

bool isBurst(const ShownRun* run) { return run != nullptr && run->run->as<OutstandingRequest>() != nullptr; }
bool isCopy(const ShownRun* run) { return run != nullptr && run->run->as<CopyRequest>() != nullptr; }

QString probeOf(RequestView::Page page) {
  return page == RequestView::Page::copies ? QStringLiteral("l2-copy") : QStringLiteral("outstanding");
}

/// Fills a combo box with numbers, keeps the chosen one, and hides it where there is no choice.
void fillChoice(QComboBox* box, const std::vector<std::uint64_t>& numbers, std::uint64_t chosen,
                const std::function<QString(std::uint64_t)>& text) {
  const QSignalBlocker quiet(box);
  std::vector<std::uint64_t> present;
  for (int i = 0; i < box->count(); ++i) present.push_back(box->itemData(i).toULongLong());
  if (present != numbers) {
    box->clear();
    for (const std::uint64_t number : numbers) box->addItem(text(number), QVariant::fromValue<qulonglong>(number));
  }
  box->setCurrentIndex(box->findData(QVariant::fromValue<qulonglong>(chosen)));
  box->setVisible(numbers.size() > 1);
}

}  // namespace

RequestView::RequestView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : View(tr("Requests"), store, selection, theme, parent), watch_(store, {probeOf(Page::threads)}, this) {
  buildHeader();
  auto* body = new QWidget(this);
  stack_ = new QStackedLayout(body);
  empty_ = new EmptyState(theme_, QStringLiteral("requests"), QString(), QString(), body);
  takeOffersOf(empty_);
  for (QWidget* page : {static_cast<QWidget*>(empty_), static_cast<QWidget*>(plot_), static_cast<QWidget*>(copyPlot_)})
    stack_->addWidget(page);
  column()->addWidget(body, 1);
  setFocusProxy(plot_);

  dress(plot_, copyPlot_);
  connect(plot_, &RequestPlot::threadsChosen, this, &RequestView::refreshTexts);
  connectStore();
  refresh();
}

void RequestView::buildHeader() {
  plot_ = new RequestPlot(this);
  copyPlot_ = new CopyPlot(this);
  QHBoxLayout* header = choices();
  loads_ = new QComboBox(this);
  loads_->setAccessibleName(tr("Loads per thread"));
  loads_->setToolTip(tr("Loads of each thread"));
  sharing_ = new QComboBox(this);
  sharing_->setAccessibleName(tr("Threads that share a block"));
  sharing_->setToolTip(tr("How many neighbouring threads load the same block of memory (Merger2 to Merger32 of the study)"));
  for (QComboBox* box : {loads_, sharing_}) {
    header->addWidget(box);
    header->addSpacing(4);
    connect(box, &QComboBox::currentIndexChanged, this,
            [this] { chooseSeries(loads_->currentData().toULongLong(), sharing_->currentData().toULongLong()); });
  }
  pages_ = segments({tr("Threads"), tr("Copies")},
                    {tr("Latency by threads, with its variance (request study, figures 1 and 3 to 10)"),
                     tr("Copies with and without a flush (request study, figure 2)")},
                    header, this);
  connect(pages_, &QButtonGroup::idClicked, this, [this](int id) { setPage(static_cast<Page>(id)); });
  header->addSpacing(4);
  addCurveTools(theme_, {plot_, copyPlot_}, header, this);
  addExport();
}

void RequestView::connectStore() {
  connect(&store_, &RunStore::runFinished, this, [this](const QString& id) {
    const ShownRun* run = store_.run(id);
    if (isBurst(run) || isCopy(run)) refreshWithin(kDisplayInterval);
  });
  connect(&watch_, &ProbeWatch::changed, this, &RequestView::refreshTexts);
  connect(&store_, &RunStore::findingAdded, this, [this](int index) {
    const std::string& subject = store_.findings()[static_cast<std::size_t>(index)].subject;
    if (subject == subject::request_table || subject == subject::l2) refreshWithin(kDisplayInterval);
  });
  connect(&store_, &RunStore::findingsDropped, this, [this] { refreshWithin(kDisplayInterval); });
  connect(&store_, &RunStore::cleared, this, &RequestView::refresh);
  connect(&selection_, &Selection::currentRunChanged, this, &RequestView::followSelection);
}

bool RequestView::isEmpty() const { return stack_->currentWidget() == empty_; }

void RequestView::setPage(Page page) {
  page_ = page;
  watch_.setProbes({probeOf(page)});
  pages_->button(static_cast<int>(page))->setChecked(true);
  showChoices();
  refreshTexts();
}

void RequestView::refresh() {
  settle();
  std::vector<RunPtr> runs;
  for (const auto& run : store_.runs())
    if (run->state == ShownRun::State::finished && (isBurst(run.get()) || isCopy(run.get()))) runs.push_back(run->run);
  curves_ = std::make_shared<const ThreadCurves>(gatherThreadCurves(runs));
  copies_ = std::make_shared<const CopyCurve>(gatherCopies(runs));
  table_ = tableOf(store_.findings());
  plot_->setCurves(curves_, table_);
  copyPlot_->setCopies(copies_);
  showChoices();
  refreshTexts();
}

void RequestView::showChoices() {
  const bool threads = page_ == Page::threads && !curves_->empty();
  std::vector<std::uint64_t> loads;
  if (threads)
    for (const ThreadSeries& series : curves_->series)
      if (series.sharing == plot_->sharing()) loads.push_back(series.loads);
  fillChoice(loads_, loads, plot_->loads(), [](std::uint64_t n) { return n == 1 ? tr("1 load") : tr("%1 loads").arg(counted(n)); });
  fillChoice(sharing_, threads ? curves_->sharings() : std::vector<std::uint64_t>{}, plot_->sharing(), [](std::uint64_t n) {
    return n == 1 ? tr("a block for each thread") : tr("%1 threads share a block").arg(counted(n));
  });
}

void RequestView::chooseSeries(std::uint64_t loads, std::uint64_t sharing) {
  // Not every number of loads was measured with every number of sharing threads.
  if (curves_->find(loads, sharing) == nullptr)
    for (const ThreadSeries& series : curves_->series)
      if (series.sharing == sharing) {
        loads = series.loads;
        break;
      }
  plot_->setSeries(loads, sharing);
  showChoices();
  refreshTexts();
}

void RequestView::followSelection() {
  const ShownRun* run = store_.run(selection_.currentRun());
  if (isCopy(run)) setPage(Page::copies);
  if (!isBurst(run)) return;
  setPage(Page::threads);
  const auto& request = run->run->as<OutstandingRequest>()->request;
  if (curves_->find(request.loads, request.sharing) == nullptr) return;
  chooseSeries(request.loads, request.sharing);
  plot_->setThreads(request.threads);
  refreshTexts();
}

void RequestView::refreshTexts() {
  tellFacts();
  banner_->say(watch_);
  const bool copies = page_ == Page::copies;
  const bool nothing = copies ? copies_->empty() : curves_->empty();
  stack_->setCurrentWidget(nothing ? static_cast<QWidget*>(empty_) : copies ? static_cast<QWidget*>(copyPlot_) : plot_);
  if (!nothing) return;
  const QString probe = probeOf(page_);
  if (!watch_.failure().isEmpty()) {
    empty_->setTexts(tr("Nothing was measured"), tr("The error is named above. Try again with the button below."), {probe});
  } else if (const QString why = whyNothing(store_.findings(), copies ? subject::l2 : subject::request_table); !why.isEmpty()) {
    empty_->setTexts(tr("This device can’t be asked"), why);
  } else if (!watch_.measuring().isEmpty()) {
    empty_->setTexts(tr("Measuring …"), tr("The first points will be here in a moment."));
  } else if (copies) {
    empty_->setTexts(tr("Copy time with and without a flush of the L2"),
                     tr("Run the probe Copies through the L2. It draws the time of copies over their size: once with a flush of "
                        "the L2 before each copy, and once without a flush."),
                     {probe});
  } else {
    empty_->setTexts(
        tr("Number of outstanding requests"),
        tr("Run the probe Outstanding requests. More and more threads load at once. The latency leaps at the number of "
           "threads that fills the request table; the table is drawn beside the curves."),
        {probe});
  }
}

QString RequestView::chosenRun() const {
  for (const auto& run : store_.runs()) {
    if (!isBurst(run.get())) continue;
    const auto& request = run->run->as<OutstandingRequest>()->request;
    if (request.loads == plot_->loads() && request.sharing == plot_->sharing() && request.threads == plot_->threads())
      return run->id;
  }
  return {};
}

QString RequestView::facts() const {
  if (page_ == Page::copies) {
    if (copies_->empty()) return {};
    if (copies_->saturation.verdict != inference::CopySaturation::Verdict::found)
      return tr("%1 sizes").arg(counted(copies_->points.size()));
    return tr("difference saturates at %1")
        .arg(QString::fromStdString(format_bytes(static_cast<std::uint64_t>(copies_->saturation.bytes + 0.5))));
  }
  const ThreadSeries* shown = curves_->find(plot_->loads(), plot_->sharing());
  if (shown == nullptr) return {};
  QStringList parts;
  parts << (shown->fits ? tr("request table full after %1 threads").arg(counted(*shown->fits))
                        : tr("no saturation up to %1 threads").arg(counted(shown->points.back().count)));
  return parts.join(QStringLiteral(" · "));
}

FigureChoice RequestView::choice(const QString& figure) const {
  FigureChoice choice = View::choice(figure);
  if (figure == QLatin1String(threadLatencyEntry().name)) choice.sight = sightOf(plot_->part(), plot_->cursors());
  if (figure == QLatin1String(l2CopyEntry().name)) choice.sight = sightOf(copyPlot_->part(), copyPlot_->cursors());
  return choice;
}

QString RequestView::figure() const {
  return QString::fromLatin1((page_ == Page::copies ? l2CopyEntry() : threadLatencyEntry()).name);
}

void RequestView::turnTo(const QString& probeOrCall) {
  const bool copies = probeOrCall == probeOf(Page::copies) || probeOrCall.toStdString() == CopyRequest::kCall;
  setPage(copies ? Page::copies : Page::threads);
}

const ViewEntry& requestViewEntry() {
  static const ViewEntry entry{
      .id = "requests",
      .tab = QT_TRANSLATE_NOOP("View", "Requests"),
      .shows = QT_TRANSLATE_NOOP("View", "Number of outstanding requests: latency by threads, and the request table"),
      .make = makeView<RequestView>,
      .figures = {&threadLatencyEntry(), &requestTableEntry(), &l2CopyEntry()},
      .probes = {"outstanding", "l2-copy"},
      .calls = {OutstandingRequest::kCall, CopyRequest::kCall},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_request_view.cpp"
