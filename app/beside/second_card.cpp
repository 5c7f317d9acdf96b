#include "app/beside/second_card.h"

#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/beside/card_head.h"
#include "app/beside/likeness.h"
#include "app/beside/shared_zoom.h"
#include "app/tabs/view_tabs.h"
#include "widgets/document/shown_text.h"
#include "widgets/registry/view_list.h"
#include "widgets/style/theme.h"
#include "widgets/views/overlay/figure_overlay.h"
#include "widgets/views/overlay/overlay_view.h"

namespace chasescope {

SecondCard::SecondCard(Explorer& explorer, ViewTabs& views, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      first_(explorer),
      firstViews_(views),
      views_(new ViewTabs(second_, theme)),
      asHighAsTabs_(new QWidget),
      firstHead_(new CardHead(explorer, theme, false)),
      head_(new CardHead(second_, theme, true)),
      likeness_(new Likeness(first_, second_, theme)),
      overlay_(new OverlayView(explorer.store(), theme)),
      zoom_(new SharedZoom(views, *views_, this)) {
  setObjectName(QStringLiteral("secondCard"));
  setAccessibleName(tr("The card beside"));
  second_.setScratch(true);  // the second card repeats what the first measures, so nobody is asked to save it
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  column->addWidget(head_);
  column->addWidget(asHighAsTabs_);
  column->addWidget(views_, 1);
  column->addWidget(overlay_, 1);
  overlay_->hide();
  views_->setObjectName(QStringLiteral("tabsBeside"));
  views_->tabBar()->hide();
  if (views_->cornerWidget() != nullptr) views_->cornerWidget()->hide();
  for (QAction* action : views_->actions()) action->setShortcut({});  // keys belong to the first card's tabs
  firstHead_->hide();
  firstViews_.tabBar()->installEventFilter(this);
  hide();
  follow();
}

SecondCard::~SecondCard() = default;

bool SecondCard::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::Show || event->type() == QEvent::Hide) alignViews();
  return QWidget::eventFilter(watched, event);
}

/// Aligns the views of both cards. The first card's tab bar serves both, so an empty widget as high as the bar stands above the
/// second's views.
void SecondCard::alignViews() {
  const auto above = [](const ViewTabs& views) {
    return views.currentWidget() == nullptr ? 0 : views.currentWidget()->mapTo(&views, QPoint()).y();
  };
  const int higher =
      firstViews_.tabBar()->isVisibleTo(&firstViews_) ? above(firstViews_) - above(*views_) - layout()->spacing() : 0;
  asHighAsTabs_->setVisible(!over_ && higher > 0);
  asHighAsTabs_->setFixedHeight(std::max(0, higher));
}

void SecondCard::follow() {
  connect(head_, &CardHead::chosen, this, &SecondCard::open);
  connect(head_, &CardHead::closed, this, &SecondCard::close);
  connect(head_, &CardHead::overWanted, this, &SecondCard::setOver);
  connect(head_, &CardHead::lockWanted, zoom_, &SharedZoom::setLocked);
  connect(overlay_, &OverlayView::probeRequested, this, &SecondCard::probeRequested);
  connect(overlay_, &OverlayView::exportRequested, this, &SecondCard::overlayExportRequested);
  for (Explorer* one : {&first_, &second_}) {
    connect(one, &Explorer::documentChanged, this, &SecondCard::fillOverlay);
    std::optional<double>& progress = progress_[one == &first_ ? 0 : 1];
    const auto begin = [this, &progress] {
      progress.reset();
      tellDoing();
    };
    connect(one, &Explorer::probeStarted, this, begin);
    connect(one, &Explorer::progressMade, this, [this, &progress](double fraction) {
      constexpr double kPercents = 100;  // progress is drawn in whole percent; a smaller change draws nothing
      const double whole = std::floor(fraction * kPercents) / kPercents;
      if (progress == whole) return;
      progress = whole;
      tellDoing();
    });
    for (const auto signal : {&Explorer::deviceOpening, &Explorer::deviceOpened, &Explorer::deviceClosed})
      connect(one, signal, this, begin);
    for (const auto signal : {&Explorer::probeEnded, &Explorer::deviceFailed}) connect(one, signal, this, begin);
  }
  // While curves lie over each other, the first card's tabs are hidden, and their keys with them.
  addActions(firstViews_.actions());
  connect(&firstViews_, &ViewTabs::currentChanged, this, &SecondCard::followTab);
  connect(&firstViews_, &ViewTabs::turned, views_, &ViewTabs::showView);
  connect(views_, &ViewTabs::probeRequested, this, [this](const QString& probe, const ParameterValues& values) {
    const bool again = values.empty() && second_.probe() == probe && !second_.trouble().isEmpty();  // "Try again"
    second_.run(probe, again ? ParameterValues(second_.values()) : values);
  });
  connect(views_, &ViewTabs::exportRequested, this, &SecondCard::exportRequested);
  connect(views_, &ViewTabs::evidenceRequested, this,
          [this](const QStringList& runs) { second_.selection().setCurrentRun(runs.front()); });
  connect(&first_, &Explorer::probeStarted, this, &SecondCard::measureAsFirst);
  connect(&second_, &Explorer::deviceOpened, this, [this] {
    turnAsFirst();
    measureAsFirst();
  });
  share(first_.selection(), second_.selection());
  share(second_.selection(), first_.selection());
}

// Both cards run the same request, so an access or a line has the same number in both.
void SecondCard::share(Selection& from, Selection& to) {
  const auto shared = [this](auto change) {
    return [this, change] {
      if (sharing_ || !open_) return;
      sharing_ = true;
      change();
      sharing_ = false;
    };
  };
  const auto follows = [this, &to] {
    const ShownRun* run = (&to == &second_.selection() ? second_ : first_).store().run(to.currentRun());
    return run == nullptr ? std::uint64_t{0} : static_cast<std::uint64_t>(run->trace.size());
  };
  connect(&from, &Selection::accessChanged, this, shared([&from, &to, follows] {
    if (!from.access() || *from.access() < follows()) to.setAccess(from.access());
  }));
  connect(&from, &Selection::hoveredAccessChanged, this, shared([&from, &to, follows] {
    if (!from.hoveredAccess() || *from.hoveredAccess() < follows()) to.setHoveredAccess(from.hoveredAccess());
  }));
  connect(&from, &Selection::lineChanged, this, shared([&from, &to] { to.setLine(from.line()); }));
  connect(&from, &Selection::subjectChanged, this, shared([&from, &to] { to.setSubject(from.subject()); }));
}

/// Turns to the view that the first card shows. Several views may share a tab that has room for one of them.
void SecondCard::turnAsFirst() {
  views_->setCurrentIndex(firstViews_.currentIndex());
  const auto shown = firstViews_.all().indexOf(firstViews_.active());
  if (shown >= 0) views_->showView(allViews()[static_cast<std::size_t>(shown)]->id);
}

void SecondCard::followTab() {
  turnAsFirst();
  if (!over_) return;
  const QList<QWidget*> all = firstViews_.all();
  const auto shown = all.indexOf(firstViews_.active());
  if (shown < 0 || !overlay_->turnTo(QString::fromLatin1(allViews()[static_cast<std::size_t>(shown)]->id))) setOver(false);
}

void SecondCard::fillOverlay() {
  if (!over_) return;
  std::vector<CardData> cards;
  for (Explorer* one : {&first_, &second_}) {
    cards.push_back(cardData(one->session()));
    if (one->device()) cards.back().name = shownText(one->device()->name);
  }
  overlay_->setCards(std::move(cards));
  tellDoing();
}

/// A second card that is being opened measures what the first has measured as soon as it is open.
void SecondCard::tellDoing() {
  if (!over_) return;
  for (const Explorer* one : {&first_, static_cast<Explorer*>(&second_)}) {
    const std::size_t at = one == &first_ ? 0 : 1;
    const bool waits = one == &second_ && second_.opening();
    const QString probe = waits ? first_.probe() : one->busy() ? one->probe() : QString();
    overlay_->setDoing(at, {probe, progress_[at]});
  }
}

void SecondCard::setOver(bool over) {
  over = over && open_;
  if (head_->over()->isChecked() != over) head_->over()->setChecked(over);
  if (over_ == over) return;
  over_ = over;
  fillOverlay();
  views_->setVisible(!over_);
  overlay_->setVisible(over_);
  alignViews();
  emit overChanged(over_);
  if (over_) overlay_->setFocus(Qt::OtherFocusReason);
}

void SecondCard::open(const QString& id) {
  open_ = true;
  zoom_->setActive(true);
  firstHead_->show();
  likeness_->setShown(true);
  alignViews();
  show();
  second_.openDevice(id);
  emit opened(true);
}

void SecondCard::openOver(const QString& id) {
  open(id);
  const QList<QWidget*> all = firstViews_.all();
  const auto shown = all.indexOf(firstViews_.active());
  if (shown >= 0 && overlay_->turnTo(QString::fromLatin1(allViews()[static_cast<std::size_t>(shown)]->id))) setOver(true);
}

void SecondCard::close() {
  if (!open_) return;
  setOver(false);
  open_ = false;
  zoom_->setActive(false);
  second_.cancel();
  second_.newSession();
  firstHead_->hide();
  likeness_->setShown(false);
  hide();
  emit opened(false);
}

// While the first card repeats its probe, the second follows as often as it can: it begins anew only if it is idle when the first
// does.
void SecondCard::measureAsFirst() {
  if (!open_ || !second_.device() || first_.probe().isEmpty()) return;
  if (first_.repeats() && second_.busy()) return;
  if (!first_.repeats() && !second_.recording()) second_.newSession();
  second_.run(first_.probe(), first_.values(), first_.repeats());
}

}  // namespace chasescope

#include "moc_second_card.cpp"
