#include "engine/device/mystery/level.h"

#include <algorithm>

namespace chasescope::mystery {

std::string_view to_string(Level level) {
  switch (level) {
    case Level::easy: return "easy";
    case Level::medium: return "medium";
    case Level::hard: return "hard";
    case Level::expert: break;
  }
  return "expert";
}

const std::vector<Level>& all_levels() {
  static const std::vector<Level> levels{Level::easy, Level::medium, Level::hard, Level::expert};
  return levels;
}

std::optional<Level> level_from(std::string_view word) {
  const auto found = std::find_if(all_levels().begin(), all_levels().end(), [&](Level level) { return to_string(level) == word; });
  return found == all_levels().end() ? std::nullopt : std::optional(*found);
}

std::uint64_t usual_budget(Level level) {
  switch (level) {
    case Level::easy: return 100'000;
    case Level::medium: return 150'000;
    case Level::hard: return 200'000;
    case Level::expert: break;
  }
  return 250'000;
}

const std::vector<std::string>& answering_probes() {
  static const std::vector<std::string> names{"capacity",     "line",     "sets",  "replacement", "conflicts", "tlb",
                                              "latency",      "sharing",  "count", "memory",      "l2-map",    "footprint-sweep",
                                              "stride-sweep", "spectrum", "facts", "discover"};
  return names;
}

}  // namespace chasescope::mystery
