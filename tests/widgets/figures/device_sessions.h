// What a device tells when all probes that fill figures have asked it: one session a device, made once in a run of the tests.
#pragma once

#include <string>
#include <vector>

#include "engine/session/session.h"

namespace chasescope {

/// Every bundled device, by its id: the software GPUs and the recording.
std::vector<std::string> bundledDevices();

/// A whole discovery, the sweeps, a trace and a series of footprints that overflow the L1. What the device refuses is left out.
const Session& wholeSession(const std::string& device);

/// What one probe tells of a device, as the command line asks it.
Session probeSession(const std::string& device, const std::string& probe);

}  // namespace chasescope
