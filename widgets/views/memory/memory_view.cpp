#include "widgets/views/memory/memory_view.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/trace/quantity_text.h"
#include "widgets/document/finding_text.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/shell/empty_state.h"
#include "widgets/shell/offer_button.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/views/memory/answering_part.h"
#include "widgets/views/memory/figure_carveouts.h"
#include "widgets/views/memory/figure_memory.h"
#include "widgets/views/memory/paired_diagrams.h"

namespace chasescope {
namespace {

constexpr const char* kEverything = "discover";
constexpr int kDisplayInterval = 40;  // ms; findings come one by one

const char* probeFor(const BoxLine& line) {
  if (line.subject.empty()) return "";
  if (line.subject.ends_with("_tlb")) return "tlb";
  if (line.subject == subject::shared_memory) return line.quantity == quantity::capacity_bytes ? "" : "banks";
  if (line.subject == subject::request_table) return "outstanding";
  if (line.subject.starts_with("instruction_")) return "instructions";
  if (line.subject == subject::distributed_shared_memory) return "cluster";
  if (line.quantity == quantity::hit_latency_cycles || line.quantity == quantity::miss_penalty_cycles) return "latency";
  if (line.subject == subject::dram) return "";
  if (line.quantity == quantity::capacity_bytes) return "capacity";
  if (line.quantity == quantity::line_bytes) return "line";
  if (line.quantity == quantity::sets) return "sets";
  if (line.quantity == quantity::replacement_policy) return "replacement";
  return "";
}

/// The carve-out that is shown, for a box that lies beside the wall: its missing numbers are those at that carve-out.
ParameterValues valuesFor(const QString& probe, const MemoryBox* box, const MemoryDiagram& diagram) {
  if (box == nullptr || !diagram.carveout || diagram.carveouts.size() < 2) return {};
  const auto& subjects = box->subjects;
  const bool moves = std::find(subjects.begin(), subjects.end(), subject::l1_data) != subjects.end();
  if (!moves || find_probe(probe.toStdString())->info().parameter("carveout_percent") == nullptr) return {};
  return {{"carveout_percent", QString::number(*diagram.carveout).toStdString()}};
}

}  // namespace

QStringList probesFor(const MemoryBox& box) {
  QStringList probes;
  if (box.status == FindingStatus::absent) return probes;
  for (const BoxLine& line : box.lines) {
    // Reported numbers are worth measuring, too.
    if (line.status && *line.status != FindingStatus::reported) continue;
    const char* probe = probeFor(line);
    if (find_probe(probe) != nullptr && !probes.contains(QLatin1String(probe))) probes << QString::fromLatin1(probe);
  }
  return probes;
}

QString partText(const MemoryBox& box) {
  switch (box.kind) {
    case BoxKind::registers:
      return MemoryView::tr("The values of the threads. Registers have no addresses, so an access never misses.");
    case BoxKind::requests: return MemoryView::tr("The number of loads that an SM can have under way. One load more has to wait.");
    case BoxKind::instructions:
      return MemoryView::tr("Holds code, not data. A loop that is larger than this cache is fetched again in every iteration.");
    case BoxKind::shared:
      return MemoryView::tr(
          "Memory that the program fills itself. Lanes that read different rows of the same bank are served one after another.");
    case BoxKind::constant: return MemoryView::tr("Holds constants: fast where all lanes of a warp read the same address.");
    case BoxKind::translation:
      return MemoryView::tr(
          "Holds translations of page addresses. An access to a page without an entry waits for a look-up first.");
    case BoxKind::memory: return MemoryView::tr("All of the card's memory. It is slower than the caches in front of it.");
    case BoxKind::cache: break;
  }
  return box.level > 0 ? MemoryView::tr("The cache in front of memory, which all SMs share.")
                       : MemoryView::tr("The first cache on the path of a load. Each SM has its own.");
}

MemoryView::MemoryView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : View(tr("Memory"), store, selection, theme, parent), watch_(store, {}, this) {
  buildHeader();
  auto* body = new QWidget(this);
  stack_ = new QStackedLayout(body);
  empty_ = new EmptyState(theme_, QStringLiteral("model"), tr("Memory hierarchy of the card"),
                          tr("Open a device. Its caches, TLBs and memories are drawn here, each with what has been measured; "
                             "a click on a box runs what is missing."),
                          body);
  pair_ = new MemoryPair;
  auto* area = new QScrollArea(body);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setFocusPolicy(Qt::NoFocus);  // the boxes take the focus themselves
  area->setWidget(pair_);
  stack_->addWidget(empty_);
  stack_->addWidget(area);
  column()->addWidget(body, 1);
  buildStrip();
  setFocusProxy(plot());

  dress(pair_);
  for (MemoryPlot* each : {plot(), otherPlot()}) connect(each, &MemoryPlot::boxChosen, this, &MemoryView::choose);
  connect(plot(), &MemoryPlot::boxOpened, this, [this](const QString& subject) {
    choose(subject);
    if (const QStringList runs = evidence(); !runs.isEmpty()) emit evidenceRequested(runs);
  });
  connect(plot(), &MemoryPlot::carveoutChosen, this, [this](double percent) {
    carveout_ = percent;
    refresh();
  });
  connectStore();
  refresh();
}

void MemoryView::buildHeader() {
  QHBoxLayout* header = choices();
  carveouts_ = new QComboBox(this);
  carveouts_->setAccessibleName(tr("Carve-out"));
  carveouts_->setToolTip(tr("Which of the measured carve-outs is shown; the wall in the picture can be dragged, too"));
  carveouts_->hide();
  connect(carveouts_, &QComboBox::activated, this, [this](int index) {
    carveout_ = carveouts_->itemData(index).toDouble();
    refresh();
  });
  header->addWidget(carveouts_);
  comparison_ = new QToolButton(this);
  comparison_->setText(tr("Compare"));
  comparison_->setToolTip(tr("Put another card beside this one, with the differences marked"));
  comparison_->setFocusPolicy(Qt::StrongFocus);
  bindIcon(comparison_, theme_, QStringLiteral("chevron-down"), 14);
  comparison_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  comparison_->setLayoutDirection(Qt::RightToLeft);  // puts the arrow behind the word
  comparison_->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
  header->addWidget(comparison_);
  addExport();
}

void MemoryView::buildStrip() {
  strip_ = new QWidget(this);
  auto* row = new QHBoxLayout(strip_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  stripText_ = looking(new QLabel(strip_), "quiet");
  stripText_->setWordWrap(true);
  stripText_->setTextFormat(Qt::PlainText);
  stripText_->setMinimumHeight(theme_.scaled(34));  // room for two lines, so that the picture does not move
  stripText_->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  row->addWidget(stripText_, 1);
  stripButtons_ = new QHBoxLayout;
  stripButtons_->setSpacing(6);
  row->addLayout(stripButtons_);
  column()->addWidget(strip_);
}

void MemoryView::connectStore() {
  const auto soon = [this] { refreshWithin(kDisplayInterval); };
  connect(&store_, &RunStore::findingAdded, this, soon);
  connect(&store_, &RunStore::findingsDropped, this, soon);
  connect(&store_, &RunStore::deviceChanged, this, soon);
  connect(&watch_, &ProbeWatch::changed, this, &MemoryView::refreshTexts);
  connect(&store_, &RunStore::cleared, this, [this] {
    carveout_.reset();
    refresh();
  });
  connect(&selection_, &Selection::accessChanged, this, &MemoryView::followAccess);
  connect(&selection_, &Selection::subjectChanged, this, [this](const QString& subject) {
    plot()->setChosen(subject.toStdString());
    otherPlot()->setChosen(subject.toStdString());
    refreshStrip();
  });
}

bool MemoryView::isEmpty() const { return stack_->currentWidget() == empty_; }

/// Reads the findings anew, of this card and of the other card beside it.
void MemoryView::gather() {
  const bool nothing = store_.findings().empty() && store_.device() == Description();
  MemoryDiagram mine = nothing ? MemoryDiagram() : gatherMemoryDiagram(store_.findings(), store_.device(), carveout_);
  markAssumed(mine, assumed_);
  differences_.clear();
  if (!other_ || mine.empty()) return pair_->setDiagram(std::move(mine));
  Session shown;
  shown.device = store_.device();
  shown.findings = store_.findings();
  auto [left, right] = gatherMemoryPair(shown, *other_, carveout_);
  markAssumed(left, assumed_);
  markAssumed(right, otherAssumed_);
  differences_ = differencesText(compare_sessions(shown, *other_));
  pair_->setDiagrams(std::move(left), std::move(right));
}

void MemoryView::compareWith(std::shared_ptr<const Session> other, AssumedNumbers assumed) {
  other_ = std::move(other);
  otherAssumed_ = std::move(assumed);
  refresh();
}

void MemoryView::setAssumed(AssumedNumbers assumed) {
  if (assumed == assumed_) return;
  assumed_ = std::move(assumed);
  refresh();
}

void MemoryView::refresh() {
  settle();
  gather();
  // The selected part may only now have a box.
  for (MemoryPlot* one : {plot(), otherPlot()}) one->setChosen(selection_.subject().toStdString());
  const MemoryDiagram& diagram = plot()->diagram();
  const QSignalBlocker quiet(carveouts_);
  carveouts_->clear();
  for (const double percent : diagram.carveouts) carveouts_->addItem(tr("carve-out %1 %").arg(percent), percent);
  if (diagram.carveout) carveouts_->setCurrentIndex(carveouts_->findData(*diagram.carveout));
  carveouts_->setVisible(diagram.carveouts.size() > 1);
  stack_->setCurrentIndex(diagram.empty() ? 0 : 1);
  strip_->setVisible(!diagram.empty());
  refreshTexts();
  followAccess();
}

/// Lights the path of the access that was chosen in any view.
void MemoryView::followAccess() {
  const ShownRun* run = store_.run(selection_.currentRun());
  const auto access = selection_.access();
  const auto* chase = run == nullptr ? nullptr : run->run->chase();
  access_.clear();
  std::optional<AnsweringPart> part;
  if (access && chase != nullptr && *access < run->trace.size()) {
    const double cycles = run->trace[*access] - chase->result.overhead_cycles.value_or(0);
    part = answeringPart(store_.findings(), chase->request.space, cycles);
    const QString name = QString::fromStdString(format_count(*access));
    access_ = part ? tr("Access %1 took %2 cycles, as a hit in %3 does. Its path is highlighted.")
                         .arg(name, cyclesText(cycles), subjectText(part->subject))
                   : tr("Access %1 took %2 cycles. No measured hit latency comes near, so its path is not known.")
                         .arg(name, cyclesText(cycles));
  }
  plot()->setAnswered(part ? part->subject : std::string());
  refreshStrip();
}

void MemoryView::refreshTexts() {
  tellFacts();
  banner_->say(watch_);
}

QString MemoryView::facts() const {
  const MemoryDiagram& diagram = plot()->diagram();
  if (diagram.empty()) return {};
  QStringList parts;
  if (!diagram.device.isEmpty()) parts << diagram.device;
  parts << tr("%1 of %2 numbers measured").arg(diagram.measured()).arg(diagram.lines());
  if (!differences_.isEmpty()) return differences_;  // with two cards, each diagram has its own count of measured numbers above it
  if (!diagram.facts.isEmpty()) parts << diagram.facts;
  return parts.join(QStringLiteral(" · "));
}

void MemoryView::choose(const QString& subject) {
  // The findings panel follows the selection; a second click on the box shows all findings again.
  if (selection_.subject() == subject) selection_.setSubject({});
  selection_.setSubject(subject);
}

QStringList MemoryView::evidence() const {
  QStringList runs;
  const MemoryBox* box = plot()->diagram().find(plot()->chosen());
  if (box == nullptr) return runs;
  for (const Finding& finding : store_.findings()) {
    if (std::find(box->subjects.begin(), box->subjects.end(), finding.subject) == box->subjects.end()) continue;
    for (const std::string& id : finding.evidence)
      if (const QString run = QString::fromStdString(id); store_.run(run) != nullptr && !runs.contains(run)) runs << run;
  }
  return runs;
}

void MemoryView::refreshStrip() {
  const MemoryDiagram& diagram = plot()->diagram();
  const MemoryBox* box = diagram.find(plot()->chosen());
  QStringList probes;
  bool shown = false;
  QString text = tr("A click on a box shows its findings, and the probes that measure the rest.");
  if (box == nullptr) {
    if (diagram.measured() == 0 && find_probe(kEverything) != nullptr) probes << QString::fromLatin1(kEverything);
    if (!diagram.left_out.isEmpty())
      text += QLatin1Char(' ') + tr("This device can’t be asked about: %1.").arg(diagram.left_out.join(QStringLiteral(", ")));
  } else {
    probes = probesFor(*box);
    shown = !evidence().isEmpty();
    text = box->title + QStringLiteral(": ") + partText(*box);
    if (!box->note.isEmpty()) {
      text += QLatin1Char(' ') + box->note;
    } else if (!box->status && probes.isEmpty()) {
      text += QLatin1Char(' ') + tr("No probe measures it yet.");
    }
  }
  if (!access_.isEmpty()) text = box == nullptr ? access_ : access_ + QLatin1Char(' ') + text;
  stripText_->setText(text);
  constexpr qsizetype kMost = 3;
  std::vector<Offer> offers;
  for (const QString& probe : probes.mid(0, kMost)) offers.push_back({probe, valuesFor(probe, box, diagram)});
  if (offers == offered_ && shown == offersEvidence_) return;  // the same buttons: leave them, as new ones would lose the focus
  offered_ = std::move(offers);
  offersEvidence_ = shown;
  while (QLayoutItem* item = stripButtons_->takeAt(0)) {
    item->widget()->hide();  // the button is deleted after its own click was handled
    item->widget()->deleteLater();
    delete item;
  }
  for (const Offer& offer : offered_) {
    auto* button = new OfferButton(find_probe(offer.probe.toStdString())->info(), store_, strip_, offer.values);
    connect(button, &QPushButton::clicked, this, [this, offer] { emit probeRequested(offer.probe, offer.values); });
    stripButtons_->addWidget(button);
    button->show();
  }
  if (!shown) return;
  auto* button = new QPushButton(tr("Show the runs"), strip_);
  button->setToolTip(tr("Opens the trace that shows what the box says"));
  button->setAutoDefault(false);
  connect(button, &QPushButton::clicked, this, [this] { emit evidenceRequested(evidence()); });
  stripButtons_->addWidget(button);
  button->show();
}

QString MemoryView::figure() const { return QString::fromLatin1(memoryDiagramEntry().name); }

const ViewEntry& memoryViewEntry() {
  static const ViewEntry entry{
      .id = "memory",
      .tab = QT_TRANSLATE_NOOP("View", "Memory"),
      .shows = QT_TRANSLATE_NOOP("View", "All parts of the hierarchy, with what is known of each"),
      .make = makeView<MemoryView>,
      .figures = {&memoryDiagramEntry(), &carveoutSizesEntry()},
      .probes = {"discover"},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_memory_view.cpp"
