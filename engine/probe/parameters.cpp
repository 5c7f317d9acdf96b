#include "engine/probe/parameters.h"

#include <algorithm>
#include <charconv>

#include "engine/trace/near_word.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string is_none_of(const std::string& word, const std::vector<std::string>& choices) {
  const std::string meant = did_you_mean(word, choices);
  return "'" + word + "' is none of " + joined(choices) + (meant.empty() ? "." : meant);
}

std::optional<double> parse_percent(std::string_view text) {
  if (!text.empty() && text.back() == '%') text.remove_suffix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= 0 && value <= 100)) return std::nullopt;
  return value;
}

}  // namespace

const Parameter* ProbeInfo::parameter(std::string_view key) const {
  const auto found = std::find_if(parameters.begin(), parameters.end(), [&](const Parameter& p) { return p.key == key; });
  return found == parameters.end() ? nullptr : &*found;
}

std::optional<std::string> fault_of(const Parameter& parameter, const std::string& text) {
  if (text.empty()) {
    if (parameter.optional) return std::nullopt;
    return parameter.label + " needs a value.";
  }
  switch (parameter.kind) {
    case ParameterKind::bytes:
      if (const std::string doubt = size_doubt(text); !doubt.empty()) return doubt + ".";
      if (!parse_bytes(text)) return "'" + text + "' is no size; write whole bytes or a size such as 17KiB or 2MiB.";
      break;
    case ParameterKind::count:
      if (!parse_count(text))
        return "'" + text + "' is no whole number from " + std::to_string(parameter.least) + " to 18446744073709551615.";
      if (*parse_count(text) < parameter.least)
        return "The number is " + text + "; it must be at least " + format_count(parameter.least) + ".";
      break;
    case ParameterKind::counts:
      if (!parse_counts(text))
        return "'" + text + "' is no list of whole numbers; write numbers and ranges, such as 0-64 or 1, 2, 8-32:8.";
      break;
    case ParameterKind::percent:
      if (!parse_percent(text)) return "'" + text + "' is no percentage from 0 to 100.";
      break;
    case ParameterKind::choice:
      if (std::find(parameter.choices.begin(), parameter.choices.end(), text) == parameter.choices.end())
        return is_none_of(text, parameter.choices);
      break;
    case ParameterKind::names:
      for (const std::string& name : parse_names(text))
        if (std::find(parameter.choices.begin(), parameter.choices.end(), name) == parameter.choices.end())
          return is_none_of(name, parameter.choices);
      break;
  }
  return std::nullopt;
}

std::vector<std::string> parse_names(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string name = text.substr(begin, end - begin);
    name.erase(0, name.find_first_not_of(' '));
    name.erase(name.find_last_not_of(' ') + 1);
    names.push_back(std::move(name));
    begin = end + 1;
  }
  return names;
}

std::optional<DeviceError> check_parameters(const ProbeInfo& probe, const ParameterValues& values) {
  for (const auto& [key, text] : values) {
    const Parameter* parameter = probe.parameter(key);
    if (parameter == nullptr) {
      std::vector<std::string> keys;
      for (const Parameter& p : probe.parameters) keys.push_back(p.key);
      return DeviceError{ErrorCode::invalid_request,
                         "The probe " + probe.name + " has no key '" + key + "'; it has " + joined(keys) + "."};
    }
    if (auto fault = fault_of(*parameter, text)) return DeviceError{ErrorCode::invalid_request, key + ": " + *fault};
  }
  return std::nullopt;
}

std::string ParameterReader::text(std::string_view key) const {
  const auto given = values_.find(std::string(key));
  if (given != values_.end()) return given->second;
  const Parameter* parameter = probe_.parameter(key);
  return parameter == nullptr ? std::string() : parameter->default_text;
}

std::optional<std::uint64_t> ParameterReader::optional_bytes(std::string_view key) const { return parse_bytes(text(key)); }
std::optional<std::uint64_t> ParameterReader::optional_count(std::string_view key) const { return parse_count(text(key)); }
std::vector<std::uint64_t> ParameterReader::counts(std::string_view key) const {
  return parse_counts(text(key)).value_or(std::vector<std::uint64_t>{});
}
std::optional<double> ParameterReader::optional_percent(std::string_view key) const { return parse_percent(text(key)); }

}  // namespace chasescope
