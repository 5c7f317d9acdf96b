// One line of the protocol. Reading checks everything; lines with long traces are written without building JSON values.
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

/// The most values in a line. Parts of a trace in the form of parse_part_line() may have more.
inline constexpr std::size_t kMaxLineValues = std::size_t{1} << 23;

/// Reads a line. \return the object, or the end of a sentence that says why the line holds none ("is no JSON (from byte 5 on)").
/// Refuses lines that no proper device sends: nesting deeper than 64, more than 10,000 arrays and objects, more than kMaxLineValues
/// values.
struct ParsedLine {
  nlohmann::json object;
  std::string fault;  ///< empty if the line was an object
};
ParsedLine parse_line(std::string_view line);

/// A part of a trace in the form in which our own server writes it (`{"id":7,"cycles":[35,35]}`), read without building JSON
/// values. Empty if the line has another form; such a line may still be valid.
struct FastPart {
  std::uint64_t id = 0;
  std::vector<float> cycles;
};
std::optional<FastPart> parse_part_line(std::string_view line);

/// A value as text on one line. Bytes that are no UTF-8 are replaced.
std::string dump(const nlohmann::json& value);

/// The beginning of a line or text in quotes, for messages.
std::string shown_text(std::string_view text);

/// Lines to send, each with its line end. `id` is the text of a JSON value.
std::string request_line(std::string_view id, std::string_view call, std::string_view params);
std::string result_line(std::string_view id, std::string_view result);
std::string error_line(std::string_view id, const DeviceError& error);
std::string progress_line(std::string_view id, double fraction);
std::string part_line(std::string_view id, std::span<const float> cycles);

/// The text of a chase's result, with its cycles from index `first` on.
std::string chase_result_text(ChaseResult result, std::size_t first);

}  // namespace chasescope
