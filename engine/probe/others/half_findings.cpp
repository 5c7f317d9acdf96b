#include "engine/probe/others/half_findings.h"

#include <algorithm>
#include <cmath>

#include "engine/findings/unmeasured.h"
#include "engine/statistics/median_interval.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::LoadGroups;
using inference::OwnerHalves;

constexpr const char* kHalvesMethod =
    "The same atomic at lines drawn from a few MiB, by one thread; the median of each line. Two groups are told if each has a "
    "fifth "
    "of the lines, and at least half of what lies between their medians is empty.";

double rounded_to_hundredth(double value) { return std::round(value * 100) / 100; }
std::string tenths_text(double cycles) { return number_text(std::round(cycles * 10) / 10); }
std::string range_text(double least, double most) { return tenths_text(least) + " to " + tenths_text(most) + " cycles"; }

std::vector<double> medians_of(const std::vector<OperationPoint>& points) {
  std::vector<double> medians;
  for (const OperationPoint& point : points) medians.push_back(point.timed.median);
  return medians;
}

Finding blank_half(const char* quantity, const OperationsByAddress& measured) {
  Finding finding = unmeasured(subject::l2, quantity, {}, kHalvesMethod, kOperationsReference);
  if (const auto* entry = find_quantity(quantity)) finding.unit = entry->unit;
  finding.conditions = nlohmann::json::object();
  for (const OperationPoint& point : measured.atomics) finding.evidence.push_back(point.run);
  return finding;
}

/// "fall in the same two groups (64 of 64), 264 and 469 cycles"
std::string compared_in_words(const LoadGroups& loads, std::size_t addresses) {
  if (!loads.groups)
    return loads.most > 0 ? "take " + range_text(loads.least, loads.most) + " and fall in no two groups" : "could not be measured";
  return std::string(loads.agree ? "fall in the same two groups (" : "fall in other groups (") + format_count(loads.alike) +
         " of " + format_count(addresses) + " alike), " + tenths_text(loads.groups->low) + " and " +
         tenths_text(loads.groups->high) + " cycles";
}

std::string loads_in_words(const OwnerHalves& halves) {
  return " Loads right behind an atomic " + compared_in_words(halves.owned, halves.addresses) + "; loads alone " +
         compared_in_words(halves.loads, halves.addresses) + ".";
}

Finding groups_finding(const OperationsByAddress& measured, const OwnerHalves& halves) {
  Finding finding = blank_half(quantity::atomic_address_groups, measured);
  const std::string all = format_count(halves.addresses) + " lines of " + format_bytes(measured.span_bytes) + " take " +
                          range_text(halves.least, halves.most);
  switch (halves.groups) {
    case OwnerHalves::Groups::none: finding.reason = measured.refusal; return finding;
    case OwnerHalves::Groups::unclear:
      finding.reason = all + ", in no two clear groups, though there are gaps of up to " + tenths_text(halves.widest_gap) +
                       " cycles. More lines, or a card without other work, would tell.";
      return finding;
    case OwnerHalves::Groups::one: finding.reason = all + ", with no gap wider than " + tenths_text(halves.widest_gap) + "."; break;
    case OwnerHalves::Groups::two:
      finding.reason = all + ": " + format_count(halves.near_count) + " lines take about " + tenths_text(halves.atomics->low) +
                       ", the other lines about " + tenths_text(halves.atomics->high) + "." + loads_in_words(halves);
      break;
  }
  finding.status = FindingStatus::measured;
  finding.value = halves.groups == OwnerHalves::Groups::two ? 2 : 1;
  return finding;
}

Finding half_finding(const OperationsByAddress& measured, const OwnerHalves& halves, bool near) {
  Finding finding = blank_half(near ? quantity::atomic_near_half_cycles : quantity::atomic_far_half_cycles, measured);
  for (const auto* points : {&measured.owned, &measured.loads})
    for (const OperationPoint& point : *points) finding.evidence.push_back(point.run);
  finding.method +=
      " Loads of the same lines show whether the two groups are the two halves of the L2: they must fall in the same groups.";
  if (!halves.are_told()) {
    finding.reason = "Atomics fall in two groups, of about " + tenths_text(halves.atomics->low) + " and " +
                     tenths_text(halves.atomics->high) + " cycles, but nothing shows that these are the halves of the L2." +
                     loads_in_words(halves) +
                     " Atomics at the same lines by an SM of the other side of the chip would tell: near lines would be far there.";
    return finding;
  }
  std::vector<double> group;
  for (const double cycles : medians_of(measured.atomics))
    if ((cycles <= halves.atomics->cut) == near) group.push_back(cycles);
  const auto middle = inference::median_interval_of(group);
  finding.status = FindingStatus::measured;
  finding.value = rounded_to_hundredth(middle.median);
  finding.low = rounded_to_hundredth(middle.low);
  finding.high = rounded_to_hundredth(middle.high);
  finding.reason = format_count(group.size()) + " of " + format_count(halves.addresses) + " lines." + loads_in_words(halves);
  return finding;
}

}  // namespace

inference::OwnerHalves halves_of(const OperationsByAddress& measured) {
  return inference::owner_halves_of(medians_of(measured.atomics), medians_of(measured.loads), medians_of(measured.owned));
}

std::vector<Finding> half_findings(const OperationsByAddress& measured, const OwnerHalves& halves) {
  std::vector<Finding> findings{groups_finding(measured, halves)};
  if (halves.groups == OwnerHalves::Groups::two)
    for (const bool near : {true, false}) findings.push_back(half_finding(measured, halves, near));
  return findings;
}

std::string half_in_words(const OwnerHalves& halves, double cycles) {
  if (halves.groups != OwnerHalves::Groups::two) return {};
  const bool near = cycles <= halves.atomics->cut;
  if (halves.are_told()) return std::string(" Its address belongs to the ") + (near ? "near" : "far") + " half of the L2.";
  return std::string(" Its address is of the ") + (near ? "faster" : "slower") + " of two groups of addresses.";
}

}  // namespace chasescope
