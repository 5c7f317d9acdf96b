#include "engine/inference/levels/access_classes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/median.h"

namespace chasescope::inference {
namespace {

constexpr std::size_t kFewestOfAGroup = 3;  // accesses of a group
constexpr double kClassClockStep = 2;       // cycles
constexpr double kResolution = 0.01;  // latencies nearer than this share are one class
constexpr double kGapOfScatter = 8;   // groups of a kind are this many times their scatter apart
constexpr double kMostClassDrift = 0.05, kLeastDrift = 0.001;
constexpr double kLeastShare = 0.004;  // least share of all accesses for a class that no kind explains

struct Sample {
  double cycles = 0;
  std::size_t index = 0;
};

double median_or_zero(std::vector<double> values) { return values.empty() ? 0 : upper_median(values); }

double median_cycles(std::span<const Sample> samples) {
  std::vector<double> values;
  for (const Sample& sample : samples) values.push_back(sample.cycles);
  return median_or_zero(std::move(values));
}

/// The mean of the middle half: finer than a median of whole cycles, and outliers don't reach it.
double middle_mean(std::span<const Sample> samples) {
  std::vector<double> values;
  for (const Sample& sample : samples) values.push_back(sample.cycles);
  std::sort(values.begin(), values.end());
  const std::size_t quarter = values.size() / 4;
  if (values.empty()) return 0;
  const std::span<const double> middle = std::span<const double>(values).subspan(quarter, values.size() - 2 * quarter);
  return std::accumulate(middle.begin(), middle.end(), 0.0) / static_cast<double>(middle.size());
}

/// The standard deviation of the jitter of a kind's latencies, sorted: the shortest interval that holds a quarter of them is 0.637
/// of it, and lies within one group even where the kind is a mixture of two.
double scatter_of(std::span<const Sample> sorted) {
  const std::size_t quarter = std::max<std::size_t>(sorted.size() / 4, 2);
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + quarter <= sorted.size(); ++i)
    shortest = std::min(shortest, sorted[i + quarter - 1].cycles - sorted[i].cycles);
  return sorted.size() < quarter ? 0 : shortest / 0.637;
}

/// Growth per access, as a share: compares the earlier half of each kind with the later half, and takes the median over the kinds.
double drift_per_access(const std::vector<std::vector<Sample>>& kinds) {
  std::vector<double> slopes;
  for (const auto& samples : kinds) {
    if (samples.size() < 16) continue;
    const std::span<const Sample> all(samples);
    const auto early = all.first(all.size() / 2), late = all.subspan(all.size() / 2);
    const auto middle_index = [](std::span<const Sample> part) { return static_cast<double>(part[part.size() / 2].index); };
    const double apart = middle_index(late) - middle_index(early), before = middle_mean(early);
    if (apart > 0 && before > 0) slopes.push_back((middle_mean(late) / before - 1) / apart);
  }
  return median_or_zero(std::move(slopes));
}

/// Splits a kind's sorted latencies at gaps that are wider than the scatter; the groups are ranges.
std::vector<std::span<const Sample>> groups_of(std::span<const Sample> sorted, double scatter) {
  std::vector<std::span<const Sample>> groups;
  std::size_t first = 0;
  for (std::size_t i = 1; i <= sorted.size(); ++i) {
    const bool cut = i == sorted.size() || sorted[i].cycles - sorted[i - 1].cycles >
                                               std::max({kClassClockStep, kResolution * sorted[i].cycles, kGapOfScatter * scatter});
    if (!cut) continue;
    groups.push_back(sorted.subspan(first, i - first));
    first = i;
  }
  return groups;
}

double quantile(std::span<const Sample> sorted, double q) {
  return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1) + 0.5)].cycles;
}

bool same_class(double a, double error_a, double b, double error_b) {
  return std::abs(a - b) <= std::max({kClassClockStep / 2, 4 * std::hypot(error_a, error_b), kResolution * std::min(a, b)});
}

}  // namespace

double least_apart(double low) {
  constexpr double kApart = 0.03;  // of the latency
  return std::max(2 * kClassClockStep, kApart * low);
}

std::optional<TwoGroups> two_groups_of(std::span<const float> cycles) {
  constexpr std::size_t kSmaller = 5;  // a group has at least a fifth of all
  if (cycles.size() < kFewestOfTwoGroups) return std::nullopt;
  std::vector<double> sorted(cycles.begin(), cycles.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t least = std::max<std::size_t>(sorted.size() / kSmaller, 2);
  std::size_t widest = least;
  for (std::size_t i = least; i + least <= sorted.size(); ++i)
    if (sorted[i] - sorted[i - 1] > sorted[widest] - sorted[widest - 1]) widest = i;
  const double gap = sorted[widest] - sorted[widest - 1];
  const TwoGroups groups{sorted[widest / 2], sorted[(widest + sorted.size()) / 2], sorted[widest - 1] + gap / 2};
  if (groups.apart() < least_apart(groups.low) || gap < groups.apart() / 2) return std::nullopt;
  return groups;
}

bool as_far_apart(const TwoGroups& a, const TwoGroups& b) {
  constexpr double kAlike = 0.05;
  return std::abs(a.apart() - b.apart()) <= std::max(kClassClockStep, kAlike * a.apart());
}

std::vector<std::optional<TwoGroups>> near_and_far(std::span<const float> cycles, std::span<const std::uint32_t> kinds,
                                                   std::span<const LinePlace> places, const std::vector<bool>& at_hand) {
  constexpr double kNearlyAll = 0.97;
  constexpr std::size_t kEnough = 8;  // lines that were read in two kinds of access
  const std::size_t n = std::min({cycles.size(), kinds.size(), places.size()});
  std::map<std::uint32_t, std::vector<float>> samples;
  for (std::size_t i = 0; i < n; ++i)
    if (kinds[i] != kNoKind) samples[kinds[i]].push_back(cycles[i]);
  std::vector<std::optional<TwoGroups>> groups(samples.empty() ? 0 : samples.rbegin()->first + 1);
  for (const auto& [kind, list] : samples) groups[kind] = two_groups_of(list);

  // For each line and each kind of access, the groups in which the line's latencies lie; and for each page, the groups of its
  // lines.
  std::map<std::uint64_t, std::map<std::uint32_t, std::set<bool>>> by_line;
  std::map<std::uint32_t, std::map<std::uint64_t, std::set<bool>>> by_page;
  for (std::size_t i = 0; i < n; ++i) {
    if (kinds[i] == kNoKind || !groups[kinds[i]]) continue;
    const bool far = cycles[i] > groups[kinds[i]]->cut;
    by_line[places[i].line][kinds[i]].insert(far);
    by_page[kinds[i]][places[i].page].insert(far);
  }
  // Whether the lines of a kind belong to the same groups in other kinds.
  const auto agrees_with = [&](std::uint32_t kind, const auto& counts) {
    std::size_t compared = 0, alike = 0;
    for (const auto& [line, in_kinds] : by_line) {
      const auto here = in_kinds.find(kind);
      if (here == in_kinds.end()) continue;
      for (const auto& [other, sides] : in_kinds) {
        if (other == kind || !counts(other)) continue;
        ++compared;
        alike += here->second.size() == 1 && here->second == sides ? 1 : 0;
      }
    }
    return compared >= kEnough && static_cast<double>(alike) >= kNearlyAll * static_cast<double>(compared);
  };
  const auto goes_with_the_line = [&](std::uint32_t kind) { return agrees_with(kind, [](std::uint32_t) { return true; }); };
  const auto goes_with_no_page = [&](std::uint32_t kind) {
    const auto& pages = by_page[kind];
    const auto mixed = std::count_if(pages.begin(), pages.end(), [](const auto& page) { return page.second.size() == 2; });
    return 2 * static_cast<std::size_t>(mixed) >= pages.size();
  };
  std::vector<TwoGroups> by_lines, by_no_pages;
  for (std::uint32_t kind = 0; kind < groups.size(); ++kind) {
    if (!groups[kind]) continue;
    const bool of_line = goes_with_the_line(kind);
    if (of_line) by_lines.push_back(*groups[kind]);
    if (goes_with_no_page(kind) || (of_line && kind < at_hand.size() && at_hand[kind])) by_no_pages.push_back(*groups[kind]);
  }
  const auto is_among = [](const std::vector<TwoGroups>& all, const TwoGroups& one) {
    return std::any_of(all.begin(), all.end(), [&](const TwoGroups& other) { return as_far_apart(other, one); });
  };
  std::vector<std::optional<TwoGroups>> shown = groups;
  for (auto& one : shown)
    if (one && !(is_among(by_lines, *one) && is_among(by_no_pages, *one))) one.reset();
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t kind = 0; kind < groups.size(); ++kind) {
      if (!groups[kind] || shown[kind] || !agrees_with(kind, [&](std::uint32_t other) { return shown[other].has_value(); }))
        continue;
      shown[kind] = groups[kind];
      more = true;
    }
  }
  return shown;
}

AccessSpectrum find_access_classes(std::span<const float> cycles, std::span<const std::uint32_t> kinds) {
  AccessSpectrum spectrum;
  const std::size_t n = std::min(cycles.size(), kinds.size());
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (kinds[i] != kNoKind) count = std::max(count, kinds[i] + 1);
  std::vector<std::vector<Sample>> samples(count);
  std::vector<Sample> others;
  for (std::size_t i = 0; i < n; ++i) (kinds[i] == kNoKind ? others : samples[kinds[i]]).push_back({cycles[i], i});

  double growth = drift_per_access(samples);
  spectrum.drift = growth * static_cast<double>(n);
  if (std::abs(spectrum.drift) > kMostClassDrift || std::abs(spectrum.drift) < kLeastDrift) growth = spectrum.drift = 0;
  const auto straighten = [&](std::vector<Sample>& list) {
    for (Sample& sample : list) sample.cycles /= 1 + growth * static_cast<double>(sample.index);
    std::sort(list.begin(), list.end(), [](const Sample& a, const Sample& b) { return a.cycles < b.cycles; });
  };
  std::vector<double> scatters;
  for (auto& list : samples) {
    straighten(list);
    if (list.size() >= kFewestOfAGroup) scatters.push_back(scatter_of(list));
  }
  straighten(others);
  const double scatter = median_or_zero(scatters);

  spectrum.kinds.resize(count);
  std::vector<Sample> left = others;
  for (std::size_t kind = 0; kind < count; ++kind) {
    KindLatency& latency = spectrum.kinds[kind];
    latency.accesses = samples[kind].size();
    if (samples[kind].empty()) continue;
    const auto groups = groups_of(samples[kind], scatter);
    const auto main = std::max_element(groups.begin(), groups.end(), [](auto a, auto b) { return a.size() < b.size(); });
    latency.cycles = median_cycles(*main);
    latency.low = quantile(*main, 0.025);
    latency.high = quantile(*main, 0.975);
    latency.error = statistics::kErrorOfMedian * scatter / std::sqrt(static_cast<double>(main->size()));
    latency.main_share = static_cast<double>(main->size()) / static_cast<double>(samples[kind].size());
    for (const auto& group : groups)
      if (group.data() != main->data()) left.insert(left.end(), group.begin(), group.end());
  }

  // Kinds with equal latencies form one class.
  std::vector<std::size_t> order;
  for (std::size_t kind = 0; kind < count; ++kind)
    if (spectrum.kinds[kind].accesses >= kFewestOfAGroup) order.push_back(kind);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return spectrum.kinds[a].cycles < spectrum.kinds[b].cycles; });
  const auto main_accesses = [&](const KindLatency& k) {
    return static_cast<std::size_t>(std::llround(k.main_share * static_cast<double>(k.accesses)));
  };
  for (const std::size_t kind : order) {
    const KindLatency& latency = spectrum.kinds[kind];
    const bool joins = !spectrum.classes.empty() && same_class(spectrum.classes.back().cycles, 0, latency.cycles, latency.error);
    if (!joins) spectrum.classes.push_back({latency.cycles, latency.low, latency.high, 0, 0, {}});
    AccessClass& c = spectrum.classes.back();
    const double before = static_cast<double>(c.accesses), added = static_cast<double>(main_accesses(latency));
    c.cycles = before + added > 0 ? (c.cycles * before + latency.cycles * added) / (before + added) : latency.cycles;
    c.low = std::min(c.low, latency.low);
    c.high = std::max(c.high, latency.high);
    c.accesses += main_accesses(latency);
    c.kinds.push_back(kind);
  }

  // The remaining latencies belong to an existing class, form one of their own, or are outliers.
  std::sort(left.begin(), left.end(), [](const Sample& a, const Sample& b) { return a.cycles < b.cycles; });
  std::vector<Sample> unexplained;
  for (const Sample& sample : left) {
    const auto near = std::find_if(spectrum.classes.begin(), spectrum.classes.end(), [&](const AccessClass& c) {
      const double slack = std::max(kClassClockStep, 4 * scatter);
      return sample.cycles >= c.low - slack && sample.cycles <= c.high + slack;
    });
    if (near != spectrum.classes.end()) {
      ++near->accesses;
    } else {
      unexplained.push_back(sample);
    }
  }
  std::size_t outliers = 0;
  for (const auto& group : groups_of(unexplained, scatter)) {
    const bool narrow = group.size() >= kFewestOfAGroup && quantile(group, 0.9) - quantile(group, 0.1) < 0.1 * quantile(group, 0.5);
    if (!narrow || static_cast<double>(group.size()) < kLeastShare * static_cast<double>(n)) {
      outliers += group.size();
      continue;
    }
    spectrum.classes.push_back({median_cycles(group), quantile(group, 0.025), quantile(group, 0.975), group.size(), 0, {}});
  }
  std::sort(spectrum.classes.begin(), spectrum.classes.end(),
            [](const AccessClass& a, const AccessClass& b) { return a.cycles < b.cycles; });
  for (AccessClass& c : spectrum.classes) c.share = n == 0 ? 0 : static_cast<double>(c.accesses) / static_cast<double>(n);
  spectrum.outlier_share = n == 0 ? 0 : static_cast<double>(outliers) / static_cast<double>(n);
  return spectrum;
}

}  // namespace chasescope::inference
