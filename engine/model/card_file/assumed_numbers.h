// Which numbers of a card nobody published, by the names that findings have: what a person is warned of beside a measurement.
//
// For people only: nothing that measures or infers may see it.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "engine/model/spec/card.h"

namespace chasescope::model {

/// Subject and quantity of a finding: ("l2", "sets").
using AssumedNumbers = std::set<std::pair<std::string, std::string>>;

/// The numbers whose source the file gives as assumed. A number that is made of several (a miss penalty is a difference of
/// latencies) is assumed if one of them is.
AssumedNumbers assumed_numbers(const Card& card);

}  // namespace chasescope::model
