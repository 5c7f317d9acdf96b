// A button that runs a probe, and the line that says why such buttons are off: without an open device nothing can be measured.
#pragma once

#include <QLabel>
#include <QPushButton>

#include "engine/probe/probe.h"

namespace chasescope {

class RunStore;

class OfferButton : public QPushButton {
  Q_OBJECT
 public:
  /// "Run Capacity", with what the probe does as its tooltip.
  OfferButton(const ProbeInfo& probe, const RunStore& store, QWidget* parent = nullptr);

 private:
  void refresh();

  const RunStore& store_;
  QString tip_;
};

/// Shown only while no device is open.
class NoDeviceNote : public QLabel {
  Q_OBJECT
 public:
  explicit NoDeviceNote(const RunStore& store, QWidget* parent = nullptr);
};

}  // namespace chasescope
