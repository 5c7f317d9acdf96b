#include "widgets/views/measured_view.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "widgets/document/run_store.h"
#include "widgets/shell/empty_state.h"
#include "widgets/shell/offer_button.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kDisplayInterval = 60;  // ms between updates, because a sweep is some hundred short runs

}  // namespace

MeasuredView::MeasuredView(ViewTexts texts, RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : View(texts.title, store, selection, theme, parent),
      texts_(std::move(texts)),
      watch_(store, texts_.every_probe ? QStringList() : texts_.probes, this) {
  build();
  const auto soon = [this] { refreshSoon(); };
  const auto ofMine = [this](const QString& id) {
    const ShownRun* run = store_.run(id);
    const bool mine = texts_.every_probe || (run != nullptr && texts_.probes.contains(QString::fromStdString(run->run->probe)));
    if (run != nullptr && mine) refreshSoon();
  };
  connect(&store_, &RunStore::runFinished, this, ofMine);
  connect(&store_, &RunStore::findingAdded, this, soon);
  connect(&store_, &RunStore::findingsDropped, this, soon);
  connect(&store_, &RunStore::cleared, this, &MeasuredView::refresh);
  connect(&watch_, &ProbeWatch::changed, this, &MeasuredView::refresh);
}

void MeasuredView::build() {
  choices()->setSpacing(8);
  addExport(texts_.export_text);
  setTip(texts_.explanation);

  auto* body = new QWidget(this);
  stack_ = new QStackedLayout(body);
  emptyPage_ = new QWidget(body);
  auto* page = new QVBoxLayout(emptyPage_);
  page->setContentsMargins(0, 0, 0, 0);
  page->addStretch(2);
  empty_ = new EmptyState(theme_, texts_.icon, QString(), QString(), emptyPage_);
  empty_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  page->addWidget(empty_);
  auto* offers = new QHBoxLayout;
  offers->setSpacing(8);
  offers->addStretch();
  for (const QString& name : texts_.probes) {
    const Probe* probe = find_probe(name.toStdString());
    if (probe == nullptr) continue;
    auto* button = new OfferButton(probe->info(), store_, emptyPage_);
    connect(button, &QPushButton::clicked, this, [this, name] { emit probeRequested(name); });
    offers->addWidget(button);
    offers_ << button;
  }
  offers->addStretch();
  page->addLayout(offers);
  page->addSpacing(8);
  auto* note = new WhyNotNote(store_, emptyPage_);
  note->setProbes(texts_.probes);
  page->addWidget(note);
  page->addStretch(3);
  stack_->addWidget(emptyPage_);
  column()->addWidget(body, 1);
}

void MeasuredView::setContent(QWidget* content) {
  content_ = content;
  stack_->addWidget(content);
  setFocusProxy(content);
}

bool MeasuredView::isEmpty() const { return stack_->currentWidget() == emptyPage_; }

MeasuredView::State MeasuredView::state() const {
  if (!watch_.measuring().isEmpty()) return State::filling;
  if (!watch_.failure().isEmpty()) return State::failed;
  if (watch_.stopped()) return State::stopped;
  return hasContent() ? State::full : State::empty;
}

void MeasuredView::refreshSoon() { refreshWithin(kDisplayInterval); }

void MeasuredView::refresh() {
  settle();
  gather();
  refreshTexts();
}

void MeasuredView::refreshTexts() {
  tellFacts();
  banner_->say(watch_);
  const bool content = content_ != nullptr && hasContent();
  if (!content) fillEmptyPage();
  stack_->setCurrentWidget(content ? content_ : emptyPage_);
}

void MeasuredView::fillEmptyPage() {
  const QString why = whyNothingShown(), running = watch_.measuring();
  for (QPushButton* offer : offers_) offer->setVisible(running.isEmpty());
  if (!running.isEmpty()) {
    const Probe* probe = find_probe(running.toStdString());
    empty_->setTexts(tr("Measuring …"), tr("%1 is running; its findings are drawn here as they arrive.")
                                            .arg(probe == nullptr ? running : QString::fromStdString(probe->info().title)));
  } else if (!watch_.failure().isEmpty()) {
    empty_->setTexts(tr("Nothing was measured"), tr("The error is named above. Try again with the button below."));
  } else if (!why.isEmpty()) {
    empty_->setTexts(tr("Nothing can be told"), why);
  } else {
    empty_->setTexts(texts_.promise, texts_.explanation);
  }
}

}  // namespace chasescope

#include "moc_measured_view.cpp"
