#include "engine/inference/chip/sm_groups.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/tails.h"

namespace chasescope::inference {
namespace {

constexpr std::size_t kRowsToGroup = 8, kColumnsToGroup = 16, kMostRows = 512;
constexpr std::size_t kMostGroups = 64;
constexpr double kGap = 4;          // ratio of squared differences, so twice the distance of the groups merged before
constexpr double kClockStep = 1;    // cycles: rows that differ by less are not separated, however weak the noise is
constexpr double kFewAlike = 0.05;  // largest share of all pairs of rows that may be this similar

/// Merges rows into groups step by step. Squared differences (cycles²) come from products of the two halves, so that noise does not
/// increase them.
class Joining {
 public:
  Joining(const std::vector<double>& products, std::size_t rows) : rows_(rows), sums_(products), members_(rows) {
    for (std::size_t i = 0; i < rows; ++i) members_[i] = {i};
    alive_.resize(rows);
    std::iota(alive_.begin(), alive_.end(), std::size_t{0});
  }

  struct Pair {
    double square = std::numeric_limits<double>::max();
    std::size_t a = 0, b = 0;
  };
  Pair nearest() const {
    Pair nearest;
    for (std::size_t i = 0; i < alive_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (const double square = square_of(alive_[i], alive_[j]); square < nearest.square)
          nearest = {square, alive_[j], alive_[i]};
    return nearest;
  }
  void join(const Pair& pair) {
    const std::size_t a = pair.a, b = pair.b;
    for (const std::size_t other : alive_) {
      if (other == a || other == b) continue;
      at(a, other) += at(b, other);
      at(other, a) = at(a, other);
    }
    at(a, a) += at(b, b) + 2 * at(a, b);
    members_[a].insert(members_[a].end(), members_[b].begin(), members_[b].end());
    alive_.erase(std::find(alive_.begin(), alive_.end(), b));
  }
  std::size_t count() const { return alive_.size(); }
  std::vector<std::vector<std::size_t>> groups() const {
    std::vector<std::vector<std::size_t>> groups;
    for (const std::size_t each : alive_) groups.push_back(members_[each]);
    return groups;
  }

 private:
  double& at(std::size_t a, std::size_t b) { return sums_[a * rows_ + b]; }
  double square_of(std::size_t a, std::size_t b) const {
    const auto n = static_cast<double>(members_[a].size()), m = static_cast<double>(members_[b].size());
    return sums_[a * rows_ + a] / (n * n) + sums_[b * rows_ + b] / (m * m) - 2 * sums_[a * rows_ + b] / (n * m);
  }
  std::size_t rows_;
  std::vector<double> sums_;
  std::vector<std::vector<std::size_t>> members_;
  std::vector<std::size_t> alive_;
};

/// The distances of rows from groups.
struct Lying {
  const std::vector<double>& products;
  std::size_t rows, columns;
  double noise;  // variance of a cell in one half

  /// The squared difference between a row and the mean of other rows, and its variance.
  struct Distance {
    double square = 0, variance = 0;
  };
  Distance to(std::size_t row, const std::vector<std::size_t>& others) const {
    double cross = 0, own = 0;
    for (const std::size_t a : others) {
      cross += products[row * rows + a];
      for (const std::size_t b : others) own += products[a * rows + b];
    }
    const auto n = static_cast<double>(others.size());
    Distance distance;
    distance.square = products[row * rows + row] + own / (n * n) - 2 * cross / n;
    const double of_pair = noise * (1 + 1 / n);
    distance.variance = (2 * std::max(distance.square, 0.0) * of_pair + of_pair * of_pair) / static_cast<double>(columns);
    return distance;
  }

  /// The certainty, in standard errors, of the row that fits its group least clearly.
  double least_clear(const std::vector<std::vector<std::size_t>>& groups) const {
    double least = std::numeric_limits<double>::max();
    for (const auto& group : groups)
      for (const std::size_t row : group) {
        std::vector<std::size_t> rest;
        std::copy_if(group.begin(), group.end(), std::back_inserter(rest), [row](std::size_t each) { return each != row; });
        const Distance own = rest.empty() ? Distance{} : to(row, rest);
        for (const auto& other : groups) {
          if (&other == &group) continue;
          const Distance there = to(row, other);
          const double error = std::sqrt(own.variance + there.variance);
          const double lead = there.square - std::max(own.square, 0.0);
          least = std::min(least, error > 0 ? lead / error : lead > kClockStep * kClockStep ? 1e9 : 0);
        }
      }
    return least;
  }
};

/// Sorts the groups by their first rows, and the rows within each group.
std::vector<std::vector<std::size_t>> in_order(std::vector<std::vector<std::size_t>> groups) {
  for (auto& group : groups) std::sort(group.begin(), group.end());
  std::sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.front() < b.front(); });
  return groups;
}

}  // namespace

SmGroupsFound sm_groups(const RepeatedMap& map) {
  if (map.rows < kRowsToGroup || map.columns < kColumnsToGroup)
    return {{},
            "To group SMs takes the latencies of " + std::to_string(kRowsToGroup) + " SMs to " + std::to_string(kColumnsToGroup) +
                " lines or more, each measured twice; there are those of " + std::to_string(map.rows) + " to " +
                std::to_string(map.columns) + "."};
  if (map.rows > kMostRows) return {{}, "The device has more SMs than are grouped here."};
  const RepeatedMap left = centred(map, Centre::both);
  const std::vector<double> products = row_products(left);
  const Lying lying{products, map.rows, map.columns, noise_variance(left)};

  struct Step {
    std::vector<std::vector<std::size_t>> groups;  // the groups before the two most similar ones are merged
    double square = 0;                             // squared difference of these two
  };
  std::vector<Step> steps;
  Joining joining(products, map.rows);
  double joined = 0;  // largest squared difference of two groups merged before the recorded steps
  while (joining.count() > 1) {
    const auto pair = joining.nearest();
    if (joining.count() <= std::min(kMostGroups, map.rows / 2))
      steps.push_back({in_order(joining.groups()), pair.square});
    else
      joined = std::max(joined, pair.square);
    joining.join(pair);
  }
  const double clear = statistics::normal_above(statistics::kWrong / static_cast<double>(map.rows * kMostGroups));
  bool seen = false;
  for (const Step& step : steps) {
    const bool apart = step.square >= kGap * std::max(joined, 0.0) && step.square >= kClockStep * kClockStep;
    const double z = apart ? lying.least_clear(step.groups) : 0;
    if (z < clear) {
      seen = seen || (!apart && step.square >= kClockStep * kClockStep && lying.least_clear(step.groups) >= clear);
      joined = std::max(joined, step.square);
      continue;
    }
    SmGroups found;
    found.group_of.resize(map.rows);
    for (std::size_t group = 0; group < step.groups.size(); ++group) {
      found.sizes.push_back(step.groups[group].size());
      for (const std::size_t row : step.groups[group]) found.group_of[row] = group;
    }
    found.within_cycles = std::sqrt(std::max(joined, 0.0));
    found.between_cycles = std::sqrt(step.square);
    found.least_z = z;
    // Merging on to a single group puts similar groups next to each other, which gives their order.
    Joining rest(products, map.rows);
    while (rest.count() > 1) rest.join(rest.nearest());
    const std::vector<std::size_t> all = rest.groups().front();
    for (const std::size_t row : all)
      if (std::find(found.order.begin(), found.order.end(), found.group_of[row]) == found.order.end())
        found.order.push_back(found.group_of[row]);
    return {found, {}};
  }
  return {{},
          seen
              ? "SMs differ, but lie in no groups that stand apart: from one number of groups to the next, they differ little more."
              : "Without the mean of each SM, the latencies of all SMs to all lines are equal, or differ by no more than noise."};
}

std::optional<NeighboursAlike> neighbours_alike(const RepeatedMap& map) {
  if (map.rows < kRowsToGroup || map.columns < kColumnsToGroup) return std::nullopt;
  const RepeatedMap left = centred(map, Centre::columns);
  const std::vector<double> products = row_products(left);
  const auto square = [&](std::size_t i, std::size_t j) {
    return products[i * map.rows + i] + products[j * map.rows + j] - 2 * products[i * map.rows + j];
  };
  std::vector<double> all;
  for (std::size_t i = 0; i < map.rows; ++i)
    for (std::size_t j = 0; j < i; ++j) all.push_back(square(i, j));
  std::optional<NeighboursAlike> found;
  for (const std::size_t size : {2, 3}) {
    if (map.rows % size != 0) continue;
    double most = std::numeric_limits<double>::lowest();
    for (std::size_t first = 0; first < map.rows; first += size)
      for (std::size_t i = first; i < first + size; ++i)
        for (std::size_t j = first; j < i; ++j) most = std::max(most, square(i, j));
    const auto alike = static_cast<double>(std::count_if(all.begin(), all.end(), [most](double each) { return each <= most; })) /
                       static_cast<double>(all.size());
    const double by_chance = std::pow(alike, static_cast<double>(map.rows / size * (size - 1)));
    if (alike > kFewAlike || by_chance > statistics::kWrong) continue;
    // If both block sizes fit, larger blocks are alike, and the numbers do not show which SMs form a TPC.
    if (found) return std::nullopt;
    found = NeighboursAlike{size, std::sqrt(std::max(most, 0.0)), alike, by_chance};
  }
  return found;
}

std::size_t columns_apart(const RepeatedMap& map) {
  if (map.empty() || map.rows < kRowsToGroup) return 0;
  const RepeatedMap left = centred(map, Centre::both);
  // Transposes the map.
  RepeatedMap turned{map.columns, map.rows, std::vector<double>(left.first.size()), std::vector<double>(left.first.size())};
  for (std::size_t r = 0; r < map.rows; ++r)
    for (std::size_t c = 0; c < map.columns; ++c) {
      turned.first[c * map.rows + r] = left.first[r * map.columns + c];
      turned.second[c * map.rows + r] = left.second[r * map.columns + c];
    }
  const std::vector<double> products = row_products(turned);
  const double noise = 2 * noise_variance(turned);
  const auto square = [&](std::size_t i, std::size_t j) {
    return products[i * map.columns + i] + products[j * map.columns + j] - 2 * products[i * map.columns + j];
  };
  double lowest = 0;
  for (std::size_t i = 0; i < map.columns; ++i)
    for (std::size_t j = 0; j < i; ++j) lowest = std::min(lowest, square(i, j));
  const double pairs = static_cast<double>(map.columns * map.columns) / 2;
  const double z = statistics::normal_above(statistics::kWrong / pairs);
  const double least = std::max({z * noise / std::sqrt(static_cast<double>(map.rows)), -2 * lowest, kClockStep * kClockStep});
  std::vector<std::size_t> chosen;
  for (std::size_t column = 0; column < map.columns; ++column)
    if (std::all_of(chosen.begin(), chosen.end(), [&](std::size_t other) { return square(column, other) > least; }))
      chosen.push_back(column);
  return chosen.size();
}

}  // namespace chasescope::inference
