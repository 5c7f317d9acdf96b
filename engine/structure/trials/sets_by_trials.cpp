#include "engine/structure/trials/sets_by_trials.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "engine/experiment/trial_table.h"
#include "engine/structure/trials/conflicts.h"
#include "engine/structure/trials/index_of_groups.h"
#include "engine/structure/trials/set_trials.h"
#include "engine/structure/trials/trial_asker.h"
#include "engine/structure/trials/ways.h"
#include "engine/trace/quantity_text.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

using experiment::TrialTable;

// The share of reads that miss. Trials would tell most if about half of the reads missed. But if many sets overflow, a data store
// behind them that is smaller than all sets together overflows as well. A tenth to a third is a good compromise, and a smaller
// share is enough.
constexpr double kFewestMisses = 0.02, kMostMisses = 0.33;
constexpr std::uint64_t kFewestPlaces = 4, kMostPlaces = 16384;
constexpr double kHighestShare = 0.5, kLowestShare = 0.15;
constexpr double kStep = 0.8;  // ratio from one share of places in a trial to the next lower
constexpr std::uint64_t kLookTrials = 64, kFirstTrials = 1024, kMostTrials = 1 << 16, kHopelessTrials = 4096;
// places that are examined: enough for every address bit to differ within some group many times
constexpr std::size_t kLookedAt = 96;
constexpr double kAgreeing = 0.9;  // share of the pairs within a group that must agree; sets agree, noise does not
constexpr std::uint64_t kMostSetsByTrials = 1 << 16;
constexpr int kRanges = 3;  // from the whole range to a sixteenth of it
constexpr std::uint64_t kNarrower = 4;

class Search {
 public:
  Search(const SetsQuestion& question, const AskTrials& ask, const BearOut& bear_out)
      : question_(question), bear_out_(bear_out), asker_(question, ask), random_(question.seed) {}

  SetsFound confirm(const SupposedSets& supposed) {
    try {
      confirm(supposed.index, supposed.ways, supposed.most_in);
    } catch (const Unanswerable& reason) {
      found_ = {};
      found_.undecided = reason.what();
    }
    return found_;
  }

  SetsFound run() {
    // If there are too many pages for a TLB, places miss because of translation, whatever their sets do. A smaller range has fewer
    // pages.
    for (int tries = 0; tries < kRanges && !asker_.is_over(); ++tries, range_ /= kNarrower) {
      try {
        choose_places();
        for (; probability_ >= kLowestShare; probability_ *= kStep)
          if (look_for_groups()) return found_;
        throw Unanswerable(why_.empty() ? "No two lines evict each other more often than by chance. Sets with many ways need more "
                                          "trials, because one line more hardly matters there."
                                        : why_);
      } catch (const Unanswerable& reason) {
        found_ = {};
        if (undecided_.empty()) undecided_ = reason.what();
      }
    }
    found_.undecided = undecided_;
    return found_;
  }

 private:
  ListedPlaces random_places(std::uint64_t count) {
    std::set<std::uint64_t> drawn;
    const std::uint64_t units = range_ / question_.unit;
    if (units < 2 * count) throw Unanswerable("In " + format_bytes(range_) + " lie too few places to overflow sets.");
    while (drawn.size() < count) drawn.insert(random_.below(units) * question_.unit);
    ListedPlaces places;
    places.offsets.assign(drawn.begin(), drawn.end());
    return places;
  }

  double missed_share(const ListedPlaces& places) {
    TrialTable table(places.offsets.size());
    asker_.ask(asker_.request(places, probability_, kLookTrials), format_count(places.offsets.size()) + " places", table);
    return table.missed_share();
  }

  /// Chooses the number of places so that some of them miss, and not most.
  void choose_places() {
    probability_ = kHighestShare;
    for (std::uint64_t count = kFewestPlaces; count <= kMostPlaces; count *= 2) {
      places_ = random_places(count);
      if (missed_share(places_) < kFewestMisses) continue;
      // Now some sets overflow. Twice as many places are taken, and a trial reads a smaller share of them, so that nearly all sets
      // overflow in some trials.
      places_ = random_places(2 * count);
      for (; probability_ >= kLowestShare; probability_ *= kStep)
        if (missed_share(places_) <= kMostMisses) return;
      throw Unanswerable("Lines miss even if only a few of them are read.");
    }
    throw Unanswerable("Nothing missed with " + format_count(kMostPlaces) + " places.");
  }

  /// Makes trials until places that evict each other stand out. False if this share of places leads nowhere.
  bool look_for_groups() {
    const std::size_t count = places_.offsets.size();
    TrialTable table(count);
    std::vector<std::size_t> looked_at(count);
    std::iota(looked_at.begin(), looked_at.end(), std::size_t{0});
    for (std::size_t i = 0; i < std::min(kLookedAt, count); ++i) std::swap(looked_at[i], looked_at[i + random_.below(count - i)]);
    looked_at.resize(std::min(kLookedAt, count));
    std::sort(looked_at.begin(), looked_at.end());
    CountedPairs counted;
    for (std::uint64_t more = kFirstTrials; table.trials() + more <= kMostTrials;) {
      asker_.ask(asker_.request(places_, probability_, more), "who hurts whom, " + format_count(count) + " places", table);
      if (table.missed_share() < kFewestMisses / 2) return false;
      const Conflicts conflicts = find_conflicts(table, looked_at, counted);
      const bool many = 4 * conflicts.alone.size() < 3 * looked_at.size();
      if (many && conflicts.more_trials() <= 1) return holds(conflicts, table);
      const double factor = many ? std::min(conflicts.more_trials(), 4.0) : 2;
      more = std::max<std::uint64_t>(kFirstTrials, static_cast<std::uint64_t>((factor - 1) * static_cast<double>(table.trials())));
      // After this many trials, some place would have a partner that stands out if there were sets.
      if (conflicts.groups.empty() && table.trials() >= kHopelessTrials) return false;
    }
    return false;
  }

  /// Whether the groups have an index in common that predicts new lines.
  bool holds(const Conflicts& conflicts, const TrialTable& table) {
    if (conflicts.agreement < kAgreeing) {
      why_ = "Lines evict each other, but do not form sets: of the partners of two lines that evict each other, only " +
             std::to_string(std::lround(100 * conflicts.agreement)) + " % are the same.";
      return false;
    }
    AddressGroups groups;
    for (const auto& group : conflicts.groups) {
      auto& addresses = groups.emplace_back();
      for (const std::size_t place : group) addresses.push_back(places_.offsets[place]);
    }
    const auto index = index_of_groups(groups, question_.unit, varying_bits());
    if (!index) {
      why_ = "Sets are seen, but neither address bits, nor their XOR, nor a modulus explains which address goes to which set.";
      return false;
    }
    const auto guess = most_seen_ways(*index, table);
    if (!guess) return false;
    // with so many lines in a trial, only the sets caused misses
    const double in = probability_ * static_cast<double>(places_.offsets.size());
    found_.trials = table.trials();
    found_.places = places_.offsets.size();
    found_.groups = conflicts.groups.size();
    found_.limit = conflicts.limit;
    found_.median_partner = conflicts.median_partner;
    confirm(*index, *guess, in);
    return true;
  }

  /// Throws Unanswerable if trials of new lines contradict the index.
  void confirm(const inference::SetIndex& index, std::uint32_t guess, double in) {
    SetTrials trials(asker_, question_, index, range_, in, random_.next());
    auto ways = trials.ways_of_each(guess);
    const auto line = ways && trials.are_apart(*ways) ? trials.line_bytes(*ways) : std::nullopt;
    // A smaller share of the places would give the same result; a smaller range, which has fewer pages, may not.
    if (!line) throw Unanswerable(trials.why_not());
    found_.overflowing = trials.lines_of(0, ways->front() + 1);
    found_.evidence = trials.shown(*ways);
    found_.line_evidence = trials.line_trials();
    found_.index = index;
    found_.ways = *std::move(ways);
    found_.line_bytes = *line;
    found_.bits = varying_bits();
    found_.predicted = trials.lines_used();
    if (const std::string denied = bear_out_ ? bear_out_(found_) : std::string(); !denied.empty()) throw Unanswerable(denied);
  }

  /// The address bits in which places differ.
  std::uint64_t varying_bits() const {
    std::uint64_t highest = question_.unit;
    while (highest < range_ / 2) highest *= 2;
    return 2 * highest - 1;
  }

  /// The number of ways that most of the sets with an answer have.
  std::optional<std::uint32_t> most_seen_ways(const inference::SetIndex& index, const TrialTable& table) {
    if (index.sets() > kMostSetsByTrials || index.sets() > places_.offsets.size()) {
      why_ = "More sets are seen than lines: the lines share too few of their address bits.";
      return std::nullopt;
    }
    std::vector<std::vector<std::size_t>> sets(index.sets());
    for (std::size_t i = 0; i < places_.offsets.size(); ++i) sets[index.set_of(places_.offsets[i])].push_back(i);
    std::map<std::uint32_t, std::size_t> seen;
    for (const auto& set : sets) {
      const Ways of = ways_of(loads_of(table, set), static_cast<double>(places_.offsets.size() + sets.size()), question_.stray);
      if (of.ways)
        ++seen[*of.ways];
      else
        why_ = "Sets are seen, but not how many lines they hold: " + of.why_not;
    }
    if (seen.empty()) return std::nullopt;
    why_.clear();
    return std::max_element(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.second < b.second; })->first;
  }

  const SetsQuestion& question_;
  const BearOut& bear_out_;
  TrialAsker asker_;
  Random random_;
  std::uint64_t range_ = question_.range;  // bytes from which places are drawn
  double probability_ = kHighestShare;
  ListedPlaces places_;
  std::string why_, undecided_;
  SetsFound found_;
};

}  // namespace

SetsFound find_sets(const SetsQuestion& question, const AskTrials& ask, const BearOut& bear_out) {
  return Search(question, ask, bear_out).run();
}

SetsFound confirm_sets(const SetsQuestion& question, const SupposedSets& supposed, const AskTrials& ask, const BearOut& bear_out) {
  return Search(question, ask, bear_out).confirm(supposed);
}

}  // namespace chasescope::structure
