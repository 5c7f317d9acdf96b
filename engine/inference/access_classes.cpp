#include "engine/inference/access_classes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace chasescope::inference {
namespace {

constexpr std::size_t kFewest = 3;    // accesses of a group
constexpr double kClockStep = 2;      // cycles
constexpr double kResolution = 0.01;  // latencies nearer than this share are one class
constexpr double kGapOfScatter = 8;   // groups of a kind are this many times their scatter apart
constexpr double kMostDrift = 0.05, kLeastDrift = 0.001;
constexpr double kLeastShare = 0.004;  // of all accesses, for a class that no kind explains

struct Sample {
  double cycles = 0;
  std::size_t index = 0;
};

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double median_cycles(std::span<const Sample> samples) {
  std::vector<double> values;
  for (const Sample& sample : samples) values.push_back(sample.cycles);
  return median_of(std::move(values));
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

/// Growth per access, as a share: of each kind the earlier half is compared with the later one, and the median of the kinds speaks.
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
  return median_of(std::move(slopes));
}

/// Groups of a kind's latencies, cut at gaps that are no scatter; sorted input, groups as ranges.
std::vector<std::span<const Sample>> groups_of(std::span<const Sample> sorted, double scatter) {
  std::vector<std::span<const Sample>> groups;
  std::size_t first = 0;
  for (std::size_t i = 1; i <= sorted.size(); ++i) {
    const bool cut = i == sorted.size() || sorted[i].cycles - sorted[i - 1].cycles >
                                               std::max({kClockStep, kResolution * sorted[i].cycles, kGapOfScatter * scatter});
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
  return std::abs(a - b) <= std::max({kClockStep / 2, 4 * std::hypot(error_a, error_b), kResolution * std::min(a, b)});
}

}  // namespace

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
  if (std::abs(spectrum.drift) > kMostDrift || std::abs(spectrum.drift) < kLeastDrift) growth = spectrum.drift = 0;
  const auto straighten = [&](std::vector<Sample>& list) {
    for (Sample& sample : list) sample.cycles /= 1 + growth * static_cast<double>(sample.index);
    std::sort(list.begin(), list.end(), [](const Sample& a, const Sample& b) { return a.cycles < b.cycles; });
  };
  std::vector<double> scatters;
  for (auto& list : samples) {
    straighten(list);
    if (list.size() >= kFewest) scatters.push_back(scatter_of(list));
  }
  straighten(others);
  const double scatter = median_of(scatters);

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
    latency.error = 1.25 * scatter / std::sqrt(static_cast<double>(main->size()));
    latency.main_share = static_cast<double>(main->size()) / static_cast<double>(samples[kind].size());
    for (const auto& group : groups)
      if (group.data() != main->data()) left.insert(left.end(), group.begin(), group.end());
  }

  // Kinds that take as long are one class.
  std::vector<std::size_t> order;
  for (std::size_t kind = 0; kind < count; ++kind)
    if (spectrum.kinds[kind].accesses >= kFewest) order.push_back(kind);
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

  // What is left belongs to a class that is there, makes one of its own, or is an outlier.
  std::sort(left.begin(), left.end(), [](const Sample& a, const Sample& b) { return a.cycles < b.cycles; });
  std::vector<Sample> unexplained;
  for (const Sample& sample : left) {
    const auto near = std::find_if(spectrum.classes.begin(), spectrum.classes.end(), [&](const AccessClass& c) {
      const double slack = std::max(kClockStep, 4 * scatter);
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
    const bool narrow = group.size() >= kFewest && quantile(group, 0.9) - quantile(group, 0.1) < 0.1 * quantile(group, 0.5);
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
