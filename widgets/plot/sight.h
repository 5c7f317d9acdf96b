// What part of a horizontal axis is in sight, in the axis's own unit. Axes of one name (footprints of several views) can be looked at
// together.
#pragma once

#include <QString>
#include <map>

namespace chasescope {

struct Sight {
  double from = 0, to = 1;
  friend bool operator==(const Sight&, const Sight&) = default;
};

/// By the name of the axis; one that is missing is seen as a whole.
using Sights = std::map<QString, Sight>;

}  // namespace chasescope
