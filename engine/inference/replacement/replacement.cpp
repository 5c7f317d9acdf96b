#include "engine/inference/replacement/replacement.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <set>
#include <string>
#include <string_view>

#include "engine/inference/replacement/chance_fit.h"
#include "engine/inference/replacement/plain_policies.h"
#include "engine/inference/replacement/replacement_words.h"
#include "engine/inference/replacement/way_numbers.h"
#include "engine/statistics/tails.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::inference {
namespace {

constexpr double kLeastTold = 1e-99;  // smaller probabilities are told as less than this
constexpr double kOneTakesAll = 0.97;
constexpr double kNotWithoutChance = 0.5;  // a deterministic policy that explains a larger share of the victims remains possible

WayProbability probability(double count, double total) {
  const auto interval = statistics::share_interval(count, total);
  return {count / total, interval.low, interval.high};
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
  const std::uint32_t likeliest = ways_by_count(count_by(victims, &Victim::way, ways)).front();
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
  const std::vector<double> estimated = count_by(in_order, &Victim::way, ways);
  number_alike(mixed, estimated, ways);
  const std::vector<double> held_back = count_by(mixed, &Victim::way, ways);

  Agreement random(noisy), nmru(noisy), weighted(noisy), even(noisy);
  for (const Victims* victims : {&in_order, &mixed}) {
    add_random(random, *victims, ways);
    add_nmru(nmru, *victims, ways, noisy);
    even.test(count_by(*victims, &Victim::way, ways), std::vector<double>(ways, static_cast<double>(victims->list.size()) / ways));
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
  // In noise, a miss may look like a hit or a hit like a miss, and a victim is then counted for the wrong way. At most this share
  // of the victims is.
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
