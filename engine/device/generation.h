// The generation of a card, by its compute capability: "Fermi, 2010". It is only for lists and pictures; no result depends on it.
#pragma once

#include <span>
#include <string_view>

namespace chasescope {

struct Generation {
  int capability_from = 0;  ///< ten times the compute capability of the first card of this generation: 20 for 2.0
  const char* name;         ///< "Fermi"
  int year = 0;             ///< the year in which the first card was sold
};

/// Oldest first.
std::span<const Generation> all_generations();

/// Null for a text that is no compute capability ("", "x"), and for a capability older than all generations.
const Generation* generation_of(std::string_view compute_capability);

}  // namespace chasescope
