// Reads a probe's parameters from the text that a person wrote, on the command line or in the form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/error.h"
#include "engine/probe/probe.h"

namespace chasescope {

/// Why `text` is no value for `parameter`, as a sentence; empty if it is one. An empty text is good for optional parameters only.
std::optional<std::string> fault_of(const Parameter& parameter, const std::string& text);

/// The words of a comma-separated list, without the spaces around them; an empty text is one empty word.
std::vector<std::string> parse_names(const std::string& text);

/// Checks every value. The error for an unknown key lists the known keys; that for a wrong value says why it is wrong. Empty if all
/// values are good.
std::optional<DeviceError> check_parameters(const ProbeInfo& probe, const ParameterValues& values);

/// Typed access to values that check_parameters() has passed; missing ones take the default.
class ParameterReader {
 public:
  ParameterReader(const ProbeInfo& probe, const ParameterValues& values) : probe_(probe), values_(values) {}

  std::string text(std::string_view key) const;
  std::uint64_t bytes(std::string_view key) const { return optional_bytes(key).value_or(0); }
  std::uint64_t count(std::string_view key) const { return optional_count(key).value_or(0); }
  std::optional<std::uint64_t> optional_bytes(std::string_view key) const;
  std::optional<std::uint64_t> optional_count(std::string_view key) const;
  std::vector<std::uint64_t> counts(std::string_view key) const;
  std::optional<double> optional_percent(std::string_view key) const;

 private:
  const ProbeInfo& probe_;
  const ParameterValues& values_;
};

}  // namespace chasescope
