#include "engine/inference/replacement/bit_and_age_machines.h"

#include <algorithm>

namespace chasescope::inference {
namespace {

using Kind = BitAndAgeMachine::Kind;

constexpr std::uint32_t kNoLine = ~0U;
constexpr std::uint8_t kOldest = 3;  // the oldest of the ages 0 to 3

/// One set. A mark is a bit, a guess or an age, as the machine has it.
class Set {
 public:
  Set(const BitAndAgeMachine& machine, std::uint32_t ways)
      : machine_(machine), lines_(ways, kNoLine), marks_(ways, machine.kind == Kind::qlru ? kOldest : std::uint8_t{0}) {}

  /// Whether it missed.
  bool access(std::uint32_t line) {
    const auto at = std::find(lines_.begin(), lines_.end(), line);
    if (at != lines_.end()) {
      touch(static_cast<std::size_t>(at - lines_.begin()), true);
      return false;
    }
    const std::size_t way = free_way();
    const bool was_full = way == lines_.size();
    const std::size_t taken = was_full ? victim() : way;
    lines_[taken] = line;
    touch(taken, false);
    return true;
  }

 private:
  bool is_full() const { return std::find(lines_.begin(), lines_.end(), kNoLine) == lines_.end(); }

  /// The free way that a new line takes; the number of ways if none is free.
  std::size_t free_way() const {
    if (machine_.kind == Kind::qlru && machine_.replaces == 2) {
      const auto last = std::find(lines_.rbegin(), lines_.rend(), kNoLine);
      return last == lines_.rend() ? lines_.size() : static_cast<std::size_t>(lines_.rend() - last) - 1;
    }
    return static_cast<std::size_t>(std::find(lines_.begin(), lines_.end(), kNoLine) - lines_.begin());
  }

  std::size_t first_with(std::uint8_t mark) const {
    return static_cast<std::size_t>(std::find(marks_.begin(), marks_.end(), mark) - marks_.begin());
  }

  std::size_t victim() {
    const std::size_t ways = lines_.size();
    switch (machine_.kind) {
      case Kind::nru: {
        const std::size_t way = first_with(0);
        if (way < ways) return way;
        std::fill(marks_.begin(), marks_.end(), std::uint8_t{0});
        return 0;
      }
      case Kind::mru:
      case Kind::mru_n: {
        const std::size_t way = first_with(0);
        return way < ways ? way : 0;
      }
      case Kind::clock:
        while (marks_[hand_] != 0) {
          marks_[hand_] = 0;
          hand_ = (hand_ + 1) % ways;
        }
        {
          const std::size_t way = hand_;
          hand_ = (hand_ + 1) % ways;
          return way;
        }
      case Kind::srrip_hp:
      case Kind::srrip_fp: {
        const auto farthest = std::max_element(marks_.begin(), marks_.end());
        const auto growth = static_cast<std::uint8_t>(largest_guess() - *farthest);
        for (std::uint8_t& guess : marks_) guess = static_cast<std::uint8_t>(guess + growth);
        return static_cast<std::size_t>(farthest - marks_.begin());
      }
      case Kind::qlru: break;
    }
    if (machine_.on_miss_only) grow(ways);
    const std::size_t way = first_with(kOldest);
    return way < ways ? way : 0;
  }

  void touch(std::size_t way, bool hit) {
    switch (machine_.kind) {
      case Kind::nru:
      case Kind::clock: marks_[way] = 1; return;
      case Kind::mru_n:
        if (!hit && !was_filled_) {
          was_filled_ = is_full();
          return;
        }
        if (!was_filled_) return;
        mark_as_used(way);
        return;
      case Kind::mru: mark_as_used(way); return;
      case Kind::srrip_hp: marks_[way] = hit ? std::uint8_t{0} : static_cast<std::uint8_t>(largest_guess() - 1); return;
      case Kind::srrip_fp:
        if (!hit)
          marks_[way] = static_cast<std::uint8_t>(largest_guess() - 1);
        else if (marks_[way] > 0)
          --marks_[way];
        return;
      case Kind::qlru: break;
    }
    std::uint8_t& age = marks_[way];
    if (!hit)
      age = machine_.inserted;
    else
      age = age == kOldest ? machine_.age_of_3 : age == 2 ? machine_.age_of_2 : std::uint8_t{0};
    if (!machine_.on_miss_only) grow(way);
  }

  /// When all ways are marked, only this one stays so.
  void mark_as_used(std::size_t way) {
    marks_[way] = 1;
    if (std::find(marks_.begin(), marks_.end(), 0) != marks_.end()) return;
    std::fill(marks_.begin(), marks_.end(), std::uint8_t{0});
    marks_[way] = 1;
  }

  /// Increases the ages if an access leaves no way of age 3. `accessed`: the accessed way; the number of ways for none.
  void grow(std::size_t accessed) {
    const bool looks_at_others = machine_.updates == 1, spares = machine_.updates == 1 || machine_.updates == 3;
    std::uint8_t most = 0;
    bool any = false;
    for (std::size_t way = 0; way < marks_.size(); ++way) {
      if (looks_at_others && way == accessed) continue;
      most = std::max(most, marks_[way]);
      any = true;
    }
    if (!any || most == kOldest) return;
    const auto growth = static_cast<std::uint8_t>(machine_.updates <= 1 ? kOldest - most : 1);
    for (std::size_t way = 0; way < marks_.size(); ++way)
      if (!spares || way != accessed) marks_[way] = static_cast<std::uint8_t>(marks_[way] + growth);
  }

  std::uint8_t largest_guess() const { return static_cast<std::uint8_t>((1U << machine_.bits) - 1); }

  const BitAndAgeMachine& machine_;
  std::vector<std::uint32_t> lines_;
  std::vector<std::uint8_t> marks_;
  std::size_t hand_ = 0;
  bool was_filled_ = false;
};

std::vector<BitAndAgeMachine> all_machines() {
  std::vector<BitAndAgeMachine> all{{"NRU", Kind::nru},
                                    {"MRU", Kind::mru},
                                    {"MRU_N", Kind::mru_n},
                                    {"clock", Kind::clock},
                                    {"SRRIP (hits)", Kind::srrip_hp, 2},
                                    {"SRRIP (hits, 3 bits)", Kind::srrip_hp, 3},
                                    {"SRRIP (frequency)", Kind::srrip_fp, 2},
                                    {"SRRIP (frequency, 3 bits)", Kind::srrip_fp, 3}};
  const auto digit = [](int number) { return std::to_string(number); };
  for (int of_3 = 0; of_3 <= 2; ++of_3)
    for (int of_2 = 0; of_2 <= 1; ++of_2)
      for (int inserted = 0; inserted <= 3; ++inserted)
        for (int replaces = 0; replaces <= 2; ++replaces)
          for (int updates = 0; updates <= 3; ++updates)
            for (const bool on_miss_only : {false, true}) {
              if (replaces != 1 && updates > 1) continue;  // these need a way of age 3 at every miss
              BitAndAgeMachine machine{"QLRU_H" + digit(of_3) + digit(of_2) + "_M" + digit(inserted) + "_R" + digit(replaces) +
                                           "_U" + digit(updates) + (on_miss_only ? "_UMO" : ""),
                                       Kind::qlru};
              machine.age_of_3 = static_cast<std::uint8_t>(of_3);
              machine.age_of_2 = static_cast<std::uint8_t>(of_2);
              machine.inserted = static_cast<std::uint8_t>(inserted);
              machine.replaces = static_cast<std::uint8_t>(replaces);
              machine.updates = static_cast<std::uint8_t>(updates);
              machine.on_miss_only = on_miss_only;
              all.push_back(std::move(machine));
            }
  return all;
}

}  // namespace

const std::vector<BitAndAgeMachine>& bit_and_age_machines() {
  static const std::vector<BitAndAgeMachine> machines = all_machines();
  return machines;
}

std::vector<bool> misses_of(const BitAndAgeMachine& machine, const std::vector<SetAccess>& accesses, std::uint32_t ways) {
  Set set(machine, ways);
  std::vector<bool> misses;
  misses.reserve(accesses.size());
  for (const SetAccess& access : accesses) misses.push_back(access.reached && set.access(access.line));
  return misses;
}

}  // namespace chasescope::inference
