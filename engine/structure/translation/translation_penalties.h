// The penalties that TLB misses add to latencies. If every latency is that of a data level plus one of these penalties, the latency
// alone shows which level answered, and TLB misses need not be avoided.
#pragma once

#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Learns the penalties from pages whose lines all come from memory. Other walks must confirm that levels and penalties explain
/// every latency. Empty if they don't, or if the penalties can't be learnt; then TLB misses must be avoided.
std::vector<double> translation_penalties(Lab& lab, const Survey& survey);

}  // namespace chasescope::structure
