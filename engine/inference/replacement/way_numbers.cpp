#include "engine/inference/replacement/way_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>

#include "engine/inference/replacement/chance_fit.h"
#include "engine/statistics/chi_square.h"

namespace chasescope::inference {
namespace {

constexpr double kMostExchanged = 0.02;  // exchanges per victim; noise causes no more

/// Ways under other numbers.
void renumber(Victim& victim, const std::vector<std::uint32_t>& number) {
  for (const Member way :
       {&Victim::way, &Victim::last_touched_way, &Victim::longest_untouched_way, &Victim::newest_way, &Victim::oldest_way})
    victim.*way = number[victim.*way];
  for (std::uint16_t& way : victim.ways_by_touch) way = static_cast<std::uint16_t>(number[way]);
}

void renumber(Doubt& doubt, const std::vector<std::uint32_t>& number) {
  doubt.a = number[doubt.a];
  doubt.b = number[doubt.b];
}

// Shares of the victims by way; none of them is 0.
std::vector<double> shares_of(const Victims& victims, std::uint32_t ways) {
  std::vector<double> shares(ways, 0.5);
  for (const Victim& victim : victims.list) ++shares[victim.way];
  for (double& share : shares) share /= static_cast<double>(victims.list.size()) + 0.5 * ways;
  return shares;
}

// Follows the numbers of the ways through exchanges. For each pair of ways, it sums how much more probable the latest victims are
// if the two were exchanged (a cumulative sum that never falls below 0). If a sum grows beyond chance, the two are exchanged from
// where it began to grow.
class Exchanges {
 public:
  Exchanges(const std::vector<double>& shares)
      : ways_(static_cast<std::uint32_t>(shares.size())), sums_(shares.size() * shares.size()), begins_(sums_.size(), 0) {
    for (const double share : shares) logs_.push_back(std::log(share));
  }

  /// Numbers of ways by victim.
  std::vector<std::vector<std::uint32_t>> numbers(const std::vector<Victim>& victims) {
    std::vector<std::uint32_t> number(ways_);
    std::iota(number.begin(), number.end(), 0U);
    std::vector<std::vector<std::uint32_t>> all(victims.size(), number);
    for (std::size_t i = 0; i < victims.size(); ++i) {
      const auto exchanged = add(all[i][victims[i].way], i);
      if (!exchanged) continue;
      ++found_;
      const auto [a, b, begin] = *exchanged;
      for (std::size_t k = begin; k < victims.size(); ++k)
        for (std::uint32_t& name : all[k]) name = name == a ? b : name == b ? a : name;
      std::fill(sums_.begin(), sums_.end(), 0.0);
      std::fill(begins_.begin(), begins_.end(), i + 1);
    }
    return all;
  }
  std::size_t found() const { return found_; }

 private:
  static constexpr double kBeyondChance = 12;  // e^12: once in 160,000 victims

  struct Exchange {
    std::uint32_t a, b;
    std::size_t begin;
  };
  std::optional<Exchange> add(std::uint32_t way, std::size_t i) {
    std::optional<Exchange> found;
    for (std::uint32_t other = 0; other < ways_; ++other) {
      if (other == way) continue;
      const std::size_t pair = std::min(way, other) * ways_ + std::max(way, other);
      sums_[pair] += logs_[other] - logs_[way];
      if (sums_[pair] <= 0) {
        sums_[pair] = 0;
        begins_[pair] = i + 1;
      } else if (sums_[pair] > kBeyondChance) {
        found = Exchange{way, other, begins_[pair]};
      }
    }
    return found;
  }

  std::uint32_t ways_;
  std::vector<double> logs_, sums_;
  std::vector<std::size_t> begins_;
  std::size_t found_ = 0;
};

// An access that noise showed wrong exchanges the numbers of two ways from there on. False if there are more exchanges than noise
// explains.
bool undo_exchanges(Victims& victims, const std::vector<double>& shares) {
  Exchanges exchanges(shares);
  const auto numbers = exchanges.numbers(victims.list);
  if (static_cast<double>(exchanges.found()) > kMostExchanged * static_cast<double>(victims.list.size()) + 1) return false;
  for (std::size_t i = 0; i < victims.list.size(); ++i) renumber(victims.list[i], numbers[i]);
  for (Doubt& doubt : victims.doubts)
    if (doubt.begin < numbers.size()) renumber(doubt, numbers[doubt.begin]);
  return true;
}

// The change of the log-likelihood of all victims if the two ways of a doubt are exchanged, by the replacement counts of the ways.
double gain_of(const Doubt& doubt, const Victims& victims, const std::vector<double>& counts) {
  double of_a = 0, of_b = 0;
  for (std::size_t i = doubt.begin; i < doubt.end; ++i) {
    of_a += victims.list[i].way == doubt.a ? 1 : 0;
    of_b += victims.list[i].way == doubt.b ? 1 : 0;
  }
  const auto term = [](double n) { return n > 0 ? n * std::log(n) : 0.0; };
  const double a = counts[doubt.a], b = counts[doubt.b];
  return term(a - of_a + of_b) + term(b - of_b + of_a) - term(a) - term(b);
}

// Classifies doubtful accesses so that all replacements become more probable. Each round knows the shares better.
void resolve_doubts(Victims& victims, std::uint32_t ways) {
  constexpr int kRounds = 4;
  constexpr double kClearly = 4;  // among many doubts, chance makes some exchanges of like ways a little likelier
  std::vector<std::uint32_t> number(ways);
  for (int round = 0; round < kRounds; ++round) {
    bool changed = false;
    for (std::size_t k = 0; k < victims.doubts.size(); ++k) {
      const Doubt doubt = victims.doubts[k];
      if (gain_of(doubt, victims, count_by(victims, &Victim::way, ways)) < kClearly) continue;
      changed = true;
      std::iota(number.begin(), number.end(), 0U);
      std::swap(number[doubt.a], number[doubt.b]);
      for (std::size_t i = doubt.begin; i < doubt.end; ++i) renumber(victims.list[i], number);
      for (std::size_t later = k + 1; later < victims.doubts.size() && victims.doubts[later].begin < doubt.end; ++later)
        renumber(victims.doubts[later], number);
    }
    if (!changed) return;
  }
}

// Exchanges make the shares of the ways more alike. The fewer there were, the lower the entropy.
double entropy(const std::vector<double>& shares) {
  return std::accumulate(shares.begin(), shares.end(), 0.0, [](double sum, double share) { return sum - share * std::log(share); });
}

// The same shares, reassigned: the largest to the way that has the largest share in `here`, and so on.
std::vector<double> dealt_alike(const std::vector<double>& shares, const std::vector<double>& here) {
  const std::vector<std::uint32_t> from = ways_by_count(shares), to = ways_by_count(here);
  std::vector<double> dealt(shares.size());
  for (std::size_t i = 0; i < shares.size(); ++i) dealt[to[i]] = shares[from[i]];
  return dealt;
}

}  // namespace

std::vector<std::uint32_t> ways_by_count(const std::vector<double>& counts) {
  std::vector<std::uint32_t> ways(counts.size());
  std::iota(ways.begin(), ways.end(), 0U);
  std::stable_sort(ways.begin(), ways.end(), [&](auto a, auto b) { return counts[a] > counts[b]; });
  return ways;
}

bool leaves_doubts(const Victims& victims, std::uint32_t ways) {
  constexpr double kSure = 2, kMatters = 0.02;
  const std::vector<double> counts = count_by(victims, &Victim::way, ways);
  const auto total = static_cast<double>(victims.list.size());
  return std::any_of(victims.doubts.begin(), victims.doubts.end(), [&](const Doubt& doubt) {
    // An exchange from the first victim on only renames the ways.
    const double behind = static_cast<double>(doubt.end - doubt.begin) / total, concerned = std::min(behind, 1 - behind);
    const double moved = concerned * std::abs(counts[doubt.a] - counts[doubt.b]) / total;
    return moved > kMatters && gain_of(doubt, victims, counts) > -kSure;
  });
}

bool keeps_shares(const Victims& victims, std::uint32_t ways) {
  constexpr std::size_t kParts = 8;
  constexpr double kChance = 2e-3;
  std::vector<double> before(ways, 0), after = count_by(victims, &Victim::way, ways);
  double least = 1;
  for (std::size_t part = 0; part + 1 < kParts; ++part) {
    for (std::size_t i = part * victims.list.size() / kParts; i < (part + 1) * victims.list.size() / kParts; ++i) {
      ++before[victims.list[i].way];
      --after[victims.list[i].way];
    }
    least = std::min(least, same_distribution_probability(before, after));
  }
  return least * (kParts - 1) > kChance;
}

void undo_exchanges(Victims& a, Victims& b, std::uint32_t ways) {
  constexpr int kRounds = 3;
  if (ways > Victim::kMostListedWays) return;
  for (Victims* victims : {&a, &b}) resolve_doubts(*victims, ways);
  for (Victims* victims : {&a, &b})
    for (int round = 0; round < kRounds; ++round)
      if (!undo_exchanges(*victims, shares_of(*victims, ways))) return;
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<double> of_a = shares_of(a, ways), of_b = shares_of(b, ways);
    const bool a_keeps = keeps_shares(a, ways), b_keeps = keeps_shares(b, ways);
    const bool a_is_clearer = a_keeps != b_keeps ? a_keeps : entropy(of_a) < entropy(of_b);
    const std::vector<double>& clearer = a_is_clearer ? of_a : of_b;
    undo_exchanges(a, dealt_alike(clearer, of_a));
    undo_exchanges(b, dealt_alike(clearer, of_b));
  }
}

void number_alike(Victims& victims, const std::vector<double>& like, std::uint32_t ways) {
  const std::vector<double> counts = count_by(victims, &Victim::way, ways);
  const std::vector<std::uint32_t> mine = ways_by_count(counts), theirs = ways_by_count(like);
  std::vector<std::uint32_t> number(ways);
  std::vector<double> renumbered(ways);
  for (std::uint32_t i = 0; i < ways; ++i) {
    number[mine[i]] = theirs[i];
    renumbered[theirs[i]] = counts[mine[i]];
  }
  if (same_distribution_probability(counts, like) > kFits || same_distribution_probability(renumbered, like) <= kFits) return;
  for (Victim& victim : victims.list) renumber(victim, number);
  for (Doubt& doubt : victims.doubts) renumber(doubt, number);
}

}  // namespace chasescope::inference
