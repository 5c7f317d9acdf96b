// The order of a report: a section for each level, from the SM outwards, and in each the quantities in the order of the
// vocabulary. Bandwidths of all levels share a section.
#pragma once

#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/session/document/session.h"

namespace chasescope {

struct ReportSection {
  std::string title;
  bool names_subject = false;  ///< its findings are of several subjects
  std::vector<Finding> findings;
};

/// All findings, each in one section. Sections without findings are left out; unknown subjects come last, by name.
std::vector<ReportSection> report_sections(const std::vector<Finding>& findings);

/// What the device says of itself as findings of status `reported`, subject `device`: sm_count, clock_khz, memory_bytes, ….
std::vector<Finding> property_findings(const Description& device);

/// How a finding is called within its section: its quantity, with the subject where the section holds several.
std::string row_words(const ReportSection& section, const Finding& finding);

}  // namespace chasescope
