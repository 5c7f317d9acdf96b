// Latencies of the data levels as findings: medians, free of drift and of the cost of measuring.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/findings/near_far_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/caches/findings.h"
#include "engine/statistics/median_interval.h"
#include "engine/statistics/two_kinds.h"
#include "engine/structure/levels/many_sms.h"
#include "engine/structure/levels/wandering_clock.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr double kOnePeak = 1.8;  // sigmas; what is wider is near and far, whose middle says nothing of either

constexpr double kNoiseReach = 5;  // sigmas
constexpr double kSlightDrift = 0.003;
constexpr double kTimesSeen = 2;         // of what latencies were seen to differ by from chase to chase
constexpr double kPreciseOfMany = 0.05;  // over many SMs: of a card's memory, which is no single latency
constexpr double kPrecise = 0.015;  // an interval that reaches farther than this to a side, relative to the number, tells nothing
constexpr double kTwoKinds = 0.1;   // of the median: an interval of it that is wider lies between two kinds of accesses
constexpr const char* kBothKinds =
    "Half of the accesses took clearly longer than the other half: some lines are nearer than others, and the median is of "
    "neither.";
constexpr const char* kBlurred =
    "The latencies of this level spread farther than one level's do in this noise, so that the drift can't be taken out of them.";

struct LevelLatency {
  double median = 0, low = 0, high = 0;  ///< cycles, overhead removed; the interval is that of the median
  double most_low = 0, most_high = 0;    ///< 95 % of the accesses
  double drift = 0;
  std::size_t accesses = 0;
  std::size_t sms = 0;              ///< that were asked, if it was asked of many
  bool blurred = false;             ///< they spread farther than one level's do in this noise, so that drift can't be taken out
  bool of_two_kinds = false;        ///< the median lies between two kinds of accesses
  std::optional<NearFar> near_far;  ///< where lines of two kinds answered
};

bool is_of_two_kinds(const LevelLatency& latency) { return latency.high - latency.low > kTwoKinds * latency.median; }

std::size_t rank_of(double share, std::size_t count) { return static_cast<std::size_t>(share * static_cast<double>(count - 1)); }

// Over SMs all over the card, which need not see the level alike.
std::optional<LevelLatency> latency_everywhere(const Survey& survey, std::size_t level) {
  if (level >= survey.everywhere.size() || survey.everywhere[level].empty()) return std::nullopt;
  // The few that a cache in front answered say nothing of this level.
  const double least = answered_in_front(survey, level);
  std::vector<double> all;
  for (const RunPtr& run : survey.everywhere[level])
    for (const float cycles : run->cycles().copy())
      if (static_cast<double>(cycles) >= least) all.push_back(static_cast<double>(cycles) - survey.overhead_cycles);
  const auto interval = inference::median_interval_of(all);
  LevelLatency latency;
  latency.near_far = near_far_of(all);
  std::sort(all.begin(), all.end());
  latency.accesses = all.size();
  latency.sms = survey.everywhere[level].size();
  latency.median = interval.median;
  latency.low = interval.low;
  latency.high = interval.high;
  latency.of_two_kinds = is_of_two_kinds(latency);
  latency.most_low = all[rank_of(0.025, all.size())];
  latency.most_high = all[rank_of(0.975, all.size())];
  return latency;
}

// Half of what lies between a level and the nearest other one (cycles).
double half_of_nearest(const Survey& survey, const DataLevel& at) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const DataLevel& other : survey.levels)
    if (const double apart = std::abs(other.latency.median - at.latency.median); apart > 0) nearest = std::min(nearest, apart);
  return nearest / 2;
}

// The accesses of the walk that showed a level and that it answered, in order.
LevelLatency latency_of(const Survey& survey, const DataLevel& at) {
  // A level that lies so near that noise reaches it would cut this one off at one side alone: latencies are taken as far to the
  // other side as to that one.
  const double half = half_of_nearest(survey, at);
  const bool is_cut_off = half < kNoiseReach * survey.noise.sigma;
  const inference::Band band = is_cut_off ? inference::widened(at.latency, survey.noise) : survey.band_of(at.latency);
  std::vector<float> answered;
  std::vector<double> place;
  const std::vector<float> all = at.shown_by->chase()->result.cycles.copy();
  for (const std::size_t i : at.telling_accesses())
    if (band.holds(all[i])) {
      answered.push_back(all[i]);
      place.push_back(static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(all.size() - 1, 1)));
    }
  if (answered.empty()) {
    answered.push_back(static_cast<float>(at.latency.median));
    place.push_back(0);
  }
  std::vector<float> sorted = answered;
  std::sort(sorted.begin(), sorted.end());
  const auto quantile = [&](double share) { return static_cast<double>(sorted[rank_of(share, sorted.size())]); };
  LevelLatency latency;
  latency.accesses = answered.size();
  latency.most_low = quantile(0.025) - survey.overhead_cycles;
  latency.most_high = quantile(0.975) - survey.overhead_cycles;
  const inference::LatencyAtStart start =
      is_cut_off ? inference::latency_at_start(answered, place, half) : inference::latency_at_start(answered, place);
  if (!survey.noise.exact() && start.followed && !start.bent && start.spread <= kOnePeak * survey.noise.sigma + 0.5) {
    latency.drift = start.drift;
    latency.median = start.cycles - survey.overhead_cycles;
    latency.low = latency.median - start.uncertainty;
    latency.high = latency.median + start.uncertainty;
  } else {
    // The ranks between which the median of what was sampled lies, with 95 %.
    const double reach = 0.98 / std::sqrt(static_cast<double>(sorted.size()));
    latency.median = quantile(0.5) - survey.overhead_cycles;
    latency.low = quantile(std::max(0.0, 0.5 - reach)) - survey.overhead_cycles;
    latency.high = quantile(std::min(1.0, 0.5 + reach)) - survey.overhead_cycles;
    latency.blurred = start.bent || std::abs(survey.noise.drift) > kSlightDrift;
  }
  latency.of_two_kinds = is_of_two_kinds(latency);
  // Other chases were seen to take more or less by this share, and still others may by more.
  latency.low *= 1 - kTimesSeen * survey.wanders;
  latency.high *= 1 + kTimesSeen * survey.wanders;
  return latency;
}

LevelLatency latency_of(const Survey& survey, std::size_t level) {
  if (const auto everywhere = latency_everywhere(survey, level)) return *everywhere;
  return latency_of(survey, survey.levels[level]);
}

/// Names the runs that show what a level takes: all of them, for the median is over all.
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

// Two or three decimals of a cycle are more than any clock tells.
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
    finding.reason = "One element took " + share_text(space.survey.wanders) + " more or less in other chases: so may this.";
  }
  return finding;
}

// What both halves of an L2 take: the one that answers small footprints, and the one that answers the rest of larger ones.
std::vector<Finding> half_findings(Lab& lab, const SpaceReport& space, const CacheReport& cache) {
  const OtherHalf& other = *space.survey.other_half;
  Finding own = hit_finding(lab, space, cache.subject, cache.level);
  own.quantity = quantity::own_half_latency_cycles;
  const std::string evidence = "In footprints up to " + format_bytes(other.own.fits) +
                               " hardly an access takes as long as the other half, in those of " +
                               format_bytes(other.own.outgrown) +
                               " many do. What answers them ends where the L2 does that the vendor's interface states, so it is "
                               "taken for the other half of it and not for a cache of its own.";
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

Finding memory_finding(Lab& lab, const SpaceReport& space) { return hit_finding(lab, space, "dram", 0); }

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
                       " cycles: noise does not let it be told whether another level answered them.";
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
  if (last && survey.memory_seen && global) findings.push_back(hit_finding(lab, space, "dram", cache.level + 1));
  return findings;
}

}  // namespace chasescope::structure
