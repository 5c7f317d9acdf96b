#include "engine/device/description.h"

#include <algorithm>

namespace chasescope {

std::string_view to_string(Origin origin) {
  switch (origin) {
    case Origin::hardware: return "hardware";
    case Origin::model: return "model";
    case Origin::recording: return "recording";
    case Origin::external: return "external";
  }
  return "external";
}

std::optional<Origin> origin_from(std::string_view word) {
  for (const Origin origin : {Origin::hardware, Origin::model, Origin::recording, Origin::external})
    if (to_string(origin) == word) return origin;
  return std::nullopt;
}

bool Description::serves(std::string_view call) const {
  return std::find(calls.begin(), calls.end(), call) != calls.end();
}

bool Description::serves(MemorySpace space) const {
  return std::find(spaces.begin(), spaces.end(), space) != spaces.end();
}

std::optional<std::uint64_t> Description::max_footprint(MemorySpace space) const {
  const auto own = properties.max_footprint_bytes_by_space.find(space);
  if (own != properties.max_footprint_bytes_by_space.end()) return own->second;
  return is_beyond_card(space) ? std::nullopt : properties.max_footprint_bytes;  // this property is about the card's own memory
}

}  // namespace chasescope
