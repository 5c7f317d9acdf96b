// The caches of a card file that a family changes: lists of them, and plausible replacements.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/engine/accuracy/chance.h"

namespace chasescope::accuracy {

using CardFile = nlohmann::json;

/// The caches of global loads, nearest first.
std::vector<std::string> global_caches(const CardFile& card);

/// Whether single lines or less are fetched from a cache: no cache before it on any path fetches larger pieces.
bool is_asked_for_lines(const CardFile& card, const std::string& name);

/// Replaces a cache by another random one. Its size fits between those of the caches before and behind it on all paths, and no
/// cache before it hides its sector. Returns false if no draw is `wanted`.
bool redraw(CardFile& card, Chance& chance, const std::string& name,
            const std::function<bool(const nlohmann::json& cache)>& wanted);

/// Index bits of a hash: each bit of the set is the XOR of one of the lowest bits and several bits above, up to `highest`.
nlohmann::json hashed_bits(Chance& chance, unsigned low, unsigned count, unsigned highest);

/// The ways of each set; 0 if the sets are unequal.
std::uint64_t equal_ways(const nlohmann::json& cache);
std::uint64_t sets_of(const nlohmann::json& cache);
std::uint64_t line_of(const nlohmann::json& cache);
bool has_sectors(const nlohmann::json& cache);

}  // namespace chasescope::accuracy
