#include "engine/device/residency.h"

#include <utility>

namespace chasescope {
namespace {

constexpr std::pair<EvictionPriority, std::string_view> kPriorities[] = {
    {EvictionPriority::normal, "normal"},
    {EvictionPriority::first, "first"},
    {EvictionPriority::last, "last"},
    {EvictionPriority::unchanged, "unchanged"},
};

}  // namespace

std::string_view to_string(EvictionPriority priority) {
  for (const auto& [known, word] : kPriorities)
    if (known == priority) return word;
  return "normal";
}

std::optional<EvictionPriority> eviction_priority_from(std::string_view word) {
  for (const auto& [priority, known] : kPriorities)
    if (known == word) return priority;
  return std::nullopt;
}

}  // namespace chasescope
