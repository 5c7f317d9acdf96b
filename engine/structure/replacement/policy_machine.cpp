#include "engine/structure/replacement/policy_machine.h"

#include <algorithm>

#include "engine/inference/replacement/policy_words.h"

namespace chasescope::structure {
namespace {

using inference::LineWords;
using inference::NotAnAutomaton;

constexpr std::uint64_t kWordSeed = 0x303d5;
/// Twice the number of chases and accesses for any automaton that was learnt. A device that needs a millisecond for a chase is
/// asked for two minutes at most.
constexpr std::uint64_t kMostChasesInAll = 100'000, kMostAccesses = 10'000'000;

class Asker {
 public:
  Asker(SetFollower& tester, const Addresses& lines) : tester_(tester), lines_(lines), before_(tester.accesses_spent()) {}

  std::vector<bool> visit(const std::vector<std::uint32_t>& sequence, std::uint64_t times) {
    if (++chases_ > kMostChasesInAll || accesses() > kMostAccesses)
      throw NotAnAutomaton("To learn its rule would take more experiments than this step may make.");
    const auto seen =
        tester_.follow(lines_, sequence, {sequence.size()}, sequence.size() * times, "a word over the lines of one set", &run_);
    std::vector<bool> missed;
    for (const inference::SetAccess& access : seen) {
      if (!access.known || !access.reached) throw NotAnAutomaton("An access could be a hit or a miss.");
      missed.push_back(access.miss);
    }
    return missed;
  }

  std::uint64_t chases() const { return chases_; }
  std::uint64_t accesses() const { return tester_.accesses_spent() - before_; }
  const RunPtr& last_run() const { return run_; }

 private:
  SetFollower& tester_;
  const Addresses& lines_;
  std::uint64_t before_, chases_ = 0;
  RunPtr run_;
};

}  // namespace

bool can_be_asked(const SetFollower& tester, std::uint32_t ways) {
  return tester.starts_empty() && tester.is_nearest() && !tester.noisy() && ways > 1 && ways <= inference::kMostAutomatonWays;
}

MachineFound ask_for_machine(SetFollower& tester, const Addresses& lines, std::uint32_t ways) {
  MachineFound found;
  Asker asker(tester, lines);
  const auto lines_of_set = static_cast<std::uint32_t>(lines.size());
  LineWords words(ways, lines_of_set, tester.visits_per_line(),
                  [&](const std::vector<std::uint32_t>& sequence, std::uint64_t times) { return asker.visit(sequence, times); });
  try {
    found.learned = inference::learn_policy(words, ways, kWordSeed);
    // The answers are known already. A few words are asked once more, so that their runs are evidence.
    LineWords again(ways, lines_of_set, tester.visits_per_line(),
                    [&](const std::vector<std::uint32_t>& sequence, std::uint64_t times) { return asker.visit(sequence, times); });
    for (const inference::PolicyWord& word : found.learned.examples) {
      if (!again.comes_as(word, found.learned.automaton->outputs(word))) throw NotAnAutomaton("A word did not come alike twice.");
      found.runs.push_back(asker.last_run());
    }
  } catch (const NotAnAutomaton& why) {
    found.learned = {};
    found.learned.undecided = why.what();
  } catch (const Unanswered&) {
    throw;
  } catch (const Undecided& why) {
    found.learned = {};
    found.learned.undecided = why.what();
  }
  found.chases = asker.chases();
  found.accesses = asker.accesses();
  return found;
}

}  // namespace chasescope::structure
