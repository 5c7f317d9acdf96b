// The parameters that all sweeps share, and functions that evaluate them.
#pragma once

#include <vector>

#include "engine/experiment/lab.h"
#include "engine/probe/parameters.h"
#include "engine/probe/probe.h"

namespace chasescope {

/// The parameter for the spaces: "all", or one space.
Parameter spaces_parameter();
/// The parameter for the largest number of accesses that a probe may request.
Parameter budget_parameter(const char* default_text);

/// The parameter that chooses between everything that the probe can measure and the picture alone, from few accesses, as a
/// discovery draws it.
Parameter draw_parameter();
bool draws_picture_alone(const ParameterReader& read);

/// The time that all chases of a picture together may take on a card, in cycles: 0.3 seconds. On a device that keeps no state from
/// chase to chase (a model), no person waits for its clock, so that only the budget of accesses limits the picture.
inline constexpr double kCyclesOfPicture = 6e8;

/// The spaces that the parameter names and the device has, global.cg first, so that the caches which others share with it are known
/// when these follow. `all` leaves out shared memory, because no cache lies in front of it.
std::vector<MemorySpace> chosen_spaces(const ParameterReader& read, const Description& device);

/// The same for probes that use global memory alone if all spaces are requested; on a device without global memory, they use the
/// spaces that it has.
std::vector<MemorySpace> global_spaces_first(const ParameterReader& read, const Description& device);

/// The setting that all chases of a sweep in that space share.
structure::Setting sweep_setting(const ParameterReader& read, MemorySpace space);

/// Tells the sink the largest number of accesses before the first request.
void state_budget(const ProbeControl& control, std::uint64_t budget);

}  // namespace chasescope
