// The order of a report: a section for each level, from the SM outwards. The quantities of a section are in the order of the
// vocabulary. The bandwidths of all levels share a section.
#pragma once

#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/session/document/session.h"

namespace chasescope {

struct ReportSection {
  std::string title;
  bool names_subject = false;  ///< whether its findings have different subjects
  std::vector<Finding> findings;
};

/// Two probes of one discovery can find the same subject, quantity, conditions and value. Such a finding is kept once, with the
/// runs of both.
std::vector<Finding> without_repeats(std::vector<Finding> findings);

/// All findings without repeats, each in one section. There are no empty sections; unknown subjects come last, sorted by name.
std::vector<ReportSection> report_sections(const std::vector<Finding>& findings);

/// The device's properties as findings of status `reported` and subject `device`: sm_count, clock_khz, memory_bytes, ….
std::vector<Finding> property_findings(const Description& device);

/// The words for a finding within its section: its quantity, and its subject if the section has several.
std::string row_words(const ReportSection& section, const Finding& finding);

}  // namespace chasescope
