// Makes findings from the results of the structure methods. All structure probes use these functions, so that their wording is the
// same.
#pragma once

#include "engine/findings/finding.h"
#include "engine/structure/explore/explore.h"

namespace chasescope::structure {

/// The conditions of a finding: {"space": …} and the other parameters that were set.
nlohmann::json conditions_of(const Setting& setting);

/// A finding with subject, quantity, unit and conditions, and with the status `not_measurable`.
Finding blank_finding(const std::string& subject, const std::string& quantity, const std::string& unit, const Setting& setting);

/// Sets the status to `measured`. The interval of a plain number is the number itself.
void set_measured(Finding& finding, nlohmann::json value);

/// Adds at most a dozen runs to a finding's evidence and to the report.
void cite(Lab& lab, Finding& finding, const std::vector<RunPtr>& runs);

/// Whether the nearest cache shares its array with shared memory, and the driver chose its part because the user set no carve-out.
bool is_of_drivers_choice(const Lab& lab, const SpaceReport& space, const CacheReport& cache);

/// contiguous_bytes.
Finding contiguous_finding(Lab& lab, const SpaceReport& space, const CacheReport& cache);
/// capacity_bytes and contiguous_bytes.
std::vector<Finding> capacity_findings(Lab& lab, const SpaceReport& space, const CacheReport& cache);
/// fetch_bytes.
Finding fetch_finding(Lab& lab, const SpaceReport& space, const CacheReport& cache);
/// line_bytes and fetch_bytes.
std::vector<Finding> line_findings(Lab& lab, const SpaceReport& space, const CacheReport& cache);
/// sets, ways or ways_per_set, set_index_bits, set_index_function.
std::vector<Finding> set_findings(Lab& lab, const SpaceReport& space, const CacheReport& cache);
/// replacement_policy, replacement_machine, way_replacement_probability, period_accesses.
std::vector<Finding> replacement_findings(Lab& lab, const SpaceReport& space, const CacheReport& cache);

/// hit_latency_cycles and miss_penalty_cycles; for the last cache also the hit_latency_cycles of the level behind it.
std::vector<Finding> latency_findings(Lab& lab, const SpaceReport& space, const CacheReport& cache);
/// hit_latency_cycles of memory, where no cache lies in front of it.
Finding memory_finding(Lab& lab, const SpaceReport& space);

}  // namespace chasescope::structure
