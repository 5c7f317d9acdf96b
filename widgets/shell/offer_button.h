// A button that runs a probe, and a line that says why such buttons are disabled: no device is open, or the open device is a
// recording without runs of these probes.
#pragma once

#include <QLabel>
#include <QPushButton>

#include "engine/probe/probe.h"

namespace chasescope {

class RunStore;

class OfferButton : public QPushButton {
  Q_OBJECT
 public:
  /// "Run Capacity", with what the probe does as its tooltip, and the values with which the button runs it.
  OfferButton(const ProbeInfo& probe, const RunStore& store, QWidget* parent = nullptr, const ParameterValues& values = {});

 private:
  void refresh();

  const RunStore& store_;
  QString name_, tip_;
};

/// A line below buttons, shown only while none of their probes can be run.
class WhyNotNote : public QLabel {
  Q_OBJECT
 public:
  explicit WhyNotNote(const RunStore& store, QWidget* parent = nullptr);
  void setProbes(const QStringList& probes);

 private:
  void refresh();

  const RunStore& store_;
  QStringList probes_;
};

}  // namespace chasescope
