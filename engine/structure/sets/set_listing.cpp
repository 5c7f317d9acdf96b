#include "engine/structure/sets/set_listing.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "engine/structure/sets/membership.h"
#include "engine/structure/testers/minimal_overflow.h"

namespace chasescope::structure {
namespace {

using inference::SetIndex;

// Lists the sets one by one if no rule is known. When the lines of the first set are removed from the range, the rest overflows the
// next set, and so on until nothing overflows. The list must repeat, and must predict addresses beyond it.
class Listing {
 public:
  Listing(Tester& tester, const Addresses& overflowing, std::uint64_t line_bytes, std::vector<RunPtr>& runs)
      : tester_(tester), line_bytes_(line_bytes), first_(overflowing), company_(tester.company()), runs_(runs) {}

  std::optional<SetIndex> run() {
    index_.kind = SetIndex::Kind::listed;
    index_.unit_bytes = line_bytes_;
    known_.push_back({first_, 0});
    std::optional<SetIndex> found;
    for (std::uint64_t units = 64; units <= kMostUnits && units * line_bytes_ <= tester_.limit_bytes() && !found && !too_many_;
         units *= 2)
      if (list(units)) found = index_;
    tester_.keep_company(company_);
    return found;
  }

 private:
  static constexpr std::uint64_t kMostUnits = 8192;
  static constexpr std::uint32_t kMostSets = 64;
  // Of known TLBs with unequal sets, the largest set has 17 ways and the smallest 8.
  static constexpr std::size_t kMostWaysTimes = 4;

  struct KnownSet {
    Addresses overflowing;
    std::uint64_t classified = 0;  // units below this one were classified
  };

  // Extends the list to `units`. The results of earlier rounds stay.
  bool list(std::uint64_t units) {
    if (known_.size() > 1) find_their_sets(units);
    Addresses settled;  // for each set that is already known, as many lines as fit in it
    for (std::uint32_t set = 0;; ++set) {
      if (set == known_.size()) {
        const Addresses left = unlisted(0, units);
        if (left.empty()) break;
        const bool has_another = tester_.ask(left, "the lines that are left").conflict;
        too_many_ = has_another ? known_.size() == kMostSets : left.size() > most_that_fit();
        if (!has_another || too_many_) return false;
        Addresses next = next_overflow(left);
        if (too_many_) return false;
        known_.push_back({std::move(next), 0});
      }
      KnownSet& known = known_[set];
      tester_.keep_company(set == 0 ? company_ : settled);
      Membership members(tester_, known.overflowing, line_bytes_, runs_);
      const Addresses lines = unlisted(known.classified, units);
      const std::vector<bool> belongs = which_belong(members, lines);
      for (std::size_t i = 0; i < lines.size(); ++i)
        if (belongs[i]) index_.listed[lines[i] / line_bytes_] = set;
      known.classified = units;
      std::size_t fitting = known.overflowing.size() - 1;
      for (const auto& [unit, of_set] : index_.listed)
        if (of_set == set && fitting > 0) {
          settled.push_back(unit * line_bytes_);
          --fitting;
        }
      tester_.keep_company(settled);
    }
    index_.listed_sets = static_cast<std::uint32_t>(known_.size());
    return repeats(units);
  }

  // Finds the set of each further line, if it is one that is already known. All of these sets are filled and read together with the
  // line, and the set that then overflows is asked about alone: two questions for a line, where each set in turn takes several.
  void find_their_sets(std::uint64_t units) {
    for (std::uint32_t set = 0; set < known_.size(); ++set) {
      tester_.keep_company(filling_all_but(set));
      if (!fill_anew(set)) return;
    }
    std::vector<Membership> members;
    std::vector<Addresses> others;
    Addresses full;
    std::vector<std::uint32_t> set_of;  // the set of each line in `full`
    for (std::uint32_t set = 0; set < known_.size(); ++set) {
      const Addresses& overflowing = known_[set].overflowing;
      members.emplace_back(tester_, overflowing, line_bytes_, runs_);
      others.push_back(filling_all_but(set));
      full.insert(full.end(), overflowing.begin() + 1, overflowing.end());
      set_of.resize(full.size(), set);
    }
    for (const std::uint64_t line : unlisted(0, units)) {
      const auto own = std::find_if(members.begin(), members.end(), [&](const Membership& set) { return set.is_known(line); });
      if (own != members.end()) {
        index_.listed[line / line_bytes_] = static_cast<std::uint32_t>(own - members.begin());
        continue;
      }
      tester_.keep_company({});
      for (const std::uint32_t set : sets_by_misses(full, set_of, line)) {
        tester_.keep_company(others[set]);
        if (!members[set].holds(line, "is this line in the set")) continue;
        index_.listed[line / line_bytes_] = set;
        break;
      }
    }
    for (KnownSet& known : known_) known.classified = units;
  }

  // As many lines of the other sets as fit in them.
  Addresses filling_all_but(std::uint32_t set) const {
    Addresses lines;
    for (std::uint32_t other = 0; other < known_.size(); ++other)
      if (other != set) lines.insert(lines.end(), known_[other].overflowing.begin() + 1, known_[other].overflowing.end());
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  // The set was found beside other flush lines, one of which may have taken a way. Takes as many lines of it as overflow it beside
  // those of the other known sets. False if there are not enough.
  bool fill_anew(std::uint32_t set) {
    Addresses lines = known_[set].overflowing;
    const std::size_t before = lines.size();
    std::set<std::uint64_t> taken;
    for (const std::uint64_t line : lines) taken.insert(line / line_bytes_);
    for (const auto& [unit, of_set] : index_.listed)
      if (of_set == set && taken.insert(unit).second) lines.push_back(unit * line_bytes_);
    const auto overflows = [&](std::size_t count) {
      const Addresses first(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(count));
      return tester_.ask(first, "lines of one set, beside those of others").conflict;
    };
    std::size_t low = 1, high = lines.size() + 1;
    for (std::size_t count = before; high - low > 1; count = high == before ? before - 1 : low + (high - low) / 2)
      (overflows(count) ? high : low) = count;
    if (high > lines.size()) return false;
    lines.resize(high);
    std::sort(lines.begin(), lines.end());
    known_[set].overflowing = std::move(lines);
    return true;
  }

  // The sets that may overflow if they are full and `line` is read too; the one with most misses comes first.
  std::vector<std::uint32_t> sets_by_misses(const Addresses& full, const std::vector<std::uint32_t>& set_of, std::uint64_t line) {
    std::vector<std::uint32_t> sets(known_.size());
    std::iota(sets.begin(), sets.end(), 0U);
    try {
      const Answer answer = tester_.ask(full, {line}, "which set a line overflows");
      std::vector<std::uint64_t> misses(known_.size(), 0);
      for (std::size_t i = 0; i < full.size(); ++i) misses[set_of[i]] += answer.misses[i];
      std::erase_if(sets, [&](std::uint32_t set) { return !answer.conflict || misses[set] == 0; });
      std::stable_sort(sets.begin(), sets.end(), [&](std::uint32_t a, std::uint32_t b) { return misses[a] > misses[b]; });
    } catch (const Unanswered&) {
      throw;
    } catch (const Undecided&) {  // each set is asked about alone
    }
    return sets;
  }

  Addresses unlisted(std::uint64_t from, std::uint64_t to) const {
    Addresses lines;
    for (std::uint64_t unit = from; unit < to; ++unit)
      if (!index_.listed.contains(unit)) lines.push_back(unit * line_bytes_);
    return lines;
  }

  // Finds the lines that belong to the set. Asks about whole groups at a time, because most lines belong to other sets. A group
  // must not overflow the sets whose lines are read as company, so it stays small.
  std::vector<bool> which_belong(Membership& members, const Addresses& lines) {
    constexpr std::size_t kGroup = 16;
    std::vector<bool> belong(lines.size(), false);
    const auto look = [&](auto&& self, std::size_t begin, std::size_t end) -> void {
      const Addresses group(lines.begin() + static_cast<std::ptrdiff_t>(begin), lines.begin() + static_cast<std::ptrdiff_t>(end));
      if (!members.any(group, "are these lines in the set")) return;
      if (end - begin == 1) {
        belong[begin] = true;
        return;
      }
      const std::size_t middle = begin + (end - begin) / 2;
      self(self, begin, middle);
      self(self, middle, end);
    };
    for (std::size_t begin = 0; begin < lines.size(); begin += kGroup) look(look, begin, std::min(begin + kGroup, lines.size()));
    return belong;
  }

  // The number of lines that fit into the sets that are not yet known, at the most, if there are no more sets than can be listed.
  std::size_t most_that_fit() const {
    std::size_t ways = 0;
    for (const KnownSet& known : known_) ways = std::max(ways, known.overflowing.size() - 1);
    return kMostWaysTimes * ways * (kMostSets - known_.size());
  }

  // Empty if there are too many sets.
  Addresses next_overflow(const Addresses& left) {
    std::size_t fits = 1, overflows = left.size();
    while (overflows - fits > 1) {
      const std::size_t middle = fits + (overflows - fits) / 2;
      const Addresses prefix(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(middle));
      (tester_.ask(prefix, "fewer of them").conflict ? overflows : fits) = middle;
    }
    too_many_ = fits > most_that_fit();
    if (too_many_) return {};
    Addresses lines(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(overflows));
    // The lines that missed all belong to the set, and often no other lines are needed to overflow it.
    const Answer answer = tester_.ask(lines, "lines that overflow a set");
    Addresses missed;
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (answer.misses[i] > 0) missed.push_back(lines[i]);
    if (missed.size() >= 2 && missed.size() < lines.size() && tester_.ask(missed, "those that missed").conflict) lines = missed;
    return minimal_overflow(tester_, std::move(lines), runs_);
  }

  // Whether the list repeats. Sets that the range does not overflow leave lines without a set; if the list repeats, it gives the
  // sets of these lines.
  bool repeats(std::uint64_t units) {
    for (std::uint64_t period = 2; period * 2 <= units; ++period) {
      bool holds = true;
      std::map<std::uint64_t, std::uint32_t> within;
      for (std::uint64_t unit = 0; unit < units && holds; ++unit) {
        const auto found = index_.listed.find(unit);
        if (found == index_.listed.end()) {
          holds = false;
        } else if (unit < period) {
          within[unit] = found->second;
        } else {
          holds = within[unit % period] == found->second;
        }
      }
      if (!holds) continue;
      index_.listed = within;
      index_.listed_period = period;
      return true;
    }
    return false;
  }

  Tester& tester_;
  std::uint64_t line_bytes_;
  Addresses first_;
  Addresses company_;  // the company for the first set
  std::vector<RunPtr>& runs_;
  std::vector<KnownSet> known_;
  bool too_many_ = false;  // sets
  SetIndex index_;
};

}  // namespace

std::optional<SetIndex> list_sets(Tester& tester, const Addresses& overflowing, std::uint64_t line_bytes,
                                  std::vector<RunPtr>& runs) {
  return Listing(tester, overflowing, line_bytes, runs).run();
}

}  // namespace chasescope::structure
