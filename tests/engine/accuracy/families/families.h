// Random cards of machines that the ordinary series (random_card.h) does not have: one family for each way in which real or
// published hardware differs. families.cpp names the machine of each, and its source.
//
//   for (const Family& family : families()) …
//   const nlohmann::json file = family_card(family, seed, 17);      // the same on any machine
//
// A card of a family is a card of the ordinary series in which some caches or TLBs are of the family, so that all else is as varied
// as there; it is as plausible as those, but for what the family itself is: slices are not equally near, and a victim cache is
// smaller than what lies before it. What may be told of such machines is in truth.h.
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

/// All of them, in the order in which a series goes through them.
const std::vector<Family>& families();

/// Null if there is no such family.
const Family* find_family(const std::string& name);

/// Card file number `number` of the family in the series `seed`.
nlohmann::json family_card(const Family& family, std::uint64_t seed, std::uint64_t number);

}  // namespace chasescope::accuracy
