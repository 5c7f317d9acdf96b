// What the L1 holds at each share of its array that shared memory may take (the carve-out).
//
// On cards from Volta on the driver divides one array between the L1 and shared memory, by what a kernel asks for: a lone chase
// gets a small L1 that says nothing of what the card has. Fermi's and Kepler's switch of two sizes (l1_kib) is no carve-out.
#pragma once

#include <vector>

#include "engine/experiment/recorder.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// The largest footprint without a miss of l1_data at carve-outs of 0, 25, 50, 75 and 100 %: a `contiguous_bytes` with
/// `carveout_percent` among its conditions for each of them; and at 0 %, where it is largest, line, sets, ways, index and policy,
/// where the device makes trials. `survey`: of global.ca as the driver chooses, whose levels tell hits from misses at any size.
/// `with_drivers_choice`: also what it holds as the driver chooses, where nobody has told that yet. Empty where the size is the
/// same at 0 % and at 100 % (the device has no carve-out), or where the device does not answer these questions. Throws
/// DeviceFailure.
std::vector<Finding> carveout_findings(Device& device, Recorder& recorder, const Setting& setting, const Survey& survey,
                                       Budget& budget, bool with_drivers_choice = false);

/// Line, sets, ways, index and policy of the nearest cache of another space at carve-out 0 %, which may be the same array: what
/// trials showed through global.ca is put to the test first, and looked for anew if it does not hold. `subject`: that cache;
/// `survey`: of the setting's space as the driver chooses; `staying_bytes`: the largest contiguous footprint that stays at
/// carve-out 0 %. Empty where trials tell nothing. Throws DeviceFailure.
std::vector<Finding> structure_at_largest(Device& device, Recorder& recorder, const Setting& setting, const Survey& survey,
                                          Budget& budget, const std::string& subject, std::uint64_t staying_bytes);

}  // namespace chasescope::structure
