#include "engine/structure/sets/shape_prediction.h"

#include <algorithm>
#include <optional>

namespace chasescope::structure {
namespace {

constexpr int kRounds = 4, kRoundsOfFew = 8;
constexpr std::uint32_t kFewSets = 16;

// How often the prediction for a set was right, wrong, or without an answer.
struct Tally {
  int told = 0, wrong = 0, untold = 0;
  void add(bool is_told, bool otherwise) {
    told += is_told ? 1 : 0;
    untold += is_told ? 0 : 1;
    wrong += is_told && otherwise ? 1 : 0;
  }
  // Only a majority of answers counts. Questions about lines that evict each other are always answered; questions about lines that
  // fit may stay unanswered, because the lines are held in front. A minority of answers would therefore be biased towards
  // conflicts.
  bool is_answered() const { return told > 0 && told >= untold; }
};

}  // namespace

std::string contradicted(Tester& tester, const CacheShape& shape, std::uint64_t part_bytes, const Crowding& crowding) {
  const auto sets = static_cast<std::uint32_t>(shape.ways.size());
  std::vector<Tally> full(sets), over(sets), beside(sets);  // full sets alone; overflowing sets; full sets beside overflowing ones
  Random random(0x9ed1c7);
  std::string unanswered;
  std::vector<bool> untold;
  bool enough_memory = true;
  const auto ask = [&](const std::vector<std::uint32_t>& counts, std::uint64_t parts, const std::string& label) {
    std::optional<std::vector<bool>> overflows;
    const auto drawn = draw_lines(shape, counts, tester.limit_bytes(), part_bytes, parts, crowding, random);
    enough_memory = drawn.has_value();
    if (drawn) try {
        overflows = tester.ask_groups(drawn->addresses, drawn->set, sets, label, nullptr, &untold);
      } catch (const Undecided& undecided) {
        unanswered = undecided.what();
      }
    return overflows;
  };
  std::vector<bool> chosen(sets, true);
  bool in_two_parts = shape.line_bytes <= part_bytes;  // whether a line has several parts that could be separate lines
  // An index that puts one line in twenty into the wrong set is wrong for a third of full sets. If there are few sets, more rounds
  // are needed to show it.
  for (int round = 0; round < (sets <= kFewSets ? kRoundsOfFew : kRounds); ++round) {
    auto overflows = ask(shape.ways, 2, "sets full of lines from elsewhere");
    // Memory may be too small for all parts. If more than half of the parts of each line are read, two parts a line are still more
    // than fit if parts are really separate lines.
    for (const std::uint32_t parts_of_five : {4U, 3U}) {
      if (overflows) break;
      std::vector<std::uint32_t> fewer = shape.ways;
      for (std::uint32_t& ways : fewer) ways = std::max(ways == 0 ? 0U : 1U, (ways * parts_of_five + 4) / 5);
      overflows = ask(fewer, 2, "sets with room for lines from elsewhere");
    }
    in_two_parts = in_two_parts || overflows.has_value();
    if (!overflows) overflows = ask(shape.ways, 1, "sets full of lines from elsewhere");
    for (std::uint32_t set = 0; overflows && set < sets; ++set) full[set].add(!untold[set], (*overflows)[set]);
    // Overflows some sets, and then the others, so that all sets are asked about equally often.
    if (sets > 1)
      for (std::uint32_t set = 0; set < sets; ++set) chosen[set] = round % 2 == 0 ? random.below(2) == 0 : !chosen[set];
    std::vector<std::uint32_t> counts = shape.ways;
    for (std::uint32_t set = 0; set < sets; ++set) counts[set] += chosen[set] ? 1 : 0;
    overflows = ask(counts, 1, "one line too many in some sets");
    for (std::uint32_t set = 0; overflows && set < sets; ++set)
      (chosen[set] ? over : beside)[set].add(!untold[set], (*overflows)[set] != chosen[set]);
  }
  // The index is the same for all sets. Answers for half of the sets, full and overflowing, are enough.
  const auto answered = [&](const std::vector<Tally>& tallies) {
    return 2 * std::count_if(tallies.begin(), tallies.end(), [](const Tally& tally) { return tally.is_answered(); }) >= sets;
  };
  if ((!answered(full) || !answered(over)) && enough_memory)
    throw Undecided("The structure that was found could not be tested. " + unanswered);
  if (!in_two_parts && enough_memory)
    throw Undecided("A part of the cache that seems to be one set could not be tested in two halves, so it may be several sets. " +
                    unanswered);
  // The prediction for a set failed if it was wrong every time. If the predictions for many sets were wrong at some time, that is
  // no coincidence either.
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
  if (wrong(full)) return "Other lines, as many as a set should hold, evict each other.";
  if (wrong(over)) return "A set keeps one line more than it should hold, when other lines are read.";
  // Two sets of the index that are really one set overflow together.
  if (wrong(beside)) return "Two sets that were found seem to be one: one line too many in one overflows the other.";
  return {};
}

}  // namespace chasescope::structure
