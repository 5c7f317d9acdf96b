#include "engine/structure/trials/filled_sets.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kTrialsOfADraw = 16;  // of a draw
constexpr double kMostExplained = 0.25;  // of the trials in which noise alone shows a miss in a set
constexpr double kHeldBeside =
    0.1;  // of the trials, at most, in which entries beside the sets, or a TLB in front, hold what a set has too many
constexpr double kHalfOfTrials = 0.5;    // of the trials is as far from all of them as from none
constexpr std::uint64_t kFewOf = 2;      // less than one of so many trials is hardly any
constexpr std::uint64_t kOneOf = 2;      // of so many sets is asked about together with others
constexpr std::uint64_t kBusySets = 16;  // of the others are kept too full,
constexpr std::size_t kBusyPages = 2;    // by so many pages
constexpr std::size_t kRoom = 2;         // pages that all other sets have room for
// Of pages for each set, and in all sets together: of two sets that pass for one with some entries beside them, as many pages as
// both hold stay in most draws, but not in so many.
constexpr std::size_t kDrawsOfASet = 2, kDrawsOfAll = 64;
constexpr std::size_t kMostAsked = 4;  // times that sets are asked about which some trials leave open
constexpr int kMostRoom = 16;          // pages by which a set may hold more or fewer than neighbouring pages put into it

}  // namespace

FilledSets::FilledSets(FillingBench& bench, const inference::SetIndex& index, const std::vector<std::uint64_t>& filled,
                       std::uint64_t page_bytes, bool is_busy)
    : bench_(bench),
      index_(index),
      page_bytes_(page_bytes),
      first_fresh_(2 * filled.size() * page_bytes),
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

// Those of a draw stay the same for all numbers of them, so that few need to be mapped.
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

// From what neighbouring pages put into the sets, up where those stay, and down where they don't.
void FilledSets::find_ways(const Sets& asked, const Sets& others) {
  Sets up, down;
  for (const auto& [set, overflows] : do_overflow(asked, others, 0)) (overflows ? down : up).push_back(set);
  for (int more = 1; !up.empty(); ++more) {
    if (more > kMostRoom) throw Unanswerable("Pages that the index puts into one set don't push each other out.");
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
        throw Unanswerable("Pages miss that should be alone in their set.");
    for (const auto& [set, overflows] : do_overflow(down, others, -fewer)) {
      if (overflows)
        too_full.push_back(set);
      else
        ways_[set] = static_cast<std::uint32_t>(members_[set].size() - static_cast<std::size_t>(fewer));
    }
    down = std::move(too_full);
  }
}

// Whether each set asked about overflows with so many pages more, or fewer, than neighbouring pages put into it.
std::vector<std::pair<std::uint64_t, bool>> FilledSets::do_overflow(Sets asked, const Sets& others, int more) {
  std::vector<std::pair<std::uint64_t, bool>> overflow;
  std::map<std::uint64_t, Seen> seen;
  std::size_t size = 0;
  for (const std::uint64_t set : asked) size = std::max(size, members_[set].size() + static_cast<std::size_t>(std::max(more, 0)));
  const double by_noise = 1 - std::pow(1 - bench_.question().stray, static_cast<double>(size));
  if (by_noise > kMostExplained) throw Unanswerable("Noise hides whether a page of a set was pushed out.");
  const std::size_t draws = std::max<std::size_t>(kDrawsOfASet, kDrawsOfAll / index_.sets());
  for (std::size_t times = 0; !asked.empty(); ++times) {
    if (times == kMostAsked) throw Unanswerable("Pages of a set push each other out in some trials and not in others.");
    for (std::size_t draw = 0; draw < draws; ++draw) ask(asked, others, more, times * draws + draw, seen);
    Sets untold;
    for (const std::uint64_t set : asked) {
      if (seen[set].did && seen[set].did_not)
        throw Unanswerable("Of pages that the index puts into one set, some overflow it and as many others don't.");
      const auto how = overflows(seen[set].load, by_noise);
      if (!how) {
        untold.push_back(set);
        continue;
      }
      overflow.emplace_back(set, *how);
      if (*how && more > 0) lru_ += seen[set].lru;  // it has one page too many
    }
    asked = std::move(untold);
  }
  return overflow;
}

// Whether somebody misses in nearly all trials, or in none but by noise; nothing where more trials must tell.
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

// Trials of the sets asked about. The others have room, but for those that keep busy what may hold a few entries beside the
// sets.
void FilledSets::ask(const Sets& asked, const Sets& others, int more, std::size_t draw, std::map<std::uint64_t, Seen>& seen) {
  std::vector<std::uint64_t> pages;
  std::vector<std::vector<std::size_t>> sets;
  for (const std::uint64_t set : asked) {
    std::vector<std::size_t>& own =
        sets.emplace_back(members_[set].size() + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(more)));
    std::iota(own.begin(), own.end(), pages.size());
    for (std::size_t i = 0; i < own.size(); ++i) pages.push_back(fresh_page(draw, set, i));
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
    // In a draw the pages are the same throughout: what noise or entries beside the sets hide, they hide in a few of its trials.
    (kFewOf * load.hurt < load.trials ? of.did_not : of.did) = true;
    if (more > 0) hold_against_lru(table, sets[k], of.lru);
  }
  refuse_elsewhere(table, may_miss);
}

// Counts how many visits of a set that has one page too many come as if the least recently used one went. After one pass over
// all its pages, that depends on nothing before.
void FilledSets::hold_against_lru(const experiment::TrialTable& table, const std::vector<std::size_t>& set, FilledTlb::Lru& lru) {
  const std::uint64_t fill_passes = bench_.last().fill_passes;
  std::vector<bool> is_in(table.places(), false);
  for (const std::size_t place : set) is_in[place] = true;
  for (std::uint64_t trial = 0; trial < table.trials(); ++trial) {
    std::vector<std::size_t> recent;  // the latest last
    for (std::uint64_t pass = 0; pass <= fill_passes; ++pass)
      for (const std::uint64_t place : order_of(trial, pass)) {
        if (!is_in[place]) continue;
        const auto at = std::find(recent.begin(), recent.end(), place);
        const bool is_held = at != recent.end() && static_cast<std::size_t>(recent.end() - at) < set.size();
        if (at != recent.end()) recent.erase(at);
        recent.push_back(place);
        if (pass < fill_passes) continue;
        ++lru.visits;
        lru.agreeing += is_held != table.missed(place, trial) ? 1 : 0;
        lru.missing += is_held ? 0 : 1;
        lru.stayed += !is_held && !table.missed(place, trial) ? 1 : 0;
      }
  }
}

// The order of a pass of the latest request, worked out once for all sets.
const std::vector<std::uint64_t>& FilledSets::order_of(std::uint64_t trial, std::uint64_t pass) {
  auto& order = orders_[{trial, pass}];
  if (order.empty()) order = visited_places(bench_.last(), bench_.last().first + trial, pass);
  return order;
}

// Pages from `may_miss` on are none of those that may.
void FilledSets::refuse_elsewhere(const experiment::TrialTable& table, std::size_t may_miss) const {
  std::uint64_t missed = 0, visits = 0;
  for (std::size_t i = may_miss; i < table.places(); ++i) {
    missed += table.times_missed(i);
    visits += table.trials();
  }
  if (visits > 0 && bench_.is_more_than_stray(missed, visits))
    throw Unanswerable("Pages push out others that the index puts into other sets.");
}

}  // namespace chasescope::structure
