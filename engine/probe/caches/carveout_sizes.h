// Measures the size of the L1 for each share of its array that shared memory may take (the carve-out).
//
// From Volta on, an SM has one array for the L1 and shared memory. The driver divides it by the shared memory that a kernel asks
// for. A lone chase therefore gets a small L1, whose size is not the largest that the card offers. The switch between two L1 sizes
// of Fermi and Kepler (l1_kib) is no carve-out.
#pragma once

#include <vector>

#include "engine/experiment/recorder.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Measures the largest footprint that l1_data holds without a miss at carve-outs of 0, 25, 50, 75 and 100 %. Each gives a finding
/// `contiguous_bytes` with the condition `carveout_percent`. At 0 %, where the L1 is largest, line, sets, ways, index and policy
/// are measured too, if the device serves trials. `survey`: of global.ca at the driver's carve-out; its levels distinguish hits
/// from misses at any carve-out. `with_drivers_choice`: also measure the size at the driver's carve-out, if no other step has.
/// Empty if the size is the same at 0 % and at 100 % (the device has no carve-out), or if the device does not answer these
/// requests. Throws DeviceFailure.
std::vector<Finding> carveout_findings(Device& device, Recorder& recorder, const Setting& setting, const Survey& survey,
                                       Budget& budget, bool with_drivers_choice = false);

/// Finds line, sets, ways, index and policy of the nearest cache of another space at carve-out 0 %. This cache may be the same
/// array as the L1 of global.ca. So the structure that trials found through global.ca is tested first, and a new search is made
/// only if it fails. `subject`: the cache. `survey`: of the setting's space at the driver's carve-out. `staying_bytes`: the largest
/// contiguous footprint without misses at carve-out 0 %. Empty if trials decide nothing. Throws DeviceFailure.
std::vector<Finding> structure_at_largest(Device& device, Recorder& recorder, const Setting& setting, const Survey& survey,
                                          Budget& budget, const std::string& subject, std::uint64_t staying_bytes);

}  // namespace chasescope::structure
