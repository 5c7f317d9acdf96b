#include "widgets/views/banks/bank_view.h"

#include <QButtonGroup>
#include <QLabel>
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
#include "widgets/views/banks/bank_curve_scene.h"
#include "widgets/views/banks/bank_picture.h"
#include "widgets/views/banks/figure_banks.h"
#include "widgets/views/banks/figure_clusters.h"
#include "widgets/views/curve_tools.h"

namespace chasescope {
namespace {

constexpr int kDisplayInterval = 40;  // ms between updates, because a sweep is a thousand short runs
constexpr std::array kWords{4U, 8U, 16U};

const BankRequest* bankRequest(const ShownRun* run) {
  const auto* bank = run == nullptr ? nullptr : run->run->as<BankRequest>();
  return bank == nullptr ? nullptr : &bank->request;
}

}  // namespace

BankView::BankView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : View(tr("Banks"), store, selection, theme, parent), watch_(store, {QStringLiteral("banks")}, this) {
  buildHeader();
  auto* body = new QWidget(this);
  stack_ = new QStackedLayout(body);
  empty_ = new EmptyState(theme_, QStringLiteral("banks"), QString(), QString(), body);
  takeOffersOf(empty_);
  stack_->addWidget(empty_);
  stack_->addWidget(plot_);
  column()->addWidget(body, 1);
  setFocusProxy(plot_);

  dress(plot_);
  connect(plot_, &BankPlot::strideChosen, this, &BankView::refreshTexts);
  connect(&store_, &RunStore::runFinished, this, [this](const QString& id) {
    if (bankRequest(store_.run(id)) != nullptr) refreshWithin(kDisplayInterval);
  });
  connect(&store_, &RunStore::findingAdded, this, &BankView::refreshTexts);
  connect(&store_, &RunStore::cleared, this, &BankView::refresh);
  connect(&watch_, &ProbeWatch::changed, this, &BankView::refreshTexts);
  connect(&selection_, &Selection::currentRunChanged, this, &BankView::followSelection);
  refresh();
}

void BankView::buildHeader() {
  plot_ = new BankPlot(this);
  QHBoxLayout* header = choices();
  wordsRow_ = new QWidget(this);
  auto* row = new QHBoxLayout(wordsRow_);
  row->setContentsMargins(0, 0, 0, 0);
  words_ = segments({tr("4 B"), tr("8 B"), tr("16 B")}, {tr("Words of 4 bytes"), tr("Words of 8 bytes"), tr("Words of 16 bytes")},
                    row, this);
  connect(words_, &QButtonGroup::idClicked, this, [this](int id) {
    plot_->setWordBytes(kWords[static_cast<std::size_t>(id)]);
    refreshTexts();
  });
  header->addWidget(wordsRow_);
  header->addSpacing(4);
  addCurveTools(theme_, {plot_}, header, this);
  addExport();
}

bool BankView::isEmpty() const { return stack_->currentWidget() == empty_; }

void BankView::refresh() {
  settle();
  std::vector<RunPtr> runs;
  for (const auto& run : store_.runs())
    if (run->state == ShownRun::State::finished && run->run->as<BankRequest>() != nullptr) runs.push_back(run->run);
  curves_ = std::make_shared<const BankCurves>(gatherBankCurves(runs));
  plot_->setCurves(curves_);
  showWords();
  refreshTexts();
}

void BankView::showWords() {
  const auto words = curves_->words();
  wordsRow_->setVisible(words.size() > 1);
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    QAbstractButton* button = words_->button(static_cast<int>(i));
    button->setVisible(std::find(words.begin(), words.end(), kWords[i]) != words.end());
    button->setChecked(kWords[i] == plot_->wordBytes());
  }
}

void BankView::followSelection() {
  const BankRequest* request = bankRequest(store_.run(selection_.currentRun()));
  if (request == nullptr) return;
  plot_->setWordBytes(request->word_bytes);
  plot_->setStride(request->stride);
  showWords();
  refreshTexts();
}

void BankView::refreshTexts() {
  tellFacts();
  banner_->say(watch_);
  const bool nothing = !curves_ || curves_->empty();
  stack_->setCurrentWidget(nothing ? static_cast<QWidget*>(empty_) : plot_);
  if (!nothing) return;
  if (!watch_.failure().isEmpty()) {
    empty_->setTexts(tr("No stride was measured"), tr("The error is named above. Try again with the button below."),
                     probesOf(bankLanesEntry()));
  } else if (const QString why = whyNothing(store_.findings(), subject::shared_memory); !why.isEmpty()) {
    empty_->setTexts(tr("This device can’t be asked"), why);
  } else if (!watch_.measuring().isEmpty()) {
    empty_->setTexts(tr("Measuring …"), tr("The first strides will be here in a moment."));
  } else {
    empty_->setTexts(tr("Bank conflicts of a warp"),
                     tr("Run the probe Bank conflicts. The lanes of a warp are drawn on the banks that "
                        "they want at a stride, beside the latency of every stride."),
                     probesOf(bankLanesEntry()));
  }
}

QString BankView::chosenRun() const {
  for (const auto& run : store_.runs()) {
    const BankRequest* request = bankRequest(run.get());
    if (request != nullptr && request->stride == plot_->stride() && request->word_bytes == plot_->wordBytes()) return run->id;
  }
  return {};
}

QString BankView::facts() const {
  if (!curves_ || curves_->empty()) return {};
  QStringList parts;
  for (const BankMode& mode : curves_->modes)
    if (const auto layout = mode.layout()) {
      const QString text =
          layout->row_bytes == layout->width_bytes
              ? tr("%1 banks of %2 B").arg(layout->banks).arg(layout->width_bytes)
              : tr("%1 banks of %2 B, rows of %3 B").arg(layout->banks).arg(layout->width_bytes).arg(layout->row_bytes);
      if (!parts.contains(text)) parts << text;
    }
  if (parts.isEmpty()) parts << tr("%1 strides").arg(curves_->strides(plot_->wordBytes()).size());
  return parts.join(QStringLiteral(" · "));
}

FigureChoice BankView::choice(const QString& figure) const {
  FigureChoice choice = View::choice(figure);
  if (figure == QLatin1String(bankLatencyEntry().name)) choice.sight = sightOf(plot_->part(), plot_->cursors());
  return choice;
}

QString BankView::figure() const { return QString::fromLatin1(bankLanesEntry().name); }

const ViewEntry& bankViewEntry() {
  static const ViewEntry entry{
      .id = "banks",
      .tab = QT_TRANSLATE_NOOP("View", "Banks"),
      .shows = QT_TRANSLATE_NOOP("View", "Bank conflicts in shared memory: the lanes of a warp, and latency by stride"),
      .make = makeView<BankView>,
      .figures = {&bankLatencyEntry(), &bankLanesEntry(), &clusterLatenciesEntry()},
      .probes = {"banks"},
      .calls = {BankRequest::kCall},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_bank_view.cpp"
