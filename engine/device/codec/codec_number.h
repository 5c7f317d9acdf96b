// How numbers are written: integral ones as integers, cycles with no more digits than a float needs.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

namespace chasescope {

/// 35 for 35.0, 35.5 for 35.5. \pre finite.
nlohmann::json json_number(double number);

/// Cycles as a JSON number: the shortest one that is read as the same float. \pre finite.
nlohmann::json json_cycles(float cycles);

/// The characters that write_cycles() may need for one number.
inline constexpr std::size_t kCyclesTextRoom = 24;

/// Writes the shortest text that is read as the same float ("35", "35.1") to `out`, which has kCyclesTextRoom characters.
/// \return the end of the text. \pre finite and |cycles| < 1e15.
char* write_cycles(char* out, float cycles);

/// Reads the text of a number as the nearest float. A number above 1e11 is read as a double instead, so that the caller can compare
/// it with kMaxCycles; it is infinity if it is too large for a double.
/// \return the end of the number, or null if the text begins with no number.
const char* parse_cycles(const char* begin, const char* end, double& value);

/// Appends cycles, separated by commas, without brackets ("35,35,180"): the array of a trace in a protocol line. This needs no JSON
/// value for each number.
void append_cycles(std::string& text, std::span<const float> cycles);

}  // namespace chasescope
