#include "engine/probe/others/operations_findings.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/findings/unmeasured.h"
#include "engine/statistics/median.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::AnsweredAs;
using inference::CostOfMore;

constexpr const char* kTimedMethod =
    "Median of repeated measurements between two clock reads, less what the same takes without the operation.";
constexpr const char* kUnknownPlain = "Loads to compare with could not be measured: ";

double hundredths(double value) { return std::round(value * 100) / 100; }
std::string cycles_text(double cycles) { return number_text(std::round(cycles * 10) / 10) + " cycles"; }

Finding blank_operation(const char* subject, const char* quantity, nlohmann::json conditions = nlohmann::json::object()) {
  Finding finding = unmeasured(subject, quantity, {}, kTimedMethod, kOperationsReference);
  finding.conditions = std::move(conditions);
  if (const auto* entry = find_quantity(quantity)) finding.unit = entry->unit;
  return finding;
}

void set_cycles(Finding& finding, double value, double low, double high) {
  finding.status = FindingStatus::measured;
  finding.value = hundredths(value);
  finding.low = hundredths(low);
  finding.high = hundredths(high);
}
void set_cost(Finding& finding, const CostOfMore& cost) { set_cycles(finding, cost.cycles, cost.low, cost.high); }

const char* subject_of(OperationLevel level) { return level == OperationLevel::shared ? subject::shared_memory : subject::l2; }

/// The cycles that more threads add, from `from` threads to `to` (or to the largest number measured, if that is smaller), per
/// `each` threads.
Finding further_threads(const char* subject, const char* quantity, const ThreadPlaces& places,
                        const std::vector<OperationPoint>& curve, std::uint64_t from, std::uint64_t to, std::uint64_t each,
                        const std::string& refusal) {
  Finding finding = blank_operation(subject, quantity, {{"addresses", places.name}});
  const auto first = std::find_if(curve.begin(), curve.end(), [&](const OperationPoint& point) { return point.threads == from; });
  const bool lanes = each == 1;
  const auto beyond = std::find_if(curve.begin(), curve.end(), [&](const OperationPoint& point) { return point.threads > to; });
  const auto last = beyond == curve.begin() ? curve.end() : std::prev(beyond);
  if (first == curve.end() || last == curve.end() || last->threads <= from) {
    finding.reason = refusal.empty() ? "The device takes too few threads." : refusal;
    return finding;
  }
  for (auto point = first; point <= last; ++point) finding.evidence.push_back(point->run);
  const auto between = [&](auto a, auto b) {
    return inference::cost_of_more(a->timed, b->timed, static_cast<double>(b->threads - a->threads) / static_cast<double>(each));
  };
  set_cost(finding, between(first, last));
  const std::string all = format_count(last->threads), whom = lanes ? "thread" : "warp";
  finding.method = "From " + format_count(first->threads) + (first->threads == 1 ? " thread to " : " threads to ") + all +
                   ", for each further " + whom + "; medians of repeated measurements.";
  finding.reason = "All " + all + " threads take " + cycles_text(last->timed.median) + ", and " + cycles_text(last->overhead) +
                   " to begin and end without an atomic.";
  const auto middle = first + std::distance(first, last) / 2;
  if (middle == first || middle == last) return finding;
  const CostOfMore before = between(first, middle), after = between(middle, last);
  const std::string earlier = cycles_text(before.cycles), later = cycles_text(after.cycles);
  if ((before.high < after.low || after.high < before.low) && earlier != later)
    finding.reason += " Not evenly: up to " + format_count(middle->threads) + " threads each further " + whom + " adds " + earlier +
                      ", beyond that " + later + ".";
  return finding;
}

std::string compared(const OperationPoint& hit, const OperationPoint& miss, const OperationPoint& seen) {
  return "It takes " + cycles_text(seen.timed.median) + "; a load that hits takes " + cycles_text(hit.timed.median) +
         ", one that misses " + cycles_text(miss.timed.median) + ".";
}

/// Adds to the finding whether the load was answered as a hit or as a miss, or why that is open.
void tell_answer(Finding& finding, const OperationPoint& hit, const OperationPoint& miss, const OperationPoint& seen,
                 const char* as_hit, const char* as_miss) {
  finding.method =
      "Compares medians and deciles (tenths of the sorted times) of repeated loads with loads that are known to hit and to miss "
      "the L1.";
  for (const OperationPoint* point : {&hit, &miss, &seen}) {
    if (!point->is_measured()) {
      finding.reason = point == &seen ? point->refusal : kUnknownPlain + point->refusal;
      return;
    }
    finding.evidence.push_back(point->run);
  }
  finding.reason = compared(hit, miss, seen);
  const AnsweredAs answer = inference::answered_as(hit.timed, miss.timed, seen.timed);
  switch (answer) {
    case AnsweredAs::hit:
    case AnsweredAs::miss:
      finding.status = FindingStatus::measured;
      finding.value = answer == AnsweredAs::hit ? as_hit : as_miss;
      return;
    case AnsweredAs::neither: finding.reason += " It is neither, and only counters of the cache would tell what happens."; return;
    case AnsweredAs::both:
      finding.reason +=
          " A tenth of the loads is as short as a hit and a tenth as long as a miss, and only counters of the cache would tell "
          "why.";
      return;
    case AnsweredAs::unclear:
      finding.reason +=
          " Hits and misses lie too near each other for how much they scatter; a quieter card or a slower miss would tell.";
      return;
  }
}

}  // namespace

std::vector<Finding> atomic_findings(const AtomicsOfLevel& atomics) {
  const char* const subject = subject_of(atomics.level);
  std::vector<Finding> findings{blank_operation(subject, quantity::atomic_latency_cycles)};
  Finding& latency = findings.front();
  if (atomics.one.is_measured()) {
    set_cycles(latency, atomics.one.timed.median, atomics.one.timed.low, atomics.one.timed.high);
    latency.evidence = {atomics.one.run};
    if (atomics.plain.is_measured()) {
      latency.evidence.push_back(atomics.plain.run);
      latency.reason = std::string("Until the old value is there. A load ") +
                       (atomics.level == OperationLevel::shared ? "from there" : "that the L2 answers") + " takes " +
                       cycles_text(atomics.plain.timed.median) + ", measured in the same way.";
    }
  } else {
    latency.reason = atomics.one.refusal;
  }
  for (std::size_t i = 0; i < atomics.curves.size(); ++i) {
    findings.push_back(further_threads(subject, quantity::atomic_lane_cycles, kThreadPlaces[i], atomics.curves[i], 1, atomics.warp,
                                       1, atomics.one.refusal));
    findings.push_back(further_threads(subject, quantity::atomic_warp_cycles, kThreadPlaces[i], atomics.curves[i], atomics.warp,
                                       std::numeric_limits<std::uint64_t>::max(), atomics.warp, atomics.one.refusal));
  }
  return findings;
}

Finding crowd_finding(MemoryOperation operation, const ThreadPlaces& places, const OperationPoint& few, const OperationPoint& many,
                      double more) {
  Finding finding = blank_operation(subject::l2, quantity::atomics_per_cycle,
                                    {{"addresses", places.name}, {"operation", std::string(to_string(operation))}});
  finding.method =
      "All SMs at once, once with few operations of each thread in a row and once with more: the additional operations, "
      "divided by the additional time.";
  for (const OperationPoint* point : {&few, &many}) {
    if (!point->is_measured()) {
      finding.reason = point->refusal;
      return finding;
    }
    finding.evidence.push_back(point->run);
  }
  const CostOfMore rate = inference::rate_of_more(few.timed, many.timed, more);
  if (rate.low > 0)
    set_cost(finding, rate);
  else
    finding.reason = "More operations took no longer, as far as repeated measurements tell; more in a row would.";
  return finding;
}

std::vector<Finding> store_findings(OperationLevel level, const OperationPoint& plain, const std::vector<OperationPoint>& points) {
  std::vector<Finding> findings{blank_operation(subject_of(level), quantity::store_visible_cycles),
                                blank_operation(subject_of(level), quantity::fence_cycles)};
  Finding &visible = findings[0], &fence = findings[1];
  const char* const scope = level == OperationLevel::shared ? "of the block" : "of the card";
  visible.method =
      std::string("From the issue of a store until a fence ") + scope + " after it has ended; median of repeated measurements.";
  fence.method = std::string("A fence ") + scope + " with no store before it; medians of repeated measurements.";
  for (const OperationPoint& point : points)
    if (!point.is_measured()) {
      visible.reason = fence.reason = point.refusal;
      return findings;
    }
  if (!plain.is_measured()) {
    visible.reason = fence.reason = kUnknownPlain + plain.refusal;
    return findings;
  }
  // For a store, `overhead` is the time of its fence; for a load, that of reading the clock.
  std::vector<double> medians, fences;
  double low = std::numeric_limits<double>::infinity(), high = 0;
  for (const OperationPoint& point : points) {
    const auto timed = inference::timed_operation(point.cycles, plain.overhead);
    medians.push_back(timed.median);
    low = std::min(low, timed.low);
    high = std::max(high, timed.high);
    fences.push_back(std::max(0.0, point.overhead - plain.overhead));
    for (Finding& finding : findings) finding.evidence.push_back(point.run);
  }
  for (Finding& finding : findings) finding.evidence.push_back(plain.run);
  set_cycles(visible, inference::median_of(medians), low, high);
  std::sort(fences.begin(), fences.end());
  set_cycles(fence, fences[fences.size() / 2], fences.front(), fences.back());
  visible.reason = "At most: the fence alone takes " + cycles_text(fences[fences.size() / 2]) +
                   ", and may begin before the store has ended. A load " +
                   (level == OperationLevel::shared ? "from there" : "that the L2 answers") + " takes " +
                   cycles_text(plain.timed.median) + ".";
  return findings;
}

Finding after_store_finding(const OperationPoint& hit, const OperationPoint& miss, bool present, const OperationPoint& seen) {
  Finding finding = blank_operation(subject::l1_data, quantity::load_after_store, {{"line", present ? "present" : "absent"}});
  tell_answer(finding, hit, miss, seen, "hit", "miss");
  return finding;
}

Finding hit_under_miss_finding(const OperationPoint& hit, const OperationPoint& miss, const OperationPoint& seen) {
  Finding finding = blank_operation(subject::l1_data, quantity::hit_under_miss);
  tell_answer(finding, hit, miss, seen, "yes", "no");
  finding.method += " The time is from the issue of a load that misses until one that hits, issued right behind it, is there.";
  return finding;
}

const char* copy_words(MemoryOperation operation) {
  if (operation == MemoryOperation::async_copy) return "asynchronous copy";
  return operation == MemoryOperation::bulk_copy ? "bulk copy" : "copy through registers";
}

Finding copy_finding(MemoryOperation operation, std::uint64_t bytes, const OperationPoint& point) {
  const char* const way = operation == MemoryOperation::async_copy  ? "async"
                          : operation == MemoryOperation::bulk_copy ? "bulk"
                                                                    : "registers";
  Finding finding = blank_operation(subject::shared_memory, quantity::copy_latency_cycles, {{"copy", way}, {"bytes", bytes}});
  if (!point.is_measured()) {
    finding.reason = point.refusal;
    return finding;
  }
  set_cycles(finding, point.timed.median, point.timed.low, point.timed.high);
  finding.method =
      "From the first issue until every thread that asked sees its bytes in shared memory; median of repeated measurements.";
  finding.reason = "Beginning and waiting take " + cycles_text(point.overhead) + " where nothing is copied.";
  finding.evidence = {point.run};
  return finding;
}

}  // namespace chasescope
