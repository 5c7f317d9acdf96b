#include "engine/probe/stride_findings.h"

#include "engine/probe/footprint_findings.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

void add_evidence(Finding& finding, const StrideCurve& curve) {
  for (const RunPtr& run : curve.runs) finding.evidence.push_back(run->id);
}

void set_exact(Finding& finding, std::uint64_t value) {
  finding.status = FindingStatus::measured;
  finding.value = value;
  finding.low = finding.high = static_cast<double>(value);
}

std::string groups_text(const inference::OverflowShape& shape) {
  std::string text;
  for (const auto& group : shape.groups)
    text += (text.empty() ? "" : ", ") + format_count(group.sets) + (group.sets == 1 ? " set of " : " sets of ") +
            format_count(group.ways);
  return text;
}

}  // namespace

Finding fetch_finding(const FootprintSurvey& survey, const StrideCurve& curve, const std::string& subject) {
  Finding finding;
  finding.subject = subject;
  finding.quantity = "fetch_bytes";
  finding.unit = "bytes";
  finding.conditions = survey_conditions(survey.points.front().run->chase()->request, 0);
  finding.conditions.erase("stride");
  finding.method =
      "Average latency over stride, in an array too large for this level: it grows with the stride until every access needs a "
      "fetch "
      "of its own.";
  finding.reference = "C2070 poster, confirming cache sizes";
  add_evidence(finding, curve);
  if (curve.saturation.found()) {
    set_exact(finding, curve.saturation.stride);
    finding.reason = "From " + number_text(curve.saturation.low_cycles) +
                     " cycles in proportion to the stride up to a plateau at " + number_text(curve.saturation.plateau_cycles) +
                     " cycles.";
  } else {
    finding.reason = curve.saturation.reason;
  }
  return finding;
}

std::vector<Finding> ramp_findings(const FootprintSurvey& survey, std::size_t index, const MeasuredRamp& ramp,
                                   const std::string& subject) {
  const FootprintLevel& level = survey.levels[index];
  // Parts of a line are told apart where nothing nearer joins them; where they were seen to be parts, none does.
  const bool lines_are_told = ramp.shape.found && ramp.line_bytes != 0 && (index == 0 || ramp.line_bytes > level.stride);
  Finding blank;
  blank.subject = subject;
  blank.conditions = survey_conditions(survey.points.front().run->chase()->request, 0);
  blank.conditions.erase("stride");
  blank.method =
      "Lines that miss in every pass while the array grows beyond the capacity line by line: each overflows one set, and all lines "
      "of "
      "that set miss, until none is left to hit.";
  blank.reference = "C2070 poster, determining associativity";
  blank.evidence = ramp.evidence;
  if (blank.evidence.empty()) blank.evidence = level.evidence;
  const auto finding = [&](const char* quantity, const char* unit) {
    Finding f = blank;
    f.quantity = quantity;
    f.unit = unit;
    f.reason = ramp.shape.reason;
    return f;
  };

  Finding line = finding("line_bytes", "bytes");
  Finding way = finding("way_bytes", "bytes"), sets = finding("sets", "1"), ways = finding("ways", "1");
  if (lines_are_told) {
    set_exact(line, ramp.line_bytes);
    line.reason = "The misses jump once in so many bytes; between, each fetch adds one.";
    line.reference = "2014 paper §3.2 step 2";
    set_exact(way, ramp.shape.sets * ramp.line_bytes);
    set_exact(sets, ramp.shape.sets);
    way.reason = sets.reason = "The ramp from the last array that fits, " + size_words(level.bracket.fits) +
                               ", to the first without a hit is " + format_count(ramp.shape.sets) + " lines wide.";
    if (ramp.shape.equal()) {
      set_exact(ways, ramp.shape.groups.front().ways);
      ways.reason = "Each line beyond the capacity adds " + format_count(ramp.shape.groups.front().ways + 1) + " misses.";
    } else {
      const double mean = static_cast<double>(level.bracket.fits) / static_cast<double>(ramp.shape.sets * ramp.line_bytes);
      ways.reason = "The sets are unequal, " + number_text(mean) +
                    " ways on average. In the order in which they overflow: " + groups_text(ramp.shape) + " ways.";
    }
  } else if (ramp.shape.found && ramp.line_bytes == 0 && index == 0) {
    line.reason = way.reason = sets.reason = ways.reason =
        "One line too many makes every line miss: all lines are in one set, or neighbours share the first that overflows. The ramp "
        "has no steps to tell lines by.";
  } else if (ramp.shape.found) {
    line.reason = way.reason = sets.reason = ways.reason =
        "A nearer cache asks for " + size_words(level.stride) +
        " at once; whether those are one line or several can't be told this way.";
  }
  return {std::move(line), std::move(way), std::move(sets), std::move(ways)};
}

Finding page_finding(const ChaseRequest& base, const StrideCurve& curve) {
  Finding finding;
  finding.subject = "l1_tlb";
  finding.quantity = "page_bytes";
  finding.unit = "bytes";
  finding.conditions = survey_conditions(base, 0);
  finding.conditions.erase("stride");
  finding.method =
      "Average latency over large strides: it grows with the stride while several accesses share a page, and is flat when each has "
      "a "
      "page of its own; only the first access to a page pays.";
  finding.reference = "C2070 poster, confirming cache sizes";
  add_evidence(finding, curve);
  if (curve.saturation.found()) {
    set_exact(finding, curve.saturation.stride);
    finding.reason = "A page costs " + number_text(curve.saturation.rise) +
                     " cycles, and no other rise is seen: every TLB that misses in these arrays "
                     "has pages of this size.";
  } else {
    finding.reason = curve.saturation.reason;
  }
  return finding;
}

}  // namespace chasescope
