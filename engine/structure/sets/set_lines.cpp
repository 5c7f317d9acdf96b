#include "engine/structure/sets/set_lines.h"

#include <numeric>

namespace chasescope::structure {

SetLines lines_of_sets(const inference::SetIndex& index, std::uint64_t line_bytes, const std::vector<std::uint32_t>& counts,
                       std::uint64_t limit) {
  SetLines result;
  std::vector<std::uint32_t> missing = counts;
  std::uint64_t open = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  for (std::uint64_t address = 0; open > 0; address += line_bytes) {
    if (address >= limit) throw SetsNotFilled("The memory is too small to fill every set.");
    const std::uint64_t set = index.set_of(address);
    if (set >= missing.size() || missing[set] == 0) {
      if (index.kind == inference::SetIndex::Kind::listed && set >= missing.size())
        throw Undecided("The list of sets does not reach these addresses.");
      continue;
    }
    --missing[set];
    --open;
    result.lines.push_back(address);
    result.set.push_back(static_cast<std::uint32_t>(set));
  }
  return result;
}

}  // namespace chasescope::structure
