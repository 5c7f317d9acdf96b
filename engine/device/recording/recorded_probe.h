// How a recording answers a probe. Most probes choose their next request by earlier answers, so they can't run again on a
// recording: it would refuse requests that were not recorded, and the probe would draw false conclusions. A recording therefore
// answers with the findings of the recorded probe and the runs that show them. If a probe needs recorded requests only, it runs
// again on these. Else the recording says in one sentence that it does not hold the probe, and which probes it holds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/probe/probe.h"
#include "engine/session/document/session.h"

namespace chasescope {

/// The probes that a session holds findings or runs of, in the order in which they are listed.
std::vector<const ProbeInfo*> recorded_probes(const Session& session);

/// "The recording of NVIDIA H200 holds no run of Spectrum. It holds Bank conflicts and Capacity.", in titles or in names. `held` are
/// its recorded_probes().
std::string not_recorded(const Session& session, const std::vector<const ProbeInfo*>& held,
                         const std::vector<const ProbeInfo*>& asked, std::string ProbeInfo::* words);

/// The part of a session that belongs to a probe: the whole session if it was made with just these values, else the findings of
/// that probe with their runs, restricted to one space or carve-out if the values name one. Findings of the trials of a discovery
/// also belong to the probe `conflicts`. Empty if the session holds no such findings, or only those of other values.
std::optional<Session> recorded_part(const Session& session, const ProbeInfo& probe, const ParameterValues& values);

/// Runs a probe, unless it is locked on the device (locked_probe.h); a recording answers as described above. Window and command
/// line start every probe here. The sink receives the answer of a recording like a measurement.
Outcome<ProbeReport> run_probe(Device& device, const Probe& probe, const ParameterValues& values, const ProbeControl& control);

}  // namespace chasescope
