#include "engine/inference/requests/page_faults.h"

#include <algorithm>
#include <cmath>

namespace chasescope::inference {
namespace {

// Largest share of first touches that may be faults; the rest shows the latency without a fault.
constexpr double kMostFaults = 0.4;
constexpr double kStepOfCut = 1.1;  // ratio of neighbouring cuts that are tried: finer than the distance of any two classes
constexpr double kApart = 1.5;      // least ratio of a fault's latency to that of an access without fault
// Steps of the cut without a change: faults are then slower than all other accesses by a factor of 1.5.
constexpr std::size_t kWideEnough = 5;
constexpr double kAlike = 0.05;  // relative change of the number of slow places that still counts as no change
constexpr std::size_t kFewestFaults = 3;

double share_of(std::vector<float> values, double share) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return static_cast<double>(*at);
}

/// Places that are slow in all first passes but one, and in no more than half of the second ones.
std::vector<std::size_t> slow_places(const std::vector<FaultWalk>& walks, double cut) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < walks.front().first.size(); ++i) {
    std::size_t first = 0, second = 0;
    for (const FaultWalk& walk : walks) {
      first += static_cast<double>(walk.first[i]) > cut ? 1 : 0;
      second += static_cast<double>(walk.second[i]) > cut ? 1 : 0;
    }
    if (first + 1 >= walks.size() && 2 * second <= walks.size()) places.push_back(i);
  }
  return places;
}

/// The cut in the widest range of cuts that all find the same number of slow places.
std::optional<double> cut_of(const std::vector<FaultWalk>& walks, double from, double to) {
  std::vector<double> cuts, counts;
  for (double cut = from; cut < to; cut *= kStepOfCut) {
    cuts.push_back(cut);
    counts.push_back(static_cast<double>(slow_places(walks, cut).size()));
  }
  std::size_t best = 0, best_length = 0;
  for (std::size_t begin = 0; begin < cuts.size(); ++begin) {
    std::size_t end = begin;
    while (end < cuts.size() && std::abs(counts[end] - counts[begin]) <= kAlike * counts[begin]) ++end;
    if (counts[begin] < 1 || end - begin <= best_length) continue;
    best = begin;
    best_length = end - begin;
  }
  if (best_length < kWideEnough) return std::nullopt;
  return cuts[best + best_length / 2];
}

}  // namespace

FaultsFound find_faults(const std::vector<FaultWalk>& walks, std::uint64_t stride) {
  FaultsFound found;
  double base = 0, top = 0;
  std::vector<double> present;
  for (const FaultWalk& walk : walks) {
    base = std::max({base, share_of(walk.second, 0.95), share_of(walk.first, 1 - kMostFaults)});
    top = std::max(top, static_cast<double>(*std::max_element(walk.first.begin(), walk.first.end())));
    present.push_back(share_of(walk.second, 0.5));
  }
  found.present = median_of(present);
  const auto cut = cut_of(walks, kApart * base, top);
  if (!cut) {
    found.undecided =
        "No accesses stand apart that are slow when a place is touched first and fast afterwards: pages do not move to the card, "
        "or that takes no longer than other slow accesses.";
    return found;
  }
  found.cut = *cut;
  const std::vector<std::size_t> places = slow_places(walks, found.cut);
  std::vector<double> waits;
  for (const std::size_t i : places) {
    found.places.push_back(i * stride);
    for (const FaultWalk& walk : walks)
      if (static_cast<double>(walk.first[i]) > found.cut) waits.push_back(static_cast<double>(walk.first[i]) - found.present);
  }
  found.cost = median_interval_of(waits);
  std::sort(waits.begin(), waits.end());
  const auto at = [&](double share) { return waits[static_cast<std::size_t>(share * static_cast<double>(waits.size() - 1))]; };
  found.shortest = at(0.05);
  found.longest = at(0.95);
  if (places.size() < kFewestFaults) return found;
  std::vector<std::uint64_t> distances;
  for (std::size_t i = 1; i < found.places.size(); ++i) distances.push_back(found.places[i] - found.places[i - 1]);
  found.least = *std::min_element(distances.begin(), distances.end());
  found.most = *std::max_element(distances.begin(), distances.end());
  return found;
}

}  // namespace chasescope::inference
