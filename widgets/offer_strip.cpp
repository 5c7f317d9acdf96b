#include "widgets/offer_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "widgets/theme.h"
#include "widgets/theme_sheet.h"

namespace chasescope {

OfferStrip::OfferStrip(const Theme& theme, Text text, QWidget* parent)
    : QWidget(parent), text_(looking(new QLabel(this), "quiet")), buttons_(new QHBoxLayout) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  text_->setWordWrap(true);
  text_->setTextFormat(Qt::PlainText);
  text_->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  text_->setVisible(text == Text::beside);
  if (text == Text::beside) {
    text_->setMinimumHeight(theme.scaled(34));  // two lines, so that the picture stays where it is
    row->addWidget(text_, 1);
  } else {
    row->addStretch(1);
  }
  buttons_->setSpacing(6);
  row->addLayout(buttons_);
  if (text == Text::none) row->addStretch(1);
}

void OfferStrip::setText(const QString& text) { text_->setText(text); }
QString OfferStrip::text() const { return text_->text(); }

void OfferStrip::setOffers(const std::vector<Offer>& offers, bool evidence) {
  if (offers == offers_ && evidence == evidence_) return;
  offers_ = offers;
  evidence_ = evidence;
  while (QLayoutItem* item = buttons_->takeAt(0)) {
    item->widget()->hide();  // it goes when its own click has been dealt with
    item->widget()->deleteLater();
    delete item;
  }
  const auto add = [this](const QString& text, const QString& tooltip, auto&& pressed) {
    auto* button = new QPushButton(text, this);
    button->setToolTip(tooltip);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, pressed);
    buttons_->addWidget(button);
    button->show();
  };
  for (const Offer& offer : offers)
    if (const Probe* probe = find_probe(offer.probe.toStdString()))
      add(tr("Run %1").arg(QString::fromStdString(probe->info().title)),
          QStringLiteral("%1 (%2)").arg(QString::fromStdString(probe->info().summary),
                                        QString::fromStdString(probe->info().reference)),
          [this, offer] { emit probeRequested(offer.probe, offer.values); });
  if (evidence) add(tr("Show the runs"), tr("Opens a trace that shows what is said here"), [this] { emit evidenceRequested(); });
}

}  // namespace chasescope
