#include "engine/structure/replacement/policy_solver.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "engine/trace/quantity_text.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

using inference::Replacement;
using inference::SetAccess;
using inference::Victims;

constexpr std::uint64_t kSequenceSeed = 0x0eade5;
constexpr std::uint64_t kMostAccessesAChase = 40'000'000;
constexpr unsigned kMostChases = 4;  // chases of one kind, if the device allows only short ones
constexpr std::uint32_t kMostSegments = 8;
constexpr unsigned kOrders = 8;  // different orders, because two policies may agree in one of them

// A sequence of visits in segments. A line occurs at most once in each segment.
struct Sequence {
  std::vector<std::uint32_t> lines;
  std::vector<std::size_t> segment_ends;
};

Sequence in_order(std::uint32_t lines) {
  Sequence sequence;
  sequence.lines.resize(lines);
  std::iota(sequence.lines.begin(), sequence.lines.end(), 0U);
  sequence.segment_ends = {lines};
  return sequence;
}

// Visits in random order. Each line is left out now and then, so that lines are read again after short and long intervals.
Sequence mixed(std::uint32_t lines, std::uint32_t segments, unsigned number) {
  Random random(mixed_seed(kSequenceSeed, number));
  Sequence sequence;
  for (std::uint32_t segment = 0; segment < segments; ++segment) {
    std::vector<std::uint32_t> order(lines);
    std::iota(order.begin(), order.end(), 0U);
    for (std::uint32_t i = lines; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    for (const std::uint32_t line : order)
      if (segment == 0 || random.below(3) != 0) sequence.lines.push_back(line);
    sequence.segment_ends.push_back(sequence.lines.size());
  }
  return sequence;
}

class PolicySolver {
 public:
  PolicySolver(SetFollower& tester, const Addresses& lines, std::string why_no_machine)
      : tester_(tester),
        lines_(lines),
        ways_(static_cast<std::uint32_t>(lines.size()) - 1),
        why_no_machine_(std::move(why_no_machine)) {
    segments_ = std::min(kMostSegments, tester.visits_per_line());
    if (segments_ < 2) throw Undecided("A line holds too few elements to be visited more than once in a pass.");
    in_order_ = in_order(ways_ + 1);
    mixed_ = mixed(ways_ + 1, segments_, 0);
    lines_that_fit_ = mixed(ways_, segments_, 0);
    found_.ways = ways_;
  }

  PolicyFound solve() {
    without_chance();
    if (found_.replacement.policy.empty()) of_chance();
    as_automaton();
    return std::move(found_);
  }

 private:
  std::vector<SetAccess> follow(const Sequence& sequence, std::uint64_t visits, const std::string& label, RunPtr* run) {
    return tester_.follow(lines_, sequence.lines, sequence.segment_ends, visits, label, run);
  }
  std::vector<SetAccess> follow_in_order(std::uint64_t visits) {
    return follow(in_order_, visits, "one line more than the set holds, in order", &found_.cyclic);
  }
  std::vector<SetAccess> follow_mixed(std::uint64_t visits) {
    return follow(mixed_, visits, "the same lines in another order", &found_.held_back);
  }

  void without_chance() {
    if (!tester_.starts_empty()) return;
    std::vector<std::vector<SetAccess>> chases{follow_mixed(2 * mixed_.lines.size())};
    const auto judge = [&] { found_.replacement = inference::policy_from_empty_set(chases, ways_, tester_.noisy()); };
    judge();
    if (found_.replacement.policy.empty() && !found_.replacement.more_may_decide) return;
    chases.push_back(follow_in_order(16ULL * (ways_ + 1)));
    RunPtr run;
    for (unsigned number = 1; number < kOrders; ++number) {
      const Sequence other = mixed(ways_ + 1, segments_, number);
      chases.push_back(follow(other, 2 * other.lines.size(), "the same lines in another order", &run));
    }
    judge();
  }

  void of_chance() {
    const std::vector<std::string> excluded = std::move(found_.replacement.excluded);
    const std::string nearly = std::move(found_.replacement.nearly);
    found_.replacement = {};
    // The lines that fit in the set must stay. Otherwise something else changes the set unseen.
    RunPtr run;
    const auto stay = tester_.follow({lines_.begin(), lines_.end() - 1}, lines_that_fit_.lines, lines_that_fit_.segment_ends,
                                     8 * lines_that_fit_.lines.size(), "lines that the set holds, in that order", &run);
    if (!inference::all_stay(stay, tester_.noisy()))
      throw Undecided(
          "As many lines as the set has ways do not all stay when they are visited in another order. So other lines take ways of "
          "this set.");
    std::size_t wanted = inference::victims_wanted(ways_);
    for (int round = 0; round < 2; ++round, wanted *= 4) {
      const Victims ordered = victims(in_order_, wanted, [&](std::uint64_t visits) { return follow_in_order(visits); });
      const Victims others = victims(mixed_, wanted, [&](std::uint64_t visits) { return follow_mixed(visits); });
      Replacement& replacement = found_.replacement;
      if (!tester_.starts_empty()) replacement = inference::policy_from_victims(ordered, others, ways_, tester_.noisy());
      if (replacement.policy.empty()) replacement = inference::policy_of_chance(ordered, others, ways_, tester_.noisy());
      if (!replacement.more_may_decide) break;
    }
    auto& all = found_.replacement.excluded;
    all.insert(all.begin(), excluded.begin(), excluded.end());
    if (found_.replacement.policy == "other" && found_.replacement.behaviour.empty() && !nearly.empty()) {
      found_.replacement.policy.clear();
      found_.replacement.undecided =
          nearly + ". It may be a relative of that policy, or other lines took a way of the set now and then.";
    }
  }

  // If no named policy fits, the policy may still be an automaton.
  void as_automaton() {
    Replacement& replacement = found_.replacement;
    if ((!replacement.policy.empty() && replacement.policy != "other") || !can_be_asked(tester_, ways_)) return;
    if (!replacement.behaviour.empty() && !why_no_machine_.empty()) {
      found_.machine.emplace().learned.undecided = why_no_machine_;
      return;
    }
    found_.machine = ask_for_machine(tester_, lines_, ways_);
    const auto& automaton = found_.machine->learned.automaton;
    if (!automaton) return;
    if (replacement.policy.empty()) replacement.agreement = 1;
    replacement.policy = "other";
    replacement.undecided.clear();
    replacement.behaviour += (replacement.behaviour.empty() ? "it does as a machine of " : ", and all as a machine of ") +
                             format_count(automaton->states.size()) + (automaton->states.size() == 1 ? " state" : " states");
  }

  template <typename Follow>
  Victims victims(const Sequence& sequence, std::size_t wanted, Follow&& chase) {
    // The first chase shows how often an evicted line is identified, and how many accesses a visit costs.
    const std::uint64_t before = tester_.accesses_spent();
    const auto visits = std::max<std::uint64_t>(64, 16 * sequence.lines.size());
    const std::vector<SetAccess> first = chase(visits);
    const auto cost = static_cast<double>(tester_.accesses_spent() - before) / static_cast<double>(first.size());
    const auto misses =
        static_cast<double>(std::count_if(first.begin(), first.end(), [](const SetAccess& access) { return access.miss; }));
    const double each = static_cast<double>(first.size()) / std::max(misses, 1.0);
    const auto needed = std::min(1.2 * static_cast<double>(wanted) * each, static_cast<double>(kMostAccessesAChase) / cost);
    Victims all;
    for (unsigned i = 0; i < kMostChases && all.list.size() < wanted; ++i) {
      const std::vector<SetAccess> seen = chase(static_cast<std::uint64_t>(needed) + 1);
      all.append(inference::victims_of(seen, ways_));
      if (static_cast<double>(seen.size()) >= needed) break;  // the chase was as long as needed: the device set no limit
    }
    return all;
  }

  SetFollower& tester_;
  const Addresses& lines_;
  std::uint32_t ways_;
  std::string why_no_machine_;
  std::uint32_t segments_ = 0;
  Sequence in_order_, mixed_, lines_that_fit_;
  PolicyFound found_;
};

}  // namespace

PolicyFound solve_policy(SetFollower& tester, const Addresses& lines, std::string why_no_machine) {
  return PolicySolver(tester, lines, std::move(why_no_machine)).solve();
}

}  // namespace chasescope::structure
