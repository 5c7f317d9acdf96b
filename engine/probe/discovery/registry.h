// The list of all probes.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/probe/probe.h"

namespace chasescope {

/// All probes, in the order in which they are listed to people.
const std::vector<std::unique_ptr<Probe>>& all_probes();

/// The probe of that name, or null.
const Probe* find_probe(std::string_view name);

}  // namespace chasescope
