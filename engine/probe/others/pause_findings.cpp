// Decision 52: docs/decisions/cards/52-pauses-of-memory.md
#include "engine/probe/others/pause_findings.h"

#include <cmath>
#include <string>

#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/levels/clocked_delays.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr const char* kPausesReference = "beyond the papers";

void tell(Finding& finding, double value, double low, double high) {
  finding.status = FindingStatus::measured;
  finding.value = std::round(value * 100) / 100;
  finding.low = std::min(low, finding.value.get<double>());
  finding.high = std::max(high, finding.value.get<double>());
}

}  // namespace

std::vector<Finding> pause_findings(const Run& run, std::span<const double> cycles, const char* space, bool or_why_not) {
  const inference::ClockedDelaysFound found = inference::clocked_delays(cycles);
  if (!found.delays && !or_why_not) return {};
  const std::string method =
      "The times of the slowest tenth of " + format_count(cycles.size()) +
      " accesses in order, to lines that were not read before: whether they repeat after a fixed time (Rayleigh's test), and "
      "not after a fixed number of accesses.";
  Finding interval = unmeasured(subject::dram, quantity::pause_interval_cycles, found.undecided, method, kPausesReference);
  Finding calm = unmeasured(subject::dram, quantity::calm_latency_cycles, found.undecided,
                            "Median of those accesses that begin in the half of the interval that is farthest from the delays.",
                            kPausesReference);
  for (Finding* finding : {&interval, &calm}) {
    finding->unit = "cycles";
    finding->conditions = {{"space", space}};
    finding->evidence = {run.id};
  }
  if (found.delays) {
    const inference::ClockedDelays& delays = *found.delays;
    tell(interval, delays.interval, delays.interval_low, delays.interval_high);
    interval.reason =
        "Whatever is read, " + number_text(std::round(1000 * delays.delayed) / 10) +
        " % of the accesses have to wait at these times, as a memory makes them wait for its refresh. A trace does not "
        "tell how long it is from one access to the next; " +
        number_text(std::round(delays.between)) + " cycles fit best, and the interval allows for what fits nearly as well.";
    tell(calm, delays.calm_cycles, delays.calm_low, delays.calm_high);
    calm.reason = "It is a mix of the latencies of near and far memory.";
  }
  return {std::move(interval), std::move(calm)};
}

}  // namespace chasescope
