#include "app/beside/second_card.h"

#include <QTabBar>
#include <QVBoxLayout>

#include "app/beside/card_head.h"
#include "app/beside/likeness.h"
#include "app/tabs/view_tabs.h"
#include "widgets/style/theme.h"

namespace chasescope {

SecondCard::SecondCard(Explorer& explorer, ViewTabs& views, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      first_(explorer),
      firstViews_(views),
      views_(new ViewTabs(second_, theme)),
      firstHead_(new CardHead(explorer, theme, false)),
      head_(new CardHead(second_, theme, true)),
      likeness_(new Likeness(first_, second_, theme)) {
  setObjectName(QStringLiteral("secondCard"));
  setAccessibleName(tr("The card beside"));
  second_.setScratch(true);  // it repeats what the first measures; nobody is asked about it
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  column->addWidget(head_);
  column->addWidget(views_, 1);
  column->addWidget(likeness_);
  views_->setObjectName(QStringLiteral("tabsBeside"));
  views_->tabBar()->hide();
  if (views_->cornerWidget() != nullptr) views_->cornerWidget()->hide();
  for (QAction* action : views_->actions()) action->setShortcut({});  // keys belong to the first card's tabs
  firstHead_->hide();
  hide();
  follow();
}

SecondCard::~SecondCard() = default;

void SecondCard::follow() {
  connect(head_, &CardHead::chosen, this, &SecondCard::open);
  connect(head_, &CardHead::closed, this, &SecondCard::close);
  connect(&firstViews_, &ViewTabs::currentChanged, this, [this](int tab) { views_->setCurrentIndex(tab); });
  connect(views_, &ViewTabs::probeRequested, this,
          [this](const QString& probe, const ParameterValues& values) { second_.run(probe, values); });
  connect(views_, &ViewTabs::exportRequested, this, &SecondCard::exportRequested);
  connect(views_, &ViewTabs::evidenceRequested, this,
          [this](const QStringList& runs) { second_.selection().setCurrentRun(runs.front()); });
  connect(&first_, &Explorer::probeStarted, this, &SecondCard::measureAsFirst);
  connect(&second_, &Explorer::deviceOpened, this, [this] {
    views_->setCurrentIndex(firstViews_.currentIndex());
    measureAsFirst();
  });
  share(first_.selection(), second_.selection());
  share(second_.selection(), first_.selection());
}

// A trace of the same request has the same accesses, and its passes the same lines.
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

void SecondCard::open(const QString& id) {
  open_ = true;
  firstHead_->show();
  show();
  second_.openDevice(id);
  emit opened(true);
}

void SecondCard::close() {
  if (!open_) return;
  open_ = false;
  second_.cancel();
  second_.newSession();
  firstHead_->hide();
  hide();
  emit opened(false);
}

// Free-running, the second measures as often as it can: when the first begins anew and it is through.
void SecondCard::measureAsFirst() {
  if (!open_ || !second_.device() || first_.probe().isEmpty()) return;
  if (first_.repeats() && second_.busy()) return;
  if (!first_.repeats() && !second_.recording()) second_.newSession();
  second_.run(first_.probe(), first_.values(), first_.repeats());
}

}  // namespace chasescope

#include "moc_second_card.cpp"
