#include "engine/structure/trials/filled_sets.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kTrialsOfADraw = 16;  // trials of each draw of pages
constexpr double kMostExplained = 0.25;       // the largest share of trials in which noise alone shows a miss in a set
constexpr double kHeldBeside =
    0.1;  // the largest share of trials in which victim entries, or a TLB in front, may hide that a set has one page too many
constexpr double kHalfOfTrials = 0.5;    // this share of trials with a miss is as far from "all" as from "none"
constexpr std::uint64_t kFewOf = 2;      // if fewer than one in this many trials has a miss, the set does not overflow
constexpr std::uint64_t kOneOf = 2;      // one in this many sets is asked about at a time
constexpr std::uint64_t kBusySets = 16;  // of the other sets, this many are overfilled,
constexpr std::size_t kBusyPages = 2;    // each by this many pages
constexpr std::size_t kRoom = 2;         // free ways in each of the remaining sets
// Draws of pages for each set, and for all sets together. Several draws are needed if the index joins two sets that have a few
// victim entries: then as many pages as both sets hold stay in most draws, but not in all of them.
constexpr std::size_t kDrawsOfASet = 2, kDrawsOfAll = 64;
// One in this many pages of a set is fresh: it did not help to fill the TLB. Of a TLB with many pages, fewer are fresh, because
// mapping them takes longest.
constexpr std::size_t kFreshEvery = 2, kFreshEveryOfMany = 8, kMany = 512;
constexpr std::size_t kMostAsked = 4;  // the number of times that a set is asked about if its trials leave it open
// the largest difference between the ways of a set and the number of neighbouring pages in it
constexpr int kMostRoom = 16;

}  // namespace

FilledSets::FilledSets(FillingBench& bench, const inference::SetIndex& index, const std::vector<std::uint64_t>& filled,
                       std::uint64_t page_bytes, bool is_busy)
    : bench_(bench),
      index_(index),
      page_bytes_(page_bytes),
      first_fresh_(2 * filled.size() * page_bytes),
      fresh_every_(filled.size() < kMany ? kFreshEvery : kFreshEveryOfMany),
      is_busy_(is_busy),
      members_(index.sets()),
      ways_(index.sets(), 0) {
  for (const std::uint64_t page : filled) members_[index.set_of(page)].push_back(page);
}

std::uint64_t FilledSets::fresh_of(std::uint64_t set) {
  constexpr int kTries = 64;
  const std::uint64_t range = bench_.question().range;
  for (int tries = 0; tries < kTries; ++tries) {
    const std::uint64_t anywhere = first_fresh_ + bench_.random().below((range - first_fresh_) / page_bytes_) * page_bytes_;
    const std::uint64_t page = index_.moved_to_set(anywhere, set);
    if (page < range && 2 * page >= first_fresh_ && taken_.insert(page).second) return page;
  }
  throw Unanswerable("The addresses that can be read hold too few pages of a set to overflow it.");
}

// A draw begins with the same fresh pages for every number of pages, so that few pages need to be mapped.
std::uint64_t FilledSets::fresh_page(std::size_t draw, std::uint64_t set, std::size_t number) {
  if (fresh_.size() <= draw) fresh_.resize(draw + 1);
  std::vector<std::uint64_t>& pages = fresh_[draw][set];
  while (pages.size() <= number) pages.push_back(fresh_of(set));
  return pages[number];
}

std::vector<std::uint32_t> FilledSets::ways() {
  const std::uint64_t sets = index_.sets();
  Sets order(sets);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  for (std::uint64_t i = sets; i > 1; --i) std::swap(order[i - 1], order[bench_.random().below(i)]);
  const std::uint64_t at_once = std::max<std::uint64_t>(1, sets / kOneOf);
  for (std::uint64_t begin = 0; begin < sets; begin += at_once) {
    const auto from = order.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto end = from + static_cast<std::ptrdiff_t>(std::min(at_once, sets - begin));
    Sets others(order.begin(), from);
    others.insert(others.end(), end, order.end());
    find_ways({from, end}, others);
  }
  return ways_;
}

std::vector<std::uint64_t> FilledSets::overflowing() {
  std::vector<std::uint64_t> pages;
  for (std::size_t i = 0; i <= ways_.front(); ++i) pages.push_back(fresh_page(0, 0, i));
  std::sort(pages.begin(), pages.end());
  return pages;
}

// Finds the ways of each set. Starts with the number of neighbouring pages in the set, and counts up if they stay, or down if they
// don't.
void FilledSets::find_ways(const Sets& asked, const Sets& others) {
  Sets up, down;
  for (const auto& [set, overflows] : do_overflow(asked, others, 0)) (overflows ? down : up).push_back(set);
  for (int more = 1; !up.empty(); ++more) {
    if (more > kMostRoom) throw Unanswerable("Pages that the index puts into one set do not evict each other.");
    std::vector<std::uint64_t> with_room;
    for (const auto& [set, overflows] : do_overflow(up, others, more)) {
      if (overflows)
        ways_[set] = static_cast<std::uint32_t>(members_[set].size()) + static_cast<std::uint32_t>(more) - 1;
      else
        with_room.push_back(set);
    }
    up = std::move(with_room);
  }
  for (int fewer = 1; !down.empty(); ++fewer) {
    std::vector<std::uint64_t> too_full;
    for (const std::uint64_t set : down)
      if (fewer > kMostRoom || members_[set].size() <= static_cast<std::size_t>(fewer))
        throw Unanswerable("Pages that should be alone in their set miss.");
    for (const auto& [set, overflows] : do_overflow(down, others, -fewer)) {
      if (overflows)
        too_full.push_back(set);
      else
        ways_[set] = static_cast<std::uint32_t>(members_[set].size() - static_cast<std::size_t>(fewer));
    }
    down = std::move(too_full);
  }
}

// Whether each set overflows with that many pages more (or fewer) than neighbouring pages put into it.
std::vector<std::pair<std::uint64_t, bool>> FilledSets::do_overflow(Sets asked, const Sets& others, int more) {
  std::vector<std::pair<std::uint64_t, bool>> overflow;
  std::map<std::uint64_t, Seen> seen;
  std::size_t size = 0;
  for (const std::uint64_t set : asked) size = std::max(size, members_[set].size() + static_cast<std::size_t>(std::max(more, 0)));
  const double by_noise = 1 - std::pow(1 - bench_.question().stray, static_cast<double>(size));
  if (by_noise > kMostExplained) throw Unanswerable("Noise hides whether a page of a set was evicted.");
  const std::size_t draws = std::max<std::size_t>(kDrawsOfASet, kDrawsOfAll / index_.sets());
  for (std::size_t times = 0; !asked.empty(); ++times) {
    if (times == kMostAsked) throw Unanswerable("Pages of a set evict each other in some trials, and not in others.");
    for (std::size_t draw = 0; draw < draws; ++draw) ask(asked, others, more, times * draws + draw, seen);
    Sets untold;
    for (const std::uint64_t set : asked) {
      if (seen[set].did && seen[set].did_not)
        throw Unanswerable("Some pages that the index puts into one set overflow it, and the same number of other pages does not.");
      const auto how = overflows(seen[set].load, by_noise);
      if (!how) {
        untold.push_back(set);
        continue;
      }
      overflow.emplace_back(set, *how);
      if (*how && more > 0) lru_ += seen[set].lru;  // the set has exactly one page too many
    }
    asked = std::move(untold);
  }
  return overflow;
}

// Whether some page misses in nearly all trials (true), or in none but by noise (false). No value if more trials must decide.
std::optional<bool> FilledSets::overflows(const Load& load, double by_noise) const {
  const double chance = statistics::kWrong / static_cast<double>(index_.sets());
  const auto is_explained = [&](std::uint64_t contrary, double share) {
    return contrary == 0 || (share > 0 && statistics::binomial_at_least(contrary, load.trials, share) >= chance);
  };
  const std::uint64_t unhurt = load.trials - load.hurt;
  if (statistics::binomial_at_least(load.hurt, load.trials, kHalfOfTrials) < chance && is_explained(unhurt, kHeldBeside))
    return true;
  if (statistics::binomial_at_least(unhurt, load.trials, kHalfOfTrials) < chance && is_explained(load.hurt, by_noise)) return false;
  return std::nullopt;
}

// Makes trials of the sets in question. All other sets have room, except those that are overfilled to keep victim entries busy.
void FilledSets::ask(const Sets& asked, const Sets& others, int more, std::size_t draw, std::map<std::uint64_t, Seen>& seen) {
  std::vector<std::uint64_t> pages;
  std::vector<std::vector<std::size_t>> sets;
  for (const std::uint64_t set : asked) {
    std::vector<std::size_t>& own =
        sets.emplace_back(members_[set].size() + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(more)));
    std::iota(own.begin(), own.end(), pages.size());
    // Some of the pages are fresh. If they and the pages that filled the TLB evict each other, they share the set. Not all pages
    // are fresh, because mapping a page, and unmapping it at the end, takes longer than all visits of it.
    const std::vector<std::uint64_t>& members = members_[set];
    std::size_t fresh = 0;
    for (std::size_t i = 0; i < own.size(); ++i)
      pages.push_back(i % fresh_every_ != draw % fresh_every_ && i < members.size() ? members[i] : fresh_page(draw, set, fresh++));
  }
  const std::size_t busy_sets = is_busy_ ? std::min<std::size_t>(kBusySets, others.size()) : 0;
  for (std::size_t k = 0; k < busy_sets; ++k) {
    const std::vector<std::uint64_t>& members = members_[others[k]];
    pages.insert(pages.end(), members.begin(), members.end());
    for (std::size_t i = 0; i < kBusyPages; ++i) pages.push_back(fresh_page(draw, others[k], i));
  }
  const std::size_t may_miss = pages.size();
  for (std::size_t k = busy_sets; k < others.size(); ++k) {
    const std::vector<std::uint64_t>& members = members_[others[k]];
    const std::size_t room = std::min(kRoom, std::max<std::size_t>(members.size(), 1) - 1);
    pages.insert(pages.end(), members.begin(), members.end() - static_cast<std::ptrdiff_t>(room));
  }
  const experiment::TrialTable table =
      bench_.ask(pages, kTrialsOfADraw, "pages of " + format_count(asked.size()) + " sets and others");
  orders_.clear();
  for (std::size_t k = 0; k < sets.size(); ++k) {
    const Load load = loads_of(table, sets[k]).back();
    Seen& of = seen[asked[k]];
    of.load.trials += load.trials;
    of.load.hurt += load.hurt;
    // The pages of a draw are the same in all of its trials. Noise or victim entries hide a miss in a few of these trials only.
    (kFewOf * load.hurt < load.trials ? of.did_not : of.did) = true;
  }
  if (more > 0) hold_against_lru(table, sets, asked, seen);
  refuse_elsewhere(table, may_miss);
}

// Counts how many visits of sets with one page too many agree with LRU. After one pass over all pages of a set, the state of LRU is
// known, whatever it was before.
void FilledSets::hold_against_lru(const experiment::TrialTable& table, const std::vector<std::vector<std::size_t>>& sets,
                                  const Sets& asked, std::map<std::uint64_t, Seen>& seen) {
  const std::uint64_t fill_passes = bench_.last().fill_passes;
  const std::size_t none = sets.size();
  std::vector<std::size_t> set_of(table.places(), none);
  std::vector<FilledTlb::Lru*> lru_of;
  for (std::size_t k = 0; k < sets.size(); ++k) {
    for (const std::size_t place : sets[k]) set_of[place] = k;
    lru_of.push_back(&seen[asked[k]].lru);
  }
  for (std::uint64_t trial = 0; trial < table.trials(); ++trial) {
    std::vector<std::vector<std::size_t>> recent_of(sets.size());  // the most recently used page comes last
    for (std::uint64_t pass = 0; pass <= fill_passes; ++pass)
      for (const std::uint64_t place : order_of(trial, pass)) {
        const std::size_t k = set_of[place];
        if (k == none) continue;
        std::vector<std::size_t>& recent = recent_of[k];
        const auto at = std::find(recent.begin(), recent.end(), place);
        const bool is_held = at != recent.end() && static_cast<std::size_t>(recent.end() - at) < sets[k].size();
        if (at != recent.end()) recent.erase(at);
        recent.push_back(place);
        if (pass < fill_passes) continue;
        FilledTlb::Lru& lru = *lru_of[k];
        ++lru.visits;
        lru.agreeing += is_held != table.missed(place, trial) ? 1 : 0;
        lru.missing += is_held ? 0 : 1;
        lru.stayed += !is_held && !table.missed(place, trial) ? 1 : 0;
      }
  }
}

// The order of one pass of the latest request. It is computed once for all sets.
const std::vector<std::uint64_t>& FilledSets::order_of(std::uint64_t trial, std::uint64_t pass) {
  auto& order = orders_[{trial, pass}];
  if (order.empty()) order = visited_places(bench_.last(), bench_.last().first + trial, pass);
  return order;
}

// Throws Unanswerable if pages from index `may_miss` on miss more often than noise explains.
void FilledSets::refuse_elsewhere(const experiment::TrialTable& table, std::size_t may_miss) const {
  std::uint64_t missed = 0, visits = 0;
  for (std::size_t i = may_miss; i < table.places(); ++i) {
    missed += table.times_missed(i);
    visits += table.trials();
  }
  if (visits > 0 && bench_.is_more_than_stray(missed, visits))
    throw Unanswerable("Pages evict pages that the index puts into other sets.");
}

}  // namespace chasescope::structure
