#include "widgets/shell/offer_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "engine/probe/discovery/registry.h"
#include "widgets/shell/empty_state.h"
#include "widgets/shell/offer_button.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {

OfferStrip::OfferStrip(const RunStore& store, const Theme& theme, Text text, QWidget* parent)
    : QWidget(parent), store_(store), text_(looking(new QLabel(this), "quiet")), buttons_(new QHBoxLayout) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  auto* row = new QHBoxLayout;
  column->addLayout(row);
  // beside a text the line has no room; the buttons' tooltips give the reason
  if (text == Text::none) column->addWidget(note_ = new WhyNotNote(store, this));
  row->setSpacing(8);
  text_->setWordWrap(true);
  text_->setTextFormat(Qt::PlainText);
  text_->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  text_->setVisible(text == Text::beside);
  if (text == Text::beside) {
    text_->setMinimumHeight(theme.scaled(34));  // always two lines, so that the picture keeps its size
    row->addWidget(text_, 1);
  } else {
    row->addStretch(1);
  }
  buttons_->setSpacing(6);
  row->addLayout(buttons_);
  if (text == Text::none) row->addStretch(1);
}

void OfferStrip::setText(const QString& text) { text_->setText(text); }
void OfferStrip::setOffers(const std::vector<Offer>& offers, bool evidence) {
  if (offers == offers_ && evidence == evidence_) return;
  offers_ = offers;
  if (note_ != nullptr) {
    QStringList probes;
    for (const Offer& offer : offers) probes << offer.probe;
    note_->setProbes(probes);
  }
  evidence_ = evidence;
  while (QLayoutItem* item = buttons_->takeAt(0)) {
    item->widget()->hide();  // not deleted at once: the button's own click may still be running
    item->widget()->deleteLater();
    delete item;
  }
  const auto add = [this](QPushButton* button, auto&& pressed) {
    connect(button, &QPushButton::clicked, this, pressed);
    buttons_->addWidget(button);
    button->show();
  };
  for (const Offer& offer : offers)
    if (const Probe* probe = find_probe(offer.probe.toStdString()))
      add(new OfferButton(probe->info(), store_, this, offer.values),
          [this, offer] { emit probeRequested(offer.probe, offer.values); });
  if (!evidence) return;
  auto* runs = new QPushButton(tr("Show the runs"), this);
  runs->setToolTip(tr("Opens a trace that shows what is said here"));
  runs->setAutoDefault(false);
  add(runs, [this] { emit evidenceRequested(); });
}

OfferPage makeOfferPage(const RunStore& store, const Theme& theme, const QString& icon, QWidget* parent) {
  auto* page = new QWidget(parent);
  auto* column = new QVBoxLayout(page);
  auto* empty = new EmptyState(theme, icon, QString(), QString(), page);
  auto* offers = new OfferStrip(store, theme, OfferStrip::Text::none, page);
  empty->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);  // the offers stand right below the sentence
  column->addStretch(2);
  column->addWidget(empty);
  column->addWidget(offers);
  column->addStretch(3);
  return {page, empty, offers};
}

}  // namespace chasescope

#include "moc_offer_strip.cpp"
