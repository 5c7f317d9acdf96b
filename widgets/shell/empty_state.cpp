#include "widgets/shell/empty_state.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "widgets/shell/offer_strip.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

/// A picture that makes room for the words: it is painted only where it has its full height.
class Picture : public QLabel {
 public:
  explicit Picture(QWidget* parent) : QLabel(parent) { setMinimumHeight(1); }

 protected:
  void paintEvent(QPaintEvent* event) override {
    if (height() >= pixmap().deviceIndependentSize().height()) QLabel::paintEvent(event);
  }
};

}  // namespace

EmptyState::EmptyState(const Theme& theme, const QString& icon, const QString& title, const QString& sentence, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      icon_(icon),
      picture_(new Picture(this)),
      title_(new QLabel(this)),
      sentence_(new QLabel(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(24, 6, 24, 6);
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
  // A layout with stretches, not an alignment: an aligned label gets its preferred width and a height that belongs to another
  // width.
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
  column->insertWidget(column->count() - 1, offers_);  // before the stretch at the lower end
  connect(offers_, &OfferStrip::probeRequested, this, &EmptyState::probeRequested);
}

void EmptyState::setTexts(const QString& title, const QString& sentence, const QStringList& probes) {
  std::vector<Offer> offers;
  for (const QString& probe : probes) offers.push_back({probe, {}});
  setTexts(title, sentence, offers);
}

void EmptyState::setTexts(const QString& title, const QString& sentence, const std::vector<Offer>& offers) {
  if (offers_ != nullptr) {
    offers_->setOffers(offers, false);
    offers_->setVisible(!offers.empty());
  }
  title_->setText(title);
  sentence_->setText(sentence);
  setAccessibleName(title + QStringLiteral(". ") + sentence);
}

QString EmptyState::title() const { return title_->text(); }
QString EmptyState::sentence() const { return sentence_->text(); }

void EmptyState::restyle() {
  const int side = theme_.scaled(36);
  picture_->setPixmap(theme_.iconPixmap(icon_, theme_.colours().outline, side, devicePixelRatioF()));
  title_->setFont(theme_.text(13, Weight::semiBold));
  // longer lines are hard to read
  sentence_->setMaximumWidth(theme_.scaled(440));
}

}  // namespace chasescope

#include "moc_empty_state.cpp"
