// Decision 4: docs/decisions/measuring/04-subject-of-a-single-trace.md
#include "engine/probe/chase/trace_findings.h"

#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "engine/probe/chase/chase_parameters.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::LatencyLevels;
using inference::Period;
using inference::TraceSummary;
using Ids = std::vector<std::string>;

constexpr const char* kReference = "2014 paper §3.2";

Finding blank(const Run& run, const Ids& references, std::string quantity, std::string unit) {
  Finding finding;
  finding.subject = subject::device;
  finding.quantity = std::move(quantity);
  finding.unit = std::move(unit);
  finding.conditions = conditions_of(run.chase()->request);
  finding.status = FindingStatus::measured;
  finding.reference = kReference;
  finding.evidence = references;
  finding.evidence.insert(finding.evidence.begin(), run.id);
  return finding;
}

/// The measuring overhead within each recorded latency, as far as the device reports it.
double overhead_of(const Run& run) { return run.chase()->result.overhead_cycles.value_or(0.0); }

std::string overhead_remark(const Run& run) {
  const auto& overhead = run.chase()->result.overhead_cycles;
  if (!overhead) return "The device states no measuring overhead, so none was removed.";
  if (*overhead == 0) return "The latencies of this device contain no measuring overhead.";
  return "A measuring overhead of " + number_text(*overhead) + " cycles was removed.";
}

Finding hit_latency(const Run& run, const Ids& references, const TraceSummary& summary) {
  Finding finding = blank(run, references, quantity::hit_latency_cycles, "cycles");
  finding.method =
      "Median of the accesses in the levels of single elements that are read over and over, which the nearest cache always holds.";
  if (summary.hit_levels.empty()) {
    finding.status = FindingStatus::not_measurable;
    finding.reason = "No access of this trace was as fast as a repeated access to one element.";
    return finding;
  }
  // Hits may form several close levels (banks, slices). The value is that of the largest level, and the interval spans all of them.
  const auto& levels = summary.hit_levels.levels();
  const auto largest =
      std::max_element(levels.begin(), levels.end(), [](const auto& a, const auto& b) { return a.accesses < b.accesses; });
  finding.value = largest->median - overhead_of(run);
  finding.low = levels.front().low - overhead_of(run);
  finding.high = levels.back().high - overhead_of(run);
  if (summary.strays > 0) finding.high = std::min(*finding.high, summary.highest_regular_cycles - overhead_of(run));
  finding.reason = overhead_remark(run);
  if (references.size() > 1 && levels.size() > 1)
    finding.reason +=
        " Hits lie in " + format_count(levels.size()) + " levels: elements of each have that latency when they alone are read.";
  return finding;
}

std::string strays_of(const TraceSummary& summary) {
  return format_count(summary.strays) + " of " + format_count(summary.hits + summary.misses) +
         " accesses took longer than that, up to " + number_text(summary.highest_stray_cycles) + " cycles";
}

std::string disturbance_words(const TraceSummary& summary) { return strays_of(summary) + ": so few are taken for disturbances."; }

/// Why it is not known whether the slow accesses were misses, and what would decide that.
std::string stray_words(const Run& run, const TraceSummary& summary) {
  const auto& request = run.chase()->request;
  const bool is_cold = request.warmup < accesses_per_pass(request.pattern);
  const std::string regular =
      summary.highest_regular_cycles > 0
          ? "Repeated accesses to one element took at most " + number_text(summary.highest_regular_cycles) + " cycles, and "
          : "All accesses took longer than a repeated access to one element. ";
  const std::string strays = summary.highest_regular_cycles > 0 ? strays_of(summary)
                                                                : format_count(summary.strays) + " accesses took up to " +
                                                                      number_text(summary.highest_stray_cycles) + " cycles";
  return regular + strays + ": too few for a level of their own, " +
         (is_cold ? "and in a cold pass they may be misses" : "and too many for disturbances") + ". Time more accesses to tell.";
}

Finding miss_latencies(const Run& run, const Ids& references, const TraceSummary& summary) {
  Finding finding = blank(run, references, quantity::miss_latency_cycles, "cycles");
  finding.method = "Medians of the latency levels above the hits, lowest first; the levels are gaps in the sorted latencies.";
  if (summary.misses == 0 && !summary.strays_are_disturbances) {
    finding.status = FindingStatus::not_measurable;
    finding.reason = stray_words(run, summary);
    return finding;
  }
  if (summary.misses == 0) {
    finding.status = FindingStatus::absent;
    finding.reason = summary.strays == 0
                         ? "Every access hit: none was slower than a repeated access to one element."
                         : "No level is slower than repeated accesses to one element. " + disturbance_words(summary);
    return finding;
  }
  finding.value = nlohmann::json::array();
  for (const auto& level : summary.miss_levels.levels()) finding.value.push_back(level.median - overhead_of(run));
  finding.low = summary.miss_levels.levels().front().low - overhead_of(run);
  finding.high = summary.miss_levels.levels().back().high - overhead_of(run);
  finding.reason = overhead_remark(run);
  return finding;
}

Finding miss_rate(const Run& run, const Ids& references, const TraceSummary& summary) {
  Finding finding = blank(run, references, quantity::miss_rate, "1");
  finding.value = summary.miss_rate();
  finding.low = summary.miss_rate_low;
  finding.high = summary.miss_rate_high;
  finding.method =
      "Share of the timed accesses slower than the level of a repeated access to one element; the interval is how passes differ.";
  finding.reason = format_count(summary.misses) + " of " + format_count(summary.hits + summary.misses) + " accesses missed.";
  if (!summary.strays_are_disturbances) {
    finding.status = FindingStatus::not_measurable;
    finding.value = nullptr;
    finding.high = static_cast<double>(summary.misses + summary.strays) / static_cast<double>(summary.hits + summary.misses);
    finding.reason = stray_words(run, summary);
  } else if (summary.strays > 0) {
    finding.reason += ' ' + disturbance_words(summary);
  }
  return finding;
}

Finding period(const Run& run, const Ids& references, const TraceSummary& summary) {
  Finding finding = blank(run, references, quantity::period_accesses, "accesses");
  finding.method = "Smallest number of accesses after which the sequence of hits and misses repeats, without the first pass.";
  finding.reference = "2014 paper §3.2 step 4";
  switch (summary.period.kind) {
    case Period::Kind::periodic:
      finding.value = summary.period.accesses;
      finding.low = finding.high = static_cast<double>(summary.period.accesses);
      if (summary.period.contradictions > 0)
        finding.reason =
            format_count(summary.period.contradictions) + " accesses contradict the period and were taken for outliers.";
      break;
    case Period::Kind::aperiodic:
      finding.status = FindingStatus::absent;
      finding.reason =
          "Aperiodic: no period up to half of the trace fits. An undisturbed LRU cache would repeat itself every pass.";
      break;
    case Period::Kind::undecided:
      finding.status = FindingStatus::not_measurable;
      finding.reason = "The trace holds fewer than two warm passes; record more accesses to see whether the misses repeat.";
      break;
  }
  return finding;
}

}  // namespace

std::vector<Finding> findings_of_trace(const Run& run, const std::vector<std::string>& references, const TraceSummary& summary) {
  return {hit_latency(run, references, summary), miss_latencies(run, references, summary), miss_rate(run, references, summary),
          period(run, references, summary)};
}

}  // namespace chasescope
