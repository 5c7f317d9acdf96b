// Single conditions of a finding. A file may have anything in their place, so a condition of another type counts as none.
#pragma once

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace chasescope {

/// A condition that is a word; empty if there is none of that name. \param conditions any JSON
inline std::string word_in(const nlohmann::json& conditions, std::string_view name) {
  if (!conditions.is_object()) return {};
  const auto found = conditions.find(name);
  return found != conditions.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// A condition that is a whole number; `otherwise` if there is none of that name. \param conditions any JSON
inline std::int64_t number_in(const nlohmann::json& conditions, std::string_view name, std::int64_t otherwise) {
  if (!conditions.is_object()) return otherwise;
  const auto found = conditions.find(name);
  if (found == conditions.end() || !found->is_number()) return otherwise;
  constexpr double kMost = 1e15;               // below that each whole number is itself
  const double number = found->get<double>();  // a file holds whole numbers, but a probe may state them as floating point
  return std::abs(number) < kMost ? static_cast<std::int64_t>(number) : otherwise;
}

}  // namespace chasescope
