// The generation that a card is of, by its compute capability: "Fermi, 2010". For lists and pictures; nothing is inferred from it.
#pragma once

#include <span>
#include <string_view>

namespace chasescope {

struct Generation {
  int capability_from = 0;  ///< ten times the compute capability of its first card: 20 for 2.0
  const char* name;         ///< "Fermi"
  int year = 0;             ///< in which its first card was sold
};

/// Oldest first.
std::span<const Generation> all_generations();

/// Null for what is no compute capability ("", "x") and for one older than all.
const Generation* generation_of(std::string_view compute_capability);

}  // namespace chasescope
