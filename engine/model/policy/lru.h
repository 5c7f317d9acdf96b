// Least recently used: the way that was not touched for the longest time goes.
//
// Each set is a ring of ways from the most to the least recently used one. Taking the oldest turns the ring by one place, so a
// chase over more lines than fit, where every access replaces, costs next to nothing.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/model/policy/parameter_check.h"
#include "engine/model/set_layout.h"

namespace chasescope::model {

class Lru {
 public:
  static constexpr std::string_view name = "lru";
  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>&) { return only_parameters(spec, {}); }

  Lru(const PolicySpec&, const SetLayout& layout, std::uint64_t) : newest_(layout.sets.size()), ring_(layout.slots) {
    for (std::size_t set = 0; set < layout.sets.size(); ++set) {
      const SetHead& head = layout.sets[set];
      // Oldest first is way 0, 1, 2, …: the order in which empty ways are filled.
      newest_[set] = static_cast<std::uint16_t>(head.ways - 1);
      for (std::uint32_t way = 0; way < head.ways; ++way)
        ring_[head.base + way] = {static_cast<std::uint16_t>((way + 1) % head.ways),
                                  static_cast<std::uint16_t>((way + head.ways - 1) % head.ways)};
    }
  }

  std::uint32_t victim(const SetRef& at) const { return ring_[at.base + newest_[at.set]].newer; }
  void fill(const SetRef& at, std::uint32_t way) { hit(at, way); }

  void hit(const SetRef& at, std::uint32_t way) {
    Link* const ring = ring_.data() + at.base;
    const std::uint16_t newest = newest_[at.set];
    const auto touched = static_cast<std::uint16_t>(way);
    if (touched == newest) return;
    newest_[at.set] = touched;
    const std::uint16_t oldest = ring[newest].newer;  // the ring closes here
    if (touched == oldest) return;
    const Link link = ring[touched];
    ring[link.newer].older = link.older;
    ring[link.older].newer = link.newer;
    ring[touched] = {oldest, newest};
    ring[oldest].older = touched;
    ring[newest].newer = touched;
  }

 private:
  struct Link {
    std::uint16_t newer = 0;  // of the newest way: the oldest
    std::uint16_t older = 0;  // of the oldest way: the newest
  };
  std::vector<std::uint16_t> newest_;
  std::vector<Link> ring_;
};

}  // namespace chasescope::model
