// Random cards of machines that the ordinary series (random_card.h) does not have. Each family is one way in which real or
// published hardware differs. families.cpp names the machine of each family and its source.
//
//   for (const Family& family : families()) …
//   const nlohmann::json file = family_card(family, seed, 17);      // the same on any machine
//
// A card of a family is a card of the ordinary series in which some caches or TLBs are of the family, so that the rest is as varied
// as there. It is as plausible as the ordinary cards, except for the family's own property: slices are not equally near, and a
// victim cache is smaller than the cache before it. truth.h says which findings about such machines are right.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/engine/accuracy/chance.h"

namespace chasescope::accuracy {

struct Family {
  const char* name;
  /// Makes an ordinary card one of the family; false if it can't be one.
  bool (*change)(nlohmann::json& card, Chance& chance);
};

/// All families, in the order in which a series takes them.
const std::vector<Family>& families();

/// Null if there is no such family.
const Family* find_family(const std::string& name);

/// Card file number `number` of the family in the series `seed`.
nlohmann::json family_card(const Family& family, std::uint64_t seed, std::uint64_t number);

}  // namespace chasescope::accuracy
