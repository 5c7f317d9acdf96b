#include "engine/inference/replacement/plain_policies.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <numeric>
#include <span>

namespace chasescope::inference {
namespace {

constexpr std::uint32_t kMostLeaves = 64;
constexpr std::size_t kVictimsPerLeaf = 16;  // in a block: enough to tell every leaf's place

// Simulators of one set. They are written for prediction, one access at a time, and know nothing of any device.
class Predictor {
 public:
  Predictor(std::string_view policy, bool fill_by_tree, std::uint32_t ways)
      : plru_(policy == "plru"), fifo_(policy == "fifo"), fill_by_tree_(fill_by_tree), ways_(ways) {
    if (plru_) occupant_.assign(ways, kEmpty);
  }

  bool access(std::uint32_t line) { return plru_ ? access_tree(line) : access_queue(line); }

 private:
  static constexpr std::uint32_t kEmpty = ~0U;

  // The front of the queue goes next.
  bool access_queue(std::uint32_t line) {
    const auto at = std::find(queue_.begin(), queue_.end(), line);
    const bool miss = at == queue_.end();
    if (miss && queue_.size() == ways_) queue_.pop_front();
    if (!miss && !fifo_) queue_.erase(at);
    if (miss || !fifo_) queue_.push_back(line);
    return miss;
  }

  bool access_tree(std::uint32_t line) {
    auto at = std::find(occupant_.begin(), occupant_.end(), line);
    const bool miss = at == occupant_.end();
    if (miss) {
      at = std::find(occupant_.begin(), occupant_.end(), kEmpty);
      if (at == occupant_.end() || fill_by_tree_) {
        std::uint32_t node = 1;
        while (node < ways_) node = 2 * node + static_cast<std::uint32_t>((tree_ >> node) & 1U);
        at = occupant_.begin() + (node - ways_);
      }
      *at = line;
    }
    for (auto node = static_cast<std::uint32_t>(at - occupant_.begin()) + ways_; node > 1; node /= 2) {
      const std::uint64_t parent = std::uint64_t{1} << (node / 2);
      tree_ = (node & 1U) != 0 ? tree_ & ~parent : tree_ | parent;
    }
    return miss;
  }

  bool plru_, fifo_, fill_by_tree_;
  std::uint32_t ways_;
  std::deque<std::uint32_t> queue_;
  std::vector<std::uint32_t> occupant_;
  std::uint64_t tree_ = 0;
};

enum class TreeVerdict : std::uint8_t { refuted, possible, proven };

// Whether one tree over the ways of `within` explains all victims in these ways. The way touched last and the victim must lie in
// different halves. This assigns the ways to two halves, each of which is a smaller tree. If the victims do not connect all of
// these ways, some tree may still be possible.
TreeVerdict judge_tree(const std::vector<const Victim*>& victims, const std::vector<bool>& within) {
  const auto size = static_cast<std::size_t>(std::count(within.begin(), within.end(), true));
  if (size == 1) return TreeVerdict::proven;
  const std::size_t ways = within.size();
  std::vector<bool> apart(ways * ways, false);
  for (const Victim* victim : victims) {
    const auto last =
        std::find_if(victim->ways_by_touch.begin(), victim->ways_by_touch.end(), [&](auto way) { return within[way]; });
    if (*last == victim->way) return TreeVerdict::refuted;
    apart[*last * ways + victim->way] = apart[victim->way * ways + *last] = true;
  }
  enum : std::uint8_t { kNone, kLeft, kRight };
  std::vector<std::uint8_t> half(ways, kNone);
  std::size_t components = 0;
  for (std::size_t root = 0; root < ways; ++root) {
    if (!within[root] || half[root] != kNone) continue;
    ++components;
    half[root] = kLeft;
    std::size_t left = 0, right = 0;
    std::vector<std::size_t> open{root};
    while (!open.empty()) {
      const std::size_t way = open.back();
      open.pop_back();
      ++(half[way] == kLeft ? left : right);
      for (std::size_t other = 0; other < ways; ++other) {
        if (!apart[way * ways + other]) continue;
        if (half[other] == half[way]) return TreeVerdict::refuted;
        if (half[other] != kNone) continue;
        half[other] = half[way] == kLeft ? kRight : kLeft;
        open.push_back(other);
      }
    }
    if (2 * std::max(left, right) > size) return TreeVerdict::refuted;
  }
  if (components > 1) return TreeVerdict::possible;
  TreeVerdict verdict = TreeVerdict::proven;
  for (const std::uint8_t side : {kLeft, kRight}) {
    std::vector<bool> part(ways, false);
    for (std::size_t way = 0; way < ways; ++way) part[way] = half[way] == side;
    std::vector<const Victim*> inside;
    std::copy_if(victims.begin(), victims.end(), std::back_inserter(inside),
                 [&](const Victim* victim) { return part[victim->way]; });
    verdict = std::min(verdict, judge_tree(inside, part));
  }
  return verdict;
}

}  // namespace

std::vector<bool> predicted_misses(std::string_view policy, bool fill_by_tree, const std::vector<SetAccess>& accesses,
                                   std::uint32_t ways) {
  if (policy == "plru" && (!std::has_single_bit(ways) || ways > kMostLeaves)) return {};
  Predictor predictor(policy, fill_by_tree, ways);
  std::vector<bool> misses;
  misses.reserve(accesses.size());
  for (const SetAccess& access : accesses) misses.push_back(access.reached && predictor.access(access.line));
  return misses;
}

std::vector<bool> misses_beneath_hits(const std::vector<SetAccess>& accesses, std::uint32_t ways, std::uint32_t hits) {
  std::deque<std::uint32_t> order, recent;  // `order`: the next victim first; `recent`: the lines of the last hits
  std::vector<bool> misses;
  for (const SetAccess& access : accesses) {
    misses.push_back(false);
    if (!access.reached) continue;
    const auto at = std::find(order.begin(), order.end(), access.line);
    if (at != order.end()) {
      order.erase(at);
      order.push_back(access.line);
      recent.push_back(access.line);
      if (recent.size() > hits) recent.pop_front();
      continue;
    }
    misses.back() = true;
    if (order.size() == ways) order.pop_front();
    const auto stays_above = std::count_if(order.begin(), order.end(), [&](std::uint32_t line) { return std::find(recent.begin(), recent.end(), line) != recent.end(); });
    order.insert(order.end() - stays_above, access.line);
  }
  return misses;
}

TreeShares explained_by_tree(const std::vector<Victim>& victims, std::uint32_t ways) {
  TreeShares shares;
  if (ways < 4 || !std::has_single_bit(ways) || ways > kMostLeaves) return shares;
  const std::size_t block = kVictimsPerLeaf * ways;
  std::size_t blocks = 0, proven = 0, possible = 0;
  for (std::size_t begin = 0; begin + block <= victims.size(); begin += block) {
    std::vector<const Victim*> in_block;
    for (std::size_t i = begin; i < begin + block; ++i) in_block.push_back(&victims[i]);
    const TreeVerdict verdict = judge_tree(in_block, std::vector<bool>(ways, true));
    ++blocks;
    proven += verdict == TreeVerdict::proven ? 1 : 0;
    possible += verdict != TreeVerdict::refuted ? 1 : 0;
  }
  if (blocks == 0) return {0, 1};
  shares.proven = static_cast<double>(proven) / static_cast<double>(blocks);
  shares.possible = static_cast<double>(possible) / static_cast<double>(blocks);
  return shares;
}

}  // namespace chasescope::inference
