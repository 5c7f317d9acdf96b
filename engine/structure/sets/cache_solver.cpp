#include "engine/structure/sets/cache_solver.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "engine/structure/sets/index_checks.h"
#include "engine/structure/sets/index_solver.h"
#include "engine/structure/sets/set_lines.h"
#include "engine/structure/testers/in_company.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr const char* kWaysAreTaken = "The flush lines, which empty the caches in front, take ways of this cache.";

Addresses without(const Addresses& lines, std::uint64_t line) {
  Addresses rest;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(rest), [&](auto other) { return other != line; });
  return rest;
}

Addresses with(Addresses lines, std::uint64_t line) {
  lines.push_back(line);
  return lines;
}

Addresses each_with(const Addresses& lines, std::uint64_t bytes_beside) {
  Addresses all = lines;
  for (const std::uint64_t line : lines) all.push_back(line ^ bytes_beside);
  return all;
}

// The answer about these lines, unless the caches in front hold one of them.
std::optional<Answer> ask_unless_held(Tester& tester, const Addresses& watched, const Addresses& others, const std::string& label,
                                      std::vector<RunPtr>& runs) {
  try {
    Answer answer = tester.ask(watched, others, label);
    runs.push_back(answer.run);
    return answer;
  } catch (const HeldInFront&) {
    return std::nullopt;
  }
}

// Whether the set still overflows if `other` takes the place of the line that `rest` leaves out. `other` lies `bytes` away from
// that line. A cache in front may hold `other`, or the flush lines that it needs may take ways of this set. Then the lines at the
// same distance from all of `rest` but one are read as well. These evict each other in front, so that no flush lines are needed; if
// they belong to another set, they fill that set and do not overflow it. No answer if these lines conflict even without `other`.
std::optional<bool> stands_in(Tester& tester, const Addresses& rest, std::uint64_t other, std::uint64_t bytes,
                              std::vector<RunPtr>& runs) {
  const auto instead = ask_unless_held(tester, rest, {other}, format_bytes(bytes) + " beside a line, in its place", runs);
  if (instead && (!instead->conflict || !tester.is_overflowed_by_what_empties(rest, {other}))) return instead->conflict;
  Addresses with_others = rest;
  for (std::size_t i = 1; i < rest.size(); ++i) with_others.push_back(rest[i] ^ bytes);
  const Answer all = tester.ask(with_others, {other}, format_bytes(bytes) + " beside a line, in its place, and beside others");
  runs.push_back(all.run);
  if (all.conflict && tester.is_overflowed_by_what_empties(with_others, {other})) return std::nullopt;
  return all.conflict;
}

// Whether `other` has a tag of its own, so that it overflows the set that `fitting` fills. It lies `bytes` away from a line of
// `fitting`. A cache in front may hold `other`, or the flush lines that it needs may take ways of this set. Then the lines at the
// same distance from all of `fitting` are read instead: they evict each other in front, so that no flush lines are needed. If
// `other` shares the tag of its neighbour, so does each of these lines.
bool has_own_tag(Tester& tester, const Addresses& fitting, std::uint64_t other, std::uint64_t bytes, std::vector<RunPtr>& runs) {
  const auto beside = ask_unless_held(tester, with(fitting, other), {}, format_bytes(bytes) + " beside a line, with it", runs);
  if (beside && (!beside->conflict || !tester.is_overflowed_by_what_empties(fitting, {other}))) return beside->conflict;
  const Answer all = tester.ask(each_with(fitting, bytes), format_bytes(bytes) + " beside each line, with it");
  runs.push_back(all.run);
  if (!all.conflict) return false;
  // If only half of `fitting` is read, the set has room for the neighbours of that half, even if these have tags of their own.
  const Addresses half(fitting.begin(), fitting.begin() + static_cast<std::ptrdiff_t>(fitting.size() / 2));
  const bool is_room_taken =
      half.empty() || tester.ask(each_with(half, bytes), format_bytes(bytes) + " beside half of the lines, with them").conflict;
  if (is_room_taken) throw Undecided(kWaysAreTaken);
  return true;
}

// The aligned block around `line` whose addresses all have its tag. Each doubling adds the other half of the block.
std::uint64_t line_around(Tester& tester, const Addresses& overflowing, std::uint64_t line, std::uint64_t largest,
                          std::vector<RunPtr>& runs) {
  const Addresses rest = without(overflowing, line);
  const Addresses fewer = without(overflowing, line == overflowing.front() ? overflowing.back() : overflowing.front());
  std::uint64_t bytes = tester.unit_bytes();
  for (; bytes < largest; bytes *= 2) {
    const std::uint64_t other = line ^ bytes;
    if (other >= tester.limit_bytes()) break;
    if (std::find(rest.begin(), rest.end(), other) != rest.end()) break;  // another line of the list
    const std::optional<bool> overflows_in_place = stands_in(tester, rest, other, bytes, runs);
    if (overflows_in_place == false) break;                     // an address of another set
    if (has_own_tag(tester, fewer, other, bytes, runs)) break;  // another line of the same set
    if (!overflows_in_place) throw Undecided(kWaysAreTaken);
  }
  return bytes;
}

struct DoesNotStay : Undecided {
  using Undecided::Undecided;
};

// Bisects the number of ways of all sets at once, in the same chases. `guess`: the ways of the set that was found first.
std::vector<std::uint32_t> ways_of_sets(Tester& tester, const inference::SetIndex& index, std::uint64_t line_bytes,
                                        std::uint32_t guess, std::vector<RunPtr>& runs) {
  constexpr std::uint32_t kMostWays = 4096;
  const auto sets = static_cast<std::uint32_t>(index.sets());
  std::vector<std::uint32_t> fits(sets, 0), overflows(sets, 0);  // `overflows`: 0 until an overflow was seen
  bool first = true;
  while (true) {
    std::vector<std::uint32_t> counts(sets, 0);
    bool open = false;
    for (std::uint32_t set = 0; set < sets; ++set) {
      if (overflows[set] == fits[set] + 1) continue;
      open = true;
      if (fits[set] == 0 && overflows[set] == 0) {
        counts[set] = guess;
      } else if (overflows[set] == 0) {
        counts[set] = fits[set] == guess ? guess + 1 : 2 * fits[set];
      } else {
        counts[set] = fits[set] == 0 && overflows[set] == guess ? std::max(1U, guess - 1) : (fits[set] + overflows[set]) / 2;
      }
      if (counts[set] > kMostWays) throw Undecided("A set did not overflow with " + std::to_string(kMostWays) + " lines.");
    }
    if (!open) break;
    SetLines asked;
    if (tester.wants_company()) {
      std::vector<std::uint32_t> all = counts;
      for (std::uint32_t set = 0; set < sets; ++set)
        if (all[set] == 0) all[set] = fits[set];
      asked = lines_of_sets(index, line_bytes, all, tester.limit_bytes());
      for (std::uint32_t& set : asked.set)
        if (counts[set] == 0) set = sets;  // read along as company
    } else {
      asked = lines_of_sets(index, line_bytes, counts, tester.limit_bytes());
    }
    RunPtr run;
    const std::vector<bool> overflow =
        tester.ask_groups(asked.lines, asked.set, sets, first ? "every set full" : "sets with more and fewer lines", &run);
    if (run) runs.push_back(run);
    first = false;
    for (std::uint32_t set = 0; set < sets; ++set) {
      if (counts[set] == 0) continue;
      if (overflow[set]) {
        overflows[set] = counts[set];
        if (counts[set] == 1) throw DoesNotStay("A line alone in its set does not stay.");
      } else {
        fits[set] = counts[set];
      }
    }
  }
  return fits;
}

std::set<std::uint64_t> sets_of(const inference::SetIndex& index, const Addresses& lines) {
  std::set<std::uint64_t> sets;
  for (const std::uint64_t line : lines) sets.insert(index.set_of(line));
  return sets;
}

// The company lines, moved to addresses in other sets. Empty if there is no such place.
Addresses moved_to_other_sets(const inference::SetIndex& index, const Addresses& company, std::uint64_t limit_bytes) {
  constexpr std::uint64_t kTries = 64;
  const std::set<std::uint64_t> sets = sets_of(index, company);
  const std::uint64_t step = std::bit_ceil(company.back() + 1);
  for (std::uint64_t by = step; by <= kTries * step && by + step <= limit_bytes; by += step) {
    Addresses moved = company;
    for (std::uint64_t& line : moved) line += by;
    const std::set<std::uint64_t> others = sets_of(index, moved);
    if (std::none_of(others.begin(), others.end(), [&](auto set) { return sets.contains(set); })) return moved;
  }
  return {};
}

// Finds the ways of the sets beside company lines, which take ways of the sets that they lie in. If such sets seem to have fewer
// ways than others, they are measured again with the company moved to other sets.
std::vector<std::uint32_t> ways_beside_company(Tester& tester, const inference::SetIndex& index, std::uint64_t line_bytes,
                                               std::uint32_t guess, std::vector<RunPtr>& runs) {
  std::vector<std::uint32_t> ways = ways_of_sets(tester, index, line_bytes, guess, runs);
  const Addresses company = tester.company();
  if (company.empty()) return ways;
  const std::set<std::uint64_t> beside = sets_of(index, company);
  const std::uint32_t most = *std::max_element(ways.begin(), ways.end());
  if (std::all_of(beside.begin(), beside.end(), [&](auto set) { return ways[set] == most; })) return ways;
  const Addresses elsewhere = moved_to_other_sets(index, company, tester.limit_bytes());
  if (elsewhere.empty()) return ways;
  const InCompanyOf others(tester, elsewhere);
  const std::vector<std::uint32_t> again = ways_of_sets(tester, index, line_bytes, guess, runs);
  for (const std::uint64_t set : beside) ways[set] = again[set];
  return ways;
}

// Finds the ways of all sets. The company was chosen for the set that was found first, and may take ways of other sets. If all sets
// are read together, they flush the caches in front by themselves and need no company. If they don't, the company stays.
std::vector<std::uint32_t> find_ways(Tester& tester, const inference::SetIndex& index, std::uint64_t line_bytes,
                                     std::uint32_t guess, std::vector<RunPtr>& runs) {
  const bool has_company = !tester.company().empty();
  if (tester.wants_company()) {
    if (has_company) {
      try {
        const InCompanyOf none(tester, {});
        return ways_of_sets(tester, index, line_bytes, guess, runs);
      } catch (const HeldInFront&) {
      }
    }
    return ways_of_sets(tester, index, line_bytes, guess, runs);
  }
  try {
    return ways_beside_company(tester, index, line_bytes, guess, runs);
  } catch (const DoesNotStay&) {
    if (!has_company) throw;
  }
  const InCompanyOf none(tester, {});
  return ways_of_sets(tester, index, line_bytes, guess, runs);
}

// Whether the order of the sets repeats within the memory. If it repeats only after more memory than there is, a modulus looks like
// a choice by the highest address bits, and there may be more sets than were seen.
bool comes_round(const inference::SetIndex& index, std::uint64_t limit_bytes) {
  if (index.kind != inference::SetIndex::Kind::linear || index.rows.empty()) return true;
  const auto lowest = static_cast<std::size_t>(std::countr_zero(index.rows.front()));
  return lowest + index.rows.size() < static_cast<std::size_t>(std::bit_width(limit_bytes - 1));
}

}  // namespace

std::uint64_t CacheShape::entries() const { return std::accumulate(ways.begin(), ways.end(), std::uint64_t{0}); }

bool CacheShape::equal_ways() const {
  return std::all_of(ways.begin(), ways.end(), [&](auto count) { return count == ways.front(); });
}

std::uint64_t solve_line(Tester& tester, const Addresses& overflowing, std::uint64_t largest_line, std::vector<RunPtr>& runs) {
  const std::uint64_t first = line_around(tester, overflowing, overflowing.front(), largest_line, runs);
  const std::uint64_t last = line_around(tester, overflowing, overflowing.back(), largest_line, runs);
  if (first != last) throw Undecided("Two lines disagree: " + format_bytes(first) + " and " + format_bytes(last) + ".");
  // Flush lines may mislead both of the outer lines in the same way, so a third line is measured.
  if (const std::size_t middle = overflowing.size() / 2; tester.has_rough_answers() && middle > 0)
    if (line_around(tester, overflowing, overflowing[middle], largest_line, runs) != first)
      throw Undecided("Lines disagree on how much has one tag.");
  return first;
}

CacheShape solve_cache(Tester& tester, Addresses overflowing, std::uint64_t largest_line, const Guesses& guesses,
                       const BornOut& born_out) {
  CacheShape shape;
  shape.overflowing = std::move(overflowing);
  std::sort(shape.overflowing.begin(), shape.overflowing.end());
  try {
    shape.line_bytes = solve_line(tester, shape.overflowing, largest_line, shape.line_runs);
    tester.learn_line(shape.line_bytes);
  } catch (const Undecided& undecided) {
    shape.line_undecided = undecided.what();
    shape.index_undecided = shape.ways_undecided = "The line is not known: " + shape.line_undecided;
    return shape;
  }
  std::string ways_undecided;
  const auto holds = [&](const inference::SetIndex& index) {
    shape.ways.clear();
    try {
      const auto guess = static_cast<std::uint32_t>(shape.overflowing.size() - 1);
      shape.ways = find_ways(tester, index, shape.line_bytes, guess, shape.ways_runs);
      // The set that was found first must have as many ways as it held lines of the minimal overflowing set, which was measured
      // without an index.
      const std::uint64_t first = index.set_of(shape.overflowing.front());
      // Company lines may take some ways of that set.
      if (first >= shape.ways.size() || shape.ways[first] < guess) return false;
      if (shape.ways[first] != guess && !tester.wants_company()) return false;
      if (born_out) {
        shape.index = index;
        const bool is_denied = !born_out(shape);
        shape.index.reset();
        if (is_denied) return false;
      }
      // Behind other caches, the caller tests the index (shape_prediction.h).
      if (!sets_stand_alone(tester, index, shape)) return false;
      return tester.wants_company() ||
             (sets_overflow_with_any_lines(tester, index, shape) && sets_hold_any_lines(tester, index, shape));
    } catch (const SetsNotFilled& undecided) {
      shape.ways.clear();
      ways_undecided = undecided.what();
      // Then only the ways of the first set are known, and flush lines for the caches in front may take some of its ways.
      return tester.company().empty() || tester.wants_company();
    } catch (const DoesNotStay&) {
      shape.ways.clear();
      return false;
    } catch (const Undecided& undecided) {
      shape.ways.clear();
      ways_undecided = undecided.what();
      return true;
    }
  };
  const auto accept = [&](const inference::SetIndex& index) {
    tester.suppose(index);
    const bool accepted = holds(index);
    if (!accepted) tester.suppose(std::nullopt);
    return accepted;
  };
  try {
    shape.examined_bytes = std::bit_floor(tester.limit_bytes());
    const auto worth_a_guess =
        guesses ? guesses(shape.line_bytes, shape.overflowing.size() - 1) : std::vector<inference::SetIndex>{};
    shape.index = solve_index(tester, shape.overflowing, shape.line_bytes, shape.index_runs, accept, worth_a_guess);
    if (!comes_round(*shape.index, tester.limit_bytes()))
      throw Undecided("Each of the " + format_count(shape.index->sets()) + " sets that are seen lies in one place of the " +
                      format_bytes(tester.limit_bytes()) + " that can be read: there may be more of them.");
    shape.ways_undecided = ways_undecided;
  } catch (const Undecided& undecided) {
    shape.index.reset();
    shape.ways.clear();
    shape.index_undecided = undecided.what();
    shape.ways_undecided = "The set index is not known: " + shape.index_undecided;
  }
  return shape;
}

}  // namespace chasescope::structure
