// Settings of probes belong to a device and a probe: they are there again when both are, and nowhere else. Where nobody has chosen
// any, those that suit the device stand in the form.
#pragma once

#include <QString>
#include <map>
#include <utility>

#include "engine/probe/probe.h"

namespace chasescope {

class Explorer;
class ParameterForm;

class DeviceSettings {
 public:
  /// Of the form for the device that is open; both must outlive this.
  DeviceSettings(Explorer& explorer, ParameterForm& form) : explorer_(explorer), form_(form) {}

  /// Before another device or probe takes the form over.
  void keep();
  /// Once it has: with what was kept for the two, if anything was.
  void bring();
  /// Another device is open, of which nobody knows yet what suits it.
  void begin();
  /// What suits the device: it is put into the form in place of the defaults, or of what suited the device before, unless somebody
  /// has put anything else there.
  void suit(ParameterValues suited);
  /// The same for a form that was filled with another probe's defaults.
  void suitAgain() { suit(suited_); }
  /// From now on the form is filled by somebody else (a lesson), who is neither kept nor overruled. Off again: the form has what
  /// was kept, or the defaults.
  void hold(bool held);

 private:
  std::pair<QString, QString> place() const;

  Explorer& explorer_;
  ParameterForm& form_;
  std::map<std::pair<QString, QString>, ParameterValues> kept_;  // by device and probe
  ParameterValues suited_;                                       // of a fine-grained chase on the open device
  bool held_ = false;
};

}  // namespace chasescope
