#include "engine/structure/trials/set_trials.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/tails.h"
#include "engine/structure/trials/ways.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr double kHalf = 0.5;  // share of the lines that a trial reads; the load of a set then spreads around half of its lines
// A load must be seen some thirty times (ways.h). If a set has few ways, a tenth of all trials has the load at which the set
// overflows. With more ways, this share shrinks with the root of their number.
constexpr std::uint64_t kTrials = 512;
constexpr int kDensities = 3;  // tries with fewer lines at a time: as many as showed the sets, a half, and a quarter
constexpr int kDraws = 2;      // draws of lines for each set
constexpr double kFewWays = 16;
constexpr std::uint64_t kLineTrials = 16, kLineSets = 64;
constexpr int kLineDraws = 4;                 // trials of the same places differ in their orders only
constexpr std::uint64_t kLargestLine = 4096;  // bytes; no cache is known to have lines as large
// The sets, places and trials of a picture: as many as the width of a column has room for.
constexpr std::uint64_t kShownSets = 12, kShownPlaces = 192, kShownTrials = 2048;

std::uint64_t lowest_bit(std::uint64_t bits) { return bits & (~bits + 1); }

std::uint64_t chosen_from(const inference::SetIndex& index) {
  std::uint64_t lowest = kLargestLine;
  for (const std::uint64_t row : index.rows) lowest = std::min(lowest, lowest_bit(row));
  if (index.kind == inference::SetIndex::Kind::modulo) lowest = std::min(lowest, lowest_bit(index.granule_bytes));
  return lowest;
}

}  // namespace

SetTrials::SetTrials(TrialAsker& asker, const SetsQuestion& question, const inference::SetIndex& index, std::uint64_t range, double most_in,
                     std::uint64_t seed)
    : asker_(asker), question_(question), index_(index), range_(range), chosen_from_(chosen_from(index)), most_in_(most_in), random_(seed) {}

std::vector<std::uint64_t> SetTrials::lines_of(std::uint64_t set, std::uint32_t count) {
  constexpr int kTriesEach = 64;
  std::set<std::uint64_t> lines;
  for (std::uint32_t tries = 0; lines.size() < count && tries < kTriesEach * count && range_ >= chosen_from_; ++tries) {
    const std::uint64_t address = index_.moved_to_set(random_.below(range_ / chosen_from_) * chosen_from_, set);
    if (address + chosen_from_ <= range_) lines.insert(address);
  }
  return {lines.begin(), lines.end()};
}

bool SetTrials::add_ways(std::uint64_t begin, std::uint64_t end, std::uint32_t guess, std::vector<std::uint32_t>& ways) {
  const std::uint32_t lines = 2 * guess + 2;
  ListedPlaces places;
  std::vector<std::vector<std::size_t>> sets;
  for (std::uint64_t set = begin; set < end; ++set) {
    std::vector<std::size_t>& own = sets.emplace_back();
    for (const std::uint64_t line : lines_of(set, lines)) {
      own.push_back(places.offsets.size());
      places.offsets.push_back(line);
    }
    if (own.size() < lines) {
      why_not_ = "The memory that can be read holds too few lines of a set to overflow it.";
      return false;
    }
  }
  const double rarer = std::max(1.0, std::sqrt(static_cast<double>(guess) / kFewWays));
  experiment::TrialTable table(places.offsets.size());
  asker_.ask(asker_.request(places, kHalf, static_cast<std::uint64_t>(kTrials * rarer)), "how many lines each set holds", table);
  lines_used_ += places.offsets.size();
  for (const auto& own : sets) {
    const double judged = kDraws * static_cast<double>(index_.sets()) * (lines + 1.0);
    const Ways of = ways_of(loads_of(table, own), judged, question_.stray);
    if (!of.ways) {
      why_not_ = "The index predicts which random lines share a set, but the number of ways is not known: " + of.why_not;
      return false;
    }
    ways.push_back(*of.ways);
  }
  return true;
}

std::optional<std::vector<std::uint32_t>> SetTrials::ways_of_each(std::uint32_t guess) {
  // If a data store behind the tags is nearly full, lines are evicted although their sets have room. With fewer lines they are not.
  for (int tries = 0; tries < kDensities; ++tries, most_in_ /= 2) {
    const auto at_once = static_cast<std::uint64_t>(std::max(1.0, most_in_ / (guess + 1.0)));
    std::vector<std::uint32_t> drawn[kDraws];
    bool all_told = true;
    for (auto& ways : drawn)
      for (std::uint64_t set = 0; all_told && set < index_.sets(); set += at_once)
        all_told = add_ways(set, std::min(set + at_once, index_.sets()), guess, ways);
    if (!all_told) continue;
    if (drawn[0] == drawn[1]) return drawn[0];
    why_not_ = "A set seemed to hold another number of lines for another draw of lines.";
  }
  return std::nullopt;
}

bool SetTrials::are_apart(const std::vector<std::uint32_t>& ways) {
  constexpr double kWantedPairs = 32;  // the number of trials in which any two sets that might be one are filled together
  constexpr std::uint64_t kMostFillings = 4096;
  const std::uint64_t sets = index_.sets();
  if (sets < 2) return true;
  const std::uint32_t largest = *std::max_element(ways.begin(), ways.end());
  const auto together = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(most_in_ / largest), 2, sets);
  const double pairs = static_cast<double>(together * (together - 1)) / 2;  // pairs in one filling; each set has sets − 1 others
  auto fillings = static_cast<std::uint64_t>(std::ceil(kWantedPairs * static_cast<double>(sets - 1) / pairs));
  // If two sets are really one, half of their lines are evicted. That must be more than the misses of noise.
  const double gone = static_cast<double>(together - 1) / static_cast<double>(sets - 1) / 2;
  const auto shows = [&](std::uint64_t times) {
    const double lines = static_cast<double>(times * together * largest);
    return question_.stray == 0 || statistics::binomial_at_least(static_cast<std::uint64_t>((gone + question_.stray) * lines), static_cast<std::uint64_t>(lines), question_.stray) < statistics::kWrong;
  };
  while (fillings <= kMostFillings && !shows(fillings)) fillings *= 2;
  if (fillings > kMostFillings) {
    why_not_ = "There are too many sets to fill every two of them together.";
    return false;
  }
  std::uint64_t visits = 0, missed = 0;
  for (std::uint64_t filling = 0; filling < fillings; ++filling) {
    std::set<std::uint64_t> chosen;
    while (chosen.size() < together) chosen.insert(random_.below(sets));
    ListedPlaces places;
    for (const std::uint64_t set : chosen)
      for (const std::uint64_t line : lines_of(set, ways[set])) places.offsets.push_back(line);
    experiment::TrialTable table(places.offsets.size());
    asker_.ask(asker_.request(places, 1, 1), "full sets beside each other", table);
    visits += places.offsets.size();
    for (std::size_t i = 0; i < places.offsets.size(); ++i) missed += table.times_missed(i);
  }
  if (missed == 0 || (question_.stray > 0 && statistics::binomial_at_least(missed, visits, question_.stray) >= statistics::kWrong)) return true;
  why_not_ = "Lines of different sets, by the index that was found, evict each other: " + format_count(missed) + " of " +
             format_count(visits) + " that they should hold were gone.";
  return false;
}

std::optional<std::uint64_t> SetTrials::line_bytes(const std::vector<std::uint32_t>& ways) {
  constexpr std::uint64_t kSmallestLine = 16;
  std::uint64_t bytes = std::min(kSmallestLine, question_.unit);
  for (; bytes < chosen_from_; bytes *= 2) {
    Load all;  // the trials of all sets: all lines of a full set, each with its neighbour
    double places_of_a_set = 0;
    for (int draw = 0; draw < kLineDraws; ++draw) {
      ListedPlaces places;
      std::vector<std::vector<std::size_t>> sets;
      for (std::uint64_t set = 0; set < std::min<std::uint64_t>(index_.sets(), kLineSets); ++set) {
        if (static_cast<double>(places.offsets.size() + 2 * std::size_t{ways[set]}) > std::max(most_in_, 2.0 * ways[set])) break;
        std::vector<std::size_t>& own = sets.emplace_back();
        for (const std::uint64_t line : lines_of(set, ways[set]))
          for (const std::uint64_t address : {line, line ^ bytes}) {
            own.push_back(places.offsets.size());
            places.offsets.push_back(address);
          }
        places_of_a_set = std::max(places_of_a_set, static_cast<double>(own.size()));
      }
      experiment::TrialTable table(places.offsets.size());
      line_trials_ = asker_.request(places, 1, kLineTrials);
      asker_.ask(*line_trials_, format_bytes(bytes) + " beside the lines of full sets", table);
      for (const auto& own : sets) {
        const Load full = loads_of(table, own).back();
        all.trials += full.trials;
        all.hurt += full.hurt;
      }
    }
    switch (hurts(all, std::log2(kLargestLine), 1 - std::pow(1 - question_.stray, places_of_a_set))) {
      case Hurts::always:
        if (bytes >= question_.unit) return bytes;
        why_not_ = "A miss brings " + format_bytes(question_.unit) + ", but " + format_bytes(bytes) +
                   " of it have a tag. Lines that are fetched together show no sets.";
        return std::nullopt;
      case Hurts::never: break;
      default:
        why_not_ =
            "What lies " + format_bytes(bytes) + " beside the lines of full sets evicts them in some trials and not in others.";
        return std::nullopt;
    }
  }
  if (bytes < kLargestLine) return bytes;
  why_not_ =
      "No end of the bytes with one tag was seen up to " + format_bytes(kLargestLine) + ", which is rather a page than a line.";
  return std::nullopt;
}

TrialsRequest SetTrials::shown(const std::vector<std::uint32_t>& ways) {
  ListedPlaces places;
  const std::uint64_t sets = index_.sets();
  for (std::uint64_t k = 0; k < std::min(sets, kShownSets); ++k) {
    const std::uint64_t set = sets <= kShownSets ? k : k * (sets / kShownSets) + random_.below(sets / kShownSets);
    if (k > 0 && places.offsets.size() + 2 * std::size_t{ways[set]} > kShownPlaces) break;
    for (const std::uint64_t line : lines_of(set, 2 * ways[set])) places.offsets.push_back(line);
  }
  std::sort(places.offsets.begin(), places.offsets.end());
  return asker_.request(places, kHalf, kShownTrials);
}

}  // namespace chasescope::structure
