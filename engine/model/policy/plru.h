// Tree pseudo-LRU: one bit at each node of a binary tree over the ways points to the half that was not touched last.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/policy/parameter_check.h"
#include "engine/model/spec/set_layout.h"

namespace chasescope::model {

class Plru {
 public:
  static constexpr std::string_view name = "plru";
  static constexpr std::uint32_t max_ways = 64;

  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>& ways) {
    ParameterFaults faults = only_parameters(spec, {});
    for (const std::uint32_t count : ways)
      if (!std::has_single_bit(count) || count > max_ways) {
        faults.push_back({"", "plru needs 1, 2, 4, … or 64 ways in every set, but a set has " + std::to_string(count)});
        break;
      }
    return faults;
  }

  Plru(const PolicySpec&, const SetLayout& layout, std::uint64_t) : trees_(layout.sets.size(), 0) {}

  void empty_again(std::uint64_t, const std::vector<std::uint32_t>& used) {
    for (const std::uint32_t set : used) trees_[set] = 0;
  }

  // Nodes are numbered as in a heap, the root 1. A set bit points right.
  std::uint32_t victim(const SetRef& at) const {
    const std::uint64_t tree = trees_[at.set];
    std::uint32_t node = 1;
    while (node < at.ways) node = 2 * node + static_cast<std::uint32_t>((tree >> node) & 1U);
    return node - at.ways;
  }

  void hit(const SetRef& at, std::uint32_t way) {
    std::uint64_t tree = trees_[at.set];
    for (std::uint32_t node = way + at.ways; node > 1; node /= 2) {
      const std::uint64_t parent = std::uint64_t{1} << (node / 2);
      tree = (node & 1U) != 0 ? tree & ~parent : tree | parent;
    }
    trees_[at.set] = tree;
  }
  void fill(const SetRef& at, std::uint32_t way) { hit(at, way); }

 private:
  std::vector<std::uint64_t> trees_;
};

}  // namespace chasescope::model
