#include "engine/inference/replacement/chance_fit.h"

#include <cstddef>
#include <set>

namespace chasescope::inference {
namespace {

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

}  // namespace

std::vector<double> count_by(const Victims& victims, Member member, std::uint32_t ways) {
  std::vector<double> counts(ways, 0);
  for (const Victim& victim : victims.list) ++counts[victim.*member];
  return counts;
}

void add_random(Agreement& agreement, const Victims& victims, std::uint32_t ways) {
  const std::vector<double> even(ways, static_cast<double>(victims.list.size()) / ways);
  agreement.test(count_by(victims, &Victim::way, ways), even);
  agreement.test(binned(count_by(victims, &Victim::touch_rank, ways)), binned(even));
  agreement.test(binned(count_by(victims, &Victim::fill_rank, ways)), binned(even));
  // With many ways, the tests above would miss a policy that spares only the line touched last, so that line's count is tested
  // alone.
  const auto total = static_cast<double>(victims.list.size());
  agreement.test(count_by(victims, &Victim::touch_rank, ways).front(), total / ways, total / ways * (1 - 1.0 / ways), total);
}

void add_nmru(Agreement& agreement, const Victims& victims, std::uint32_t ways, bool noisy) {
  if (ways < 3) return agreement.fail(1);
  const auto total = static_cast<double>(victims.list.size());
  std::vector<double> touches = count_by(victims, &Victim::touch_rank, ways);
  const double last_touched = touches.front();
  const double misread = noisy ? std::min(1 + 0.02 * total, 0.25 * total / ways) : 0;
  if (last_touched > misread) return agreement.fail(last_touched / total);
  const auto all_but = [&](Member member) {
    std::vector<double> expected = count_by(victims, member, ways);
    for (double& each : expected) each = (total - each) / (ways - 1);
    return expected;
  };
  agreement.test(count_by(victims, &Victim::way, ways), all_but(&Victim::last_touched_way));
  agreement.test(binned(count_by(victims, &Victim::fill_rank, ways)), binned(all_but(&Victim::last_touched_fill_rank)));
  touches.erase(touches.begin());
  agreement.test(binned(touches), binned(std::vector<double>(ways - 1, (total - last_touched) / (ways - 1))));
}

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

}  // namespace chasescope::inference
