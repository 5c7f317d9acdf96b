// The numbers of a card that nobody published, under the names that findings give them. A person who reads a measurement beside
// such a number is warned.
//
// The list is for people only: no code that measures or infers may read it.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "engine/model/spec/card.h"

namespace chasescope::model {

/// Subject and quantity of a finding: ("l2", "sets").
using AssumedNumbers = std::set<std::pair<std::string, std::string>>;

/// The numbers whose source is assumed according to the card's file. A quantity that follows from several numbers (a miss penalty
/// is a difference of latencies) is assumed if one of them is.
AssumedNumbers assumed_numbers(const Card& card);

}  // namespace chasescope::model
