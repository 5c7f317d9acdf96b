// The caches of a card file that a family changes: which there are, and others in their place that are as plausible.
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

/// Whether a cache is asked for single lines or less: nothing before it on any path asks for larger pieces.
bool is_asked_for_lines(const CardFile& card, const std::string& name);

/// Puts another random cache in the place of one, of a size that fits between those before and behind it on all paths, with a
/// sector that no cache before it hides; false if none that is `wanted` comes up.
bool redraw(CardFile& card, Chance& chance, const std::string& name,
            const std::function<bool(const nlohmann::json& cache)>& wanted);

/// Index bits of a hash: each bit of the set is one of the lowest bits and several of those above, up to `highest`.
nlohmann::json hashed_bits(Chance& chance, unsigned low, unsigned count, unsigned highest);

/// All sets have this many ways; 0 if they are unequal.
std::uint64_t equal_ways(const nlohmann::json& cache);
std::uint64_t sets_of(const nlohmann::json& cache);
std::uint64_t line_of(const nlohmann::json& cache);
bool has_sectors(const nlohmann::json& cache);

}  // namespace chasescope::accuracy
