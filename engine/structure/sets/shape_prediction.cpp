#include "engine/structure/sets/shape_prediction.h"

#include <algorithm>
#include <optional>
#include <set>

#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr int kRounds = 4, kRoundsOfFew = 8;
constexpr std::uint32_t kFewSets = 16;
constexpr int kPatience = 64;  // draws for each line that is wanted

// What was predicted of a set.
struct Tally {
  int told = 0, wrong = 0, untold = 0;
  void add(bool is_told, bool otherwise) {
    told += is_told ? 1 : 0;
    untold += is_told ? 0 : 1;
    wrong += is_told && otherwise ? 1 : 0;
  }
  // Lines that evict each other always say so, and lines that do not may be held in front: the few that speak are no fair choice.
  bool is_answered() const { return told > 0 && told >= untold; }
};

struct Drawn {
  Addresses addresses;
  std::vector<std::uint32_t> set;
};

// `counts[set]` lines of each set from all over memory, each by `parts` different parts of it. Empty if memory has not so many.
std::optional<Drawn> draw(const CacheShape& shape, const std::vector<std::uint32_t>& counts, std::uint64_t limit,
                          std::uint64_t part_bytes, std::uint64_t parts, Random& random) {
  const std::uint64_t line_bytes = shape.line_bytes, lines = limit / line_bytes;
  std::set<std::uint64_t> taken;
  Drawn drawn;
  for (std::uint32_t set = 0; set < counts.size(); ++set) {
    int tries = 0;
    for (std::uint32_t have = 0; have < counts[set];) {
      if (++tries > kPatience * static_cast<int>(counts[set] + 1)) return std::nullopt;
      const std::uint64_t line = shape.index->moved_to_set(random.below(lines) * line_bytes, set) / line_bytes;
      if (line >= lines || shape.index->set_of(line * line_bytes) != set || !taken.insert(line).second) continue;
      ++have;
      const std::uint64_t all = line_bytes / part_bytes, first = random.below(all);
      for (std::uint64_t i = 0; i < std::min(parts, all); ++i) {
        drawn.addresses.push_back(line * line_bytes + (first + i * (all / std::min(parts, all))) % all * part_bytes);
        drawn.set.push_back(set);
      }
    }
  }
  return drawn;
}

}  // namespace

std::string contradicted(Tester& tester, const CacheShape& shape, std::uint64_t part_bytes) {
  const auto sets = static_cast<std::uint32_t>(shape.ways.size());
  std::vector<Tally> full(sets), over(sets), beside(sets);  // full sets alone, overflowing ones, full ones beside those
  Random random(0x9ed1c7);
  std::string unanswered;
  std::vector<bool> untold;
  bool enough_memory = true;
  const auto ask = [&](const std::vector<std::uint32_t>& counts, std::uint64_t parts, const std::string& label) {
    std::optional<std::vector<bool>> overflows;
    const auto drawn = draw(shape, counts, tester.limit_bytes(), part_bytes, parts, random);
    enough_memory = drawn.has_value();
    if (drawn) try {
        overflows = tester.ask_groups(drawn->addresses, drawn->set, sets, label, nullptr, &untold);
      } catch (const Undecided& undecided) {
        unanswered = undecided.what();
      }
    return overflows;
  };
  std::vector<bool> chosen(sets, true);
  bool in_two_parts = shape.line_bytes <= part_bytes;  // nothing could be taken for one line that is two
  // An index that is wrong for one line in twenty is so for a third of full sets: few sets must be asked more often to show it.
  for (int round = 0; round < (sets <= kFewSets ? kRoundsOfFew : kRounds); ++round) {
    auto overflows = ask(shape.ways, 2, "sets full of lines from elsewhere");
    // There may be no room for so many. Of more than a half of the lines, two parts of each are still more than fit if they are
    // lines of their own.
    for (const std::uint32_t parts_of_five : {4U, 3U}) {
      if (overflows) break;
      std::vector<std::uint32_t> fewer = shape.ways;
      for (std::uint32_t& ways : fewer) ways = std::max(ways == 0 ? 0U : 1U, (ways * parts_of_five + 4) / 5);
      overflows = ask(fewer, 2, "sets with room for lines from elsewhere");
    }
    in_two_parts = in_two_parts || overflows.has_value();
    if (!overflows) overflows = ask(shape.ways, 1, "sets full of lines from elsewhere");
    for (std::uint32_t set = 0; overflows && set < sets; ++set) full[set].add(!untold[set], (*overflows)[set]);
    // Some sets, and then those that were not among them, so that all are asked about as often.
    if (sets > 1)
      for (std::uint32_t set = 0; set < sets; ++set) chosen[set] = round % 2 == 0 ? random.below(2) == 0 : !chosen[set];
    std::vector<std::uint32_t> counts = shape.ways;
    for (std::uint32_t set = 0; set < sets; ++set) counts[set] += chosen[set] ? 1 : 0;
    overflows = ask(counts, 1, "one line too many in some sets");
    for (std::uint32_t set = 0; overflows && set < sets; ++set)
      (chosen[set] ? over : beside)[set].add(!untold[set], (*overflows)[set] != chosen[set]);
  }
  // Half of the sets, full and overflowing, speak for an index that is the same for all of them.
  const auto answered = [&](const std::vector<Tally>& tallies) {
    return 2 * std::count_if(tallies.begin(), tallies.end(), [](const Tally& tally) { return tally.is_answered(); }) >= sets;
  };
  if ((!answered(full) || !answered(over)) && enough_memory)
    throw Undecided("What was found could not be put to the test. " + unanswered);
  if (!in_two_parts && enough_memory)
    throw Undecided("What is taken for one could not be read in two parts, so that it may be several. " + unanswered);
  // A set is wrong if it was every time; that many were once or the other is no accident either.
  constexpr int kOneIn = 5;
  const auto wrong = [](const std::vector<Tally>& tallies) {
    Tally all;
    for (const Tally& tally : tallies) {
      if (tally.told > 0 && tally.wrong == tally.told) return true;
      all.told += tally.told;
      all.wrong += tally.wrong;
    }
    return kOneIn * all.wrong > all.told;
  };
  if (wrong(full)) return "As many of other lines as its sets should hold evict each other.";
  if (wrong(over)) return "One more of other lines than a set should hold stays in it.";
  // Sets that are taken for two overflow together.
  if (wrong(beside)) return "Sets that should hold what is in them are overflowed by one line more in others.";
  return {};
}

}  // namespace chasescope::structure
