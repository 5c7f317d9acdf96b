// One set of a cache under one replacement policy, written only for these tests. Some policies have a name in this program, and
// some have none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/inference/replacement/set_victims.h"
#include "engine/trace/random.h"

namespace chasescope::inference::tests {

inline constexpr std::uint32_t kEmpty = ~0U;

/// Holds the lines of a set; the policy chooses the victim. Empty ways are filled first, from the lowest.
class SimulatedSet {
 public:
  explicit SimulatedSet(std::uint32_t ways) : lines(ways, kEmpty) {}
  virtual ~SimulatedSet() = default;

  /// Returns true if the access missed.
  bool access(std::uint32_t line) {
    ++now;
    const auto at = std::find(lines.begin(), lines.end(), line);
    if (at != lines.end()) {
      touched(static_cast<std::uint32_t>(at - lines.begin()), false);
      return false;
    }
    const auto empty = std::find(lines.begin(), lines.end(), kEmpty);
    const auto way = empty != lines.end() ? static_cast<std::uint32_t>(empty - lines.begin()) : victim();
    lines[way] = line;
    touched(way, true);
    return true;
  }

 protected:
  virtual std::uint32_t victim() = 0;
  virtual void touched(std::uint32_t way, bool filled) = 0;
  std::uint32_t ways() const { return static_cast<std::uint32_t>(lines.size()); }

  std::vector<std::uint32_t> lines;
  std::uint64_t now = 0;
};

/// Evicts the way with the least stamp. `stamp_on_hit`: hits renew the stamp (lru), else only fills do (fifo).
class Stamped : public SimulatedSet {
 public:
  Stamped(std::uint32_t ways, bool stamp_on_hit) : SimulatedSet(ways), stamp_on_hit_(stamp_on_hit), stamps(ways, 0) {}

 protected:
  std::uint32_t victim() override { return static_cast<std::uint32_t>(std::min_element(stamps.begin(), stamps.end()) - stamps.begin()); }
  void touched(std::uint32_t way, bool filled) override {
    if (filled || stamp_on_hit_) stamps[way] = now;
  }
  bool stamp_on_hit_;
  std::vector<std::uint64_t> stamps;
};

/// Evicts the most recently used way.
class Mru final : public Stamped {
 public:
  explicit Mru(std::uint32_t ways) : Stamped(ways, true) {}
  std::uint32_t victim() override { return static_cast<std::uint32_t>(std::max_element(stamps.begin(), stamps.end()) - stamps.begin()); }
};

/// LRU, but a new line enters at the end of the queue, and only in `rarely` of 100 cases at its head (lip, bip).
class Bimodal final : public Stamped {
 public:
  Bimodal(std::uint32_t ways, unsigned rarely, std::uint64_t seed) : Stamped(ways, true), rarely_(rarely), random_(seed) {}
  void touched(std::uint32_t way, bool filled) override {
    const bool first = now <= lines.size();
    stamps[way] = filled && !first && random_.below(100) >= rarely_ ? *std::min_element(stamps.begin(), stamps.end()) - 1 : now + (1U << 30);
  }

 private:
  unsigned rarely_;
  Random random_;
};

/// FIFO whose hand starts at any way.
class FifoFromAnywhere final : public SimulatedSet {
 public:
  FifoFromAnywhere(std::uint32_t ways, std::uint32_t start) : SimulatedSet(ways), hand_(start) {}
  std::uint32_t victim() override { return std::exchange(hand_, (hand_ + 1) % ways()); }
  void touched(std::uint32_t, bool) override {}

 private:
  std::uint32_t hand_;
};

/// Tree PLRU: the ways in nested halves.
class Tree final : public SimulatedSet {
 public:
  explicit Tree(std::uint32_t ways) : SimulatedSet(ways), right_(ways, false) {}
  std::uint32_t victim() override {
    std::uint32_t begin = 0, end = ways();
    while (end - begin > 1) {
      const std::uint32_t middle = (begin + end) / 2;
      (right_[middle] ? begin : end) = middle;
    }
    return begin;
  }
  void touched(std::uint32_t way, bool) override {
    std::uint32_t begin = 0, end = ways();
    while (end - begin > 1) {
      const std::uint32_t middle = (begin + end) / 2;
      right_[middle] = way < middle;
      (way < middle ? end : begin) = middle;
    }
  }

 private:
  std::vector<bool> right_;  // by the middle of a part: whether the victim is in the right half
};

/// Evicts a random way, but none of the `spared` most recently touched ways. `of_oldest`: only one of that many least recently
/// touched ways (0: no limit).
class SparingRandom final : public Stamped {
 public:
  SparingRandom(std::uint32_t ways, std::uint32_t spared, std::uint32_t of_oldest, std::uint64_t seed)
      : Stamped(ways, true), spared_(spared), of_oldest_(of_oldest), random_(seed) {}
  std::uint32_t victim() override {
    std::vector<std::uint32_t> order(ways());
    for (std::uint32_t i = 0; i < ways(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return stamps[a] < stamps[b]; });
    return order[random_.below(of_oldest_ > 0 ? of_oldest_ : ways() - spared_)];
  }

 private:
  std::uint32_t spared_, of_oldest_;
  Random random_;
};

class WeightedRandom final : public SimulatedSet {
 public:
  WeightedRandom(std::vector<double> weights, std::uint64_t seed)
      : SimulatedSet(static_cast<std::uint32_t>(weights.size())), weights_(std::move(weights)), random_(seed) {}
  std::uint32_t victim() override {
    double drawn = random_.unit();
    for (std::uint32_t way = 0; way + 1 < ways(); ++way)
      if ((drawn -= weights_[way]) < 0) return way;
    return ways() - 1;
  }
  void touched(std::uint32_t, bool) override {}

 private:
  std::vector<double> weights_;
  Random random_;
};

/// Evicts way `hot` every second time, and the other ways in turn (2014 paper §4.2).
class EverySecond final : public SimulatedSet {
 public:
  EverySecond(std::uint32_t ways, std::uint32_t hot) : SimulatedSet(ways), hot_(hot) {}
  std::uint32_t victim() override {
    const std::uint32_t turn = turn_++;
    if (turn % 2 == 0) return hot_;
    const std::uint32_t other = turn / 2 % (ways() - 1);
    return other < hot_ ? other : other + 1;
  }
  void touched(std::uint32_t, bool) override {}

 private:
  std::uint32_t hot_, turn_ = 0;
};

/// Second chance: a hand goes round and evicts the first way whose bit is not set. It clears the bits that it passes.
class Clock final : public SimulatedSet {
 public:
  explicit Clock(std::uint32_t ways) : SimulatedSet(ways), used_(ways, false) {}
  std::uint32_t victim() override {
    while (used_[hand_]) {
      used_[hand_] = false;
      hand_ = (hand_ + 1) % ways();
    }
    return std::exchange(hand_, (hand_ + 1) % ways());
  }
  void touched(std::uint32_t way, bool) override { used_[way] = true; }

 private:
  std::vector<bool> used_;
  std::uint32_t hand_ = 0;
};

/// One bit a way, set by each touch. When all bits are set, all but the last are cleared. Evicts the lowest way without its bit, or
/// a random one (`random`).
class NotRecentlyUsed final : public SimulatedSet {
 public:
  NotRecentlyUsed(std::uint32_t ways, bool random, std::uint64_t seed) : SimulatedSet(ways), used_(ways, false), any_(random), random_(seed) {}
  std::uint32_t victim() override {
    std::vector<std::uint32_t> free;
    for (std::uint32_t way = 0; way < ways(); ++way)
      if (!used_[way]) free.push_back(way);
    return free[any_ ? random_.below(free.size()) : 0];
  }
  void touched(std::uint32_t way, bool) override {
    used_[way] = true;
    if (std::find(used_.begin(), used_.end(), false) != used_.end()) return;
    std::fill(used_.begin(), used_.end(), false);
    used_[way] = true;
  }

 private:
  std::vector<bool> used_;
  bool any_;
  Random random_;
};

/// Re-reference intervals of two bits. A new line gets the interval `insert`, or one less in one of `rarely` cases (0: never)
/// (srrip, brrip).
class ReReference final : public SimulatedSet {
 public:
  ReReference(std::uint32_t ways, std::uint32_t insert, unsigned rarely, std::uint64_t seed)
      : SimulatedSet(ways), interval_(ways, 3), insert_(insert), rarely_(rarely), random_(seed) {}
  std::uint32_t victim() override {
    for (;;) {
      const auto at = std::find(interval_.begin(), interval_.end(), 3U);
      if (at != interval_.end()) return static_cast<std::uint32_t>(at - interval_.begin());
      for (std::uint32_t& interval : interval_) ++interval;
    }
  }
  void touched(std::uint32_t way, bool filled) override {
    interval_[way] = !filled ? 0 : rarely_ > 0 && random_.below(rarely_) == 0 ? insert_ - 1 : insert_;
  }

 private:
  std::vector<std::uint32_t> interval_;
  std::uint32_t insert_;
  unsigned rarely_;
  Random random_;
};

/// Evicts the way with the fewest uses, the lowest of them first. A count stops at `most` (0: no limit), and all counts are halved
/// every `halving` accesses (0: never).
class LeastFrequent final : public SimulatedSet {
 public:
  LeastFrequent(std::uint32_t ways, std::uint32_t most, std::uint64_t halving) : SimulatedSet(ways), uses_(ways, 0), most_(most), halving_(halving) {}
  std::uint32_t victim() override { return static_cast<std::uint32_t>(std::min_element(uses_.begin(), uses_.end()) - uses_.begin()); }
  void touched(std::uint32_t way, bool filled) override {
    if (halving_ > 0 && now % halving_ == 0)
      for (std::uint32_t& uses : uses_) uses /= 2;
    uses_[way] = filled ? 1 : most_ > 0 ? std::min(uses_[way] + 1, most_) : uses_[way] + 1;
  }

 private:
  std::vector<std::uint32_t> uses_;
  std::uint32_t most_;
  std::uint64_t halving_;
};

}  // namespace chasescope::inference::tests
