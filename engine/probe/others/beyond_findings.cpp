#include "engine/probe/others/beyond_findings.h"

#include <algorithm>
#include <cmath>

#include "engine/findings/unmeasured.h"
#include "engine/inference/requests/page_faults.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::MedianInterval;

constexpr const char* kLatencyMethod = "Chases of lines that were not read before: the loads pass the L1 by.";
constexpr const char* kKeptMethod = "A second pass over the same lines against the first.";
constexpr const char* kRateMethod = "All SMs read or write the array once; the best of two shapes of blocks, asked three times.";
constexpr const char* kFaultMethod =
    "Four walks over unified memory, each from pages on the host: what is slow at the same place in three first passes, and not in "
    "the second ones.";
// If a second pass takes at most the first share of the first pass's latency, a nearer cache answered it. If it takes at least the
// second share, none did.
constexpr double kAnsweredNearer = 0.7, kAnsweredAsFar = 0.9;
constexpr double kClearly = 1.25;       // factor that the repeated latency must lie beyond the middle between bus and L2
constexpr double kFartherThanL2 = 1.5;  // a latency below so many times the L2's does not come from beyond the card

Finding blank_beyond(const BeyondMemory& memory, const char* quantity, const std::string& reason, const char* method) {
  Finding finding = unmeasured(memory.subject, quantity, reason, method, kBeyondReference);
  const QuantityEntry* const entry = find_quantity(quantity);
  finding.unit = entry != nullptr ? entry->unit : "1";
  return finding;
}

void set_rounded(Finding& finding, double value, double low, double high, double step) {
  const auto rounded = [&](double each) { return std::round(each / step) * step; };
  finding.status = FindingStatus::measured;
  finding.value = rounded(value);
  finding.low = rounded(low);
  finding.high = rounded(high);
}

/// The latencies less the measuring overhead.
std::vector<float> taken_by(const Run& run) {
  std::vector<float> cycles = run.cycles().copy();
  const auto overhead = static_cast<float>(run.chase()->result.overhead_cycles.value_or(0));
  for (float& each : cycles) each -= overhead;
  return cycles;
}

MedianInterval interval_of(std::span<const float> cycles) { return inference::median_interval_of({cycles.begin(), cycles.end()}); }

/// "90 % of them took 1,402 to 1,610 cycles."
std::string most_of(std::vector<float> cycles) {
  std::sort(cycles.begin(), cycles.end());
  const auto at = [&](double share) {
    return number_text(static_cast<double>(cycles[static_cast<std::size_t>(share * static_cast<double>(cycles.size() - 1))]));
  };
  return "90 % of them took " + at(0.05) + " to " + at(0.95) + " cycles.";
}

/// The same time in nanoseconds.
Finding in_nanoseconds(const BeyondMemory& memory, const char* quantity, const Finding& cycles,
                       const std::optional<BusClock>& clock) {
  Finding finding = blank_beyond(memory, quantity, cycles.reason, cycles.method.c_str());
  finding.evidence = cycles.evidence;
  if (cycles.status != FindingStatus::measured) return finding;
  if (!clock) {
    finding.reason =
        "It takes " + number_text(cycles.value.get<double>()) +
        " cycles, but no clock is known to tell nanoseconds from: a request for bandwidth by time and by cycles would.";
    return finding;
  }
  set_rounded(finding, cycles.value.get<double>() / clock->ghz, *cycles.low / clock->high, *cycles.high / clock->low, 0.1);
  finding.reason = "At " + number_text(clock->ghz) + " GHz, " + clock->whence + ".";
  finding.evidence.insert(finding.evidence.end(), clock->evidence.begin(), clock->evidence.end());
  return finding;
}

}  // namespace

std::optional<BusClock> told_clock(const Description& device) {
  if (!device.properties.clock_khz) return std::nullopt;
  const double ghz = static_cast<double>(*device.properties.clock_khz) / 1e6;
  return BusClock{ghz, ghz, ghz, "as the interface tells", {}};
}

std::optional<BusClock> clock_of(const std::vector<RunPtr>& rates) {
  BusClock clock{0, 1e9, 0, "as the requests for bandwidth ran", {}};
  std::vector<double> all;
  for (const RunPtr& run : rates) {
    const BandwidthResult& result = run->as<BandwidthRequest>()->result;
    if (!(result.bytes_per_cycle > 0) || !(result.bytes_per_second > 0)) continue;
    all.push_back(result.bytes_per_second / result.bytes_per_cycle / 1e9);
    clock.evidence.push_back(run->id);
  }
  if (all.empty()) return std::nullopt;
  clock.ghz = inference::median_of(all);
  clock.low = *std::min_element(all.begin(), all.end());
  clock.high = *std::max_element(all.begin(), all.end());
  return clock;
}

std::string no_such_memory(const Description& device, const BeyondMemory& memory) {
  const std::string none = device.name + " has no memory space " + memory.level;
  switch (memory.space) {
    case MemorySpace::managed:
      return none + ". It takes a device whose pages move when they are touched; some drivers and containers have none.";
    case MemorySpace::peer: return none + ". It takes a second card in the same machine whose memory this one may read.";
    default: return none + ". It takes a device that reads pinned memory of its host.";
  }
}

std::vector<Finding> nothing_of(const BeyondMemory& memory, const std::string& reason) {
  if (memory.space == MemorySpace::managed) return fault_findings(memory, {0, {}, reason}, std::nullopt);
  std::vector<Finding> findings = latency_findings_beyond(memory, nullptr, nullptr, reason, std::nullopt);
  for (const Direction direction : {Direction::read, Direction::write})
    findings.push_back(rate_finding(memory, direction, {{}, reason, std::nullopt}));
  return findings;
}

std::vector<Finding> latency_findings_beyond(const BeyondMemory& memory, const RunPtr& far, const RunPtr& near,
                                             const std::string& refusal, const std::optional<BusClock>& clock) {
  Finding latency = blank_beyond(memory, quantity::bus_latency_cycles, refusal, kLatencyMethod);
  Finding kept = blank_beyond(memory, quantity::kept_on_card, refusal, kKeptMethod);
  if (far == nullptr) return {latency, in_nanoseconds(memory, quantity::bus_latency_ns, latency, clock), kept};
  const std::vector<float> cycles = taken_by(*far);
  const auto half = static_cast<std::ptrdiff_t>(cycles.size() / 2);
  const std::vector<float> first(cycles.begin(), cycles.begin() + half), second(cycles.begin() + half, cycles.end());
  const MedianInterval once = interval_of(first), again = interval_of(second);
  const auto l2 = near != nullptr ? std::optional(interval_of(taken_by(*near))) : std::nullopt;
  latency.evidence = kept.evidence = {far->id};
  if (near != nullptr) kept.evidence.push_back(near->id);
  latency.method = "Median of " + format_count(first.size()) + " accesses. " + most_of(first) + " " + kLatencyMethod;
  if (l2 && once.median < kFartherThanL2 * l2->median) {
    latency.reason = kept.reason = "Lines that were not read before took " + number_text(once.median) +
                                   " cycles, and the L2 takes " + number_text(l2->median) +
                                   ": a cache may have answered them, so nothing is known of the link.";
  } else {
    set_rounded(latency, once.median, once.low, once.high, 0.01);
    const std::string both = "The first pass took " + number_text(once.median) + " cycles an access, the second " +
                             number_text(again.median) + (l2 ? "; the L2 takes " + number_text(l2->median) + "." : ".");
    // `between` is the geometric mean of the link's latency and the L2's. A repeated access that is faster than the first but
    // slower than that was answered by a cache beyond the link.
    const double between = l2 ? std::sqrt(once.median * l2->median) : once.low;
    if (again.high <= std::min(kAnsweredNearer * once.low, between / kClearly)) {
      kept.status = FindingStatus::measured;
      kept.value = "yes";
      kept.reason = both;
    } else if (again.low >= kAnsweredAsFar * once.high || (l2 && again.low > kClearly * between)) {
      kept.status = FindingStatus::measured;
      kept.value = "no";
      kept.reason =
          both + (again.high < once.low ? " What answered sooner lies beyond the link: a cache on the memory's own side." : "");
    } else {
      kept.reason = both + " Some of the lines may have been kept: more accesses, or fewer lines, would tell.";
    }
  }
  return {latency, in_nanoseconds(memory, quantity::bus_latency_ns, latency, clock), kept};
}

Finding rate_finding(const BeyondMemory& memory, Direction direction, const BusRates& rates) {
  const char* const quantity = direction == Direction::read ? quantity::read_bandwidth : quantity::write_bandwidth;
  Finding finding = blank_beyond(memory, quantity, rates.refusal, kRateMethod);
  std::vector<double> all;
  for (const RunPtr& run : rates.runs) {
    finding.evidence.push_back(run->id);
    if (const double rate = run->as<BandwidthRequest>()->result.bytes_per_second; rate > 0) all.push_back(rate);
  }
  if (all.empty()) {
    if (!rates.runs.empty()) finding.reason = "The device gives bytes per cycle, but no clock to tell bytes per second from.";
    return finding;
  }
  const auto& asked = rates.runs.front()->as<BandwidthRequest>()->request;
  set_rounded(finding, inference::median_of(all), *std::min_element(all.begin(), all.end()),
              *std::max_element(all.begin(), all.end()), 1);
  finding.method = size_words(asked.bytes) + " in accesses of " + std::to_string(asked.access_bytes) + " B. " + kRateMethod;
  return finding;
}

std::vector<Finding> fault_findings(const BeyondMemory& memory, const FaultRuns& faults, const std::optional<BusClock>& clock) {
  Finding cost = blank_beyond(memory, quantity::fault_cycles, faults.refusal, kFaultMethod);
  Finding least = blank_beyond(memory, quantity::fault_least_bytes, faults.refusal, kFaultMethod);
  Finding most = blank_beyond(memory, quantity::fault_most_bytes, faults.refusal, kFaultMethod);
  const auto all = [&] { return std::vector<Finding>{cost, in_nanoseconds(memory, quantity::fault_ns, cost, clock), least, most}; };
  if (!faults.refusal.empty()) return all();
  std::vector<inference::FaultWalk> walks;
  for (const RunPtr& run : faults.runs) {
    const std::vector<float> cycles = taken_by(*run);
    const auto half = static_cast<std::ptrdiff_t>(cycles.size() / 2);
    walks.push_back({{cycles.begin(), cycles.begin() + half}, {cycles.begin() + half, cycles.end()}});
    for (Finding* each : {&cost, &least, &most}) each->evidence.push_back(run->id);
  }
  const inference::FaultsFound found = inference::find_faults(walks, faults.stride);
  if (!found.undecided.empty()) {
    for (Finding* each : {&cost, &least, &most}) each->reason = found.undecided;
    return all();
  }
  const std::size_t touched = walks.front().first.size();
  set_rounded(cost, found.cost.median, found.cost.low, found.cost.high, 1);
  cost.reason = format_count(found.places.size()) + " of " + format_count(touched) +
                " first touches waited for a page, 90 % of them " + number_text(std::round(found.shortest)) + " to " +
                number_text(std::round(found.longest)) + " cycles; an access that finds its page takes " +
                number_text(found.present) + ".";
  if (!found.least) {
    for (Finding* each : {&least, &most})
      each->reason = "Only " + format_count(found.places.size()) + (found.places.size() == 1 ? " fault was" : " faults were") +
                     " seen in " + size_words(touched * faults.stride) + ": one brings so much that a longer walk would be needed.";
    return all();
  }
  const auto off = static_cast<double>(faults.stride);
  const std::string where = format_count(found.places.size()) + " faults in " + size_words(touched * faults.stride) +
                            ", touched every " + size_words(faults.stride) + ": the distance from one to the next.";
  for (const auto& [finding, bytes] : {std::pair(&least, *found.least), std::pair(&most, *found.most)}) {
    finding->status = FindingStatus::measured;
    finding->value = bytes;
    finding->low = static_cast<double>(bytes) - off;
    finding->high = static_cast<double>(bytes) + off;
    finding->reason = where;
  }
  if (*found.most > *found.least) {
    most.reason += " It grows: what is brought depends on what was touched around it.";
  }
  return all();
}

}  // namespace chasescope
