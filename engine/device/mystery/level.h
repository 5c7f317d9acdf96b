// How much of a mystery card is asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chasescope::mystery {

enum class Level { easy, medium, hard, expert };

/// "easy", …
std::string_view to_string(Level level);
std::optional<Level> level_from(std::string_view word);
const std::vector<Level>& all_levels();

inline constexpr const char* kLevelWords = "easy, medium, hard, expert";

/// Accesses, timed and warm-up, that a card of this level allows where the lecturer names no other number: more than seven times
/// what careful chases take (a test counts them), and enough for some of the probes' own, which time 16,384 where nothing else is
/// said.
std::uint64_t usual_budget(Level level);

/// The probes, by name, that would answer for the student, in the order in which they are listed. Locked where the lecturer says
/// nothing else; what is left runs chases and tells what they took.
const std::vector<std::string>& answering_probes();

}  // namespace chasescope::mystery
