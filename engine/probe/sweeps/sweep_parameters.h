// The parameters that sweeps share, and what they mean.
#pragma once

#include <vector>

#include "engine/experiment/lab.h"
#include "engine/probe/parameters.h"
#include "engine/probe/probe.h"

namespace chasescope {

/// "all", or one space.
Parameter spaces_parameter();
/// The most accesses that a probe may ask for.
Parameter budget_parameter(const char* default_text);

/// Whether all is measured that the probe can tell, or the picture alone, from few accesses, as a discovery draws it.
Parameter draw_parameter();
bool draws_picture_alone(const ParameterReader& read);

/// What a picture may take of a card, all its chases together (cycles of its clock): 0.3 seconds. A device that keeps no
/// state from chase to chase has no clock that a person waits for; there the budget of accesses is all that counts.
inline constexpr double kCyclesOfPicture = 6e8;

/// The device's spaces that the parameter names, global.cg first so that what others share with it is known when they come. `all`
/// leaves shared memory out, which no cache lies in front of.
std::vector<MemorySpace> chosen_spaces(const ParameterReader& read, const Description& device);

/// The same for probes that look at global memory if all spaces are meant: without it, at what other spaces there are.
std::vector<MemorySpace> global_spaces_first(const ParameterReader& read, const Description& device);

/// The setting of every chase of a sweep in that space.
structure::Setting sweep_setting(const ParameterReader& read, MemorySpace space);

/// Tells the sink, before anything is asked, how many accesses it may come to.
void state_budget(const ProbeControl& control, std::uint64_t budget);

}  // namespace chasescope
