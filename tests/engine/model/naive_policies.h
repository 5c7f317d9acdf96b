// Second versions of the policies that work with bits, ages or insertion. Each is written straight from its definition, with the
// data structure that the definition suggests. The model keeps bits in words, and these versions keep lists, queues and loops.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/model/spec/spec.h"
#include "engine/trace/random.h"

namespace chasescope::model::tests {

/// The answer of a set to an access; `evicted` is the line that a miss in a full set evicts.
struct NaiveAccess {
  bool hit = false;
  std::optional<std::uint64_t> evicted;
};

class NaiveSet {
 public:
  virtual ~NaiveSet() = default;
  virtual NaiveAccess access(std::uint64_t line) = 0;
};

/// The common part of the policies below: lines in ways from left to right, of which empty ways are filled first.
class NaiveWays : public NaiveSet {
 public:
  explicit NaiveWays(std::size_t ways) : lines(ways) {}

  NaiveAccess access(std::uint64_t line) override {
    const auto at = std::find(lines.begin(), lines.end(), std::optional(line));
    if (at != lines.end()) {
      hit(at - lines.begin());
      return {true, std::nullopt};
    }
    const std::size_t way = place();
    const NaiveAccess answer{false, lines[way]};
    lines[way] = line;
    filled(way);
    return answer;
  }

 protected:
  virtual void hit(std::size_t way) = 0;
  virtual void filled(std::size_t way) = 0;
  virtual std::size_t victim() = 0;
  virtual std::size_t place() {
    const auto empty = std::find(lines.begin(), lines.end(), std::nullopt);
    return empty != lines.end() ? static_cast<std::size_t>(empty - lines.begin()) : victim();
  }
  bool full() const { return std::find(lines.begin(), lines.end(), std::nullopt) == lines.end(); }
  std::vector<std::optional<std::uint64_t>> lines;
};

/// ISCA 2010: a hit sets the nru-bit of the block to 0. A miss searches for the first 1 from the left. If there is none, the miss
/// sets all nru-bits to 1 and searches again. The nru-bit of the new block becomes 0.
class NaiveNru final : public NaiveWays {
 public:
  explicit NaiveNru(std::size_t ways) : NaiveWays(ways), nru_bit(ways, 1) {}

 private:
  void hit(std::size_t way) override { nru_bit[way] = 0; }
  void filled(std::size_t way) override { nru_bit[way] = 0; }
  std::size_t victim() override {
    for (;;) {
      for (std::size_t way = 0; way < nru_bit.size(); ++way)
        if (nru_bit[way] == 1) return way;
      nru_bit.assign(nru_bit.size(), 1);
    }
  }
  std::vector<int> nru_bit;
};

/// ISPASS 2020: a set of the ways whose bit is set. A touched way leaves the set. When the set becomes empty, all other ways enter
/// it.
class NaiveMru final : public NaiveWays {
 public:
  NaiveMru(std::size_t ways, bool updates_before_full) : NaiveWays(ways), always(updates_before_full) {
    for (std::size_t way = 0; way < ways; ++way) with_bit.insert(way);
  }

  NaiveAccess access(std::uint64_t line) override {
    was_full = full();
    return NaiveWays::access(line);
  }

 private:
  void hit(std::size_t way) override {
    if (!was_full && !always) return;
    with_bit.erase(way);
    if (!with_bit.empty()) return;
    for (std::size_t other = 0; other < lines.size(); ++other)
      if (other != way) with_bit.insert(other);
  }
  void filled(std::size_t way) override { hit(way); }
  std::size_t victim() override { return with_bit.empty() ? 0 : *with_bit.begin(); }
  bool always, was_full = false;
  std::set<std::size_t> with_bit;
};

/// Second chance as a queue, whose front is the hand of the clock. A line that was used goes to the back once before it is evicted.
class NaiveSecondChance final : public NaiveSet {
 public:
  explicit NaiveSecondChance(std::size_t ways) : room(ways) {}

  NaiveAccess access(std::uint64_t line) override {
    for (auto& [held, used] : queue)
      if (held == line) {
        used = true;
        return {true, std::nullopt};
      }
    NaiveAccess answer;
    if (queue.size() == room) {
      while (queue.front().second) {
        queue.emplace_back(queue.front().first, false);
        queue.pop_front();
      }
      answer.evicted = queue.front().first;
      queue.pop_front();
    }
    queue.emplace_back(line, true);
    return answer;
  }

 private:
  std::size_t room;
  std::deque<std::pair<std::uint64_t, bool>> queue;
};

/// ISCA 2010: the steps of the figure of SRRIP, one by one.
class NaiveRrip final : public NaiveWays {
 public:
  NaiveRrip(std::size_t ways, int bits, bool frequency_priority)
      : NaiveWays(ways), rrpv(ways, 0), distant((1 << bits) - 1), fp(frequency_priority) {}

 private:
  void hit(std::size_t way) override { rrpv[way] = fp ? std::max(rrpv[way] - 1, 0) : 0; }
  void filled(std::size_t way) override { rrpv[way] = distant - 1; }
  std::size_t victim() override {
    for (;;) {
      const auto at = std::find(rrpv.begin(), rrpv.end(), distant);
      if (at != rrpv.end()) return static_cast<std::size_t>(at - rrpv.begin());
      for (int& value : rrpv) ++value;
    }
  }
  std::vector<int> rrpv;
  int distant;
  bool fp;
};

/// ISPASS 2020 and nanoBench's documentation. The code reads the letters of the name where they are needed.
class NaiveQlru final : public NaiveWays {
 public:
  NaiveQlru(std::size_t ways, std::string variant, Random& draws)
      : NaiveWays(ways), name(std::move(variant)), age(ways, 3), random(draws) {}

  /// Set dueling: the variant whose M gives the age of new lines, if it is not this variant.
  std::string inserting;

 private:
  char after(const std::string& text, const char* letters) const { return text[text.find(letters) + 2]; }
  bool umo() const { return name.ends_with("UMO"); }
  void hit(std::size_t way) override {
    const int a = age[way];
    age[way] = a == 3 ? name[1] - '0' : a == 2 ? name[2] - '0' : 0;
    if (!umo()) update(static_cast<int>(way));
  }
  void filled(std::size_t way) override {
    const std::string& from = inserting.empty() ? name : inserting;
    const std::string m = from.substr(from.find("_M") + 2, from.find("_R") - from.find("_M") - 2);
    age[way] = m.back() - '0';
    if (m[0] == 'R' && random.below(std::stoul(m.substr(1, m.size() - 2))) != 0) age[way] = 3;
    if (!umo()) update(static_cast<int>(way));
  }
  std::size_t place() override {
    if (!full() && after(name, "_R") == '2') {
      std::size_t way = lines.size() - 1;
      while (lines[way]) --way;
      return way;
    }
    return NaiveWays::place();
  }
  std::size_t victim() override {
    if (umo()) update(-1);
    const auto oldest = std::find(age.begin(), age.end(), 3);
    return oldest == age.end() ? 0 : static_cast<std::size_t>(oldest - age.begin());
  }
  void update(int accessed) {
    const char rule = name[name.find("_U") + 2];
    std::vector<int> looked_at;
    for (int way = 0; way < static_cast<int>(age.size()); ++way)
      if (rule != '1' || way != accessed) looked_at.push_back(age[static_cast<std::size_t>(way)]);
    if (looked_at.empty()) return;
    const int most = *std::max_element(looked_at.begin(), looked_at.end());
    if (most == 3) return;
    for (int way = 0; way < static_cast<int>(age.size()); ++way)
      if ((rule != '1' && rule != '3') || way != accessed)
        age[static_cast<std::size_t>(way)] += rule == '0' || rule == '1' ? 3 - most : 1;
  }
  std::string name;
  std::vector<int> age;
  Random& random;
};

/// ISCA 2007: a recency stack with the most recently used line in front. enters_in_front() is called for each new line.
class NaiveInsertion : public NaiveSet {
 public:
  explicit NaiveInsertion(std::size_t ways) : room(ways) {}

  NaiveAccess access(std::uint64_t line) override {
    const auto at = std::find(stack.begin(), stack.end(), line);
    if (at != stack.end()) {
      stack.splice(stack.begin(), stack, at);
      return {true, std::nullopt};
    }
    NaiveAccess answer;
    if (stack.size() == room) {
      answer.evicted = stack.back();
      stack.pop_back();
    }
    stack.insert(enters_in_front() ? stack.begin() : stack.end(), line);
    return answer;
  }

 protected:
  virtual bool enters_in_front() = 0;

 private:
  std::size_t room;
  std::list<std::uint64_t> stack;
};

}  // namespace chasescope::model::tests
