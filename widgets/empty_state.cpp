#include "widgets/empty_state.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/offer_strip.h"
#include "widgets/theme.h"
#include "widgets/theme_sheet.h"

namespace chasescope {

EmptyState::EmptyState(const Theme& theme, const QString& icon, const QString& title, const QString& sentence, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      icon_(icon),
      picture_(new QLabel(this)),
      title_(new QLabel(this)),
      sentence_(new QLabel(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(24, 16, 24, 16);
  layout->setSpacing(8);
  layout->addStretch(2);
  picture_->setAlignment(Qt::AlignCenter);
  title_->setAlignment(Qt::AlignCenter);
  title_->setWordWrap(true);
  looking(sentence_, "quiet");
  sentence_->setAlignment(Qt::AlignCenter);
  sentence_->setWordWrap(true);
  layout->addWidget(picture_);
  layout->addWidget(title_);
  // Not by alignment: an aligned label gets its preferred width, and the height of another.
  auto* row = new QHBoxLayout;
  row->addStretch(1);
  row->addWidget(sentence_, 1000);
  row->addStretch(1);
  layout->addLayout(row);
  layout->addStretch(3);
  setTexts(title, sentence);
  connect(&theme_, &Theme::themeChanged, this, &EmptyState::restyle);
  restyle();
}

void EmptyState::enableOffers(const RunStore& store) {
  offers_ = new OfferStrip(store, theme_, OfferStrip::Text::none, this);
  offers_->hide();
  auto* column = static_cast<QVBoxLayout*>(layout());
  column->insertWidget(column->count() - 1, offers_);  // before the stretch at the foot
  connect(offers_, &OfferStrip::probeRequested, this, [this](const QString& probe) { emit probeRequested(probe); });
}

void EmptyState::setTexts(const QString& title, const QString& sentence, const QStringList& probes) {
  if (offers_ != nullptr) {
    std::vector<Offer> offers;
    for (const QString& probe : probes) offers.push_back({probe, {}});
    offers_->setOffers(offers, false);
    offers_->setVisible(!offers.empty());
  }
  title_->setText(title);
  sentence_->setText(sentence);
  setAccessibleName(title + QStringLiteral(". ") + sentence);
  fitHeight();
}

void EmptyState::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitHeight();
}

/// Where the room is low the words and the offers matter more than the picture and the air around them.
void EmptyState::fitHeight() {
  constexpr int kAir = 16, kLittleAir = 2;
  const QMargins now = layout()->contentsMargins();
  const int picture = theme_.scaled(36) + layout()->spacing();
  const bool shown = picture_->isVisibleTo(this);
  const int words = layout()->totalHeightForWidth(std::max(width(), 1)) - now.top() - now.bottom() - (shown ? picture : 0);
  const bool low = height() < words + picture + 2 * kAir;
  picture_->setVisible(!low);
  const int air = low ? kLittleAir : kAir;
  if (now.top() != air) layout()->setContentsMargins(now.left(), air, now.right(), air);
}

QString EmptyState::title() const { return title_->text(); }
QString EmptyState::sentence() const { return sentence_->text(); }

void EmptyState::restyle() {
  const int side = theme_.scaled(36);
  picture_->setPixmap(theme_.iconPixmap(icon_, theme_.colours().outline, side, devicePixelRatioF()));
  title_->setFont(theme_.text(13, Weight::semiBold));
  // Lines longer than this are hard to read.
  sentence_->setMaximumWidth(theme_.scaled(440));
}

}  // namespace chasescope
