#include "engine/inference/banks/bank_layout_fit.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/statistics/median.h"

namespace chasescope::inference {
namespace {

constexpr unsigned kMostBanks = 128;
// Strides of one degree may differ in latency by kWidths standard deviations of the noise, plus the larger of kSameCycles (cycles)
// and kSameShare (share of the latency). A larger difference means different degrees.
constexpr double kWidths = 5;
constexpr double kSameCycles = 0.75;
constexpr double kSameShare = 0.0075;
constexpr double kLeastRowCost = 0.2;  // each further row costs at least this share of the average cost of a row

/// The scatter of the median of `samples` measurements that scatter normally; 1.2533 is √(π/2).
double scatter_of_median(double scatter, std::size_t samples) {
  return samples < 3 ? scatter / std::sqrt(static_cast<double>(samples))
                     : 1.2533 * scatter / std::sqrt(static_cast<double>(samples));
}

std::vector<BankLayout> all_layouts() {
  std::vector<BankLayout> layouts;
  for (unsigned banks = 1; banks <= kMostBanks; ++banks)
    for (const unsigned width : {4U, 8U, 16U})
      for (unsigned row = width; row <= 16; row *= 2)
        for (const unsigned lanes : {8U, 16U, 32U}) layouts.push_back({banks, width, row, lanes});
  return layouts;
}

/// The strides sorted by the degree that a layout gives them.
struct Sorting {
  std::map<double, std::vector<std::size_t>> strides;  // indices into the latencies
  std::vector<DegreeLatency> degrees;
};

class Fit {
 public:
  Fit(std::span<const StrideLatency> latencies, double scatter, unsigned word_bytes, unsigned lanes)
      : latencies_(latencies), word_bytes_(word_bytes), lanes_(lanes) {
    for (const StrideLatency& latency : latencies) {
      noise_.push_back(kWidths * scatter_of_median(scatter, latency.samples));
      room_.push_back(noise_.back() + same(latency.cycles));
    }
  }

  BankLayoutFit run() const {
    BankLayoutFit fit;
    if (latencies_.size() < 3) return fit;
    fit.resolution = *std::min_element(room_.begin(), room_.end());
    const auto by_cycles = [](const StrideLatency& a, const StrideLatency& b) { return a.cycles < b.cycles; };
    const auto [fastest, slowest] = std::minmax_element(latencies_.begin(), latencies_.end(), by_cycles);
    if (slowest->cycles - fastest->cycles <= room_[index(fastest)] + room_[index(slowest)]) {
      fit.verdict = BankLayoutFit::Verdict::flat;
      return fit;
    }
    for (BankLayout layout : all_layouts()) {
      auto degrees = degrees_of(layout, true);
      for (layout.broadcast = true; degrees; layout.broadcast = false) {
        if (!layout.broadcast) serve_lanes_one_by_one(*degrees);
        Sorting sorting = sorted(*degrees);
        if (worst_residual(sorting).first <= 1 && rows_cost(sorting)) {
          if (fit.candidates.empty()) fit.degrees = std::move(sorting.degrees);
          fit.candidates.push_back(layout);
        }
        if (!layout.broadcast) break;
      }
    }
    fit.verdict = fit.candidates.empty() ? BankLayoutFit::Verdict::unexplained : BankLayoutFit::Verdict::decided;
    if (fit.candidates.empty()) fit.oddest = oddest();
    return fit;
  }

 private:
  std::size_t index(std::span<const StrideLatency>::iterator at) const { return static_cast<std::size_t>(at - latencies_.begin()); }

  /// The degree of each stride. With `give_up`, no value as soon as two strides of one degree (except stride 0) have latencies that
  /// are too far apart. Most layouts are refused after a few strides.
  std::optional<std::vector<double>> degrees_of(const BankLayout& layout, bool give_up) const {
    struct Span {
      double low, high;
    };
    std::map<double, Span> spans;
    std::vector<double> degrees;
    for (std::size_t i = 0; i < latencies_.size(); ++i) {
      degrees.push_back(conflict_degree(layout, {latencies_[i].stride, word_bytes_, lanes_}));
      if (!give_up || latencies_[i].stride == 0) continue;
      const auto [span, is_new] =
          spans.try_emplace(degrees.back(), Span{latencies_[i].cycles + room_[i], latencies_[i].cycles - room_[i]});
      span->second.low = std::min(span->second.low, latencies_[i].cycles + room_[i]);
      span->second.high = std::max(span->second.high, latencies_[i].cycles - room_[i]);
      if (span->second.high > span->second.low) return std::nullopt;
    }
    return degrees;
  }

  /// Without broadcast, stride 0 needs a row for each lane.
  void serve_lanes_one_by_one(std::vector<double>& degrees) const {
    for (std::size_t i = 0; i < degrees.size(); ++i)
      if (latencies_[i].stride == 0) degrees[i] = lanes_;
  }

  /// The worst stride of the layout whose worst stride fits best.
  std::uint64_t oddest() const {
    std::pair<double, std::uint64_t> best{INFINITY, 0};
    for (const BankLayout& layout : all_layouts())
      if (const auto worst = worst_residual(sorted(*degrees_of(layout, false))); worst.first < best.first) best = worst;
    return best.second;
  }

  static double same(double cycles) { return std::max(kSameCycles, kSameShare * cycles); }

  Sorting sorted(const std::vector<double>& by_stride) const {
    Sorting sorting;
    for (std::size_t i = 0; i < latencies_.size(); ++i) sorting.strides[by_stride[i]].push_back(i);
    for (const auto& [degree, members] : sorting.strides) {
      std::vector<double> cycles;
      for (const std::size_t i : members) cycles.push_back(latencies_[i].cycles);
      const auto [low, high] = std::minmax_element(cycles.begin(), cycles.end());
      sorting.degrees.push_back({degree, 0, *low, *high, cycles.size()});
      sorting.degrees.back().cycles = median_of(std::move(cycles));
    }
    return sorting;
  }

  /// The stride that lies farthest from the median of its degree, and that distance as a share of the allowed distance.
  std::pair<double, std::uint64_t> worst_residual(const Sorting& sorting) const {
    std::pair<double, std::uint64_t> worst{0, 0};
    auto level = sorting.degrees.begin();
    for (const auto& [degree, members] : sorting.strides) {
      for (const std::size_t i : members)
        worst = std::max(worst, {std::abs(latencies_[i].cycles - level->cycles) / room_[i], latencies_[i].stride});
      ++level;
    }
    return worst;
  }

  /// Whether more rows take longer, as far as noise lets it be seen. A layout is refused if it distinguishes rows that cost
  /// nothing: it predicts conflicts where there are none.
  bool rows_cost(const Sorting& sorting) const {
    const auto& levels = sorting.degrees;
    if (levels.size() < 2) return false;
    const double average = (levels.back().cycles - levels.front().cycles) / (levels.back().degree - levels.front().degree);
    if (!(average > 0)) return false;
    auto members = sorting.strides.begin();
    for (std::size_t i = 1; i < levels.size(); ++i, ++members) {
      const double noise = std::hypot(noise_of(members->second), noise_of(std::next(members)->second)) + same(levels[i].cycles);
      const double least = kLeastRowCost * average * (levels[i].degree - levels[i - 1].degree);
      if (levels[i].cycles - levels[i - 1].cycles + noise < least) return false;
    }
    return true;
  }

  double noise_of(const std::vector<std::size_t>& members) const {
    double widest = 0;
    for (const std::size_t i : members) widest = std::max(widest, noise_[i]);
    return widest / std::sqrt(static_cast<double>(members.size()));
  }

  std::span<const StrideLatency> latencies_;
  std::vector<double> noise_;  // by stride
  std::vector<double> room_;   // by stride: the allowed distance from other strides of its degree, cycles
  unsigned word_bytes_;
  unsigned lanes_;
};

template <typename T>
std::optional<T> common(const std::vector<BankLayout>& layouts, T BankLayout::*member) {
  if (layouts.empty()) return std::nullopt;
  for (const BankLayout& layout : layouts)
    if (layout.*member != layouts.front().*member) return std::nullopt;
  return layouts.front().*member;
}

}  // namespace

std::vector<StrideLatency> medians_of(std::span<const StrideSamples> strides) {
  std::vector<StrideLatency> latencies;
  for (const StrideSamples& stride : strides) latencies.push_back({stride.stride, median_of(stride.cycles), stride.cycles.size()});
  return latencies;
}

double scatter_of(std::span<const StrideSamples> strides) {
  std::vector<double> steps;
  for (const StrideSamples& stride : strides)
    for (std::size_t i = 1; i < stride.cycles.size(); ++i) steps.push_back(std::abs(stride.cycles[i] - stride.cycles[i - 1]));
  // The difference of two normal numbers has √2 times the standard deviation of one. Half of the differences are smaller in size
  // than 0.6745 of their standard deviation.
  return steps.empty() ? 0 : median_of(std::move(steps)) / (0.6745 * std::sqrt(2.0));
}

std::optional<unsigned> BankLayoutFit::banks() const { return common(candidates, &BankLayout::banks); }
std::optional<unsigned> BankLayoutFit::width_bytes() const { return common(candidates, &BankLayout::width_bytes); }
std::optional<unsigned> BankLayoutFit::row_bytes() const { return common(candidates, &BankLayout::row_bytes); }
std::optional<bool> BankLayoutFit::broadcast() const { return common(candidates, &BankLayout::broadcast); }

std::optional<BankLayoutFit::RowCost> BankLayoutFit::row_cost() const {
  if (degrees.size() < 2) return std::nullopt;
  RowCost cost{(degrees.back().cycles - degrees.front().cycles) / (degrees.back().degree - degrees.front().degree), INFINITY,
               -INFINITY};
  for (std::size_t i = 1; i < degrees.size(); ++i) {
    const double each = (degrees[i].cycles - degrees[i - 1].cycles) / (degrees[i].degree - degrees[i - 1].degree);
    cost.low = std::min(cost.low, each);
    cost.high = std::max(cost.high, each);
  }
  return cost;
}

BankLayoutFit fit_bank_layout(std::span<const StrideLatency> latencies, double scatter, unsigned word_bytes, unsigned lanes) {
  return Fit(latencies, scatter, word_bytes, lanes).run();
}

}  // namespace chasescope::inference
