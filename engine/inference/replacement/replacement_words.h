// What the judges of policies share: how policies are called in sentences, and how many accesses noise may have shown wrong.
#pragma once

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

namespace chasescope::inference {

/// As the field writes it: names that are abbreviations in capitals.
inline std::string name_of(std::string_view policy) {
  if (policy == "random" || policy == "weighted_way") return policy == "random" ? "random" : "weighted way";
  std::string name(policy);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return name;
}

inline std::string percent(double share) { return std::to_string(std::lround(100 * share)) + " %"; }

/// How many of that many accesses noise may have shown as the contrary.
inline std::size_t tolerated(std::size_t accesses, bool noisy) { return noisy ? 1 + accesses / 200 : 0; }

/// Fewer replacements tell no policy.
inline constexpr std::size_t kFewestVictims = 8;

}  // namespace chasescope::inference
