// Decision 10: docs/decisions/inference/10-tlbs-are-filled.md
#include "engine/structure/trials/filled_tlb.h"

#include <algorithm>
#include <bit>
#include <cmath>
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

constexpr std::uint64_t kMostPages = std::uint64_t{1} << 15;  // pages read at a time; no known TLB has half as many entries
constexpr std::uint64_t kFewestPages = 4;
constexpr std::uint64_t kFewMore = 8;  // an eighth more pages than fit are tried before twice as many
constexpr std::uint64_t kFewTrials = 4;
constexpr std::uint64_t kFewestToSee = 8, kMostToSee = 128;  // trials in which an evicted page is seen to be evicted
constexpr double kThird = 0.3;  // share of the trials in which a page misses if its set has one page too many, under LRU
constexpr double kSeen = 0.4;   // share of these pages that the number of trials must show
constexpr double kOfASet = 2;   // misses in each trial, at the least, of a set with one page too many, under LRU
// The largest share of missing pages at which pages are left out one by one until all others stay. A full set that gets one page
// more loses a third of its pages in each trial, so the share of missing pages shows the share of sets with too many pages.
constexpr double kTooFull = 0.005;
constexpr int kMostLeftOut = 64;
// pages that are added one by one; more than the number of address bits that an index can leave out
constexpr std::size_t kMore = 20;
constexpr std::size_t kBusy = 8;  // pages that keep victim entries busy
// The number of visits that shows which pages one more page evicts if there are few sets, and the number that shows all pages of
// many sets that several more pages evict now and then. kMostOfFewSets: trials.
constexpr std::uint64_t kVisitsOfFewSets = 1 << 15, kVisitsOfCrowds = 1 << 17, kMostOfFewSets = 512;
// share of all pages that lie in the sets of the busy pages; with more, the TLB has few sets
constexpr double kMostCrowded = 0.125;
constexpr std::size_t kOften = 3;   // a page that this many of the added pages evict is evicted for another reason
constexpr double kMostFull = 0.5;   // share of the added pages that evict something if most sets are full
constexpr std::size_t kBeside = 4;  // pairs of neighbouring pages in a trial; any TLB holds both pages of each
// trials of such pairs: at first, and at the most if the result is not certain
constexpr int kBesideTrials = 16, kMostBesideTrials = 256;
constexpr double kHardlyAny = 0.25;  // share of the pages that miss; at least half of them miss if there is such a TLB
constexpr double kBetween = 0.75;    // share of the visits that miss: half if one page of a pair brings the other, all if not
constexpr std::size_t kOutermost = 20;  // one visit in this many, at either end of the latencies, may be an outlier
constexpr std::uint64_t kLargestPage = std::uint64_t{4} << 30;
constexpr std::uint64_t kMostSets = std::uint64_t{1} << 14;
constexpr double kMostStray = 0.02;  // share of visits; with more noise, evictions can't be seen

class Filling {
 public:
  Filling(const SetsQuestion& question, const AskTrials& ask) : question_(question), bench_(question, ask) {}

  FilledTlb run() {
    try {
      if (question_.stray > kMostStray) throw Unanswerable("Noise hides which pages miss.");
      find_page();
      fill_to_the_brim();
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
  /// Reads pairs of neighbouring pages that no trial had read before. If one entry covers both, whichever is read second hits.
  void find_page() {
    for (std::uint64_t beside = question_.unit; beside <= kLargestPage; beside *= 2) {
      std::uint64_t missed_of_pairs = 0, visits = 0;
      // Either half of the visits miss, or all. Trials are repeated until that is certain, because a page of an earlier trial may
      // still be in the TLB.
      for (int trial = 0; trial < kMostBesideTrials && (trial < kBesideTrials || !is_sure(missed_of_pairs, visits)); ++trial) {
        const std::vector<std::uint64_t> pages = pairs(beside);
        missed_of_pairs += FillingBench::missed(bench_.ask_unfilled(pages, in_words(beside)));
        visits += pages.size();
      }
      found_.page_evidence = bench_.last();
      if (static_cast<double>(missed_of_pairs) < kHardlyAny * static_cast<double>(visits)) {
        found_.all_stay = true;
        throw Unanswerable("Even pages that were never visited before did not miss.");
      }
      if (!is_sure(missed_of_pairs, visits)) {
        if (second_visits_are_quicker_by_far(beside)) continue;
        throw Unanswerable("Of pages " + format_bytes(beside) + " beside each other " + format_count(missed_of_pairs) + " of " +
                           format_count(visits) +
                           " visits missed. Expected: half (if one page of a pair brings the other) or all.");
      }
      if (static_cast<double>(missed_of_pairs) < kBetween * static_cast<double>(visits)) continue;
      if (beside == question_.unit)
        throw Unanswerable("Its pages are no larger than " + format_bytes(question_.unit) +
                           ", the smallest piece of memory that can have an address of its own. They may be smaller.");
      found_.page_bytes = found_.spacing = beside;
      return;
    }
    throw Unanswerable("An entry covers more than " + format_bytes(kLargestPage) + ".");
  }

  static std::string in_words(std::uint64_t beside) { return "pages " + format_bytes(beside) + " beside each other"; }

  /// kBeside pairs of pages at random addresses.
  std::vector<std::uint64_t> pairs(std::uint64_t beside) {
    std::set<std::uint64_t> pages;
    const std::uint64_t blocks = question_.range / (2 * beside);
    while (pages.size() < 2 * kBeside) {
      const std::uint64_t page = bench_.random().below(blocks) * (2 * beside);
      pages.insert({page, page + beside});
    }
    return {pages.begin(), pages.end()};
  }

  /// Whether the second visit to each such pair is quicker than any first one by more than second visits differ among themselves.
  /// Hits behind misses may be slower than the hits that the cut was chosen by, while what misses everywhere takes hundreds of
  /// cycles longer. (On an H200, three quarters of the visits to pairs in one entry took longer than the cut.) Pages that an
  /// earlier trial left in the TLB would make first visits quick, too.
  bool second_visits_are_quicker_by_far(std::uint64_t beside) {
    std::vector<float> first, second;
    for (int trial = 0; trial < kMostBesideTrials; ++trial) {
      const auto [request, cycles] = bench_.cycles_unfilled(pairs(beside), in_words(beside));
      std::vector<bool> is_read(cycles.size() / 2, false);
      for (const std::uint64_t place : visited_places(request, request.first, 0)) {
        (is_read[place / 2] ? second : first).push_back(cycles[place]);
        is_read[place / 2] = true;
      }
    }
    std::sort(first.begin(), first.end());
    std::sort(second.begin(), second.end());
    const std::size_t tail = second.size() / kOutermost;
    const float slow = second[second.size() - 1 - tail];
    return second[tail] <= question_.cut && first[tail] - slow > slow - second[tail];
  }

  /// Whether it is certain that half of the visits missed, or that all did.
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

  /// Chooses the number of trials that shows two of five evicted pages.
  void choose_trials(std::size_t places) {
    for (to_see_ = kFewestToSee; to_see_ < kMostToSee; to_see_ *= 2)
      if (statistics::binomial_at_least(bench_.most_stray(to_see_, places) + 1, to_see_, kThird) >= kSeen) return;
  }

  /// The number of trials that shows it if a single set among these pages has one page too many.
  std::uint64_t trials_to_see_a_set(std::size_t places) const {
    std::uint64_t trials = to_see_;
    const auto missed = [&](std::uint64_t of) {
      return static_cast<std::uint64_t>(static_cast<double>(of) * (kOfASet + question_.stray * static_cast<double>(places)));
    };
    while (trials < kMostToSee && !bench_.is_more_than_stray(missed(trials), trials * places)) trials *= 2;
    return trials;
  }

  /// The number of trials that surely shows a page as evicted if one set holds all pages and gets one more, even if the policy
  /// evicts it half as often as LRU does. Under LRU a page misses if each of the n others is visited after it in the fill or before
  /// it in the timed pass. Over all places of the page in the two random orders that is (ln n + γ) / n of all cases.
  std::uint64_t trials_to_see_a_page() const {
    constexpr double kGamma = 0.577, kOfLru = 0.5, kSurely = 0.99;
    const auto pages = static_cast<double>(filled_.size());
    const double missing = std::min(1.0, kOfLru * (std::log(pages) + kGamma) / pages);
    std::uint64_t trials = kFewestToSee;
    while (trials < kMostOfFewSets &&
           statistics::binomial_at_least(bench_.most_stray(trials, filled_.size() + 1) + 1, trials, missing) < kSurely)
      trials *= 2;
    return trials;
  }

  /// Finds the largest number of pages at even distances that stay.
  void fill() {
    const std::uint64_t most = std::min(kMostPages / 4, question_.range / found_.spacing / 4);
    const auto fits = [&](std::uint64_t count) { return missed_share(count) <= kTooFull + question_.stray; };
    // Pages that were never visited must be mapped first, which takes longer than visiting them. So a few more pages than fit are
    // tried before twice as many.
    std::uint64_t low = 0, high = kFewestPages;
    while (high <= most && fits(high)) {
      low = high;
      const std::uint64_t few_more = low + std::max<std::uint64_t>(low / kFewMore, 1);
      if (few_more <= most && !fits(few_more)) {
        high = few_more;
        break;
      }
      high = 2 * low;
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

  /// Adds some pages to all trials from now on, to keep victim entries busy, and notes the pages that they evict. If these are
  /// many, the TLB has only a few sets; then pages are left out instead, until none is evicted.
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
    // A set of many ways seldom loses a page that is visited again in random order.
    to_see_ = std::clamp(kVisitsOfFewSets / filled_.size(), to_see_, std::max(to_see_, trials_to_see_a_page()));
    crowded_.assign(filled_.size(), false);
    found_.stays = filled_.size();
  }

  double crowded_share() const {
    return static_cast<double>(std::count(crowded_.begin(), crowded_.end(), true)) / static_cast<double>(crowded_.size());
  }

  /// The pages that fill the TLB, together with `others`.
  std::vector<std::uint64_t> with(const std::vector<std::uint64_t>& others) const {
    std::vector<std::uint64_t> pages = filled_;
    pages.insert(pages.end(), others.begin(), others.end());
    return pages;
  }

  std::optional<std::size_t> highest_evicted(const TrialTable& table) const {
    std::optional<std::size_t> highest;
    for (std::size_t i = 0; i < filled_.size(); ++i)
      if (bench_.is_pushed_out(table, i)) highest = i;
    return highest;
  }

  /// Leaves out pages of sets with too many pages, from the highest address down, until all stay.
  void leave_out() {
    constexpr std::uint64_t kGlance = 8;  // while many pages are evicted, a part of the trials shows one
    const std::uint64_t trials = trials_to_see_a_set(filled_.size());
    for (int left_out = 0;; ++left_out) {
      if (const auto seen = highest_evicted(bench_.ask(filled_, std::max<std::uint64_t>(trials / kGlance, 1), "pages that stay"));
          seen && left_out < kMostLeftOut) {
        filled_.erase(filled_.begin() + static_cast<std::ptrdiff_t>(*seen));
        continue;
      }
      const TrialTable table = bench_.ask(filled_, trials, "pages that stay");
      const std::optional<std::size_t> highest = highest_evicted(table);
      if (!highest && !bench_.is_more_than_stray(FillingBench::missed(table), filled_.size() * trials)) return;
      if (!highest || left_out == kMostLeftOut)
        throw Unanswerable("Some pages at even distances miss now and then, however many pages are left out.");
      filled_.erase(filled_.begin() + static_cast<std::ptrdiff_t>(*highest));
    }
  }

  /// A page beyond all of those in use.
  std::uint64_t fresh() {
    const std::uint64_t from = filled_.size() * found_.spacing * 2;
    return from + bench_.random().below((question_.range - from) / found_.page_bytes) * found_.page_bytes;
  }

  /// Fills the TLB, and adds pages one at a time. If fewer than half of them evict another page, filling may have ended too soon,
  /// because something else evicted pages. So the TLB is filled once more.
  void fill_to_the_brim() {
    for (bool again = false;; again = true) {
      fill();
      keep_busy();
      groups_ = {};
      found_.evidence.reset();
      add_one_by_one();
      if (static_cast<double>(found_.one_more) >= kMostFull * static_cast<double>(kMore)) return;
      if (again)
        throw Unanswerable("Neighbouring pages do not fill most of its sets: of " + std::to_string(kMore) + " pages more, only " +
                           std::to_string(found_.one_more) + " pushed others out.");
    }
  }

  /// Adds one page at a time, and finds the pages that share its set.
  void add_one_by_one() {
    std::vector<std::vector<std::size_t>> pushed;  // indices into filled_, for each added page
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
  }

  std::uint64_t varying_bits() const { return std::bit_ceil(question_.range) - 1; }

  void find_index() {
    const auto index = index_of_groups(groups_, found_.page_bytes, varying_bits());
    if (!index)
      throw Unanswerable(
          "Sets are seen, but neither address bits, nor their XOR, nor a modulus explains which address goes to which set.");
    if (index->sets() > std::min<std::uint64_t>(kMostSets, filled_.size()))
      throw Unanswerable("More sets are seen than pages stay.");
    found_.index = index;
  }

  const SetsQuestion& question_;
  FillingBench bench_;
  std::uint64_t to_see_ = kFewestToSee;
  std::vector<std::uint64_t> filled_;
  std::vector<std::uint64_t> busy_;  // pages that are read as well; empty if there are only a few sets
  std::vector<bool> crowded_;        // for each page of filled_: whether the busy pages evict it
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
  constexpr std::uint64_t kFewest = 400;  // visits, of which at least some miss and some hit
  constexpr double kAgreeing = 0.97;      // share of them; a TLB in front, or victim entries, answer a few
  constexpr double kTelling = 0.05;       // share of misses, and share of hits
  const auto of_all = [&](std::uint64_t some) { return static_cast<double>(some) / static_cast<double>(visits); };
  return visits >= kFewest && of_all(missing) >= kTelling && of_all(visits - missing) >= kTelling && of_all(agreeing) >= kAgreeing;
}

std::uint64_t FilledTlb::entries() const { return std::accumulate(ways.begin(), ways.end(), std::uint64_t{0}); }

FilledTlb fill_tlb(const SetsQuestion& question, const AskTrials& ask) { return Filling(question, ask).run(); }

}  // namespace chasescope::structure
