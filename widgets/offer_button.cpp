#include "widgets/offer_button.h"

#include "widgets/run_store.h"
#include "widgets/theme_sheet.h"

namespace chasescope {

OfferButton::OfferButton(const ProbeInfo& probe, const RunStore& store, QWidget* parent)
    : QPushButton(tr("Run %1").arg(QString::fromStdString(probe.title)), parent),
      store_(store),
      tip_(QStringLiteral("%1 (%2)").arg(QString::fromStdString(probe.summary), QString::fromStdString(probe.reference))) {
  setAutoDefault(false);
  connect(&store_, &RunStore::canMeasureChanged, this, &OfferButton::refresh);
  refresh();
}

void OfferButton::refresh() {
  const QString tip = store_.canMeasure() ? tip_ : tr("%1. Not now: no device is open.").arg(tip_);
  setEnabled(store_.canMeasure());
  setToolTip(tip);
  setAccessibleDescription(tip);
}

NoDeviceNote::NoDeviceNote(const RunStore& store, QWidget* parent)
    : QLabel(tr("No device is open, so nothing can be measured. Choose one in the list of devices."), parent) {
  looking<QLabel>(this, "quiet");
  setAlignment(Qt::AlignCenter);
  setWordWrap(true);
  const auto refresh = [this, &store] { setVisible(!store.canMeasure()); };
  connect(&store, &RunStore::canMeasureChanged, this, refresh);
  refresh();
}

}  // namespace chasescope
