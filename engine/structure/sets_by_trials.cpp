#include "engine/structure/sets_by_trials.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>

#include "engine/experiment/trial_table.h"
#include "engine/structure/conflicts.h"
#include "engine/structure/index_of_groups.h"
#include "engine/structure/ways.h"
#include "engine/trace/quantity_text.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

using experiment::TrialTable;

// Whether a place misses is most telling where about as many do as do not; but where many sets overflow, so does what lies behind them
// (a store of data that is smaller than all sets together). A tenth to a third of misses is a good compromise, less does too.
constexpr double kFewestMisses = 0.02, kMostMisses = 0.33;
constexpr std::uint64_t kFewestPlaces = 4, kMostPlaces = 16384;
constexpr double kHighestShare = 0.5, kLowestShare = 0.15;
constexpr double kStep = 0.8;  // from one share of places that are in to the next lower
constexpr std::uint64_t kLookTrials = 64, kFirstTrials = 1024, kMostTrials = 1 << 16, kHopelessTrials = 4096;
constexpr std::size_t kLookedAt = 96;  // of the places: enough for every address bit to differ within some group, many times over
constexpr double kAgreeing = 0.9;      // of what members of a group say of each other: sets are no matter of opinion, noise is
constexpr std::uint64_t kShownSets = 12, kShownPlaces = 192, kShownTrials = 2048;
constexpr std::uint64_t kLargestLine = 4096;
constexpr int kRanges = 3;  // from all to a sixteenth of it
constexpr std::uint64_t kNarrower = 4;

struct Unanswerable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Search {
 public:
  Search(const SetsQuestion& question, const AskTrials& ask) : question_(question), ask_(ask), random_(question.seed) {}

  SetsFound run() {
    // Where pages are too many for a TLB, places miss with translation, whatever their sets do; fewer pages may show these.
    for (int tries = 0; tries < kRanges && !is_over_; ++tries, range_ /= kNarrower) {
      try {
        choose_places();
        for (; probability_ >= kLowestShare; probability_ *= kStep)
          if (look_for_groups()) return found_;
        throw Unanswerable(why_.empty() ? "No places hurt each other more than by chance: sets of many ways, where one line more hardly matters, take more trials." : why_);
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
    if (units < 2 * count)
      throw Unanswerable("In " + format_bytes(range_) + " lie too few places to overflow sets.");
    while (drawn.size() < count) drawn.insert(random_.below(units) * question_.unit);
    ListedPlaces places;
    places.offsets.assign(drawn.begin(), drawn.end());
    return places;
  }

  TrialsRequest request(const ListedPlaces& places, std::uint64_t trials) {
    TrialsRequest request;
    request.space = question_.space;
    request.carveout_percent = question_.carveout_percent;
    request.sm = question_.sm;
    request.places = places;
    request.probability = probability_;
    request.seed = question_.seed;
    request.first = next_trial_;
    request.trials = trials;
    request.cut_cycles = question_.cut;
    next_trial_ += trials;
    return request;
  }

  TrialsResult ask(const TrialsRequest& request, const std::string& label) {
    auto result = ask_(request, label);
    is_over_ = !result;
    if (is_over_) throw Unanswerable("The device made no trials.");
    return *std::move(result);
  }

  double missed_share(const ListedPlaces& places) {
    const TrialsRequest asked = request(places, kLookTrials);
    TrialTable table(places.offsets.size());
    table.append(asked, ask(asked, format_count(places.offsets.size()) + " places"));
    return table.missed_share();
  }

  /// As many places as make some of them miss, and not most.
  void choose_places() {
    probability_ = kHighestShare;
    for (std::uint64_t count = kFewestPlaces; count <= kMostPlaces; count *= 2) {
      places_ = random_places(count);
      if (missed_share(places_) < kFewestMisses) continue;
      // Now some sets overflow. Twice as many places, of which fewer are in, let nearly all overflow at times.
      places_ = random_places(2 * count);
      for (; probability_ >= kLowestShare; probability_ *= kStep)
        if (missed_share(places_) <= kMostMisses) return;
      throw Unanswerable("Places miss however few of them are read.");
    }
    throw Unanswerable("Nothing missed with " + format_count(kMostPlaces) + " places.");
  }

  /// Trials until those that hurt each other stand out; false where that leads nowhere with this share of places.
  bool look_for_groups() {
    const std::size_t count = places_.offsets.size();
    TrialTable table(count);
    std::vector<std::size_t> looked_at(count);
    std::iota(looked_at.begin(), looked_at.end(), std::size_t{0});
    for (std::size_t i = 0; i < std::min(kLookedAt, count); ++i) std::swap(looked_at[i], looked_at[i + random_.below(count - i)]);
    looked_at.resize(std::min(kLookedAt, count));
    std::sort(looked_at.begin(), looked_at.end());
    for (std::uint64_t more = kFirstTrials; table.trials() + more <= kMostTrials;) {
      const TrialsRequest asked = request(places_, more);
      table.append(asked, ask(asked, "who hurts whom, " + format_count(count) + " places"));
      if (table.missed_share() < kFewestMisses / 2) return false;
      const Conflicts conflicts = find_conflicts(table, looked_at);
      const bool many = 4 * conflicts.alone.size() < 3 * looked_at.size();
      if (many && conflicts.more_trials() <= 1) return holds(conflicts, table);
      const double factor = many ? std::min(conflicts.more_trials(), 4.0) : 2;
      more = std::max<std::uint64_t>(kFirstTrials, static_cast<std::uint64_t>((factor - 1) * static_cast<double>(table.trials())));
      // By now somebody would have a partner that stands out.
      if (conflicts.groups.empty() && table.trials() >= kHopelessTrials) return false;
    }
    return false;
  }

  /// Whether the groups have an index in common that predicts.
  bool holds(const Conflicts& conflicts, const TrialTable& table) {
    if (conflicts.agreement < kAgreeing) {
      why_ = "Places hurt each other, but do not fall into sets: of the partners of two places that hurt each other, only " +
             std::to_string(std::lround(100 * conflicts.agreement)) + " % are the same.";
      return false;
    }
    AddressGroups groups;
    for (const auto& group : conflicts.groups) {
      auto& addresses = groups.emplace_back();
      for (const std::size_t place : group) addresses.push_back(places_.offsets[place]);
    }
    std::uint64_t bits = question_.unit;
    while (bits < range_ / 2) bits *= 2;
    const auto index = index_of_groups(groups, question_.unit, 2 * bits - 1);
    if (!index) {
      why_ = "Sets are seen, but neither bits of the address, nor their XOR, nor a modulus tell which.";
      return false;
    }
    std::vector<std::uint32_t> ways(index->sets());
    if (!fill_ways(*index, places_, table, ways)) return false;
    if (!predicts(*index, ways) || !find_line(*index, ways)) return false;
    found_.index = index;
    found_.ways = std::move(ways);
    found_.bits = 2 * bits - 1;
    found_.trials = table.trials();
    found_.places = places_.offsets.size();
    found_.groups = conflicts.groups.size();
    found_.lowest_partner = conflicts.lowest_partner;
    found_.highest_stranger = conflicts.highest_stranger;
    return true;
  }

  std::vector<std::vector<std::size_t>> by_set(const inference::SetIndex& index, const ListedPlaces& places) const {
    std::vector<std::vector<std::size_t>> sets(index.sets());
    for (std::size_t i = 0; i < places.offsets.size(); ++i) sets[index.set_of(places.offsets[i])].push_back(i);
    return sets;
  }

  /// The ways of every set that has enough places; others get those of all, if all are the same.
  bool fill_ways(const inference::SetIndex& index, const ListedPlaces& places, const TrialTable& table, std::vector<std::uint32_t>& ways) {
    constexpr std::uint64_t kMostSets = 1 << 16;
    if (index.sets() > kMostSets || index.sets() > places.offsets.size()) {
      why_ = "More sets are seen than places: the places share too few of their address bits.";
      return false;
    }
    std::map<std::uint32_t, std::size_t> seen;
    std::vector<std::uint64_t> untold;
    const auto sets = by_set(index, places);
    for (std::uint64_t set = 0; set < sets.size(); ++set) {
      const Ways of = ways_of(loads_of(table, sets[set]));
      if (of.ways && *of.ways > 0) {
        ways[set] = *of.ways;
        ++seen[*of.ways];
      } else {
        untold.push_back(set);
        if (why_.empty() || !of.more_may_tell) why_ = "Of a set it can't be told how much it holds: " + of.why_not;
      }
    }
    // Few places of a set show nothing of it. Where all others hold as much, it does as well; its new places must bear that out.
    if (seen.empty() || (untold.size() * 2 > sets.size()) || (!untold.empty() && seen.size() > 1)) return false;
    for (const std::uint64_t set : untold) ways[set] = seen.begin()->first;
    why_.clear();
    return true;
  }

  /// New places: each set must overflow in the trials in which more of its places are in than it has ways, and in no others.
  bool predicts(const inference::SetIndex& index, const std::vector<std::uint32_t>& ways) {
    const ListedPlaces fresh = random_places(places_.offsets.size());
    TrialsRequest asked = request(fresh, kFirstTrials);
    TrialTable table(fresh.offsets.size());
    table.append(asked, ask(asked, "new places, as predicted"));
    const auto sets = by_set(index, fresh);
    std::vector<Load> fit(2), over(2);  // all sets together, by whether the load is too much
    for (std::uint64_t set = 0; set < sets.size(); ++set) {
      const std::vector<Load> loads = loads_of(table, sets[set]);
      for (std::size_t load = 1; load < loads.size(); ++load) {
        Load& of = (load > ways[set] ? over : fit)[load == ways[set] + 1 || load == ways[set] ? 1 : 0];
        of.trials += loads[load].trials;
        of.hurt += loads[load].hurt;
      }
    }
    const auto share = [](const Load& load) { return load.trials == 0 ? 0.0 : static_cast<double>(load.hurt) / static_cast<double>(load.trials); };
    // What is told is the very edge: a load that just fits, and one that is one too many.
    if (fit[1].trials == 0 || over[1].trials == 0 || share(fit[1]) > 1 - kAgreeing || share(over[1]) < kAgreeing ||
        (over[0].trials > 0 && share(over[0]) < kAgreeing)) {
      why_ = "An index was found, but new places do not overflow sets as it says: in " + std::to_string(std::lround(100 * share(fit[1]))) +
             " % of the trials that a set should have held, and in " + std::to_string(std::lround(100 * share(over[1]))) +
             " % of those that it should not have held.";
      return false;
    }
    for (std::uint64_t set = 0; set < sets.size() && found_.overflowing.empty(); ++set)
      if (sets[set].size() > ways[set])
        for (std::size_t k = 0; k <= ways[set]; ++k) found_.overflowing.push_back(fresh.offsets[sets[set][k]]);
    if (found_.overflowing.empty()) return false;
    found_.predicted = fresh.offsets.size();
    found_.evidence = evidence(index, ways);
    return true;
  }

  /// Trials that show it to people: some sets with twice as many lines as they hold, half of which are in. All partners stand out.
  TrialsRequest evidence(const inference::SetIndex& index, const std::vector<std::uint32_t>& ways) {
    ListedPlaces places;
    const std::uint64_t sets = index.sets();
    for (std::uint64_t k = 0; k < std::min(sets, kShownSets); ++k) {
      const std::uint64_t set = sets <= kShownSets ? k : k * (sets / kShownSets) + random_.below(sets / kShownSets);
      if (k > 0 && places.offsets.size() + 2 * ways[set] > kShownPlaces) break;
      for (const std::uint64_t line : lines_of(index, set, 2 * ways[set])) places.offsets.push_back(line);
    }
    std::sort(places.offsets.begin(), places.offsets.end());
    TrialsRequest shown = request(places, kShownTrials);
    shown.probability = kHighestShare;
    return shown;
  }

  /// What lies beside the lines that just fill a set has tags of its own where it pushes them out. No line spans what chooses the set.
  bool find_line(const inference::SetIndex& index, const std::vector<std::uint32_t>& ways) {
    found_.line_bytes = question_.unit;
    for (; found_.line_bytes < chosen_from(index); found_.line_bytes *= 2) {
      ListedPlaces places;
      std::vector<std::vector<std::size_t>> sets;
      for (std::uint64_t set = 0; set < std::min<std::uint64_t>(index.sets(), kLookTrials); ++set) {
        std::vector<std::size_t>& own = sets.emplace_back();
        for (const std::uint64_t line : lines_of(index, set, ways[set]))
          for (const std::uint64_t address : {line, line ^ found_.line_bytes}) {
            own.push_back(places.offsets.size());
            places.offsets.push_back(address);
          }
      }
      TrialsRequest asked = request(places, kLookTrials);
      asked.probability = 1;
      TrialTable table(places.offsets.size());
      table.append(asked, ask(asked, format_bytes(found_.line_bytes) + " beside the lines of full sets"));
      Load all;
      for (const auto& own : sets) {
        const Load full = loads_of(table, own).back();
        all.trials += full.trials;
        all.hurt += full.hurt;
      }
      found_.line_evidence = asked;
      const double share = static_cast<double>(all.hurt) / static_cast<double>(std::max<std::uint64_t>(all.trials, 1));
      if (share > kAgreeing) return true;
      if (share > 1 - kAgreeing) {
        why_ = "What lies " + format_bytes(found_.line_bytes) + " beside the lines of full sets pushes them out in some sets and not in others.";
        return false;
      }
    }
    return true;
  }

  /// Address bits below this choose no set, and no line is larger.
  static std::uint64_t chosen_from(const inference::SetIndex& index) {
    std::uint64_t lowest = kLargestLine;
    for (const std::uint64_t row : index.rows) lowest = std::min(lowest, row & (~row + 1));
    if (index.kind == inference::SetIndex::Kind::modulo) lowest = std::min(lowest, index.granule_bytes & (~index.granule_bytes + 1));
    return lowest;
  }

  /// So many lines of a set, from anywhere, with all bits below those that choose the set 0. Fewer where there are no more.
  std::vector<std::uint64_t> lines_of(const inference::SetIndex& index, std::uint64_t set, std::uint32_t count) {
    constexpr int kTries = 100'000;
    std::set<std::uint64_t> lines;
    const std::uint64_t apart = chosen_from(index);
    for (int tries = 0; lines.size() < count && tries < kTries && range_ >= apart; ++tries) {
      const std::uint64_t address = index.moved_to_set(random_.below(range_ / apart) * apart, set);
      if (address + apart <= range_) lines.insert(address);
    }
    return {lines.begin(), lines.end()};
  }

  const SetsQuestion& question_;
  const AskTrials& ask_;
  Random random_;
  std::uint64_t range_ = question_.range;  // bytes from which places are drawn
  double probability_ = kHighestShare;
  ListedPlaces places_;
  std::uint64_t next_trial_ = 0;
  std::string why_, undecided_;
  bool is_over_ = false;  // no more can be asked
  SetsFound found_;
};

}  // namespace

SetsFound find_sets(const SetsQuestion& question, const AskTrials& ask) { return Search(question, ask).run(); }

}  // namespace chasescope::structure
