// Latencies of the data levels as findings: medians, free of drift and of the cost of measuring.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/findings/vocabulary.h"
#include "engine/probe/caches/findings.h"
#include "engine/structure/levels/level_latency.h"
#include "engine/structure/levels/wandering_clock.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr double kPreciseOfMany = 0.05;  // like kPrecise, for a card's memory seen from many SMs, which has no single latency
constexpr double kPrecise = 0.015;  // an interval that reaches farther than this to a side, relative to the number, tells nothing
constexpr const char* kBothKinds =
    "Half of the accesses took clearly longer than the other half: some lines are nearer than others, and the median describes "
    "neither group.";
constexpr const char* kBlurred =
    "The latencies of this level spread wider than one level's do in this noise, so that drift can't be removed from them.";

/// Cites all runs that show a level's latency, because the median is taken over all of them.
void cite_level(Lab& lab, Finding& finding, const Survey& survey, std::size_t level) {
  if (level >= survey.everywhere.size() || survey.everywhere[level].empty())
    return cite(lab, finding, {survey.levels[level].shown_by});
  for (const RunPtr& run : survey.everywhere[level]) finding.evidence.push_back(lab.cite(run));
}

std::string overhead_in_words(const Survey& survey) {
  if (!survey.overhead_stated) return "The device states no cost of measuring; none was removed.";
  return number_text(survey.overhead_cycles) + " cycles of measuring, as the device states, were removed.";
}

std::string spread_in_words(const LevelLatency& latency) {
  return "95 % of them took " + number_text(latency.most_low) + " to " + number_text(latency.most_high) + " cycles. ";
}

// Rounds to hundredths of a cycle: no clock is more exact.
double rounded(double cycles) { return std::round(cycles * 100) / 100; }

Finding hit_finding(Lab& lab, const SpaceReport& space, const std::string& subject, std::size_t level) {
  const LevelLatency latency = latency_of(space.survey, level);
  Finding finding = blank_finding(subject, quantity::hit_latency_cycles, "cycles", space.setting);
  finding.reference = "2014 paper §3.2 and table 5";
  finding.method =
      "Median of " + format_count(latency.accesses) +
      (latency.sms > 0 ? " accesses that this level answered, of " + format_count(latency.sms) + " SMs all over the card. "
                       : " accesses that this level answered, their page looked up before. ") +
      spread_in_words(latency) + overhead_in_words(space.survey);
  if (std::abs(latency.drift) > 0.001) {
    finding.method += " Drift of " + share_text(latency.drift) + " within the chase was removed.";
  }
  cite_level(lab, finding, space.survey, level);
  if (const std::string strange = of_no_level(space.survey); !strange.empty()) {
    finding.reason = strange;
    return finding;
  }
  if (latency.blurred || latency.of_two_kinds) {
    finding.reason = latency.blurred ? kBlurred : kBothKinds;
    return finding;
  }
  set_measured(finding, rounded(latency.median));
  finding.low = std::min(rounded(latency.median), rounded(latency.low));
  finding.high = std::max(rounded(latency.median), rounded(latency.high));
  if (latency.near_far) finding.reason = latency.near_far->in_words(subject == subject::dram ? "memory" : "slices");
  if (space.survey.wanders > 0) {
    finding.reason =
        "One element took " + share_text(space.survey.wanders) + " more or less in other chases, and so may this value.";
  }
  return finding;
}

// The latencies of both halves of an L2: of the half that answers small footprints, and of the other half, which answers the rest
// of larger footprints.
std::vector<Finding> half_findings(Lab& lab, const SpaceReport& space, const CacheReport& cache) {
  const OtherHalf& other = *space.survey.other_half;
  Finding own = hit_finding(lab, space, cache.subject, cache.level);
  own.quantity = quantity::own_half_latency_cycles;
  const std::string evidence =
      "In footprints up to " + format_bytes(other.own.fits) + " hardly an access is as slow as the other half. In footprints of " +
      format_bytes(other.own.outgrown) +
      " many are. The level that answers them ends at the size of the L2 that the vendor's interface states. "
      "So it is taken for the other half of the L2, and not for a cache of its own.";
  if (own.status == FindingStatus::measured) own.reason = evidence;
  const LevelLatency latency = latency_of(space.survey, other.level);
  Finding far = blank_finding(cache.subject, quantity::other_half_latency_cycles, "cycles", space.setting);
  far.reference = "2014 paper §3.2";
  far.method = "Median of " + format_count(latency.accesses) + " accesses over " + format_bytes(other.own.outgrown) + ". " +
               spread_in_words(latency) + overhead_in_words(space.survey);
  far.reason = evidence;
  set_measured(far, rounded(latency.median));
  far.low = std::min(rounded(latency.median), rounded(latency.low));
  far.high = std::max(rounded(latency.median), rounded(latency.high));
  cite(lab, far, {other.level.shown_by});
  return {std::move(own), std::move(far)};
}

}  // namespace

Finding memory_finding(Lab& lab, const SpaceReport& space) { return hit_finding(lab, space, subject::dram, 0); }

std::vector<Finding> latency_findings(Lab& lab, const SpaceReport& space, const CacheReport& cache) {
  const Survey& survey = space.survey;
  std::vector<Finding> findings{hit_finding(lab, space, cache.subject, cache.level)};
  Finding penalty = blank_finding(cache.subject, quantity::miss_penalty_cycles, "cycles", space.setting);
  penalty.reference = "2014 paper §3.2";
  penalty.method = "Median latency when this cache misses and the next level answers, less the median of its hits.";
  if (cache.level + 1 < survey.levels.size()) {
    const LevelLatency hit = latency_of(survey, cache.level), next = latency_of(survey, cache.level + 1);
    const double value = rounded(next.median - hit.median);
    const double low = std::min(value, rounded(next.low - hit.high)), high = std::max(value, rounded(next.high - hit.low));
    if (const std::string strange = of_no_level(survey); !strange.empty()) {
      penalty.reason = strange;
    } else if (hit.blurred || next.blurred) {
      penalty.reason = kBlurred;
    } else if (hit.of_two_kinds || next.of_two_kinds) {
      penalty.reason = kBothKinds;
    } else if (const auto perhaps = survey.levels[cache.level].perhaps_behind) {
      penalty.reason = "Some lines took about " + number_text(std::round(*perhaps)) +
                       " cycles. Noise hides whether another level answered them.";
    } else if (!survey.noise.exact() && (high - low) / 2 > std::max((next.sms > 0 ? kPreciseOfMany : kPrecise) * value, 0.5)) {
      penalty.reason =
          "The noise leaves it between " + number_text(low) + " and " + number_text(high) + " cycles, which is too wide to tell.";
    } else {
      set_measured(penalty, value);
      penalty.low = low;
      penalty.high = high;
      if (next.near_far)
        penalty.reason = next.near_far->in_words(
            cache.level + 2 == survey.levels.size() && survey.memory_seen ? "memory" : "slices", hit.median);
    }
    cite_level(lab, penalty, survey, cache.level);
    cite_level(lab, penalty, survey, cache.level + 1);
  } else {
    penalty.reason = cache.undecided.empty() ? "Nothing missed it." : cache.undecided;
    cite(lab, penalty, {survey.reference});
  }
  findings.push_back(penalty);
  if (survey.other_half && cache.level + 1 == survey.caches())
    for (Finding& half : half_findings(lab, space, cache)) findings.push_back(std::move(half));
  const bool last = cache.level + 1 == survey.caches();
  const bool global = space.setting.space == MemorySpace::global_ca || space.setting.space == MemorySpace::global_cg;
  if (last && survey.memory_seen && global) findings.push_back(hit_finding(lab, space, subject::dram, cache.level + 1));
  return findings;
}

}  // namespace chasescope::structure
