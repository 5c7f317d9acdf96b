#include "app/window/window_pages.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/beside/card_drop.h"
#include "app/beside/card_head.h"
#include "app/beside/likeness.h"
#include "app/beside/second_card.h"
#include "app/documents/document_dialogs.h"
#include "app/start/start_page.h"
#include "app/tabs/view_tabs.h"
#include "app/window/main_window.h"
#include "app/window/presenter_mode.h"
#include "widgets/figure/figure_sight.h"
#include "widgets/shell/device_list.h"
#include "widgets/style/panel_parts.h"
#include "widgets/views/overlay/overlay_plot.h"
#include "widgets/views/overlay/overlay_view.h"

namespace chasescope {

WindowPages::WindowPages(MainWindow& window, QStackedWidget& pages, QSplitter& cards, PresenterMode& presenter, LogPanel& log,
                         Theme& theme)
    : QObject(&window), window_(window), pages_(pages), cards_(cards), presenter_(presenter), log_(log), theme_(theme) {
  connect(window_.actions().beside, &QAction::triggered, this, [this](bool on) { putBeside(on ? another() : QString()); });
  connect(window_.actions().over, &QAction::triggered, this, [this](bool over) { second().setOver(over); });
  connect(window_.actions().cards, &QAction::triggered, this, [this] { showCards(CardsDialog::Page::table); });
  connect(window_.actions().generations, &QAction::triggered, this, [this] { showCards(CardsDialog::Page::years); });
  connect(window_.actions().normal, &QAction::triggered, this, [this] { showCards(CardsDialog::Page::check); });
  connect(window_.actions().start, &QAction::triggered, this, [this] { showStart(true); });
  drop_ = new CardDrop(cards_, window_);
  connect(drop_, &CardDrop::dropped, this, [this](const QString& id) {
    second().openOver(id);
    cards_.setSizes({cards_.width() / 2, cards_.width() / 2});
  });
}

WindowPages::~WindowPages() = default;

QString WindowPages::another() const {
  for (const DeviceEntry& entry : window_.findChild<DeviceList*>()->devices())
    if (entry.id != window_.explorer().deviceId()) return entry.id;
  return {};
}

void WindowPages::showStart(bool start) {
  if (start && start_ == nullptr) makeStart();
  pages_.setCurrentIndex(start ? 1 : 0);
  presenter_.setStart(start);
}

void WindowPages::makeStart() {
  start_ = new StartPage(window_.explorer(), window_.freeRun(), window_.form(), theme_);
  QWidget* page = scrolling(start_);  // for a small window
  page->setAccessibleName(tr("Start"));
  pages_.addWidget(page);
  WindowActions& actions = window_.actions();
  connect(start_, &StartPage::lessonChosen, &window_, &MainWindow::playLesson);
  connect(start_, &StartPage::lessonsWanted, actions.lessons, &QAction::trigger);
  connect(start_, &StartPage::sessionWanted, actions.open, &QAction::trigger);
  connect(start_, &StartPage::exploreWanted, this, [this] { showStart(false); });
  connect(start_, &StartPage::deviceChosen, this, [this](const QString& id) {
    showStart(false);
    window_.measureWhenOpen();
    window_.openDevice(id);
  });
  connect(start_, &StartPage::discoverWanted, this, [this] {
    showStart(false);
    window_.onceOpen([this] { window_.runProbe(QStringLiteral("discover"), {}); });
  });
  connect(start_, &StartPage::figureWanted, this, [this] {
    showStart(false);
    window_.actions().exportFigure->trigger();
  });
}

SecondCard& WindowPages::second() {
  if (second_ != nullptr) return *second_;
  second_ = new SecondCard(window_.explorer(), window_.views(), theme_);
  cards_.addWidget(second_);
  static_cast<QVBoxLayout*>(cards_.widget(0)->layout())->insertWidget(0, second_->firstHead());
  placeBelowBoth(*second_->likeness());
  secondDialogs_ = std::make_unique<DocumentDialogs>(second_->explorer(), log_, theme_, &window_);
  WindowActions& actions = window_.actions();
  connect(second_, &SecondCard::opened, actions.beside, &QAction::setChecked);
  connect(second_, &SecondCard::opened, actions.over, &QAction::setEnabled);
  connect(second_, &SecondCard::overChanged, actions.over, &QAction::setChecked);
  connect(second_, &SecondCard::overChanged, this, [this](bool over) { cards_.widget(0)->setVisible(!over); });
  connect(second_, &SecondCard::probeRequested, &window_, [this](const QString& probe) { window_.runProbe(probe, {}); });
  connect(second_, &SecondCard::overlayExportRequested, this, &WindowPages::exportOverlay);
  connect(second_, &SecondCard::exportRequested, this, [this](const QString& figure) {
    secondDialogs_->exportFigure(figure, [this](const QString& name) { return second_->views().choiceOfFigure(name); });
  });
  connect(&second_->explorer(), &Explorer::deviceFailed, this,
          [this](const QString&, const QString& sentence) { log_.add(LogPanel::Level::error, sentence); });
  return *second_;
}

/// Puts the widget into the page's column, below the row of cards.
void WindowPages::placeBelowBoth(QWidget& widget) {
  auto* column = static_cast<QVBoxLayout*>(cards_.parentWidget()->layout());
  for (int i = 0; i < column->count(); ++i)
    if (QLayout* row = column->itemAt(i)->layout(); row != nullptr && row->indexOf(&cards_) >= 0)
      return column->insertWidget(i + 1, &widget);
}

void WindowPages::exportOverlay() {
  const OverlayView& shown = second_->overlay();
  const FigureChoice seen{
      .run = {}, .cache = {}, .sight = sightOf(shown.plot()->part(), shown.plot()->cursors()), .variant = shown.variant()};
  const QString figure = QString::fromLatin1(shown.kind().figure);
  // If another figure is chosen in the dialog, it shows its default part.
  DocumentDialogs dialogs(window_.explorer(), log_, theme_, &window_);
  dialogs.exportFigure(figure, [&](const QString& name) { return name == figure ? seen : FigureChoice(); },
                       {std::make_shared<const Session>(second_->explorer().session())});
}

void WindowPages::showCards(CardsDialog::Page page) {
  if (library_ == nullptr) library_ = new CardLibrary({}, this);
  const Explorer& explorer = window_.explorer();
  const QString id = explorer.deviceId();
  const auto& known = library_->cards();
  const bool listed = std::any_of(known.begin(), known.end(), [&](const CardLibrary::Card& card) { return card.id == id; });
  // A device that is not listed, or an opened session: use what has been measured so far.
  const bool own = !listed && explorer.hasFindings() && !(explorer.device() && explorer.device()->sealed);
  auto open = own ? std::make_shared<const Session>(explorer.session()) : nullptr;
  CardsDialog dialog(*library_, std::move(open), id, theme_, &window_);
  DocumentDialogs files(window_.explorer(), log_, theme_, &dialog);
  connect(&dialog, &CardsDialog::exportRequested, &dialog,
          [&](const FigureOutcome& figure, const QString& name) { files.exportAlone(figure, name); });
  connect(&dialog, &CardsDialog::saveRequested, &dialog, [&](const auto& text) { files.saveTable(text); });
  dialog.setPage(page);
  if (page == CardsDialog::Page::years) dialog.tickAll();
  dialog.exec();
}

void WindowPages::putBeside(const QString& id) {
  if (id.isEmpty() && second_ == nullptr) return;
  if (id.isEmpty()) return second().close();
  second().open(id);
  cards_.setSizes({cards_.width() / 2, cards_.width() / 2});
}

}  // namespace chasescope

#include "moc_window_pages.cpp"
