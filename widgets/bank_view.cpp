#include "widgets/bank_view.h"

#include <QButtonGroup>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/trace/quantity_text.h"
#include "widgets/curve_tools.h"
#include "widgets/empty_state.h"
#include "widgets/finding_text.h"
#include "widgets/panel_parts.h"
#include "widgets/plot/bank_scene.h"
#include "widgets/plot/figure_probes.h"
#include "widgets/run_store.h"
#include "widgets/selection.h"
#include "widgets/theme.h"
#include "widgets/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kDisplayInterval = 40;  // ms; a sweep is a thousand short runs
constexpr std::array kWords{4U, 8U, 16U};

const BankRequest* bankRequest(const ShownRun* run) {
  const auto* bank = run == nullptr ? nullptr : run->run->as<BankRequest>();
  return bank == nullptr ? nullptr : &bank->request;
}

}  // namespace

BankView::BankView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : QWidget(parent), store_(store), selection_(selection), theme_(theme), watch_(store, {QStringLiteral("banks")}, this) {
  looking(this, "card");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Banks"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 12, 12, 12);
  layout->setSpacing(8);
  buildHeader(layout);
  banner_ = new Banner(this);
  layout->addWidget(banner_);
  auto* body = new QWidget(this);
  stack_ = new QStackedLayout(body);
  empty_ = new EmptyState(theme_, QStringLiteral("banks"), QString(), QString(), body);
  empty_->enableOffers(store_);
  connect(empty_, &EmptyState::probeRequested, this, &BankView::probeRequested);
  stack_->addWidget(empty_);
  stack_->addWidget(plot_);
  layout->addWidget(body, 1);
  setFocusProxy(plot_);

  plot_->setPlotStyle(theme_.plotStyle());
  connect(&theme_, &Theme::themeChanged, this, [this] { plot_->setPlotStyle(theme_.plotStyle()); });
  connect(plot_, &BankPlot::strideChosen, this, &BankView::refreshTexts);
  due_.setSingleShot(true);
  due_.setInterval(kDisplayInterval);
  connect(&due_, &QTimer::timeout, this, &BankView::refresh);
  connect(&store_, &RunStore::runFinished, this, [this](const QString& id) {
    if (bankRequest(store_.run(id)) != nullptr && !due_.isActive()) due_.start();
  });
  connect(&store_, &RunStore::findingAdded, this, &BankView::refreshTexts);
  connect(&store_, &RunStore::cleared, this, &BankView::refresh);
  connect(&watch_, &ProbeWatch::changed, this, &BankView::refreshTexts);
  connect(&selection_, &Selection::currentRunChanged, this, &BankView::followSelection);
  refresh();
}

void BankView::buildHeader(QVBoxLayout* layout) {
  plot_ = new BankPlot(this);
  auto* header = new QHBoxLayout;
  header->setSpacing(4);
  header->addWidget(looking(new QLabel(tr("Banks"), this), "title"));
  header->addSpacing(8);
  facts_ = elidedLabel(this, "quiet");
  header->addWidget(facts_, 1);
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
  auto* figure = iconButton(theme_, QStringLiteral("export"), tr("Export as a figure"), QString(), this);
  connect(figure, &QToolButton::clicked, this, &BankView::exportRequested);
  header->addWidget(figure);
  layout->addLayout(header);
}

bool BankView::isEmpty() const { return stack_->currentWidget() == empty_; }

void BankView::refresh() {
  due_.stop();
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
  facts_->setText(facts());
  banner_->say(watch_);
  const bool nothing = !curves_ || curves_->empty();
  stack_->setCurrentWidget(nothing ? static_cast<QWidget*>(empty_) : plot_);
  if (!nothing) return;
  if (!watch_.failure().isEmpty()) {
    empty_->setTexts(tr("No stride was measured"), tr("What went wrong stands above; try again with the button below."), probesOfFigure(QStringLiteral("bank-lanes")));
  } else if (const QString why = whyNothing(store_.findings(), "shared_memory"); !why.isEmpty()) {
    empty_->setTexts(tr("This device can’t be asked"), why);
  } else if (!watch_.measuring().isEmpty()) {
    empty_->setTexts(tr("Measuring …"), tr("The first strides will be here in a moment."));
  } else {
    empty_->setTexts(tr("Which lanes meet in a bank"),
                     tr("Run the probe Bank conflicts. The lanes of a warp are drawn on the banks that "
                        "they want at a stride, beside the latency of every stride."),
                     probesOfFigure(QStringLiteral("bank-lanes")));
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

}  // namespace chasescope
