// The visible part of a horizontal axis, in the axis's own unit. Axes of the same name (footprints in several views) can be linked.
#pragma once

#include <QString>
#include <map>

namespace chasescope {

struct Sight {
  double from = 0, to = 1;
  friend bool operator==(const Sight&, const Sight&) = default;
};

/// By the name of the axis; an axis without an entry is visible as a whole.
using Sights = std::map<QString, Sight>;

}  // namespace chasescope
