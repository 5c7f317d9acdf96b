// Shared by all tests of policies: the names of policies in sentences, and the number of accesses that noise may have shown wrong.
#pragma once

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

namespace chasescope::inference {

/// The name as it is usually written: abbreviations in capitals.
inline std::string name_of(std::string_view policy) {
  if (policy == "random" || policy == "weighted_way") return policy == "random" ? "random" : "weighted way";
  std::string name(policy);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return name;
}

inline std::string percent(double share) { return std::to_string(std::lround(100 * share)) + " %"; }

/// How many of `accesses` accesses noise may have shown wrong.
inline std::size_t tolerated(std::size_t accesses, bool noisy) { return noisy ? 1 + accesses / 200 : 0; }

/// With fewer replacements no policy is named.
inline constexpr std::size_t kFewestVictims = 8;

}  // namespace chasescope::inference
