// What each probe costs, and what it can't find out: one table, which the command line prints and which the manual repeats.
#pragma once

#include <span>
#include <string_view>

namespace chasescope {

/// Both are sentences. Costs are those of a software GPU with the default settings, so that probes can be compared.
struct ProbeNotes {
  std::string_view name;    ///< of the probe
  std::string_view costs;   ///< requests and accesses, with the card that they were counted on
  std::string_view limits;  ///< what it can't find out, and where
};

/// All notes, in the order of the list of probes.
std::span<const ProbeNotes> all_probe_notes();

/// The notes on a probe, or null if the table has none.
const ProbeNotes* notes_on(std::string_view probe);

}  // namespace chasescope
