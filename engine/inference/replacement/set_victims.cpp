#include "engine/inference/replacement/set_victims.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace chasescope::inference {
namespace {

constexpr std::size_t kLookAhead = 40;      // replacements that judge a doubtful access
constexpr double kContradicted = -7;        // log-likelihood of a contradiction
constexpr std::size_t kSettlingPerWay = 3;  // replacements for each way until other lines have left the set

/// Tracks which line is missing from the set, and the way of each line.
class Residents {
 public:
  explicit Residents(std::uint32_t ways) : ways_(ways), way_of_(ways + 1, 0), touched_at_(ways + 1, 0), filled_at_(ways + 1, 0) {}

  /// Whether every line was touched, so that exactly one is missing.
  bool ready() const { return seen_ > ways_; }
  /// Whether a line was touched since the last replacement, so that it can't be the victim.
  bool must_be_there(std::uint32_t line) const { return touched_at_[line] >= filled_at_[filled_]; }
  /// Whether an access identifies the last victim: it misses now.
  bool reveals(std::uint32_t line, bool miss) const { return miss && ready() && !must_be_there(line); }
  bool is_new(std::uint32_t line) const { return touched_at_[line] == 0; }
  std::uint32_t way_of(std::uint32_t line) const { return way_of_[line]; }

  void touch(std::uint32_t line) { touched_at_[line] = ++now_; }

  /// Puts the line into the set. Unless it is new, it takes the way of the last victim.
  void fill(std::uint32_t line) {
    if (is_new(line)) {
      way_of_[line] = seen_++;  // the last new line takes a way that is not known yet
    } else if (line != filled_) {
      way_of_[filled_] = way_of_[line];
    }
    touch(line);
    filled_ = line;
    filled_at_[line] = now_;
  }

  void step(std::uint32_t line, bool miss) {
    if (is_new(line) || reveals(line, miss)) {
      fill(line);
    } else {
      touch(line);
    }
  }

  // When each line was touched, and when it was filled, counted in accesses; 0: never.
  const std::vector<std::uint64_t>& touched_at() const { return touched_at_; }
  const std::vector<std::uint64_t>& filled_at() const { return filled_at_; }
  /// The line that was filled last. Its victim is not known yet.
  std::uint32_t filled() const { return filled_; }
  std::uint32_t ways() const { return ways_; }

 private:
  std::uint32_t ways_;
  std::uint32_t seen_ = 0;
  std::uint64_t now_ = 0;
  std::vector<std::uint32_t> way_of_;
  std::vector<std::uint64_t> touched_at_, filled_at_;
  std::uint32_t filled_ = 0;
};

/// The state of a set when a line was filled, to describe its victim as soon as that is known.
class Scene {
 public:
  explicit Scene(const Residents& before, std::uint32_t coming)
      : coming_(coming), touched_at_(before.touched_at()), filled_at_(before.filled_at()) {}

  /// \param now the set with all ways known
  Victim victim(std::uint32_t line, const Residents& now) const {
    Victim victim;
    victim.way = now.way_of(line);
    victim.touch_rank = later(touched_at_, line);
    victim.fill_rank = later(filled_at_, line);
    const std::uint32_t last_touched = most(touched_at_);
    victim.last_touched_way = now.way_of(last_touched);
    victim.longest_untouched_way = now.way_of(least(touched_at_));
    victim.newest_way = now.way_of(most(filled_at_));
    victim.oldest_way = now.way_of(least(filled_at_));
    victim.last_touched_fill_rank = later(filled_at_, last_touched);
    if (now.ways() <= Victim::kMostListedWays) {
      std::vector<std::uint32_t> lines(touched_at_.size());
      std::iota(lines.begin(), lines.end(), 0U);
      std::erase(lines, coming_);
      std::sort(lines.begin(), lines.end(), [&](auto a, auto b) { return touched_at_[a] > touched_at_[b]; });
      for (const std::uint32_t other : lines) victim.ways_by_touch.push_back(static_cast<std::uint16_t>(now.way_of(other)));
    }
    return victim;
  }

 private:
  using Times = std::vector<std::uint64_t>;
  // Counts only lines that were in the set.
  std::uint32_t later(const Times& times, std::uint32_t line) const {
    const auto count = std::count_if(times.begin(), times.end(), [&](auto time) { return time > times[line]; });
    return static_cast<std::uint32_t>(count) - (times[coming_] > times[line] ? 1 : 0);
  }
  std::uint32_t most(const Times& times) const {
    std::uint32_t best = coming_ == 0 ? 1 : 0;
    for (std::uint32_t line = 0; line < times.size(); ++line)
      if (line != coming_ && times[line] > times[best]) best = line;
    return best;
  }
  std::uint32_t least(const Times& times) const {
    std::uint32_t best = coming_ == 0 ? 1 : 0;
    for (std::uint32_t line = 0; line < times.size(); ++line)
      if (line != coming_ && times[line] < times[best]) best = line;
    return best;
  }

  std::uint32_t coming_;
  Times touched_at_, filled_at_;
};

/// Reads a chase access by access. If an access may be a hit or a miss, it looks ahead.
class Reader {
 public:
  Reader(const std::vector<SetAccess>& accesses, std::uint32_t ways)
      : accesses_(accesses), residents_(ways), counts_(ways, 1) {}  // one more than seen, so that no way is impossible

  Victims read() {
    for (std::size_t i = 0; i < accesses_.size(); ++i)
      if (accesses_[i].reached) read(i);
    return std::move(victims_);
  }

 private:
  void read(std::size_t i) {
    const std::uint32_t line = accesses_[i].line;
    bool miss = accesses_[i].miss;
    if (residents_.is_new(line)) return come_in(line);
    if (!residents_.ready()) return residents_.touch(line);
    const bool contradiction = residents_.must_be_there(line);
    if (contradiction && accesses_[i].known && miss) {
      // This access, or an earlier one, was classified wrongly.
      ++victims_.contradictions;
      if (explains_more(i)) return come_in(line);
      return residents_.touch(line);
    }
    if (!accesses_[i].known) miss = !contradiction && explains_more(i);
    const bool is_doubtful = !accesses_[i].known && !contradiction;
    const std::uint32_t way_before = residents_.way_of(line);
    if (miss && !contradiction) {
      victims_.list.push_back(scene_->victim(line, residents_));
      const std::uint32_t way = victims_.list.back().way;
      ++counts_[way];
      settle_doubts(way);
    }
    if (is_doubtful) doubted_ways_.push_back(way_before);
    if (!miss) return residents_.touch(line);
    come_in(line);
  }

  // If a doubtful access is classified the other way, its line (or the one that was filled before it) lies in the way of the next
  // victim.
  void settle_doubts(std::uint32_t way) {
    for (const std::uint32_t doubted : doubted_ways_)
      if (doubted != way) victims_.doubts.push_back({victims_.list.size(), 0, doubted, way});
    doubted_ways_.clear();
  }

  void come_in(std::uint32_t line) {
    scene_.emplace(residents_, line);
    residents_.fill(line);
  }

  /// Whether the following accesses are more probable if access `i` is a miss than if it is a hit.
  bool explains_more(std::size_t i) const {
    const std::uint32_t line = accesses_[i].line;
    const double total = std::accumulate(counts_.begin(), counts_.end(), 0.0);
    Residents as_hit = residents_, as_miss = residents_;
    as_hit.touch(line);
    as_miss.fill(line);
    std::size_t end = accesses_.size();
    const double hit = log_likelihood(std::move(as_hit), i + 1, end);
    const double before = residents_.must_be_there(line) ? kContradicted : std::log(counts_[residents_.way_of(line)] / total);
    return before + log_likelihood(std::move(as_miss), i + 1, end) > hit;
  }

  /// The log-likelihood of accesses `begin` to `end` if `from` is right and the ways keep their replacement shares. May stop early,
  /// and sets `end` then.
  double log_likelihood(Residents from, std::size_t begin, std::size_t& end) const {
    const double total = std::accumulate(counts_.begin(), counts_.end(), 0.0);
    double sum = 0;
    std::size_t seen = 0;
    std::size_t i = begin;
    for (; i < end && seen < kLookAhead; ++i) {
      const SetAccess& access = accesses_[i];
      if (!access.known || !access.reached) continue;
      if (from.reveals(access.line, access.miss)) {
        sum += std::log(counts_[from.way_of(access.line)] / total);
        ++seen;
      } else if (access.miss) {
        sum += kContradicted;
        ++seen;
      }
      from.step(access.line, access.miss);
    }
    end = i;
    return sum;
  }

  const std::vector<SetAccess>& accesses_;
  Residents residents_;
  std::optional<Scene> scene_;               // the state when the line was filled whose victim is not known yet
  std::vector<double> counts_;               // number of victims of each way
  std::vector<std::uint32_t> doubted_ways_;  // ways of doubtful accesses since the last victim
  Victims victims_;
};

}  // namespace

void Victims::append(const Victims& more) {
  for (Doubt doubt : more.doubts) {
    doubt.begin += list.size();
    doubt.end += list.size();
    doubts.push_back(doubt);
  }
  list.insert(list.end(), more.list.begin(), more.list.end());
  contradictions += more.contradictions;
}

Victims victims_of(const std::vector<SetAccess>& accesses, std::uint32_t ways) {
  Victims victims = Reader(accesses, ways).read();
  const std::size_t settling = std::min(kSettlingPerWay * ways, victims.list.size() / 4);
  victims.list.erase(victims.list.begin(), victims.list.begin() + static_cast<std::ptrdiff_t>(settling));
  // Before the first victim, ways have no numbers that could be exchanged.
  std::erase_if(victims.doubts, [&](const Doubt& doubt) { return doubt.begin <= settling; });
  for (Doubt& doubt : victims.doubts) {
    doubt.begin -= settling;
    doubt.end = victims.list.size();
  }
  return victims;
}

}  // namespace chasescope::inference
