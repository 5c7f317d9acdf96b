#include "engine/probe/footprint_findings.h"

#include <algorithm>
#include <cmath>

#include "engine/inference/plateaus.h"
#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

using inference::Plateau;

Finding contiguous_of(const FootprintSurvey& survey, const FootprintLevel& level, const std::string& name) {
  Finding finding;
  finding.subject = name;
  finding.quantity = "contiguous_bytes";
  finding.unit = "bytes";
  finding.conditions = survey_conditions(survey.points.front().run->chase()->request, level.stride);
  finding.method =
      "Footprints grown by doubling, then bisection down to one stride; a footprint fits if no warm pass has an access of the next "
      "level's "
      "latency, and does not if every pass has.";
  finding.reference = "topology thesis §3.2, §3.4, §4.2";
  finding.evidence = level.evidence;
  if (level.test)
    if (auto opinion = opinion_of(*level.test, level.bracket)) finding.opinions.push_back(*std::move(opinion));
  if (level.narrowed && level.doubt.empty()) {
    finding.status = FindingStatus::measured;
    finding.value = level.bracket.fits;
    finding.low = static_cast<double>(level.bracket.fits);
    finding.high = static_cast<double>(level.bracket.misses - 1);
    finding.reason = "Hits took " + number_text(level.mark.hit) + " cycles, misses " + number_text(level.mark.miss) + ".";
    if (level.by_chance) finding.reason += " Misses come by chance, and begin in this interval now here, now there.";
  } else {
    // What was asked last is what the doubt is about, and no bound.
    finding.reason = "Some chases say that it ends about " + size_words(level.bracket.fits) + ". " + level.doubt;
  }
  return finding;
}

/// What the levels that were found leave open.
std::optional<Finding> beyond(const FootprintSurvey& survey, const std::vector<std::string>& names) {
  if (survey.points.empty()) {
    Finding finding;
    finding.subject = "device";
    finding.quantity = "contiguous_bytes";
    finding.unit = "bytes";
    finding.conditions = {{"space", to_string(survey.space)}};
    finding.reference = "topology thesis §3.2";
    finding.method = "Footprints grown by doubling.";
    finding.reason = "No footprint could be chased. " + survey.end;
    return finding;
  }
  Finding finding;
  finding.quantity = "contiguous_bytes";
  finding.unit = "bytes";
  finding.conditions = survey_conditions(survey.points.front().run->chase()->request, survey.stride);
  finding.reference = "topology thesis §3.2";
  finding.method = "Footprints grown by doubling.";
  finding.evidence = {survey.points.front().run->id, survey.points.back().run->id};
  const std::string largest = size_words(survey.points.back().bytes);
  if (survey.levels.empty() && survey.reached_memory) {
    finding.subject = "device";
    finding.status = FindingStatus::absent;
    finding.reason =
        "No data cache is seen in this space: arrays of every size up to " + largest + " take as long as first touches.";
    return finding;
  }
  if (survey.reached_memory) return std::nullopt;
  finding.subject = "device";
  if (survey.space == MemorySpace::constant && names.size() == 2) finding.subject = "constant_l1_5";
  if (survey.space == MemorySpace::shared) finding.subject = "shared_memory";
  if (names.size() >= 2 && names[names.size() - 2] == "l1_data") finding.subject = "l2";
  finding.reason = "No further rise up to " + largest + ": larger than that, or not there. " + survey.end;
  return finding;
}

}  // namespace

nlohmann::json survey_conditions(const ChaseRequest& request, std::uint64_t stride) {
  nlohmann::json conditions{{"space", to_string(request.space)}, {"stride", stride}};
  if (request.carveout_percent) conditions["carveout_percent"] = *request.carveout_percent;
  if (request.l1_kib) conditions["l1_kib"] = *request.l1_kib;
  if (request.sm) conditions["sm"] = *request.sm;
  return conditions;
}

std::vector<Finding> contiguous_findings(const FootprintSurvey& survey, const std::vector<std::string>& names) {
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < survey.levels.size(); ++i) {
    Finding& finding = findings.emplace_back(contiguous_of(survey, survey.levels[i], names[i]));
    if (i + 1 < survey.levels.size() && names[i + 1] == names[i]) {
      finding.status = FindingStatus::not_measurable;
      finding.value = nullptr;
      finding.low.reset();
      finding.high.reset();
      finding.opinions.clear();  // of an end that is none
      finding.reason =
          "Up to about " + size_words(survey.levels[i].bracket.fits) +
          " the own half of it answers, for more the other half, which takes longer: where the whole ends is told below.";
    }
  }
  if (auto finding = beyond(survey, names)) findings.push_back(*std::move(finding));
  return findings;
}

std::vector<Finding> plateau_findings(const FootprintSurvey& survey, const std::vector<std::string>& names) {
  std::vector<inference::CurvePoint> curve;
  for (const SurveyPoint& point : survey.points)
    curve.push_back({static_cast<double>(point.bytes), point.average.cycles, point.average.error});

  std::vector<Finding> findings;
  for (const Plateau& plateau : inference::find_plateaus(curve)) {
    const SurveyPoint& first = survey.points[plateau.first];
    const SurveyPoint& last = survey.points[plateau.last];
    // The level whose stretch of the curve the plateau lies in, whole.
    std::size_t level = 0;
    while (level < survey.levels.size() && first.bytes >= survey.levels[level].bracket.misses) ++level;
    const bool whole = level == survey.levels.size() || last.bytes <= survey.levels[level].bracket.fits;
    if (!whole || names[level].empty()) continue;
    const double overhead = last.run->chase()->result.overhead_cycles.value_or(0);
    Finding finding;
    finding.subject = level > 0 && survey.levels[level - 1].blurred_behind ? "device" : names[level];
    finding.quantity = "plateau_cycles";
    finding.unit = "cycles";
    finding.conditions = survey_conditions(first.run->chase()->request, first.stride);
    finding.conditions["from_bytes"] = first.bytes;
    finding.conditions["to_bytes"] = last.bytes;
    finding.status = FindingStatus::measured;
    finding.value = plateau.cycles - overhead;
    finding.low = plateau.low - overhead;
    finding.high = plateau.high - overhead;
    finding.method = "A plateau of the average latency over footprint: points that differ by no more than their errors and 1 %.";
    finding.reason = "Average of " + std::to_string(plateau.last - plateau.first + 1) +
                     " footprints, outliers cut, followed back to the beginning "
                     "of each request where it drifts.";
    finding.reference = "C2070 poster, confirming cache sizes";
    for (std::size_t i = plateau.first; i <= plateau.last; ++i) finding.evidence.push_back(survey.points[i].run->id);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace chasescope
