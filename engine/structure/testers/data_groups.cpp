// Questions about many groups of lines in one chase.
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "engine/structure/testers/data_tester.h"

namespace chasescope::structure {
namespace {

/// The passes of a walk in which the caches in front answer by chance.
constexpr Passes kAtLeastByChance{8, 24};

}  // namespace

/// The passes of the walks in which groups are asked about together: in noise, groups of which one walk tells too little have a
/// longer one.
std::vector<Passes> DataTester::passes_of_groups(const DataPlan& plan) const {
  const std::uint64_t warm = lab_.keeps_state() ? 6 : 2;
  if (survey_.noise.exact()) return {{warm, 3}};
  std::vector<Passes> attempts{{warm, 8}, {8, 16}, {24, 48}};
  if (plan.offsets.size() <= kFewElements) attempts.push_back({48, 192});
  if (brief_) attempts.resize(1);
  return attempts;
}

/// Whether one more walk over all groups, of so many elements, reads less than a walk for each of these groups, which then has
/// flush lines of its own.
bool DataTester::is_cheaper_together(const std::vector<std::uint32_t>& which, const GroupsAsked& asked,
                                     std::size_t elements) const {
  if (which.empty()) return false;
  const Addresses members = members_of(which.front(), asked);
  return which.size() * planner(members, {}).plan(members, {}, 0).offsets.size() > elements;
}

std::vector<bool> DataTester::ask_groups(const Addresses& addresses, const std::vector<std::uint32_t>& group, std::uint32_t groups,
                                         const std::string& label, RunPtr* run_of, std::vector<bool>* untold) {
  constexpr double kSeldom = 0.01;  // then every pass but a few reads each group whole
  if (untold != nullptr) untold->assign(groups, false);
  std::vector<bool> overflows(groups, false), is_heard(groups, false);
  const GroupsAsked asked{addresses, group, groups, label, untold, overflows};
  DataPlanner planner = this->planner(addresses, {});
  if (planner.manner != PageManner::plain) planner.manner = PageManner::grouped;
  for (unsigned variant = 0; variant < (planner.manner == PageManner::plain ? 1U : 2U); ++variant) {
    const DataPlan all = planner.plan(addresses, {}, variant);
    GroupsWalked walked{all, std::vector<std::vector<std::size_t>>(groups), {}, {}};
    for (std::size_t i = 0; i < all.offsets.size(); ++i)
      if (all.watched_as[i] >= 0) walked.columns[group[static_cast<std::size_t>(all.watched_as[i])]].push_back(i);
    std::vector<std::uint32_t> open;  // groups that are asked about in this walk
    for (std::uint32_t g = 0; g < groups; ++g) {
      is_heard[g] = is_heard[g] || !walked.columns[g].empty();
      if (!walked.columns[g].empty() && !overflows[g]) open.push_back(g);
    }
    bool is_first = true;
    for (const Passes& passes : passes_of_groups(all)) {
      const std::optional<Walk> walk = walk_over_groups(all, passes, label, std::exchange(is_first, false));
      if (!walk) break;
      if (run_of != nullptr) *run_of = walk->run;
      // There are no flush lines here, so the lines themselves must flush the caches in front.
      if (cache_ > 0 && !emptier_.is_by_sets() && emptier_.is_nothing() && front_answers_.share(*walk, all.asked) > kSeldom) {
        if (read_parts()) return ask_groups(addresses, group, groups, label, run_of, untold);
        throw HeldInFront("The caches in front answer for some lines.");
      }
      judge_groups(*walk, open, asked, walked);
      open.clear();
      std::merge(walked.unclear.begin(), walked.unclear.end(), walked.held.begin(), walked.held.end(), std::back_inserter(open));
      if (!is_cheaper_together(open, asked, all.offsets.size())) break;
    }
    for (const std::uint32_t g : walked.unclear) ask_alone(g, asked);
    ask_fewer(walked.held, asked);
  }
  // Of some groups each line is the first of its page that is read, whose latency does not count.
  for (const std::uint32_t g : std::set<std::uint32_t>(group.begin(), group.end()))
    if (g < groups && !is_heard[g]) ask_alone(g, asked);
  return overflows;
}

/// One walk over all groups. No value if it is not the first and costs more than may be spent: fewer groups may cost less.
std::optional<Walk> DataTester::walk_over_groups(const DataPlan& all, const Passes& passes, const std::string& label,
                                                 bool is_first) {
  try {
    Walk walk = lab_.walk(all.offsets, passes, label);
    if (cache_ > 0 && front_answers_.come_by_chance(walk, all.asked) && passes.timed < kAtLeastByChance.timed)
      walk = lab_.walk(all.offsets, kAtLeastByChance, label);
    return walk;
  } catch (const Unanswered&) {
    throw;
  } catch (const Undecided&) {
    if (is_first) throw;
    return std::nullopt;
  }
}

/// Judges each of the groups `open` by its own accesses. Notes which overflow, and in `walked` those of which this walk tells too
/// little.
void DataTester::judge_groups(const Walk& walk, const std::vector<std::uint32_t>& open, const GroupsAsked& asked,
                              GroupsWalked& walked) {
  using inference::ConflictVerdict;
  constexpr std::uint32_t kFewGroups = 64;
  walked.unclear.clear();
  walked.held.clear();
  for (const std::uint32_t g : open) {
    const std::vector<std::size_t>& columns = walked.columns[g];
    std::vector<float> cycles;
    for (std::size_t pass = 0; pass < walk.passes(); ++pass)
      for (const std::size_t column : columns) cycles.push_back(walk.at(pass, column));
    const auto misses = inference::count_misses(cycles, columns.size(), cut_, bands_, {});
    const auto verdict = inference::judge_conflict(misses, false_share_, alike_);
    // Flush lines may take ways of the sets of all groups together, but not of those of one group alone.
    const bool by_others =
        walked.all.emptying > 0 || (cache_ > 0 && emptier_.knows_sets() && !emptier_.is_nothing() && asked.groups <= kFewGroups);
    if (verdict == ConflictVerdict::unclear)
      walked.unclear.push_back(g);
    else if (verdict == ConflictVerdict::fits && !is_asked_whole(walk, rounds_of(walked.all, columns)))
      walked.held.push_back(g);
    else if ((verdict == ConflictVerdict::conflict && by_others) ||
             (verdict == ConflictVerdict::fits && of_no_level(cycles, {}).has_value()))
      ask_alone(g, asked);
    else
      asked.overflows[g] = verdict == ConflictVerdict::conflict;
  }
}

Addresses DataTester::members_of(std::uint32_t g, const GroupsAsked& asked) {
  Addresses members;
  for (std::size_t i = 0; i < asked.addresses.size(); ++i)
    if (asked.group[i] == g) members.push_back(asked.addresses[i]);
  return members;
}

void DataTester::ask_alone(std::uint32_t g, const GroupsAsked& asked) {
  const Addresses members = members_of(g, asked);
  const While of_one_set(of_one_set_);
  asked.overflows[g] = ask(members, asked.label).conflict;
  if (asked.overflows[g] && asked.untold != nullptr)
    (*asked.untold)[g] = is_filled_by(planner(members, {}).emptying(members), members);
}

// Flush lines keep out of the sets in question. If all sets are in question, there are none; for a half of them, the sets of the
// other half have flush lines. So halves are asked about, and halves of those: each group alone would cost a walk for each set.
void DataTester::ask_fewer(const std::vector<std::uint32_t>& which, const GroupsAsked& asked) {
  constexpr std::size_t kFew = 8;  // are asked about alone
  if (which.size() <= kFew) {
    for (const std::uint32_t g : which) ask_alone(g, asked);
    return;
  }
  const auto middle = which.begin() + static_cast<std::ptrdiff_t>(which.size() / 2);
  for (const auto& half : {std::vector(which.begin(), middle), std::vector(middle, which.end())}) {
    Addresses addresses;
    std::vector<std::uint32_t> group;
    for (std::size_t i = 0; i < asked.addresses.size(); ++i) {
      if (!std::binary_search(half.begin(), half.end(), asked.group[i])) continue;
      addresses.push_back(asked.addresses[i]);
      group.push_back(asked.group[i]);
    }
    std::vector<bool> untold;
    const std::vector<bool> overflows =
        ask_groups(addresses, group, asked.groups, asked.label, nullptr, asked.untold == nullptr ? nullptr : &untold);
    for (const std::uint32_t g : half) {
      asked.overflows[g] = overflows[g];
      if (asked.untold != nullptr) (*asked.untold)[g] = untold[g];
    }
  }
}

}  // namespace chasescope::structure
