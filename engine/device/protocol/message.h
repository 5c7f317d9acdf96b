// One line of the protocol: read without trust, written by hand where a trace is long.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/device/chase.h"
#include "engine/device/error.h"

namespace chasescope {

/// The most values of a line. Parts of a trace in the form of parse_part_line() may have more.
inline constexpr std::size_t kMaxLineValues = std::size_t{1} << 23;

/// Reads a line. \return the object, or the end of a sentence that says why the line is none ("is no JSON: …").
/// Refuses what no honest line holds: nesting deeper than 64, more than 10,000 arrays and objects, more than kMaxLineValues values.
struct ParsedLine {
  nlohmann::json object;
  std::string fault;  ///< empty if it was an object
};
ParsedLine parse_line(std::string_view line);

/// A part of a trace as our own server writes it (`{"id":7,"cycles":[35,35]}`), read without building JSON values.
/// Empty if the line has another form; it may be good all the same.
struct FastPart {
  std::uint64_t id = 0;
  std::vector<float> cycles;
};
std::optional<FastPart> parse_part_line(std::string_view line);

/// A value as text on one line; text that is no UTF-8 is mended.
std::string dump(const nlohmann::json& value);

/// The beginning of a line or text, quoted, for messages.
std::string shown_text(std::string_view text);

/// Lines to send, each with its end. `id` is the text of a JSON value.
std::string request_line(std::string_view id, std::string_view call, std::string_view params);
std::string result_line(std::string_view id, std::string_view result);
std::string error_line(std::string_view id, const DeviceError& error);
std::string progress_line(std::string_view id, double fraction);
std::string part_line(std::string_view id, std::span<const float> cycles);

/// The text of a chase's result with its cycles from `first` on.
std::string chase_result_text(ChaseResult result, std::size_t first);

}  // namespace chasescope
