#include "app/window/device_settings.h"

#include <algorithm>
#include <array>

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
  const Origin origin = explorer_.device() ? explorer_.device()->origin : Origin::recording;
  suiting_ = origin == Origin::model ||
             origin == Origin::hardware;  // for these, measurement.cpp finds suited settings and emits chaseSuited()
  bring();
}

void DeviceSettings::suit(ParameterValues suited) {
  suiting_ = false;
  apply(std::move(suited));
}

bool DeviceSettings::awaitsSuited() const {
  return suiting_ && !held_ && wants_suited_chase(form_.probe(), {}) && hasDefaultsOr({});
}

namespace {

constexpr std::array kSuitedKeys{"space", "bytes", "stride"};

bool sameText(const std::string& a, const std::string& b) { return a == b || (parse_bytes(a) && parse_bytes(a) == parse_bytes(b)); }

std::string textOf(const ParameterValues& values, const char* key) {
  const auto found = values.find(key);
  return found == values.end() ? std::string() : found->second;
}

}  // namespace

bool DeviceSettings::hasDefaultsOr(const ParameterValues& values) const {
  const ParameterValues shown = form_.values();
  return std::all_of(kSuitedKeys.begin(), kSuitedKeys.end(), [&](const char* key) {
    const std::string text = textOf(shown, key);
    return sameText(text, form_.probe().parameter(key)->default_text) || (values.contains(key) && sameText(text, values.at(key)));
  });
}

void DeviceSettings::apply(ParameterValues suited) {
  const ParameterValues before = std::exchange(suited_, std::move(suited));
  form_.setSuited(suited_);
  const ProbeInfo& probe = form_.probe();
  if (held_ || !wants_suited_chase(probe, {}) || !hasDefaultsOr(before)) return;
  const ParameterValues shown = form_.values();
  ParameterValues wanted;
  for (const char* key : kSuitedKeys) {
    const auto suiting = suited_.find(key);
    const std::string& to = suiting == suited_.end() ? probe.parameter(key)->default_text : suiting->second;
    if (!sameText(textOf(shown, key), to)) wanted[key] = to;
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
