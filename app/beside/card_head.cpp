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

constexpr double kName = 18, kShare = 26, kWords = 14;  // px: read from the last row of a room

/// What the run's own probe says of its misses; nothing where it says nothing, as of a probe that measures something else.
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
      close_(iconButton(theme, QStringLiteral("close"), tr("Take the second card away"), {}, this)) {
  setAccessibleName(tr("Card"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 4, 4, 4);
  row->setSpacing(12);
  row->addWidget(choice ? static_cast<QWidget*>(devices_) : name_, 3);
  row->addWidget(share_);
  row->addWidget(words_, 1);
  row->addWidget(close_);
  name_->setMinimumWidth(140);
  name_->setVisible(!choice);
  devices_->setVisible(choice);
  devices_->setAccessibleName(tr("The second card"));
  devices_->setToolTip(tr("The card that stands beside: it follows the same settings"));
  devices_->setMinimumWidth(160);
  close_->setVisible(choice);
  close_->setFocusPolicy(Qt::StrongFocus);
  connect(devices_, &QComboBox::activated, this, [this] { emit chosen(devices_->currentData().toString()); });
  connect(close_, &QToolButton::clicked, this, &CardHead::closed);
  fill();
  connect(&explorer_, &Explorer::deviceOpened, this, [this](const QString& id) {
    const QSignalBlocker quiet(devices_);
    if (devices_->findData(id) < 0) devices_->addItem(shownText(explorer_.device()->name), id);
    devices_->setCurrentIndex(devices_->findData(id));
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
  name_->setFont(theme_.text(kName, Weight::bold));
  devices_->setFont(theme_.text(kName, Weight::semiBold));
  share_->setFont(theme_.number(kShare, Weight::bold));
  words_->setFont(theme_.text(kWords));
  refresh();
}

QString CardHead::share() const { return said_; }

// A style sheet that was there before takes away what fonts were set until now.
void CardHead::showEvent(QShowEvent* event) {
  restyle();
  QFrame::showEvent(event);
}

void CardHead::refresh() {
  name_->setText(explorer_.device() ? shownText(explorer_.device()->name) : tr("No device is open"));
  const ShownRun* run = explorer_.store().run(explorer_.selection().currentRun());
  const auto missed = run == nullptr ? std::nullopt : miss_share(explorer_.store(), *run);
  said_ = missed ? tr("%1 %").arg(*missed * 100, 0, 'f', 1) : QString();
  const QColor colour = missed && *missed > 0 ? theme_.colours().missText : theme_.colours().hitText;
  share_->setText(QStringLiteral("<span style='color:%1'>%2</span>").arg(colour.name(), said_));
  words_->setText(missed ? tr("of all accesses miss") : QString());
}

}  // namespace chasescope

#include "moc_card_head.cpp"
