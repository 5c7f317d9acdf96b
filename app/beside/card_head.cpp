#include "app/beside/card_head.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>

#include "app/measurement/explorer.h"
#include "engine/device/catalogue/catalogue.h"
#include "engine/findings/vocabulary.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr double kName = 18, kShare = 26, kWords = 14;  // px: can be read from the last row of a lecture room
constexpr double kSmallestName = 14;
constexpr int kArrow = 48;  // px that a combo box needs beside its words, for its arrow and margins

/// The miss rate that the run's own probe found; empty if that probe found none, because it measures something else.
std::optional<double> miss_share(const RunStore& store, const ShownRun& run) {
  const std::string id = run.id.toStdString();
  for (const Finding& finding : store.findings())
    if (finding.quantity == quantity::miss_rate && finding.value.is_number() &&
        std::find(finding.evidence.begin(), finding.evidence.end(), id) != finding.evidence.end())
      return finding.value.get<double>();
  return std::nullopt;
}

}  // namespace

CardHead::CardHead(Explorer& explorer, const Theme& theme, bool choice, QWidget* parent)
    : QFrame(parent),
      explorer_(explorer),
      theme_(theme),
      name_(elidedLabel(this, "plain")),
      share_(new QLabel(this)),
      words_(elidedLabel(this, "quiet")),
      devices_(new QComboBox(this)),
      over_(iconButton(theme, QStringLiteral("sweep"), tr("Curves of both cards over each other"), tr("Ctrl+Shift+B"), this)),
      lock_(iconButton(theme, QStringLiteral("lock"), tr("Zoom both cards together"), {}, this)),
      close_(iconButton(theme, QStringLiteral("close"), tr("Take the second card away"), {}, this)) {
  setAccessibleName(tr("Card"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 4, 4, 4);
  row->setSpacing(8);
  // The name takes the room that it needs; the words get the rest.
  row->addWidget(choice ? static_cast<QWidget*>(devices_) : name_);
  row->addWidget(share_);
  row->addWidget(words_, 1);
  name_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
  name_->setVisible(!choice);
  devices_->setVisible(choice);
  devices_->setAccessibleName(tr("The second card"));
  devices_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  buildButtons(*row);
  for (QToolButton* button : {over_, lock_, close_}) button->setVisible(choice);
  connect(devices_, &QComboBox::activated, this, [this] { emit chosen(devices_->currentData().toString()); });
  fill();
  connect(&explorer_, &Explorer::deviceOpened, this, [this](const QString& id) {
    const QSignalBlocker quiet(devices_);
    if (devices_->findData(id) < 0) devices_->addItem(shownText(explorer_.device()->name), id);
    devices_->setCurrentIndex(devices_->findData(id));
    devices_->setToolTip(
        tr("%1: the card that stands beside; it follows the same settings").arg(shownText(explorer_.device()->name)));
    refresh();
  });
  connect(&explorer_, &Explorer::deviceFailed, this, [this](const QString&, const QString& sentence) {
    share_->clear();
    words_->setText(sentence);
  });
  connect(&explorer_, &Explorer::probeEnded, this, [this](const QString&, const QString& sentence) {
    refresh();
    if (!sentence.isEmpty()) words_->setText(sentence);
  });
  connect(&explorer_.store(), &RunStore::findingAdded, this, &CardHead::refresh);
  connect(&explorer_.selection(), &Selection::currentRunChanged, this, &CardHead::refresh);
  connect(&theme_, &Theme::themeChanged, this, &CardHead::restyle);
  restyle();
}

void CardHead::buildButtons(QBoxLayout& row) {
  over_->setCheckable(true);
  lock_->setCheckable(true);
  lock_->setChecked(true);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(0);
  for (QToolButton* button : {over_, lock_, close_}) {
    button->setFocusPolicy(Qt::StrongFocus);
    buttons->addWidget(button);
  }
  row.addLayout(buttons);
  connect(over_, &QToolButton::toggled, this, &CardHead::overWanted);
  connect(lock_, &QToolButton::toggled, this, &CardHead::lockWanted);
  connect(close_, &QToolButton::clicked, this, &CardHead::closed);
}

void CardHead::fill() {
  const QSignalBlocker quiet(devices_);
  for (const CatalogueEntry& entry : list_devices().devices) {
    devices_->addItem(QString::fromStdString(entry.name) + (entry.origin == Origin::recording ? tr(" (recorded)") : QString()),
                      QString::fromStdString(entry.id));
    devices_->setItemData(devices_->count() - 1, QString::fromStdString(entry.summary), Qt::ToolTipRole);
  }
  devices_->setCurrentIndex(-1);
}

void CardHead::restyle() {
  share_->setFont(theme_.number(kShare, Weight::bold));
  // Both heads are equally high, so that what stands below them is in line.
  devices_->setFont(theme_.text(kName, Weight::semiBold));
  const QMargins around = layout()->contentsMargins();
  setFixedHeight(std::max(devices_->sizeHint().height(), QFontMetrics(share_->font()).height()) + around.top() + around.bottom());
  words_->setFont(theme_.text(kWords));
  refresh();
}

QString CardHead::share() const { return said_; }

// When the widget is shown first, the style sheet of its parents replaces the fonts that were set before, so they are set again.
void CardHead::showEvent(QShowEvent* event) {
  restyle();
  QFrame::showEvent(event);
}

void CardHead::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  fitName();
}

/// Makes the name as wide as its text, in type small enough to leave room for what stands beside it.
void CardHead::fitName() {
  const bool choice = !devices_->isHidden();
  const QString name = choice ? devices_->currentText() : name_->text();
  int beside = share_->sizeHint().width() + layout()->contentsMargins().left() + layout()->contentsMargins().right();
  for (QToolButton* button : {over_, lock_, close_})
    if (!button->isHidden()) beside += button->sizeHint().width();
  beside += 3 * layout()->spacing();
  const int room = width() - beside;
  const Weight weight = choice ? Weight::semiBold : Weight::bold;
  const auto widthAt = [&](double pixels) {
    return QFontMetrics(theme_.text(pixels, weight)).horizontalAdvance(name) + (choice ? theme_.scaled(kArrow) : 2);
  };
  double pixels = kName;
  while (pixels > kSmallestName && widthAt(pixels) > room) --pixels;
  QWidget* shown = choice ? static_cast<QWidget*>(devices_) : name_;
  shown->setFont(theme_.text(pixels, weight));
  shown->setFixedWidth(std::max(theme_.scaled(80), std::min(widthAt(pixels), room)));
}

void CardHead::refresh() {
  name_->setText(explorer_.device() ? shownText(explorer_.device()->name) : tr("No device is open"));
  const ShownRun* run = explorer_.store().run(explorer_.selection().currentRun());
  const auto missed = run == nullptr ? std::nullopt : miss_share(explorer_.store(), *run);
  said_ = missed ? tr("%1 %").arg(*missed * 100, 0, 'f', 1) : QString();
  const QColor colour = missed && *missed > 0 ? theme_.colours().missText : theme_.colours().hitText;
  share_->setText(QStringLiteral("<span style='color:%1'>%2</span>").arg(colour.name(), said_));
  words_->setText(missed ? tr("of all accesses miss") : QString());
  fitName();
}

}  // namespace chasescope

#include "moc_card_head.cpp"
