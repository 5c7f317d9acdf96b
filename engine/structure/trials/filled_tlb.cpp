// Decision 10: docs/decisions/inference/10-tlbs-are-filled.md
#include "engine/structure/trials/filled_tlb.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <set>

#include "engine/structure/trials/filled_sets.h"
#include "engine/structure/trials/filling_bench.h"
#include "engine/structure/trials/index_of_groups.h"
#include "engine/structure/trials/joined_groups.h"
#include "engine/trace/quantity_text.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

using experiment::TrialTable;

constexpr std::uint64_t kMostPages = std::uint64_t{1} << 15;  // at a time: no TLB is known to have half as many entries
constexpr std::uint64_t kFewestPages = 4;
constexpr std::uint64_t kFewTrials = 4;
constexpr std::uint64_t kFewestToSee = 8, kMostToSee = 128;  // trials in which a page that is pushed out is seen to be
constexpr double kThird =
    0.3;                       // of the trials a page misses in whose set is one page too full, if the least recently used one goes
constexpr double kSeen = 0.4;  // of such pages, in so many trials
constexpr double kOfASet = 2;  // of a set that is one page too full, so many miss in a trial at the least, if the oldest one goes
// A set that is full and gets one page more loses a third of its pages in each trial: the share of all that miss is that of the
// sets that are too full. Up to so many are, pages are left out one by one until all that are left stay.
constexpr double kTooFull = 0.005;
constexpr int kMostLeftOut = 64;
constexpr std::size_t kMore = 20;  // pages that are added one by one: more than address bits that an index can leave out
constexpr std::size_t kBusy = 8;   // pages that keep busy what may hold a few entries beside the sets
// Visits, and trials, that show what one page more pushes out of few sets; and all that some more push out of many, now and then
// too.
constexpr std::uint64_t kVisitsOfFewSets = 1 << 15, kVisitsOfCrowds = 1 << 17, kMostOfFewSets = 512;
constexpr double kMostCrowded = 0.125;  // of all pages are in their sets; else there are few sets
constexpr std::size_t kOften = 3;       // of the pages that are added: what so many push out is no matter of theirs
constexpr double kMostFull = 0.5;       // of them push something out where most sets are full
constexpr std::size_t kBeside = 4;      // pairs of pages beside each other in a trial: any TLB holds both of each
constexpr int kBesideTrials = 16, kMostBesideTrials = 256;  // of such pairs: at first, and at the most where it isn't sure
constexpr double kHardlyAny = 0.25;                         // where there is such a TLB, half of these pages miss at the least
constexpr double kBetween = 0.75;  // of the pages of pairs: half miss where one brings the other, all where it does not
constexpr std::uint64_t kLargestPage = std::uint64_t{4} << 30;
constexpr std::uint64_t kMostSets = std::uint64_t{1} << 14;
constexpr double kMostStray = 0.02;  // of visits: more, and what is pushed out drowns in what noise shows

class Filling {
 public:
  Filling(const SetsQuestion& question, const AskTrials& ask) : question_(question), bench_(question, ask) {}

  FilledTlb run() {
    try {
      if (question_.stray > kMostStray) throw Unanswerable("Noise hides which pages miss.");
      find_page();
      fill();
      keep_busy();
      add_one_by_one();
      find_index();
      FilledSets sets(bench_, *found_.index, filled_, found_.page_bytes, !busy_.empty());
      found_.ways = sets.ways();
      found_.overflowing = sets.overflowing();
      found_.lru = sets.lru();
      found_.predicted = sets.pages_used();
    } catch (const Unanswerable& reason) {
      found_.index.reset();
      found_.ways.clear();
      found_.undecided = reason.what();
    }
    return found_;
  }

 private:
  /// Of two pages beside each other that nobody visited before, whichever comes second is there if one entry covers both.
  void find_page() {
    for (std::uint64_t beside = question_.unit; beside <= kLargestPage; beside *= 2) {
      std::uint64_t missed_of_pairs = 0, visits = 0;
      // Half of them or all: asked as often as it takes to be sure, for a page that was visited lately may still be there.
      for (int trial = 0; trial < kMostBesideTrials && (trial < kBesideTrials || !is_sure(missed_of_pairs, visits)); ++trial) {
        std::set<std::uint64_t> pages;
        const std::uint64_t blocks = question_.range / (2 * beside);
        while (pages.size() < 2 * kBeside) {
          const std::uint64_t page = bench_.random().below(blocks) * (2 * beside);
          pages.insert({page, page + beside});
        }
        missed_of_pairs += FillingBench::missed(
            bench_.ask_unfilled({pages.begin(), pages.end()}, "pages " + format_bytes(beside) + " beside each other"));
        visits += pages.size();
      }
      found_.page_evidence = bench_.last();
      if (static_cast<double>(missed_of_pairs) < kHardlyAny * static_cast<double>(visits)) {
        found_.all_stay = true;
        throw Unanswerable("Not even pages that nobody had visited missed.");
      }
      if (!is_sure(missed_of_pairs, visits))
        throw Unanswerable("Of pages " + format_bytes(beside) + " beside each other " + format_count(missed_of_pairs) + " of " +
                           format_count(visits) + " visits missed: neither half of them, as where one brings the other, nor all.");
      if (static_cast<double>(missed_of_pairs) < kBetween * static_cast<double>(visits)) continue;
      if (beside == question_.unit)
        throw Unanswerable("Its pages are no larger than " + format_bytes(question_.unit) +
                           ", the least that is shown at an address of its own: they may be smaller.");
      found_.page_bytes = found_.spacing = beside;
      return;
    }
    throw Unanswerable("An entry covers more than " + format_bytes(kLargestPage) + ".");
  }

  /// Whether half or all of the visits missed, and not something between.
  static bool is_sure(std::uint64_t missed, std::uint64_t visits) {
    const double share = static_cast<double>(missed) / static_cast<double>(visits);
    return share > kBetween ? statistics::binomial_at_least(missed, visits, kBetween) < statistics::kWrong
                            : statistics::binomial_at_least(visits - missed, visits, 1 - kBetween) < statistics::kWrong;
  }

  std::vector<std::uint64_t> even(std::uint64_t count) const {
    std::vector<std::uint64_t> pages(count);
    for (std::uint64_t i = 0; i < count; ++i) pages[i] = i * found_.spacing;
    return pages;
  }

  double missed_share(std::uint64_t count) {
    return bench_.ask(even(count), kFewTrials, format_count(count) + " pages, " + format_bytes(found_.spacing) + " apart")
        .missed_share();
  }

  /// So many trials as show two pages of five that are pushed out.
  void choose_trials(std::size_t places) {
    for (to_see_ = kFewestToSee; to_see_ < kMostToSee; to_see_ *= 2)
      if (statistics::binomial_at_least(bench_.most_stray(to_see_, places) + 1, to_see_, kThird) >= kSeen) return;
  }

  /// So many trials as show that one set of so many pages is too full.
  std::uint64_t trials_to_see_a_set(std::size_t places) const {
    std::uint64_t trials = to_see_;
    const auto missed = [&](std::uint64_t of) {
      return static_cast<std::uint64_t>(static_cast<double>(of) * (kOfASet + question_.stray * static_cast<double>(places)));
    };
    while (trials < kMostToSee && !bench_.is_more_than_stray(missed(trials), trials * places)) trials *= 2;
    return trials;
  }

  /// As many pages at even distances as stay.
  void fill() {
    const std::uint64_t most = std::min(kMostPages / 4, question_.range / found_.spacing / 4);
    const auto fits = [&](std::uint64_t count) { return missed_share(count) <= kTooFull + question_.stray; };
    std::uint64_t low = 0, high = kFewestPages;
    while (high <= most && fits(high)) {
      low = high;
      high *= 2;
    }
    if (low == 0) throw Unanswerable("Not even " + std::to_string(kFewestPages) + " pages stay.");
    found_.all_stay = high > most;
    if (found_.all_stay)
      throw Unanswerable("As many as " + format_count(low) + " pages stay, and more can't be visited at a time.");
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      (fits(middle) ? low : high) = middle;
    }
    filled_ = even(low);
    choose_trials(low + 1);
    found_.stays = filled_.size();
  }

  /// Some pages more, which stay for good, and the pages that they push out. Where these are many, there are but a few sets, and
  /// pages are left out instead until none is pushed out.
  void keep_busy() {
    busy_.clear();
    while (busy_.size() < kBusy) busy_.push_back(fresh());
    const std::uint64_t trials = std::clamp(kVisitsOfCrowds / filled_.size(), to_see_, kMostOfFewSets);
    const TrialTable table = bench_.ask(with(busy_), trials, "some pages more than stay");
    crowded_.assign(filled_.size(), false);
    for (std::size_t i = 0; i < filled_.size(); ++i) crowded_[i] = bench_.is_pushed_out(table, i);
    if (crowded_share() < kMostCrowded) return;
    busy_.clear();
    leave_out();
    // Sets of many ways lose a page that is visited again in any order but seldom.
    to_see_ = std::clamp(kVisitsOfFewSets / filled_.size(), to_see_, kMostOfFewSets);
    crowded_.assign(filled_.size(), false);
    found_.stays = filled_.size();
  }

  double crowded_share() const {
    return static_cast<double>(std::count(crowded_.begin(), crowded_.end(), true)) / static_cast<double>(crowded_.size());
  }

  /// The pages that fill the TLB, and others.
  std::vector<std::uint64_t> with(const std::vector<std::uint64_t>& others) const {
    std::vector<std::uint64_t> pages = filled_;
    pages.insert(pages.end(), others.begin(), others.end());
    return pages;
  }

  /// Pages of sets that are too full are left out, from the highest down, until all stay.
  void leave_out() {
    const std::uint64_t trials = trials_to_see_a_set(filled_.size());
    for (int left_out = 0;; ++left_out) {
      const TrialTable table = bench_.ask(filled_, trials, "pages that stay");
      std::optional<std::size_t> highest;
      for (std::size_t i = 0; i < filled_.size(); ++i)
        if (bench_.is_pushed_out(table, i)) highest = i;
      if (!highest && !bench_.is_more_than_stray(FillingBench::missed(table), filled_.size() * trials)) return;
      if (!highest || left_out == kMostLeftOut)
        throw Unanswerable("Of pages at even distances, some miss now and then however many of them are left out.");
      filled_.erase(filled_.begin() + static_cast<std::ptrdiff_t>(*highest));
    }
  }

  /// A page from anywhere but where those lie that are in.
  std::uint64_t fresh() {
    const std::uint64_t from = filled_.size() * found_.spacing * 2;
    return from + bench_.random().below((question_.range - from) / found_.page_bytes) * found_.page_bytes;
  }

  /// One page more at a time: which pages share its set.
  void add_one_by_one() {
    std::vector<std::vector<std::size_t>> pushed;  // of filled_, by each that is added
    std::vector<std::uint64_t> added;
    std::vector<std::size_t> times(filled_.size(), 0);
    for (std::size_t more = 0; more < kMore; ++more) {
      std::vector<std::uint64_t> pages = with(busy_);
      added.push_back(pages.emplace_back(fresh()));
      const TrialTable table = bench_.ask(pages, to_see_, "one page more than stay");
      if (!found_.evidence) found_.evidence = bench_.last();
      auto& own = pushed.emplace_back();
      for (std::size_t i = 0; i < filled_.size(); ++i)
        if (!crowded_[i] && bench_.is_pushed_out(table, i)) {
          own.push_back(i);
          ++times[i];
        }
    }
    std::size_t pushing = 0;
    for (std::size_t more = 0; more < kMore; ++more) {
      std::vector<std::uint64_t> group{added[more]};
      for (const std::size_t i : pushed[more])
        if (busy_.empty() || times[i] < kOften) group.push_back(filled_[i]);
      if (group.size() < 2) continue;
      ++pushing;
      std::sort(group.begin(), group.end());
      join_group(groups_, std::move(group));
    }
    found_.one_more = pushing;
    if (static_cast<double>(pushing) < kMostFull * static_cast<double>(kMore))
      throw Unanswerable("Neighbouring pages do not fill most of its sets: of " + std::to_string(kMore) + " pages more, only " +
                         std::to_string(pushing) + " pushed others out.");
  }

  std::uint64_t varying_bits() const { return std::bit_ceil(question_.range) - 1; }

  void find_index() {
    const auto index = index_of_groups(groups_, found_.page_bytes, varying_bits());
    if (!index) throw Unanswerable("Sets are seen, but neither bits of the address, nor their XOR, nor a modulus tell which.");
    if (index->sets() > std::min<std::uint64_t>(kMostSets, filled_.size()))
      throw Unanswerable("More sets are seen than pages stay.");
    found_.index = index;
  }

  const SetsQuestion& question_;
  FillingBench bench_;
  std::uint64_t to_see_ = kFewestToSee;
  std::vector<std::uint64_t> filled_;
  std::vector<std::uint64_t> busy_;  // pages that are in as well; empty where there are but a few sets
  std::vector<bool> crowded_;        // of filled_: whether those push it out
  AddressGroups groups_;
  FilledTlb found_;
};

}  // namespace

FilledTlb::Lru& FilledTlb::Lru::operator+=(const Lru& more) {
  visits += more.visits;
  agreeing += more.agreeing;
  missing += more.missing;
  stayed += more.stayed;
  return *this;
}

bool FilledTlb::Lru::is_borne_out() const {
  constexpr std::uint64_t kFewest = 400;  // visits, of which no small share misses
  constexpr double kAgreeing = 0.97;      // of them; a TLB in front, or entries beside the sets, answer a few
  constexpr double kTelling = 0.05;       // misses, and hits
  const auto of_all = [&](std::uint64_t some) { return static_cast<double>(some) / static_cast<double>(visits); };
  return visits >= kFewest && of_all(missing) >= kTelling && of_all(visits - missing) >= kTelling && of_all(agreeing) >= kAgreeing;
}

std::uint64_t FilledTlb::entries() const { return std::accumulate(ways.begin(), ways.end(), std::uint64_t{0}); }

FilledTlb fill_tlb(const SetsQuestion& question, const AskTrials& ask) { return Filling(question, ask).run(); }

}  // namespace chasescope::structure
