#include "widgets/manual/manual_window.h"

#include <QAction>
#include <QCursor>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>

#include "widgets/glossary/explain.h"
#include "widgets/manual/hit_delegate.h"
#include "widgets/manual/manual_browser.h"
#include "widgets/manual/manual_page.h"
#include "widgets/manual/manual_search.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

const QLatin1String kContents("docs/index.md"), kTerm("term:");
const QLatin1String kGeometry("manual/geometry"), kHalves("manual/halves");

bool isWeb(const QString& link) { return link.startsWith(QLatin1String("https://")) || link.startsWith(QLatin1String("http://")); }

}  // namespace

ManualWindow::ManualWindow(const Theme& theme, QWidget* parent)
    : QWidget(parent, Qt::Window),
      theme_(theme),
      search_(new QLineEdit(this)),
      back_(new QPushButton(tr("Back"), this)),
      forward_(new QPushButton(tr("Forward"), this)),
      halves_(new QSplitter(Qt::Horizontal, this)),
      left_(new QStackedWidget(this)),
      contents_(new QTreeWidget(this)),
      said_(looking(new QLabel(this), "quiet")),
      hits_(new QListWidget(this)),
      browser_(new ManualBrowser(theme, this)),
      below_(elidedLabel(this, "quiet")) {
  setWindowTitle(tr("Manual – ChaseScope"));
  setObjectName(QStringLiteral("manualWindow"));
  setAccessibleName(tr("Manual"));
  looking(this, "ground");
  setAttribute(Qt::WA_StyledBackground);
  build();
  fillContents();
  connect(search_, &QLineEdit::textChanged, this, &ManualWindow::find);
  connect(hits_, &QListWidget::currentRowChanged, this, &ManualWindow::showHit);
  connect(hits_, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { showHit(hits_->row(item)); });
  connect(contents_, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
    if (const QString place = item->data(0, Qt::UserRole).toString(); !place.isEmpty())
      visit(place);
    else
      item->setExpanded(!item->isExpanded());
  });
  connect(contents_, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
    if (const QString place = item->data(0, Qt::UserRole).toString(); !place.isEmpty()) visit(place);
  });
  connect(browser_, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) { follow(link.toString()); });
  connect(browser_, &QTextBrowser::highlighted, this, [this](const QUrl& link) { tellAddress(link.toString()); });
  restoreSize();
}

void ManualWindow::build() {
  const auto key = [this](const QString& text, const QKeySequence& keys, auto does) {
    auto* action = new QAction(text, this);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WindowShortcut);
    addAction(action);
    connect(action, &QAction::triggered, this, does);
  };
  const auto button = [this](QPushButton* one, const QString& tip, const QString& keys) {
    one->setToolTip(QStringLiteral("%1  (%2)").arg(tip, keys));
    one->setAccessibleName(tip);
    one->setFocusPolicy(Qt::StrongFocus);
  };
  auto* home = new QPushButton(tr("Contents"), this);
  button(back_, tr("Back to the page before"), tr("Alt+Left"));
  button(forward_, tr("Forward again"), tr("Alt+Right"));
  button(home, tr("All pages"), tr("Alt+Home"));
  const auto contents = [this] {
    search_->clear();
    visit(kContents);
  };
  connect(back_, &QPushButton::clicked, this, &ManualWindow::goBack);
  connect(forward_, &QPushButton::clicked, this, &ManualWindow::goForward);
  connect(home, &QPushButton::clicked, this, contents);
  key(tr("Back"), QKeySequence(tr("Alt+Left")), [this] { goBack(); });
  key(tr("Forward"), QKeySequence(tr("Alt+Right")), [this] { goForward(); });
  key(tr("Contents"), QKeySequence(tr("Alt+Home")), contents);
  key(tr("Search"), QKeySequence::Find, [this] {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
  });
  key(tr("Close"), QKeySequence(Qt::Key_Escape), [this] { search_->text().isEmpty() ? void(close()) : search_->clear(); });
  search_->setPlaceholderText(tr("Search all pages (Ctrl+F)"));
  search_->setAccessibleName(tr("Search the manual"));
  search_->setClearButtonEnabled(true);
  search_->installEventFilter(this);
  contents_->setHeaderHidden(true);
  contents_->setWordWrap(true);  // headings are shown in full, however narrow the list is
  contents_->setTextElideMode(Qt::ElideNone);
  contents_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  contents_->setIndentation(theme_.scaled(14));
  contents_->setAccessibleName(tr("Pages of the manual"));
  contents_->setFont(theme_.text(14));
  hits_->setAccessibleName(tr("What was found"));
  hits_->setItemDelegate(new HitDelegate(theme_, hits_));
  hits_->setResizeMode(QListView::Adjust);
  hits_->setVerticalScrollMode(QListView::ScrollPerPixel);
  hits_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  said_->setWordWrap(true);
  auto* found = new QWidget;
  auto* column = new QVBoxLayout(found);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(said_);
  column->addWidget(hits_, 1);
  left_->addWidget(contents_);
  left_->addWidget(found);
  halves_->addWidget(left_);
  halves_->addWidget(browser_);
  halves_->setChildrenCollapsible(false);
  halves_->setStretchFactor(0, 0);
  halves_->setStretchFactor(1, 1);
  halves_->setSizes({theme_.scaled(290), theme_.scaled(810)});
  left_->setMinimumWidth(theme_.scaled(160));
  browser_->setMinimumWidth(theme_.scaled(240));
  auto* top = new QHBoxLayout;
  for (QWidget* one : std::initializer_list<QWidget*>{back_, forward_, home}) top->addWidget(one);
  top->addWidget(search_, 1);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(12, 10, 12, 8);
  all->addLayout(top);
  all->addWidget(halves_, 1);
  all->addWidget(below_);
  connect(&theme_, &Theme::themeChanged, this, [this] {
    contents_->setFont(theme_.text(14));
    hits_->doItemsLayout();
  });
}

void ManualWindow::fillContents() {
  for (const ManualChapter& chapter : manualChapters()) {
    auto* top = new QTreeWidgetItem(contents_, {chapter.title});
    for (const ManualPage& page : chapter.pages) {
      auto* item = new QTreeWidgetItem(top, {page.title});
      item->setData(0, Qt::UserRole, page.path);
      item->setToolTip(0, page.title);
      for (const ManualSection& section : manualSections()) {
        if (section.page != page.path || section.level != 2) continue;
        auto* below = new QTreeWidgetItem(item, {section.heading});
        below->setData(0, Qt::UserRole, QString(section.page + QLatin1Char('#') + section.anchor));
        below->setToolTip(0, section.heading);
      }
    }
    top->setExpanded(true);
  }
}

// Gives the window its last size and place, within the screen.
void ManualWindow::restoreSize() {
  const QSettings settings;
  const QRect screen =
      (parentWidget() != nullptr ? parentWidget()->screen() : QGuiApplication::primaryScreen())->availableGeometry();
  resize(QSize(theme_.scaled(1120), theme_.scaled(760)).boundedTo(screen.size() - QSize(24, 48)));
  if (!restoreGeometry(settings.value(kGeometry).toByteArray())) return;
  const QRect room = this->screen()->availableGeometry();
  resize(size().boundedTo(room.size()));
  move(std::clamp(x(), room.left(), std::max(room.left(), room.right() + 1 - width())),
       std::clamp(y(), room.top(), std::max(room.top(), room.bottom() + 1 - height())));
  halves_->restoreState(settings.value(kHalves).toByteArray());
}

void ManualWindow::keepSize() {
  QSettings settings;
  settings.setValue(kGeometry, saveGeometry());
  settings.setValue(kHalves, halves_->saveState());
}

void ManualWindow::closeEvent(QCloseEvent* event) {
  keepSize();
  QWidget::closeEvent(event);
}

void ManualWindow::hideEvent(QHideEvent* event) {
  keepSize();  // the window is hidden, not closed, when the program quits with it open
  QWidget::hideEvent(event);
}

void ManualWindow::showPlace(const QString& place) {
  search_->clear();
  QWidget::show();  // shown first: visit() lays the page out for the width that the window has then
  raise();
  activateWindow();
  visit(place);
  browser_->setFocus();
}

QString ManualWindow::place() const { return visits_.empty() ? QString() : visits_[at_].place; }
QString ManualWindow::said() const { return said_->text(); }

void ManualWindow::visit(const QString& place) {
  if (!visits_.empty()) {
    visits_[at_].scrolled = browser_->place();
    if (visits_[at_].place != place) visits_.resize(++at_);
  }
  if (visits_.size() == at_) visits_.push_back({place});
  showVisit(visits_[at_], false);
}

void ManualWindow::showVisit(const Visit& visit, bool asItWas) {
  browser_->showPage(visit.place.section(QLatin1Char('#'), 0, 0), visit.place.section(QLatin1Char('#'), 1));
  if (asItWas) browser_->setPlace(visit.scrolled);
  back_->setEnabled(at_ > 0);
  forward_->setEnabled(at_ + 1 < visits_.size());
  setWindowTitle(tr("%1 – Manual of ChaseScope").arg(browser_->accessibleName()));
  below_->clear();
  chooseInContents();
}

void ManualWindow::goBack() {
  if (at_ == 0) return;
  visits_[at_].scrolled = browser_->place();
  showVisit(visits_[--at_], true);
}

void ManualWindow::goForward() {
  if (at_ + 1 >= visits_.size()) return;
  visits_[at_].scrolled = browser_->place();
  showVisit(visits_[++at_], true);
}

void ManualWindow::follow(const QString& link) {
  if (link.startsWith(kTerm))
    return explainTerm(*browser_, link.mid(kTerm.size()), browser_->mapFromGlobal(QCursor::pos()) + QPoint(0, 10));
  if (isWeb(link)) return emit webLinkClicked(QUrl(link));
  const ManualPlace to = manualPlace(link, browser_->page());
  if (!to.isThere) return below_->setText(tr("%1 is in the source code, and not in the manual.").arg(link));
  visit(to.anchor.isEmpty() ? to.page : to.page + QLatin1Char('#') + to.anchor);
}

void ManualWindow::tellAddress(const QString& link) {
  below_->setText(isWeb(link)              ? tr("A click opens %1 in the browser.").arg(link)
                  : link.startsWith(kTerm) ? tr("A click explains this term.")
                                           : QString());
}

void ManualWindow::find(const QString& typed) {
  hits_->clear();
  browser_->mark(searchWords(typed));
  left_->setCurrentIndex(searchWords(typed).isEmpty() ? 0 : 1);
  if (searchWords(typed).isEmpty()) return;
  const std::vector<ManualHit> found = searchManual(typed);
  said_->setText(found.empty()
                     ? tr("No page of the manual has all of these words: “%1”. Try fewer of them, or another word for the same.")
                           .arg(typed.simplified())
                 : found.size() == 1 ? tr("One place")
                                     : tr("%1 places").arg(found.size()));
  for (const ManualHit& hit : found) {
    const QString where = hit.heading == hit.title ? hit.title : tr("%1: %2").arg(hit.title, hit.heading);
    auto* item = new QListWidgetItem(where, hits_);
    item->setData(HitDelegate::kExcerptRole, hit.excerpt);
    item->setData(Qt::AccessibleDescriptionRole, hit.excerpt);
    item->setData(Qt::UserRole, hit.link);
    item->setToolTip(where);
  }
}

void ManualWindow::showHit(int row) {
  if (const QListWidgetItem* item = hits_->item(row)) {
    const QString link = item->data(Qt::UserRole).toString();
    link.startsWith(kTerm) ? explainTerm(*hits_, link.mid(kTerm.size()), hits_->visualItemRect(item).bottomLeft()) : visit(link);
  }
}

void ManualWindow::chooseInContents() {
  QTreeWidgetItem* page = nullptr;
  for (int i = 0; i < contents_->topLevelItemCount(); ++i)
    for (int j = 0; j < contents_->topLevelItem(i)->childCount(); ++j) {
      QTreeWidgetItem* item = contents_->topLevelItem(i)->child(j);
      if (item->data(0, Qt::UserRole).toString() == browser_->page()) page = item;
    }
  if (page == nullptr) return contents_->setCurrentItem(nullptr);
  page->setExpanded(true);
  QTreeWidgetItem* chosen = page;
  for (int i = 0; i < page->childCount(); ++i)
    if (page->child(i)->data(0, Qt::UserRole).toString() == place()) chosen = page->child(i);
  contents_->setCurrentItem(chosen);
  contents_->scrollToItem(chosen);
}

// In the search field, the up and down arrows move through the hits, and Enter shows the chosen one.
bool ManualWindow::eventFilter(QObject* watched, QEvent* event) {
  if (watched == search_ && event->type() == QEvent::KeyPress && hits_->count() > 0) {
    const int key = static_cast<QKeyEvent*>(event)->key(), row = hits_->currentRow();
    if (key == Qt::Key_Down || key == Qt::Key_Up) {
      hits_->setCurrentRow(std::clamp(row + (key == Qt::Key_Down ? 1 : -1), 0, hits_->count() - 1));
      return true;
    }
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      row < 0 ? hits_->setCurrentRow(0) : showHit(row);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace chasescope

#include "moc_manual_window.cpp"
