// What TLB misses add to latencies, so that they need not be kept out of a walk: if every latency is that of a data level plus one
// of these, it tells by itself which level answered.
#pragma once

#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Learns the penalties from pages whose lines all come from memory, and checks on other walks that levels and penalties add up to
/// every latency there is. Empty if they do not, or can't be learnt; then translation must be kept out of the way.
std::vector<double> translation_penalties(Lab& lab, const Survey& survey);

}  // namespace chasescope::structure
