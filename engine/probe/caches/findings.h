// Findings from what the structure methods found: one place for their wording, so that all structure probes speak alike.
#pragma once

#include "engine/findings/finding.h"
#include "engine/structure/explore/explore.h"

namespace chasescope::structure {

/// {"space": …} and what else was set.
nlohmann::json conditions_of(const Setting& setting);

/// A finding with subject, quantity, unit and conditions, not measurable so far.
Finding blank_finding(const std::string& subject, const std::string& quantity, const std::string& unit, const Setting& setting);

/// Makes it measured; a plain number is its own interval.
void set_measured(Finding& finding, nlohmann::json value);

/// Adds runs to a finding's evidence and to the report, a dozen at most.
void cite(Lab& lab, Finding& finding, const std::vector<RunPtr>& runs);

/// Whether a card's first cache shares its array with shared memory, and nobody said how: the driver chose.
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

/// hit_latency_cycles and miss_penalty_cycles; with the last cache, hit_latency_cycles of what lies behind it.
std::vector<Finding> latency_findings(Lab& lab, const SpaceReport& space, const CacheReport& cache);
/// hit_latency_cycles of memory, where no cache lies in front of it.
Finding memory_finding(Lab& lab, const SpaceReport& space);

}  // namespace chasescope::structure
