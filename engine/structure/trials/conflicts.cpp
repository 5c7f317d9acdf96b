#include "engine/structure/trials/conflicts.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <thread>
#include <vector>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/tails.h"
#include "engine/structure/trials/joined_groups.h"

namespace chasescope::structure {
namespace {

/// The difference of two shares in standard errors.
double difference(const experiment::PairCount& count) {
  if (count.with == 0 || count.without == 0) return 0;
  const auto with = static_cast<double>(count.with), without = static_cast<double>(count.without);
  const double share = static_cast<double>(count.missed_with + count.missed_without) / (with + without);
  const double error = std::sqrt(share * (1 - share) * (1 / with + 1 / without));
  if (error == 0) return 0;
  return (static_cast<double>(count.missed_with) / with - static_cast<double>(count.missed_without) / without) / error;
}

double in_errors(const experiment::TwoWays& counts) {
  return (difference(counts.first) + difference(counts.second)) / std::sqrt(2.0);
}

/// Excludes most pairs below the limit with a few operations and without branches.
class Sieve {
 public:
  Sieve(const experiment::TrialTable& table, double limit) {
    // A pair above the limit has at least one direction above 1/√2 of the limit.
    constexpr double kShareOfLimit = 0.7;
    const double least = kShareOfLimit * limit;
    for (std::size_t i = 0; i < table.places(); ++i) {
      const auto in = static_cast<double>(table.times_in(i)), missed = static_cast<double>(table.times_missed(i));
      places_.push_back({in, missed, in == 0 ? 0 : least * least * missed * (in - missed) / in});
    }
  }

  bool passes(std::size_t i, std::size_t j, const experiment::Together& together) const {
    return (passes(places_[i], together.both, together.first_missed) | passes(places_[j], together.both, together.second_missed)) !=
           0;
  }

 private:
  struct Place {
    double in, missed, variance;
  };

  /// Whether difference() > least, with both sides squared and multiplied by both and (in − both) to avoid divisions. The
  /// difference is missed_with / both − missed_without / (in − both).
  static int passes(const Place& place, double both, double missed_with) {
    const double more = missed_with * place.in - place.missed * both;
    return static_cast<int>(more > 0) & static_cast<int>(more * more > place.variance * both * (place.in - both));
  }

  std::vector<Place> places_;
};

/// How many threads are worth their start, which takes some 20 µs each, if each place costs that many words to count.
std::size_t workers_for(std::size_t places, std::size_t words_of_each) {
  constexpr std::size_t kWorthwhile = 200'000;  // words: some 100 µs
  const std::size_t useful = places * words_of_each / kWorthwhile;
  return std::clamp<std::size_t>(std::min<std::size_t>(useful, std::thread::hardware_concurrency()), 1,
                                 std::max<std::size_t>(places, 1));
}

}  // namespace

double conflict(const experiment::TrialTable& table, std::size_t i, std::size_t j) { return in_errors(table.pair(i, j)); }

double Conflicts::more_trials() const {
  if (groups.empty()) return 1;
  std::size_t pairs = 0;
  for (const auto& group : groups) pairs += group.size();
  // The conflict values of partners spread around their median by about one standard error. No partner is below the limit if the
  // median lies as far above it as chance reaches. The value of a pair grows with the root of the number of trials.
  const double wanted = limit + statistics::normal_above(statistics::kWrong / static_cast<double>(std::max<std::size_t>(pairs, 1)));
  return std::max(1.0, std::pow(wanted / std::max(median_partner, 1.0), 2));
}

Conflicts find_conflicts(const experiment::TrialTable& table, const std::vector<std::size_t>& looked_at, CountedPairs& counted) {
  const std::size_t places = table.places();
  Conflicts found;
  const double pairs = std::max(1.0, static_cast<double>(looked_at.size()) * static_cast<double>(places));
  found.limit = statistics::normal_above(statistics::kWrong / pairs);

  std::vector<std::vector<std::size_t>> partners(looked_at.size());
  std::vector<double> above;
  const Sieve sieve(table, found.limit);
  const std::size_t full = table.trials() / 64, words = (table.trials() + 63) / 64;
  counted.together.resize(looked_at.size() * places);
  struct Part {
    std::vector<std::vector<std::size_t>> partners;  // for each examined place
    std::vector<double> above;
  };
  const auto count = [&](std::size_t from, std::size_t to, Part& part) {
    part.partners.resize(looked_at.size());
    // Counts a few places at a time against all examined ones, so that the counts of both stay in the caches of the host.
    constexpr std::size_t kFew = 8;
    for (std::size_t begin = from; begin < to; begin += kFew)
      for (std::size_t k = 0; k < looked_at.size(); ++k)
        for (std::size_t j = begin; j < std::min(begin + kFew, to); ++j) {
          if (j == looked_at[k]) {
            part.partners[k].push_back(j);
            continue;
          }
          experiment::Together& known = counted.together[j * looked_at.size() + k];
          known += table.together(looked_at[k], j, counted.words, full);
          experiment::Together all = known;
          all += table.together(looked_at[k], j, full, words);
          if (!sieve.passes(looked_at[k], j, all)) continue;
          const double z = in_errors(table.two_ways(looked_at[k], j, all));
          if (z <= found.limit) continue;
          part.partners[k].push_back(j);
          part.above.push_back(z);
        }
  };
  // The card is idle while this runs, so several threads of the host share the work. Each counts its own places.
  const std::size_t new_words = words - std::min(counted.words, words);
  std::vector<Part> parts(workers_for(places, looked_at.size() * new_words));
  const auto begin_of = [&](std::size_t p) { return places * p / parts.size(); };
  {
    std::vector<std::jthread> others;
    for (std::size_t p = 1; p < parts.size(); ++p) others.emplace_back([&, p] { count(begin_of(p), begin_of(p + 1), parts[p]); });
    count(0, begin_of(1), parts[0]);
  }
  for (const Part& part : parts) {
    for (std::size_t k = 0; k < looked_at.size(); ++k)
      partners[k].insert(partners[k].end(), part.partners[k].begin(), part.partners[k].end());
    above.insert(above.end(), part.above.begin(), part.above.end());
  }
  counted.words = full;
  if (!above.empty()) {
    std::sort(above.begin(), above.end());
    found.median_partner = above[above.size() / 2];
  }

  // Two examined places belong to one set if each is a partner of the other. Members of a set must agree on its members; the
  // agreement measures that.
  std::map<std::size_t, std::size_t> number;  // index among the examined places
  for (std::size_t k = 0; k < looked_at.size(); ++k) number[looked_at[k]] = k;
  std::size_t agreeing = 0, asked = 0;
  for (std::size_t k = 0; k < looked_at.size(); ++k)
    for (const std::size_t j : partners[k]) {
      const auto other = number.find(j);
      if (other == number.end() || other->second <= k) continue;
      std::vector<std::size_t> common;
      std::set_intersection(partners[k].begin(), partners[k].end(), partners[other->second].begin(), partners[other->second].end(),
                            std::back_inserter(common));
      agreeing += 2 * common.size();
      asked += partners[k].size() + partners[other->second].size();
    }
  if (asked > 0) found.agreement = static_cast<double>(agreeing) / static_cast<double>(asked);
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t k = 0; k < looked_at.size(); ++k) {
    if (partners[k].size() == 1) {
      found.alone.push_back(looked_at[k]);
      continue;
    }
    join_group(groups, partners[k]);
  }
  std::sort(groups.begin(), groups.end());
  found.groups = std::move(groups);
  return found;
}

}  // namespace chasescope::structure
