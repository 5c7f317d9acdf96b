// What a recording answers to a probe. Most probes ask by what they were told before, so they can't be run again on what was kept:
// requests that nobody recorded would be refused, and what a probe concluded from that would be false. A recording therefore answers
// with what the probe found then, with the runs that show it; or the probe is made again from recorded requests, if it asks for
// nothing else; or the recording says in one sentence that it holds no such thing, and what it holds.
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

/// What the session holds of a probe: all of it where it was made with just these values, else the findings of that probe, with
/// their runs; of one space or carve-out, if the values name one. What the trials of a discovery told is told to `conflicts` as
/// well. Empty if it holds nothing of it, or other values.
std::optional<Session> recorded_part(const Session& session, const ProbeInfo& probe, const ParameterValues& values);

/// Runs a probe, unless it is locked on the device (locked_probe.h); a recording answers as said above. Window and command line
/// begin every probe here. What it answers is told to the sink like a measurement.
Outcome<ProbeReport> run_probe(Device& device, const Probe& probe, const ParameterValues& values, const ProbeControl& control);

}  // namespace chasescope
