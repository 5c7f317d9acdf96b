#include "engine/inference/replacement/replacement.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "engine/inference/replacement/plain_policies.h"
#include "engine/inference/replacement/replacement_words.h"
#include "engine/statistics/chi_square.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::inference {
namespace {

constexpr double kFits = 1e-4;        // p-values above this agree with a hypothesis
constexpr double kLeastTold = 1e-99;  // smaller probabilities are told as less than this
constexpr double kRefuted = 1e-6;     // p-values below this speak against it
constexpr double kOneTakesAll = 0.97;
constexpr double kNotWithoutChance = 0.5;  // of the victims
constexpr double kMostExchanged = 0.02;    // of the victims; noise exchanges no more

/// How well counts agree with expected ones, over several tests. In noise, some victims are not what they seem, so more than some
/// thousands of them prove no more.
class Agreement {
 public:
  explicit Agreement(bool noisy)
      : most_(noisy ? kMostThatNoiseLeaves : std::numeric_limits<double>::infinity()), bias_(noisy ? kBias : 0) {}

  void test(const std::vector<double>& counts, const std::vector<double>& expected) {
    const double total = sum(counts);
    if (total == 0) return;
    const double scale = std::min(1.0, most_ / total);
    add(fit_probability(scaled(counts, scale), scaled(expected, scale)));
    double moved = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) moved += std::abs(counts[i] - expected[i]) / 2;
    distance_ = std::max(distance_, moved / total);
  }
  /// Tests whether two lists of counts come from one distribution.
  void test_same(const std::vector<double>& a, const std::vector<double>& b) {
    const double of_a = sum(a), of_b = sum(b);
    add(same_distribution_probability(scaled(a, std::min(1.0, most_ / of_a)), scaled(b, std::min(1.0, most_ / of_b))));
    double moved = 0;
    for (std::size_t i = 0; i < a.size(); ++i) moved += std::abs(a[i] / of_a - b[i] / of_b) / 2;
    distance_ = std::max(distance_, moved);
  }
  /// Tests one count, whose expected spread is `variance`.
  void test(double count, double expected, double variance, double total) {
    const double bias = bias_ * expected;
    add(variance <= 0 ? 1 : std::erfc(std::abs(count - expected) / std::sqrt(2 * (variance + bias * bias + 1))));
    distance_ = std::max(distance_, std::abs(count - expected) / total);
  }
  void fail(double distance) {
    add(0);
    distance_ = std::max(distance_, distance);
  }
  void add(double p) {
    least_ = std::min(least_, p);
    ++tests_;
  }

  /// The probability that the worst of the tests is so bad by chance.
  double p() const { return std::min(1.0, least_ * tests_); }
  /// The largest share of the counts that would have to move for perfect agreement.
  double distance() const { return distance_; }
  bool fits() const { return p() > kFits; }
  bool refuted() const { return p() < kRefuted; }

 private:
  static constexpr double kMostThatNoiseLeaves = 5000;
  static constexpr double kBias = 0.05;  // of a count, by noise

  static double sum(const std::vector<double>& counts) { return std::accumulate(counts.begin(), counts.end(), 0.0); }
  static std::vector<double> scaled(std::vector<double> counts, double scale) {
    for (double& each : counts) each *= scale;
    return counts;
  }

  double most_, bias_;
  double least_ = 1;
  double distance_ = 0;
  int tests_ = 0;
};

/// Ranks in bins that are narrow at both ends, where policies differ.
std::vector<double> binned(const std::vector<double>& by_rank) {
  constexpr std::size_t kEach = 16;
  if (by_rank.size() <= kEach) return by_rank;
  std::set<std::size_t> begins{0};
  for (std::size_t edge = 1; edge <= by_rank.size() / 2; edge *= 2) {
    begins.insert(edge);
    begins.insert(by_rank.size() - edge);
  }
  std::vector<double> bins;
  for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
    if (begins.contains(rank)) bins.push_back(0);
    bins.back() += by_rank[rank];
  }
  return bins;
}

using Member = std::uint32_t Victim::*;
std::vector<double> count(const Victims& victims, Member member, std::uint32_t ways) {
  std::vector<double> counts(ways, 0);
  for (const Victim& victim : victims.list) ++counts[victim.*member];
  return counts;
}

void add_random(Agreement& agreement, const Victims& victims, std::uint32_t ways) {
  const std::vector<double> even(ways, static_cast<double>(victims.list.size()) / ways);
  agreement.test(count(victims, &Victim::way, ways), even);
  agreement.test(binned(count(victims, &Victim::touch_rank, ways)), binned(even));
  agreement.test(binned(count(victims, &Victim::fill_rank, ways)), binned(even));
  // With many ways, a single way that is spared shows in its own count only.
  const auto total = static_cast<double>(victims.list.size());
  agreement.test(count(victims, &Victim::touch_rank, ways).front(), total / ways, total / ways * (1 - 1.0 / ways), total);
}

// Not-most-recently-used: any line but the last touched one, with equal probabilities.
void add_nmru(Agreement& agreement, const Victims& victims, std::uint32_t ways, bool noisy) {
  if (ways < 3) return agreement.fail(1);
  const auto total = static_cast<double>(victims.list.size());
  std::vector<double> touches = count(victims, &Victim::touch_rank, ways);
  const double last_touched = touches.front();
  const double misread = noisy ? std::min(1 + 0.02 * total, 0.25 * total / ways) : 0;
  if (last_touched > misread) return agreement.fail(last_touched / total);
  const auto all_but = [&](Member member) {
    std::vector<double> expected = count(victims, member, ways);
    for (double& each : expected) each = (total - each) / (ways - 1);
    return expected;
  };
  agreement.test(count(victims, &Victim::way, ways), all_but(&Victim::last_touched_way));
  agreement.test(binned(count(victims, &Victim::fill_rank, ways)), binned(all_but(&Victim::last_touched_fill_rank)));
  touches.erase(touches.begin());
  agreement.test(binned(touches), binned(std::vector<double>(ways - 1, (total - last_touched) / (ways - 1))));
}

// Each way has a probability of its own, whichever line is in it and since when. `shares` were estimated from `estimated_from`
// other victims.
void add_weighted(Agreement& agreement, const Victims& victims, const std::vector<double>& shares, double estimated_from) {
  const auto total = static_cast<double>(victims.list.size());
  const double uncertain = 1 + total / estimated_from;
  for (const Member who : {&Victim::last_touched_way, &Victim::longest_untouched_way, &Victim::newest_way, &Victim::oldest_way}) {
    double went = 0, expected = 0, variance = 0;
    for (const Victim& victim : victims.list) {
      const double share = shares[victim.*who];
      went += victim.way == victim.*who ? 1 : 0;
      expected += share;
      variance += share * (1 - share);
    }
    agreement.test(went, expected, variance * uncertain, total);
  }
}

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

std::vector<std::uint32_t> ways_by_count(const std::vector<double>& counts) {
  std::vector<std::uint32_t> ways(counts.size());
  std::iota(ways.begin(), ways.end(), 0U);
  std::stable_sort(ways.begin(), ways.end(), [&](auto a, auto b) { return counts[a] > counts[b]; });
  return ways;
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
      : ways_(static_cast<std::uint32_t>(shares.size())), sums_(ways_ * ways_), begins_(sums_.size(), 0) {
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

// What the exchange of a doubt's ways adds to the log-likelihood of all victims, with the replacement counts of the ways.
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
      if (gain_of(doubt, victims, count(victims, &Victim::way, ways)) < kClearly) continue;
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

// Whether there remain doubtful accesses that are equally probable either way and change the share of a way.
bool leaves_doubts(const Victims& victims, std::uint32_t ways) {
  constexpr double kSure = 2, kMatters = 0.02;
  const std::vector<double> counts = count(victims, &Victim::way, ways);
  const auto total = static_cast<double>(victims.list.size());
  return std::any_of(victims.doubts.begin(), victims.doubts.end(), [&](const Doubt& doubt) {
    // An exchange from the first victim on only renames the ways.
    const double behind = static_cast<double>(doubt.end - doubt.begin) / total, concerned = std::min(behind, 1 - behind);
    const double moved = concerned * std::abs(counts[doubt.a] - counts[doubt.b]) / total;
    return moved > kMatters && gain_of(doubt, victims, counts) > -kSure;
  });
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

// Whether the ways are replaced equally often in the first part of the chase and in the rest, wherever it is cut. If not, exchanges
// were overlooked, which mix the shares of similar ways.
bool keeps_shares(const Victims& victims, std::uint32_t ways) {
  constexpr std::size_t kParts = 8;
  constexpr double kChance = 2e-3;
  std::vector<double> before(ways, 0), after = count(victims, &Victim::way, ways);
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

// Each round knows the shares better. Then both chases are read with the shares of the chase that shows them more clearly.
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

// Numbers the ways of `victims` as in `like`, if that makes the two agree better.
void number_alike(Victims& victims, const std::vector<double>& like, std::uint32_t ways) {
  const std::vector<double> counts = count(victims, &Victim::way, ways);
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

// Wilson's interval.
WayProbability probability(double count, double total) {
  constexpr double z = 1.96;
  const double share = count / total;
  const double middle = (share + z * z / (2 * total)) / (1 + z * z / total);
  const double half = z * std::sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total);
  return {share, std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

std::vector<WayProbability> probabilities(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> counts;
  std::transform(a.begin(), a.end(), b.begin(), std::back_inserter(counts), std::plus<>());
  std::sort(counts.begin(), counts.end());
  const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
  std::vector<WayProbability> ways;
  for (const double each : counts) ways.push_back(probability(each, total));
  return ways;
}

// Whether the likeliest way is taken every second time, without exception.
bool every_second(const Victims& victims, std::uint32_t ways) {
  const std::uint32_t likeliest = ways_by_count(count(victims, &Victim::way, ways)).front();
  std::size_t one_of_two = 0;
  for (std::size_t i = 1; i < victims.list.size(); ++i)
    one_of_two += (victims.list[i].way == likeliest) != (victims.list[i - 1].way == likeliest) ? 1 : 0;
  return static_cast<double>(one_of_two) > 0.97 * static_cast<double>(victims.list.size());
}

double share_with(const Victims& victims, Member member, std::uint32_t value) {
  const auto with =
      std::count_if(victims.list.begin(), victims.list.end(), [&](const Victim& victim) { return victim.*member == value; });
  return victims.list.empty() ? 0 : static_cast<double>(with) / static_cast<double>(victims.list.size());
}

struct Shares {
  double lru = 0, fifo = 0, plru = 0;
  double perhaps_plru = 0;
};
// The share of the victims that each deterministic policy would have chosen.
Shares chosen_without_chance(const Victims& victims, std::uint32_t ways) {
  const TreeShares tree = explained_by_tree(victims.list, ways);
  return {share_with(victims, &Victim::touch_rank, ways - 1), share_with(victims, &Victim::fill_rank, ways - 1), tree.proven,
          tree.possible};
}

bool contradictory(const Victims& victims, bool noisy) {
  return static_cast<double>(victims.contradictions) > (noisy ? 0.05 : 0.002) * static_cast<double>(victims.list.size()) + 1;
}

}  // namespace

Replacement policy_from_victims(const Victims& in_order, const Victims& mixed, std::uint32_t ways, bool noisy) {
  Replacement result;
  result.victims = in_order.list.size() + mixed.list.size();
  if (mixed.list.size() < std::size_t{16} * ways) return result;
  const double all = noisy ? 0.95 : 1;
  const Shares first = chosen_without_chance(in_order, ways), second = chosen_without_chance(mixed, ways);
  const auto judge = [&](const std::string& policy, double Shares::*share) {
    if (!result.policy.empty()) return;
    if (std::min(first.*share, second.*share) >= all) {
      result.policy = policy;
      result.agreement = second.*share;
    } else {
      result.excluded.push_back(name_of(policy) + " would have chosen " + percent(second.*share) + " of the victims");
    }
  };
  judge("lru", &Shares::lru);
  if (ways > 1) judge("fifo", &Shares::fifo);
  if (ways > 2) judge("plru", &Shares::plru);
  return result;
}

std::size_t victims_wanted(std::uint32_t ways) { return std::max<std::size_t>(3000, std::size_t{40} * ways); }

Replacement policy_of_chance(Victims in_order, Victims mixed, std::uint32_t ways, bool noisy) {
  Replacement result;
  result.victims = in_order.list.size() + mixed.list.size();
  const auto undecided = [&](std::string why, bool more_may_decide) {
    result.undecided = std::move(why);
    result.more_may_decide = more_may_decide;
    return result;
  };
  if (ways < 2)
    return undecided("One of two lines that evict each other was seen to stay: the set has more ways than it showed.", false);
  if (contradictory(in_order, noisy) || contradictory(mixed, noisy))
    return undecided("Lines missed that no other line had replaced (" +
                         format_count(in_order.contradictions + mixed.contradictions) + " times in " +
                         format_count(result.victims) + " replacements). Other lines use the set, or noise hides evictions.",
                     false);
  if (std::min(in_order.list.size(), mixed.list.size()) < victims_wanted(ways) / 4)
    return undecided("Only " + format_count(result.victims) + " replacements were seen.", true);

  if (noisy) {
    undo_exchanges(in_order, mixed, ways);
  }
  const std::vector<double> estimated = count(in_order, &Victim::way, ways);
  number_alike(mixed, estimated, ways);
  const std::vector<double> held_back = count(mixed, &Victim::way, ways);

  Agreement random(noisy), nmru(noisy), weighted(noisy), even(noisy);
  for (const Victims* victims : {&in_order, &mixed}) {
    add_random(random, *victims, ways);
    add_nmru(nmru, *victims, ways, noisy);
    even.test(count(*victims, &Victim::way, ways), std::vector<double>(ways, static_cast<double>(victims->list.size()) / ways));
  }
  const auto total = static_cast<double>(in_order.list.size());
  std::vector<double> shares = estimated;
  for (double& share : shares) share /= total;
  weighted.test_same(estimated, held_back);
  add_weighted(weighted, mixed, shares, total);

  const auto name = [&](const char* policy, double agreement) {
    result.policy = policy;
    result.agreement = agreement;
  };
  const auto exclude = [&](const char* policy, const Agreement& agreement) {
    char text[96];
    const double p = agreement.p();
    std::snprintf(text, sizeof text, "%s would give such victims with a probability of %s%.0e", name_of(policy).c_str(),
                  p < kLeastTold ? "less than " : "", std::max(p, kLeastTold));
    result.excluded.emplace_back(text);
  };
  const bool in_turn = even.refuted() && every_second(in_order, ways) && every_second(mixed, ways);
  if (random.fits() && nmru.fits()) return undecided("The victims agree with random replacement and with NMRU.", true);
  if (random.fits() && !in_turn) {
    exclude("nmru", nmru);
    name("random", random.p());
    return result;
  }
  if (!random.refuted()) return undecided("The victims are neither clearly even nor clearly uneven.", true);
  exclude("random", random);
  if (nmru.fits() && !in_turn) {
    name("nmru", nmru.p());
    return result;
  }
  if (!nmru.refuted()) return undecided("The victims are not clearly those of NMRU, nor clearly others.", true);
  exclude("nmru", nmru);
  // In noise a miss may be hidden or a hit may look like one, and a victim then counts for another way. This share may.
  const double far = noisy ? 0.1 : 0.05;
  if (noisy && !in_turn && even.refuted() && even.distance() < far)
    return undecided("Some ways are replaced a little more often, but noise may explain that.", true);
  if (even.refuted() && (in_turn || weighted.fits())) {
    if (*std::max_element(shares.begin(), shares.end()) > kOneTakesAll)
      return undecided("One way takes all replacements. A policy that counts uses would do the same.", false);
    name("weighted_way", in_turn ? 1 : weighted.p());
    result.in_turn = in_turn;
    const auto is_sure = [&](const Victims& victims) { return keeps_shares(victims, ways) && !leaves_doubts(victims, ways); };
    if (noisy && !in_turn && !(is_sure(in_order) && is_sure(mixed)))
      result.ways_undecided = "The shares of the ways changed while victims were followed: noise exchanged ways unnoticed.";
    else
      result.ways = probabilities(estimated, held_back);
    return result;
  }
  if (!weighted.refuted() && !even.fits())
    return undecided("Some ways are replaced more often, but that may depend on the lines in them.", true);

  // No random policy fits. A deterministic policy that nearly fits is not `other` either.
  const Shares first = chosen_without_chance(in_order, ways), second = chosen_without_chance(mixed, ways);
  for (const double Shares::*share : {&Shares::lru, &Shares::fifo, &Shares::perhaps_plru})
    if (std::min(first.*share, second.*share) > kNotWithoutChance)
      return undecided("A policy without chance may explain " + percent(std::min(first.*share, second.*share)) +
                           " of the victims, but not all accesses.",
                       false);
  if (noisy && !even.fits()) return undecided("Some ways are replaced more often, and noise hides whether that is all.", false);
  if (std::min(random.distance(), nmru.distance()) < far || (!even.fits() && weighted.distance() < far))
    return undecided("The victims nearly agree with a known policy, but not quite.", false);
  if (!even.fits()) exclude("weighted_way", weighted);
  name("other", 1);
  return result;
}

bool all_stay(const std::vector<SetAccess>& accesses, bool noisy) {
  std::set<std::uint32_t> in;
  std::size_t again = 0, misses = 0;
  for (const SetAccess& access : accesses) {
    if (!access.reached) continue;
    if (in.insert(access.line).second) continue;
    if (!access.known) continue;
    ++again;
    misses += access.miss ? 1 : 0;
  }
  return misses <= tolerated(again, noisy);
}

}  // namespace chasescope::inference
