#include "engine/structure/shape/known_shapes.h"

#include <algorithm>
#include <iterator>

namespace chasescope::structure {

std::vector<inference::SetIndex> KnownShapes::indices_like(std::uint64_t line_bytes, std::size_t ways) const {
  std::vector<inference::SetIndex> indices;
  for (const auto& [setting, shape] : nearest_)
    if (shape.index && shape.line_bytes == line_bytes && std::find(shape.ways.begin(), shape.ways.end(), ways) != shape.ways.end())
      indices.push_back(*shape.index);
  return indices;
}

std::vector<KnownShapes::Known> KnownShapes::by_trials() const {
  std::vector<Known> known;
  std::copy_if(nearest_.begin(), nearest_.end(), std::back_inserter(known),
               [](const Known& one) { return one.shape.index && !one.shape.by_trials.empty(); });
  return known;
}

}  // namespace chasescope::structure
