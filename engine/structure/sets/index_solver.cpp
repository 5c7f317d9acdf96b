#include "engine/structure/sets/index_solver.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <optional>
#include <span>

#include "engine/inference/sets/one_distance.h"
#include "engine/structure/testers/minimal_overflow.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

using inference::BitBasis;
using inference::SetIndex;

constexpr std::size_t kMostSetBits = 14;
constexpr int kConfirmedMembers = 10, kFewestMembers = 3, kMostMemberDraws = 80;
constexpr int kConfirmedStrangers = 40;

// Answers whether an address is in the set that `overflowing` overflows.
class Membership {
 public:
  Membership(Tester& tester, const Addresses& overflowing, std::uint64_t line_bytes, std::vector<RunPtr>& runs)
      : tester_(tester), line_bytes_(line_bytes), base_(overflowing.front()), runs_(runs) {
    rest_.assign(overflowing.begin() + 1, overflowing.end());
  }

  std::uint64_t base() const { return base_; }
  /// Whether, by `index`, all lines of the overflowing set are in that set.
  bool all_in(const SetIndex& index, std::uint64_t set) const {
    return std::all_of(rest_.begin(), rest_.end(), [&](std::uint64_t line) { return index.set_of(line) == set; });
  }

  /// Whether `address` lies in one of the lines by which the set is known.
  bool is_known(std::uint64_t address) const {
    const auto same_line = [&](std::uint64_t line) { return line / line_bytes_ == address / line_bytes_; };
    return same_line(base_) || std::any_of(rest_.begin(), rest_.end(), same_line);
  }

  /// Whether any of `addresses` is in the set.
  bool any(const Addresses& addresses, const std::string& label) {
    if (std::any_of(addresses.begin(), addresses.end(), [&](std::uint64_t address) { return is_known(address); })) return true;
    const Addresses& others = addresses;
    try {
      // A single address is asked about with care. Several are asked about roughly; the one that then seems to be a member is asked
      // about alone later.
      const Answer answer =
          others.size() == 1 ? tester_.shares_a_set(rest_, others.front(), label) : tester_.ask_roughly(rest_, others, label);
      if (runs_.size() < kMostRuns) runs_.push_back(answer.run);
      return answer.conflict;
    } catch (const HeldInFront&) {
      if (others.size() < 2 || tester_.wants_company()) throw;
    }
    // A question with fewer lines proves something only if no line is held in a cache in front.
    const auto middle = others.begin() + static_cast<std::ptrdiff_t>(others.size() / 2);
    return any({others.begin(), middle}, label) || any({middle, others.end()}, label);
  }
  bool holds(std::uint64_t address, const std::string& label) { return any({address}, label); }

  /// The first of `addresses` that is in the set, if there is one. Many addresses at once may overflow the set together with
  /// company lines although none of them is in it, so the one that is found is asked about alone.
  std::optional<std::uint64_t> first_of(const Addresses& addresses, const std::string& label) {
    if (!any(addresses, label)) return std::nullopt;
    Addresses left = addresses;
    bool inferred = false;
    while (left.size() > 1) {
      const auto middle = left.begin() + static_cast<std::ptrdiff_t>(left.size() / 2);
      Addresses low(left.begin(), middle);
      inferred = !any(low, label);
      if (inferred)
        left.erase(left.begin(), middle);
      else
        left = std::move(low);
    }
    // Of very many addresses, this result is not checked here; the confirmation of the index checks it.
    if (!inferred || addresses.size() > kManyAtOnce || any(left, label)) return left.front();
    for (std::size_t begin = 0; begin < addresses.size(); begin += kFewAtOnce) {
      const auto end = std::min(begin + kFewAtOnce, addresses.size());
      if (const auto found = first_asked_of(std::span(addresses).subspan(begin, end - begin), label)) return found;
    }
    return std::nullopt;
  }

 private:
  // The same, with a question about every half in which there may be one.
  std::optional<std::uint64_t> first_asked_of(std::span<const std::uint64_t> addresses, const std::string& label) {
    if (!any({addresses.begin(), addresses.end()}, label)) return std::nullopt;
    if (addresses.size() == 1) return addresses.front();
    const std::size_t middle = addresses.size() / 2;
    if (const auto found = first_asked_of(addresses.first(middle), label)) return found;
    return first_asked_of(addresses.subspan(middle), label);
  }

  static constexpr std::size_t kFewAtOnce = 16, kManyAtOnce = 512;
  static constexpr std::size_t kMostRuns = 64;  // kept as evidence; there are many more questions
  Tester& tester_;
  std::uint64_t line_bytes_;
  std::uint64_t base_;
  Addresses rest_;
  std::vector<RunPtr>& runs_;
};

std::uint64_t address_bits(std::uint64_t line_bytes, std::uint64_t limit) {
  return (std::bit_floor(limit) - 1) & ~(line_bytes - 1);
}

// Whether `kernel` has a vector with `bit` whose other bits all lie in `independent`.
bool depends(const BitBasis& kernel, std::uint64_t bit, std::uint64_t independent) {
  // Eliminates all other bits first. The bits that remain in each vector lie within `independent` and `bit`.
  std::vector<std::uint64_t> rows = kernel.vectors();
  std::uint64_t others = 0;
  for (const std::uint64_t row : rows) others |= row;
  others &= ~(independent | bit);
  for (; others != 0; others &= others - 1) {
    const std::uint64_t pivot_bit = others & (~others + 1);
    const auto pivot = std::find_if(rows.begin(), rows.end(), [&](auto row) { return (row & pivot_bit) != 0; });
    if (pivot == rows.end()) continue;
    const std::uint64_t vector = *pivot;
    rows.erase(pivot);
    for (std::uint64_t& row : rows)
      if ((row & pivot_bit) != 0) row ^= vector;
  }
  return std::any_of(rows.begin(), rows.end(), [&](auto row) { return (row & bit) != 0; });
}

std::uint64_t combination(const std::vector<std::uint64_t>& bits, std::uint64_t which) {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (((which >> i) & 1U) != 0) mask |= bits[i];
  return mask;
}

std::optional<SetIndex> linear_index(Membership& members, const Addresses& overflowing, std::uint64_t bits) {
  BitBasis kernel;
  for (const std::uint64_t line : overflowing) kernel.insert((line ^ members.base()) & bits);
  std::vector<std::uint64_t> active;
  for (const unsigned position : inference::bit_positions(bits)) {
    const std::uint64_t bit = std::uint64_t{1} << position;
    if (kernel.contains(bit)) continue;
    if (members.holds(members.base() ^ bit, "with address bit " + std::to_string(position) + " changed")) {
      kernel.insert(bit);
    } else {
      active.push_back(bit);
    }
  }
  std::vector<std::uint64_t> independent;
  std::uint64_t independent_bits = 0;
  for (const std::uint64_t bit : active) {
    if (!depends(kernel, bit, independent_bits)) {
      Addresses candidates;
      for (std::uint64_t which = 1; which < std::uint64_t{1} << independent.size(); ++which)
        candidates.push_back(members.base() ^ bit ^ combination(independent, which));
      const auto found =
          candidates.empty()
              ? std::nullopt
              : members.first_of(candidates, "bit " + std::to_string(std::countr_zero(bit)) + " with combinations of lower bits");
      if (found) {
        kernel.insert((*found ^ members.base()) & bits);
      } else {
        independent.push_back(bit);
        independent_bits |= bit;
        if (independent.size() > kMostSetBits) return std::nullopt;
      }
    }
  }
  SetIndex index;
  index.rows = kernel.complement(bits).vectors();
  if (index.rows.size() != independent.size()) return std::nullopt;  // a contradiction: the index is not linear
  index.kind = index.rows.empty() ? SetIndex::Kind::one_set : SetIndex::Kind::linear;
  return index;
}

// Tries a modulus: finds the runs of neighbouring lines that lie in the set, and the distance between two runs.
std::optional<SetIndex> modulo_index(Membership& members, const Addresses& overflowing, std::uint64_t line_bytes,
                                     std::uint64_t limit) {
  std::uint64_t first = overflowing.front() / line_bytes * line_bytes;
  // The run of the first line, extended downwards and upwards.
  const auto in_set = [&](std::uint64_t address) { return members.holds(address, "the next line"); };
  constexpr std::uint64_t kLongestRun = 4096;
  std::uint64_t begin = first, end = first + line_bytes;
  while (begin >= line_bytes && (end - begin) / line_bytes < kLongestRun && in_set(begin - line_bytes)) begin -= line_bytes;
  while (end + line_bytes <= limit && (end - begin) / line_bytes < kLongestRun && in_set(end)) end += line_bytes;
  // The next run: the search widens until a line of the set is found.
  constexpr std::uint64_t kFarthest = 1 << 15;  // lines
  std::uint64_t from = end + line_bytes;
  for (std::uint64_t lines = 16; lines <= kFarthest; lines *= 2) {
    Addresses candidates;
    for (std::uint64_t i = 0; i < lines && from + line_bytes <= limit; ++i, from += line_bytes) candidates.push_back(from);
    if (candidates.empty()) return std::nullopt;
    const auto found = members.first_of(candidates, "lines that follow");
    if (!found) continue;
    // The first run may be cut off at the start of memory. Then the second run is measured.
    std::uint64_t run_end = *found + line_bytes;
    while (run_end + line_bytes <= limit && (run_end - *found) / line_bytes < kLongestRun && in_set(run_end)) run_end += line_bytes;
    SetIndex index;
    index.kind = SetIndex::Kind::modulo;
    index.granule_bytes = run_end - *found;
    if ((*found - begin) % index.granule_bytes != 0) return std::nullopt;
    index.modulus = (*found - begin) / index.granule_bytes;
    if (*found % index.granule_bytes != 0 || index.modulus < 2) return std::nullopt;
    return index;
  }
  return std::nullopt;
}

// Whether the index predicts random addresses that it was not made from: those that it puts into the set must overflow it, and
// others must not.
bool confirmed(Membership& members, const SetIndex& index, std::uint64_t line_bytes, std::uint64_t limit) {
  Random random(0x5e7c0de);
  const std::uint64_t set = index.set_of(members.base());
  const std::uint64_t reach = std::bit_floor(limit);
  // The index must put all lines of the overflowing set into one set. In a small memory space this is the main test, because few
  // other addresses there belong to the set.
  if (!members.all_in(index, set)) return false;
  int asked = 0;
  for (int i = 0; i < kMostMemberDraws && asked < kConfirmedMembers; ++i) {
    // Half of the addresses come from low memory, where the regular structure lies, and half from everywhere.
    const std::uint64_t range = i % 2 == 0 ? reach : std::min(reach, std::bit_ceil(4 * index.sets() * line_bytes * 8));
    const std::uint64_t address = index.moved_to_set(random.below(range) / line_bytes * line_bytes, set);
    if (address + line_bytes > limit) continue;
    ++asked;
    if (!members.holds(address, "an address that should be in the set")) return false;
  }
  if (asked < kFewestMembers) return false;
  if (index.sets() == 1) return true;
  // A small memory space may not have so many addresses of other sets.
  constexpr int kMostDraws = 64 * kConfirmedStrangers;
  Addresses strangers;
  for (int draw = 0; draw < kMostDraws && strangers.size() < kConfirmedStrangers; ++draw) {
    const std::uint64_t range =
        strangers.size() % 2 == 0 ? reach : std::min(reach, std::bit_ceil(4 * index.sets() * line_bytes * 8));
    const std::uint64_t address = random.below(range) / line_bytes * line_bytes;
    const bool known = std::any_of(strangers.begin(), strangers.end(), [&](auto other) { return other == address; });
    if (known || index.set_of(address) == set) {
      if (index.sets() * line_bytes * 8 < kConfirmedStrangers && strangers.size() >= 4) break;
      continue;
    }
    strangers.push_back(address);
  }
  return !strangers.empty() && !members.first_of(strangers, "addresses that should not be in the set");
}

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
  static constexpr std::size_t kMostWaysTimes =
      4;  // of known TLBs with unequal sets, the largest set has 17 ways and the smallest 8

  struct KnownSet {
    Addresses overflowing;
    std::uint64_t classified = 0;  // units below this one were classified
  };

  // Extends the list to `units`. The results of earlier rounds stay.
  bool list(std::uint64_t units) {
    if (known_.size() > 1) find_their_sets(units);
    Addresses settled;  // for each set that is already known, as many lines as fit in it
    for (std::uint32_t set = 0; set < kMostSets; ++set) {
      if (set == known_.size()) {
        const Addresses left = unlisted(0, units);
        if (left.empty()) break;
        if (!tester_.ask(left, "the lines that are left").conflict) {
          too_many_ = left.size() > most_that_fit();
          return false;
        }
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
    for (const auto& [unit, of_set] : index_.listed)
      if (of_set == set && std::none_of(lines.begin(), lines.end(), [&](auto line) { return line / line_bytes_ == unit; }))
        lines.push_back(unit * line_bytes_);
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

// A modulus that is a power of two is the same as address bits. Returns the linear form.
SetIndex plainest(SetIndex index) {
  if (index.kind != SetIndex::Kind::modulo || !std::has_single_bit(index.modulus) || !std::has_single_bit(index.granule_bytes))
    return index;
  SetIndex bits;
  bits.kind = index.modulus == 1 ? SetIndex::Kind::one_set : SetIndex::Kind::linear;
  for (std::uint64_t row = index.granule_bytes; row < index.granule_bytes * index.modulus; row *= 2) bits.rows.push_back(row);
  return bits;
}

// Whether the distance between two runs of neighbouring lines is not a power of two.
bool looks_modular(const Addresses& overflowing, std::uint64_t line_bytes) {
  for (std::size_t i = 1; i < overflowing.size(); ++i)
    if (overflowing[i] / line_bytes - overflowing[i - 1] / line_bytes > 1)
      return !std::has_single_bit(overflowing[i] / line_bytes - overflowing.front() / line_bytes);
  return false;
}

// Whether random addresses are all in the set, so that the cache has a single set. Lines of a single set may lie anywhere, and a
// run of them never ends.
bool seems_one_set(Membership& members, std::uint64_t line_bytes, std::uint64_t limit) {
  constexpr int kTried = 4;
  Random random(0x01e5e7);
  for (int i = 0; i < kTried; ++i)
    if (!members.holds(random.below(limit / line_bytes) * line_bytes, "an address from anywhere")) return false;
  return true;
}

}  // namespace

SetIndex solve_index(Tester& tester, const Addresses& overflowing, std::uint64_t line_bytes, std::vector<RunPtr>& runs,
                     const std::function<bool(const SetIndex&)>& accept, const std::vector<SetIndex>& guesses) {
  Membership members(tester, overflowing, line_bytes, runs);
  const std::uint64_t limit = tester.limit_bytes();
  const std::uint64_t bits = address_bits(line_bytes, limit);
  for (const SetIndex& guess : guesses)
    if (confirmed(members, guess, line_bytes, limit) && accept(guess)) return guess;
  const bool modular_first = looks_modular(overflowing, line_bytes) && !seems_one_set(members, line_bytes, limit);
  // Flush lines that are drawn anew for each question keep out of the supposed set while the index is put to the test. Otherwise
  // they may take ways of this set, and lines of other sets would seem to overflow it. Flush lines that were chosen once leave it
  // alone.
  const auto is_right = [&](const SetIndex& index) {
    if (tester.flushes_single_sets()) tester.suppose(index);
    if (confirmed(members, index, line_bytes, limit) && accept(index)) return true;
    if (tester.flushes_single_sets()) tester.suppose(std::nullopt);
    return false;
  };
  // Elsewhere the questions of modulo_index() can be trusted, and its answer rests on more lines.
  if (modular_first && tester.flushes_single_sets())
    if (const auto index = inference::modulo_of_one_distance(overflowing, line_bytes); index && is_right(*index)) return *index;
  // In noise, one wrong answer is enough to miss a linear index, so that it is looked for several times.
  constexpr int kMoreInNoise = 2;
  std::vector<bool> linear_in_turn{!modular_first, modular_first};
  if (tester.noisy()) linear_in_turn.insert(linear_in_turn.end(), kMoreInNoise, true);
  for (const bool linear : linear_in_turn) {
    auto index = linear ? linear_index(members, overflowing, bits) : modulo_index(members, overflowing, line_bytes, limit);
    if (index) *index = plainest(std::move(*index));
    if (index && is_right(*index)) return *index;
  }
  if (auto index = Listing(tester, overflowing, line_bytes, runs).run()) {
    // One wrong answer is enough to miss a linear index at first. The list rests on many answers, so a linear form is looked for
    // once more.
    if (auto linear = inference::linear_form(*index)) {
      index = std::move(linear);
    } else if (auto modulo = inference::modulo_form(*index)) {
      index = std::move(modulo);
    }
    if (is_right(*index)) return *index;
  }
  throw Undecided(
      "Neither a linear index (bit fields, XOR), nor a modulus, nor a list that repeats predicts which addresses share a set.");
}

}  // namespace chasescope::structure
