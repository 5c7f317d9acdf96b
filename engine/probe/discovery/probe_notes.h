// The costs and limits of each probe, in one table that the command line prints and the manual repeats.
#pragma once

#include <span>
#include <string_view>

namespace chasescope {

/// Costs and limits, both as sentences. Costs are those of a software GPU with the default settings, so that probes can be
/// compared.
struct ProbeNotes {
  std::string_view name;    ///< of the probe
  std::string_view costs;   ///< requests and accesses, with the card that they were counted on
  std::string_view limits;  ///< what the probe can't measure, and on which devices
};

/// All notes, in the order of the list of probes.
std::span<const ProbeNotes> all_probe_notes();

/// The notes on a probe, or null if the table has none.
const ProbeNotes* notes_on(std::string_view probe);

}  // namespace chasescope
