#include "engine/structure/translation/tlb_tester.h"

#include <algorithm>
#include <set>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/tails.h"
#include "engine/structure/translation/front_evictors.h"
#include "engine/structure/translation/front_fillers.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kFewestInNoise = 4;  // the fewest passes that can show a conflict of one group
constexpr std::uint32_t kMostFill = 8;
constexpr std::size_t kEnough = 8;  // passes after which a page that never reaches this TLB is considered held in front
constexpr const char* kHeld =
    "The TLB in front keeps some pages, however many others are read. Accesses to these pages never reach this TLB.";
constexpr std::size_t kSeldomEnough = 32;  // passes that show a conflict of pages that reach this TLB in few passes
constexpr double kWhole = 1;               // misses in each pass, at the least, if all pages that are read do not fit,
constexpr double kPart = 0.3;              // the same if only some of the pages are watched
constexpr double kByChance = 1e-3;         // probability that a page which reaches this TLB seems never to have done so

}  // namespace

TlbTester::TlbTester(PageWalk& pages, const TlbSurvey& survey, std::size_t level)
    : pages_(pages), level_(level), unit_(pages.block_bytes()), page_(unit_), noise_(pages.noise()) {
  cut_ = inference::cut_between(survey.levels[level].latency, survey.levels[level + 1].latency, noise_);
  if (level > 0) front_cut_ = inference::cut_between(survey.levels[level - 1].latency, survey.levels[level].latency, noise_);
  if (level > 0) around_.in_front = survey.levels[level - 1].latency;
  around_.own = survey.levels[level].latency;
  for (std::size_t behind = level + 1; behind < survey.levels.size(); ++behind) {
    around_.behind.push_back(survey.levels[behind].latency);
    bands_.push_back(inference::widened(survey.levels[behind].latency, noise_));
  }
  if (survey.window) {
    inference::Band switched = survey.levels.back().latency;
    switched.low += survey.window->penalty;
    switched.high += survey.window->penalty;
    switched.median += survey.window->penalty;
    around_.behind.push_back(switched);
    bands_.push_back(inference::widened(switched, noise_));
  }
  hit_ = survey.levels[level].latency;
  miss_ = survey.levels[level + 1].latency;
  false_share_ = inference::false_share(hit_, cut_, bands_, noise_);
  data_in_parts_ = survey.data_parts.back() > 0;
  if (level > 0 && !noise_.exact() && !data_in_parts_) {
    front_seen_ = statistics::normal_tail((front_cut_ - hit_.low) / noise_.sigma);
    front_false_ = statistics::normal_tail((front_cut_ - survey.levels[level - 1].latency.high) / noise_.sigma);
  }
}

std::optional<inference::FrequentCut> TlbTester::cut_in_frequent_noise(std::size_t watched, double least) const {
  // If the data lie in parts, only hits with the farthest data look like misses so often.
  if (noise_.exact() || pages_.walks_are_means() || data_in_parts_) return {};
  if (false_share_ < inference::kFrequent || watched == 0) return {};
  return inference::frequent_cut(hit_, miss_, bands_, noise_, statistics::kDriftLeft, watched, least);
}

Walk TlbTester::walk_all(const Addresses& pages, Passes passes, const std::string& label) const {
  Walk all = pages_.walk(pages, passes, label);
  const std::size_t of_a_chase = all.passes();
  while (of_a_chase > 0 && all.passes() < passes.timed) {
    const Walk more = pages_.walk(pages, passes, label);
    all.cycles.insert(all.cycles.end(), more.cycles.begin(), more.cycles.end());
  }
  return all;
}

inference::MissCounts TlbTester::count(std::span<const float> cycles, std::size_t period, const std::vector<bool>& counts,
                                       const std::optional<inference::FrequentCut>& frequent) const {
  return inference::count_misses(cycles, period, frequent ? frequent->cycles : cut_, bands_, counts);
}

inference::ConflictVerdict TlbTester::judge(const inference::MissCounts& misses,
                                            const std::optional<inference::FrequentCut>& frequent, double least) const {
  return frequent ? inference::judge_all_passes(misses, *frequent, least)
                  : inference::judge_conflict(misses, false_share_, !data_in_parts_);
}

void TlbTester::fill_fronts(std::vector<const CacheShape*> fronts, std::uint64_t unit_bytes) {
  fronts_ = std::move(fronts);
  unit_ = page_ = unit_bytes;
  fill_ = 1;
  seldom_ = false;
  evictors_fill_ = 1;
}

std::vector<TlbTester::Page> TlbTester::visited(const Addresses& watched, const Addresses& others) const {
  std::vector<Page> all;
  std::set<std::uint64_t> taken;
  Addresses asked, around;
  const auto visit = [&](std::uint64_t address, Role role, std::size_t watched_as) {
    if (!taken.insert(address).second) return;
    all.push_back({address, role, watched_as});
    (role == Role::company ? around : asked).push_back(address);
  };
  for (std::size_t i = 0; i < watched.size(); ++i) visit(watched[i], Role::watched, i);
  for (const std::uint64_t page : others) visit(page, Role::other, 0);
  for (const std::uint64_t page : company_) visit(page, Role::company, 0);
  if (page_ > pages_.block_bytes() && !fronts_.empty())
    for (const std::uint64_t part : front_fillers(fronts_, asked, around, page_, pages_.block_bytes(), fill_, asked.size()))
      visit(part, Role::filler, 0);
  if (evictors_) {
    Addresses evicted = asked;
    evicted.insert(evicted.end(), evictors_->as_if.begin(), evictors_->as_if.end());
    std::set<std::uint64_t> counted = taken;
    for (const std::uint64_t address : evictors_->as_if) counted.erase(address);
    const Addresses read(counted.begin(), counted.end());
    for (const std::uint64_t page : front_evictors(fronts_, evicted, read, evictors_->fill, evictors_->choice, limit_bytes()))
      visit(page, Role::filler, 0);
  }
  std::sort(all.begin(), all.end(), [](const Page& a, const Page& b) { return a.address < b.address; });
  return all;
}

// How often accesses to the pages in `columns` missed the TLBs in front and reached this TLB.
TlbTester::Reached TlbTester::reached(const Walk& walk, const std::vector<std::size_t>& columns) const {
  if (front_cut_ <= 0) return Reached::always;
  Reached least = Reached::always;
  for (const std::size_t column : columns) {
    std::size_t passes = 0;
    for (std::size_t pass = 0; pass < walk.passes(); ++pass) passes += walk.at(pass, column) > front_cut_ ? 1 : 0;
    if (passes == 0 ||
        (front_false_ >= inference::kFrequent && statistics::binomial_at_least(passes, walk.passes(), front_false_) > kByChance))
      return Reached::never;
    const double often = front_false_ >= inference::kFrequent ? front_seen_ : 1;
    if (4 * static_cast<double>(passes) < 3 * often * static_cast<double>(walk.passes())) least = Reached::seldom;
  }
  return least;
}

bool TlbTester::misses(double cycles) const {
  return cycles > cut_ &&
         std::any_of(bands_.begin(), bands_.end(), [&](const inference::Band& band) { return band.holds(cycles); });
}

void TlbTester::count_parts(const Walk& walk, const Addresses& walked) {
  // If passes are means over several orders, the parts of a page are not read one right after the other.
  if (parts_.page_bytes == 0 || pages_.walks_are_means()) return;
  for (std::size_t first = 0, end = 0; first < walked.size(); first = end) {
    while (end < walked.size() && walked[end] / parts_.page_bytes == walked[first] / parts_.page_bytes) ++end;
    if (end - first < 2) continue;
    for (std::size_t pass = 0; pass < walk.passes(); ++pass) {
      if (!misses(walk.at(pass, first))) continue;
      ++parts_.looked_up;
      for (std::size_t i = first + 1; i < end; ++i)
        if (misses(walk.at(pass, i))) {
          ++parts_.then_again;
          break;
        }
    }
  }
}

bool TlbTester::parts_are_looked_up_again() const {
  constexpr std::uint64_t kFewest = 8, kOneIn = 4;
  return parts_.then_again >= kFewest && kOneIn * parts_.then_again > parts_.looked_up;
}

// Fills the sets in front with more parts of the same pages. False if there are no more parts.
bool TlbTester::fill_more(const Addresses& watched, const Addresses& others) {
  if (fill_ >= kMostFill || fronts_.empty() || page_ == pages_.block_bytes()) return false;
  const std::size_t before = visited(watched, others).size();
  fill_ *= 2;
  if (visited(watched, others).size() > before) return true;
  fill_ /= 2;
  return false;
}

std::vector<Passes> TlbTester::attempts_for(const std::optional<inference::FrequentCut>& frequent, std::size_t watched,
                                            bool is_emptying) const {
  const std::uint64_t soonest = pages_.passes_to_survey();
  if (frequent && frequent->passes > 0)
    return {passes_in_noise(soonest), passes_in_noise(std::max<std::uint64_t>(frequent->passes, 2 * soonest)),
            passes_in_noise(std::max<std::uint64_t>(2 * frequent->passes, 4 * soonest))};
  if (!noise_.exact())
    return {passes_in_noise(std::max<std::uint64_t>(inference::fewest_passes(watched, false_share_), soonest)), passes_in_noise(32),
            passes_in_noise(96)};
  if (seldom_) return {{8, kSeldomEnough}, {16, 128}};
  if (by_chance_ && is_emptying) return {{4, 16}, {16, 64}};
  // Memory refresh and the driver delay some accesses of a card. If a few passes don't decide, many may.
  if (pages_.lab().keeps_state()) return {{4, 2}, {8, 8}, {32, 32}, {32, 128}};
  return {{2, 2}, {8, 8}, {32, 32}};
}

Answer TlbTester::ask_filled(const Addresses& watched, const Addresses& others, const std::string& label) {
  while (true) {
    try {
      if (auto answer = ask_once(watched, others, label)) return *answer;
      throw Undecided(kHiddenByNoise);
    } catch (const HeldInFront&) {
      if (!fill_more(watched, others)) throw;
    }
  }
}

std::optional<Answer> TlbTester::ask_once(const Addresses& watched, const Addresses& others, const std::string& label) {
  const std::vector<Page> all = visited(watched, others);
  Addresses addresses;
  std::vector<bool> counts;
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < all.size(); ++i) {
    addresses.push_back(all[i].address);
    counts.push_back(all[i].role == Role::watched);
    if (all[i].role == Role::watched || all[i].role == Role::other) asked.push_back(i);
  }
  const double fewest = all.size() == watched.size() ? kWhole : kPart;
  const auto frequent = cut_in_frequent_noise(watched.size(), fewest);
  const std::vector<Passes> attempts = attempts_for(frequent, watched.size(), asked.size() < all.size());
  for (const Passes& passes : attempts) {
    const Walk walk = frequent ? walk_all(addresses, passes, label) : pages_.walk(addresses, passes, label);
    const auto misses = count(walk.cycles, walk.period, counts, frequent);
    const auto verdict = judge(misses, frequent, fewest);
    if (verdict == inference::ConflictVerdict::unclear) continue;
    by_chance_ = by_chance_ || misses.differ_between_passes();
    const bool conflict = verdict == inference::ConflictVerdict::conflict;
    // A page that hits a TLB in front in every pass never reaches this TLB and proves nothing. One that hits there often proves
    // little.
    const bool last = &passes == &attempts.back();
    const Reached least = reached(walk, asked);
    if (!conflict && least == Reached::never && (last || walk.passes() >= kEnough)) throw HeldInFront(kHeld);
    if (!conflict && least != Reached::always) {
      if (least == Reached::seldom && fill_more(watched, others)) return ask_once(watched, others, label);
      seldom_ = true;
      if (walk.passes() < kSeldomEnough && !last) continue;
    }
    Answer answer;
    answer.conflict = conflict;
    answer.passes = misses.passes;
    answer.run = walk.run;
    answer.misses.assign(watched.size(), 0);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].role == Role::watched) answer.misses[all[i].watched_as] = misses.by_element[i];
    return answer;
  }
  return std::nullopt;
}

std::vector<bool> TlbTester::ask_groups(const Addresses& addresses, const std::vector<std::uint32_t>& group, std::uint32_t groups,
                                        const std::string& label, RunPtr* run, std::vector<bool>* untold) {
  std::vector<Passes> attempts{{3, 3}, {8, 32}, {16, 96}};
  if (pages_.lab().keeps_state()) attempts.push_back({16, 256});
  if (!noise_.exact()) attempts = {passes_in_noise(2 * std::max(kFewestInNoise, pages_.passes_to_survey())), passes_in_noise(64)};
  const double fewest = visited(addresses, {}).size() == addresses.size() ? kWhole : kPart;
  std::vector<std::size_t> sizes(groups, 0);
  for (const std::uint32_t g : group)
    if (g < groups) ++sizes[g];
  const auto largest = cut_in_frequent_noise(sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end()), fewest);
  if (largest) attempts = attempts_for(largest, addresses.size(), false);
  for (std::size_t attempt = 0; attempt < attempts.size(); ++attempt) {
    const std::vector<Page> all = visited(addresses, {});
    Addresses walked;
    std::vector<std::vector<std::size_t>> columns(groups);
    for (std::size_t i = 0; i < all.size(); ++i) {
      walked.push_back(all[i].address);
      if (all[i].role == Role::watched && group[all[i].watched_as] < groups) columns[group[all[i].watched_as]].push_back(i);
    }
    const Walk walk = largest ? walk_all(walked, attempts[attempt], label) : pages_.walk(walked, attempts[attempt], label);
    if (run != nullptr) *run = walk.run;
    count_parts(walk, walked);
    if (untold != nullptr) untold->assign(groups, false);
    std::vector<bool> overflows(groups, false);
    const bool last = attempt + 1 == attempts.size();
    bool again = false, more = false;
    for (std::uint32_t g = 0; g < groups; ++g) {
      if (columns[g].empty()) continue;
      std::vector<float> cycles;
      for (std::size_t pass = 0; pass < walk.passes(); ++pass)
        for (const std::size_t column : columns[g]) cycles.push_back(walk.at(pass, column));
      const auto frequent = cut_in_frequent_noise(columns[g].size(), fewest);
      const auto verdict = judge(count(cycles, columns[g].size(), {}, frequent), frequent, fewest);
      overflows[g] = verdict == inference::ConflictVerdict::conflict;
      if (overflows[g]) continue;
      const Reached least = reached(walk, columns[g]);
      more = more || least != Reached::always;
      again = again || verdict == inference::ConflictVerdict::unclear || least == Reached::never ||
              (least == Reached::seldom && walk.passes() < kSeldomEnough);
      if (!last || (verdict != inference::ConflictVerdict::unclear && least != Reached::never)) continue;
      if (untold != nullptr)
        (*untold)[g] = true;
      else if (least == Reached::never)
        throw HeldInFront(kHeld);
      else
        throw Undecided(kHiddenByNoise);
    }
    if (more && !last && fill_more(addresses, {})) {
      --attempt;
      continue;
    }
    if (!again || last) return overflows;
  }
  throw Undecided(kHiddenByNoise);
}

}  // namespace chasescope::structure
