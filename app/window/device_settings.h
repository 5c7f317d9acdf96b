// Keeps the settings of each probe on each device, and restores them when the same device and probe are chosen again. Until a
// person chooses settings, the form has settings that suit the device.
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
  /// For the form, and for the device that is open in the explorer; both must outlive this.
  DeviceSettings(Explorer& explorer, ParameterForm& form) : explorer_(explorer), form_(form) {}

  /// Call before another device or probe takes the form: keeps its settings.
  void keep();
  /// Call after that: restores the settings that were kept for the new device and probe, if there are any.
  void bring();
  /// Another device is open, and the settings that suit it are not known yet.
  void begin();
  /// Puts settings that suit the device into the form, in place of the defaults or of earlier suited settings; not if a person has
  /// set other values.
  void suit(ParameterValues suited);
  /// Applies the suited settings again, after the form was filled with another probe's defaults.
  void suitAgain() { apply(suited_); }
  /// Whether suited settings are still being found and will replace the form's values.
  bool awaitsSuited() const;
  /// While held, a lesson fills the form: its values are neither kept nor replaced. Afterwards the form gets the kept settings, or
  /// the defaults.
  void hold(bool held);

 private:
  std::pair<QString, QString> place() const;
  void apply(ParameterValues suited);
  /// Whether the form's values equal these values, and the defaults where `values` has none.
  bool hasDefaultsOr(const ParameterValues& values) const;

  Explorer& explorer_;
  ParameterForm& form_;
  std::map<std::pair<QString, QString>, ParameterValues> kept_;  // by device and probe
  ParameterValues suited_;                                       // for a fine-grained chase on the open device
  bool held_ = false, suiting_ = false;
};

}  // namespace chasescope
