#include "engine/probe/structure/tlb_tester.h"

#include <algorithm>

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kFewestInNoise = 4;  // passes that can show a conflict

}  // namespace

TlbTester::TlbTester(PageWalk& pages, const TlbSurvey& survey, std::size_t level)
    : pages_(pages), level_(level), noise_(pages.noise()) {
  cut_ = inference::cut_between(survey.levels[level].latency, survey.levels[level + 1].latency, noise_);
  if (level > 0) front_cut_ = inference::cut_between(survey.levels[level - 1].latency, survey.levels[level].latency, noise_);
  for (std::size_t behind = level + 1; behind < survey.levels.size(); ++behind)
    bands_.push_back(inference::widened(survey.levels[behind].latency, noise_));
  if (survey.window_bytes) {
    inference::Band switched = survey.levels.back().latency;
    switched.low += survey.window_penalty;
    switched.high += survey.window_penalty;
    bands_.push_back(inference::widened(switched, noise_));
  }
  false_share_ = inference::false_share(survey.levels[level].latency, cut_, bands_, noise_);
}

Answer TlbTester::ask(const Addresses& watched, const Addresses& others, const std::string& label) {
  constexpr std::ptrdiff_t kOther = -1, kCompany = -2;
  struct Page {
    std::uint64_t address;
    std::ptrdiff_t watched_as;
  };
  std::vector<Page> all;
  for (std::size_t i = 0; i < watched.size(); ++i) all.push_back({watched[i], static_cast<std::ptrdiff_t>(i)});
  for (const std::uint64_t page : others) all.push_back({page, kOther});
  for (const std::uint64_t page : company_)
    if (std::none_of(all.begin(), all.end(), [&](const Page& other) { return other.address == page; }))
      all.push_back({page, kCompany});
  std::sort(all.begin(), all.end(), [](const Page& a, const Page& b) { return a.address < b.address; });
  Addresses addresses;
  std::vector<bool> counts;
  for (const Page& page : all) {
    addresses.push_back(page.address);
    counts.push_back(page.watched_as >= 0);
  }
  std::vector<Passes> attempts{{2, 2}, {8, 8}, {32, 32}};
  if (pages_.lab().keeps_state()) attempts = {{4, 2}, {8, 8}, {32, 32}};
  if (!noise_.exact()) attempts = {passes_in_noise(std::max(kFewestInNoise, pages_.passes_to_survey())), passes_in_noise(32), passes_in_noise(96)};
  if (noise_.exact() && by_chance_ && !company_.empty()) attempts = {{4, 16}, {16, 64}};
  Answer answer;
  answer.misses.assign(watched.size(), 0);
  for (const Passes& passes : attempts) {
    const Walk walk = pages_.walk(addresses, passes, label);
    const auto misses = inference::count_misses(walk.cycles, walk.period, cut_, bands_, counts);
    const auto verdict = inference::judge_conflict(misses, false_share_);
    if (verdict == inference::ConflictVerdict::unclear) continue;
    answer.conflict = verdict == inference::ConflictVerdict::conflict;
    by_chance_ = by_chance_ || misses.differ_between_passes();
    if (!answer.conflict && front_cut_ > 0) {
      // A page that the TLB in front answers in every pass is never asked for here, and proves nothing.
      const auto never_reached = [&](std::size_t element) {
        for (std::size_t pass = 0; pass < walk.passes(); ++pass)
          if (walk.at(pass, element) > front_cut_) return false;
        return true;
      };
      bool silent = false;
      for (std::size_t i = 0; i < all.size() && !silent; ++i) silent = all[i].watched_as != kCompany && never_reached(i);
      if (silent) {
        if (misses.passes < 8) continue;
        throw Undecided("The TLB in front keeps some pages however many others are read, so that this one is not asked for them.");
      }
    }
    answer.passes = misses.passes;
    answer.run = walk.run;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].watched_as >= 0) answer.misses[static_cast<std::size_t>(all[i].watched_as)] = misses.by_element[i];
    return answer;
  }
  throw Undecided("Noise hides whether pages were evicted.");
}

std::vector<bool> TlbTester::ask_groups(const Addresses& addresses, const std::vector<std::uint32_t>& group, std::uint32_t groups,
                                        const std::string& label, RunPtr* run) {
  std::vector<std::vector<std::size_t>> columns(groups);
  for (std::size_t i = 0; i < addresses.size(); ++i)
    if (group[i] < groups) columns[group[i]].push_back(i);
  std::vector<Passes> attempts{{3, 3}, {8, 32}};
  if (!noise_.exact()) attempts = {passes_in_noise(2 * std::max(kFewestInNoise, pages_.passes_to_survey())), passes_in_noise(64)};
  for (const Passes& passes : attempts) {
    const Walk walk = pages_.walk(addresses, passes, label);
    if (run != nullptr) *run = walk.run;
    // Pages that the TLB in front answered in every pass were never asked for here, and prove no room.
    const auto never_reached = [&](std::size_t column) {
      for (std::size_t pass = 0; pass < walk.passes(); ++pass)
        if (walk.at(pass, column) > front_cut_) return false;
      return true;
    };
    std::vector<bool> overflows(groups, false);
    bool silent = false;
    for (std::uint32_t g = 0; g < groups; ++g) {
      if (columns[g].empty()) continue;
      std::vector<float> cycles;
      for (std::size_t pass = 0; pass < walk.passes(); ++pass)
        for (const std::size_t column : columns[g]) cycles.push_back(walk.at(pass, column));
      const auto verdict =
          inference::judge_conflict(inference::count_misses(cycles, columns[g].size(), cut_, bands_, {}), false_share_);
      if (verdict == inference::ConflictVerdict::unclear) throw Undecided("Noise hides whether pages were evicted.");
      overflows[g] = verdict == inference::ConflictVerdict::conflict;
      silent = silent || (!overflows[g] && front_cut_ > 0 && std::any_of(columns[g].begin(), columns[g].end(), never_reached));
    }
    if (!silent) return overflows;
  }
  throw Undecided("The TLB in front keeps some pages however many others are read, so that this one is not asked for them.");
}

}  // namespace chasescope::structure
