// The levels of a mystery card: how much a student is asked to find.
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

/// The budget of a card of this level if the lecturer gives none: accesses, timed and warm-up. It is more than seven times the
/// number that careful chases need (a test counts them). It is also enough for some of the probes, which time 16,384 accesses by
/// default.
std::uint64_t usual_budget(Level level);

/// The names of the probes that would find the answers for the student, in the order of their list. They are locked unless the
/// lecturer says otherwise. The other probes only run chases and show their latencies.
const std::vector<std::string>& answering_probes();

}  // namespace chasescope::mystery
