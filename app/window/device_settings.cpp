#include "app/window/device_settings.h"

#include "app/measurement/explorer.h"
#include "app/measurement/suited_chase.h"
#include "engine/trace/quantity_text.h"
#include "widgets/shell/parameter_form.h"

namespace chasescope {

std::pair<QString, QString> DeviceSettings::place() const {
  return {explorer_.deviceId(), QString::fromStdString(form_.probe().name)};
}

void DeviceSettings::keep() {
  if (!held_ && !explorer_.deviceId().isEmpty()) kept_[place()] = form_.values();
}

void DeviceSettings::bring() {
  if (held_) return;
  const auto kept = kept_.find(place());
  if (kept != kept_.end()) form_.setValues(kept->second);
}

void DeviceSettings::begin() {
  form_.setSuited({});
  form_.setSpaces(explorer_.device() ? std::optional(explorer_.device()->spaces) : std::nullopt);
  suited_.clear();
  bring();
}

void DeviceSettings::suit(ParameterValues suited) {
  const ParameterValues before = std::exchange(suited_, std::move(suited));
  form_.setSuited(suited_);
  const ProbeInfo& probe = form_.probe();
  if (held_ || !wants_suited_chase(probe, {})) return;
  const ParameterValues shown = form_.values();
  const auto same = [](const std::string& a, const std::string& b) {
    return a == b || (parse_bytes(a) && parse_bytes(a) == parse_bytes(b));
  };
  ParameterValues wanted;
  for (const char* key : {"space", "bytes", "stride"}) {
    const auto now = shown.find(key), was = before.find(key);
    const auto suiting = suited_.find(key);
    const std::string& standard = probe.parameter(key)->default_text;
    const std::string text = now == shown.end() ? std::string() : now->second;
    if (!same(text, standard) && (was == before.end() || !same(text, was->second))) return;
    const std::string& to = suiting == suited_.end() ? standard : suiting->second;
    if (!same(text, to)) wanted[key] = to;
  }
  if (!wanted.empty()) form_.setValues(wanted);
}

void DeviceSettings::hold(bool held) {
  if (held == held_) return;
  keep();
  held_ = held;
  if (held) return;
  form_.setProbe(ProbeInfo(form_.probe()));
  suitAgain();
  bring();
}

}  // namespace chasescope
