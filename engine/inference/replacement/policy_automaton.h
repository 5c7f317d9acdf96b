// A deterministic replacement policy as a finite automaton: its behaviour on one full set, whether or not it has a name.
//
// The letters of the automaton are "hit in way i" and "miss". A miss has an output, the way whose line is replaced. In state 0, the
// set was empty and has been filled by as many lines as it has ways, one after another; the order of these lines numbers the ways.
// (Vila, Ganty, Guarnieri, Köpf: CacheQuery, PLDI 2020, section 3, where policies are such Mealy machines.)
//
//   const PolicyWord word{0, 4, 1};            // of 4 ways: hit in way 0, miss, hit in way 1
//   const PolicyOutputs goes = automaton.outputs(word);   // kNobody, the victim, kNobody
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace chasescope::inference {

/// Letters: i < ways is a hit in way i, `ways` is a miss.
using PolicyWord = std::vector<std::uint8_t>;
/// For each letter the way that was replaced, or kNobody if none was.
using PolicyOutputs = std::vector<std::uint8_t>;

inline constexpr std::uint8_t kNobody = 0xFF;
/// The largest number of ways. LRU of 8 ways has 40,320 states; more ways or states are not learnt.
inline constexpr std::uint32_t kMostAutomatonWays = 8;
inline constexpr std::size_t kMostAutomatonStates = 512;

struct PolicyAutomaton {
  struct State {
    std::vector<std::uint16_t> next;  ///< by letter
    std::uint8_t victim = 0;          ///< the way that a miss replaces
    friend bool operator==(const State&, const State&) = default;
  };
  std::uint32_t ways = 0;
  std::vector<State> states;  ///< words begin in the first state

  std::uint8_t miss() const { return static_cast<std::uint8_t>(ways); }
  /// \pre letters are at most miss()
  PolicyOutputs outputs(const PolicyWord& word) const;
  friend bool operator==(const PolicyAutomaton&, const PolicyAutomaton&) = default;
};

/// The same automaton with its states in the order of a breadth-first search, hits before misses. Unreachable states are left out.
PolicyAutomaton in_order_of_finding(const PolicyAutomaton& automaton);

/// A text such as "1 0 1/0; 1 0 0/1", which is LRU of two ways. It has a part for each state, and states are numbered from 0. A
/// part lists the state after a hit in each way, the state after a miss, and behind a slash the way that the miss replaces.
std::string to_text(const PolicyAutomaton& automaton);

struct AutomatonRead {
  std::optional<PolicyAutomaton> automaton;
  std::string fault;  ///< why there is no automaton: a clause that follows the name of the text, as "is wrong in state 1, which …"
};
/// Reads a text of to_text(). For any other text, the result is a fault, unless the text describes an automaton whose states all
/// exist and are reachable.
AutomatonRead automaton_from(std::string_view text);

/// Thrown by the oracle and caught by learn_automaton(). Its sentence says why there is no automaton.
struct NotAnAutomaton : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Answers words: a device does, or a test.
struct PolicyOracle {
  /// The outputs of a word, one for each letter; fewer if the word's last letters can't be asked.
  std::function<PolicyOutputs(const PolicyWord&)> ask;
  /// The number of letters of a word that can be asked, if all of them have the predicted outputs; else no value. This function may
  /// be cheaper than ask(), which replaces it if it is not set.
  std::function<std::optional<std::size_t>(const PolicyWord&, const PolicyOutputs& foretold)> comes_as;
};

struct LearnedAutomaton {
  std::optional<PolicyAutomaton> automaton;
  std::string undecided;             ///< why there is no automaton; a sentence
  std::size_t foretold = 0;          ///< words drawn after the automaton was learnt, all of which it predicted exactly
  std::size_t letters = 0;           ///< letters of all of these words that could be asked
  std::uint64_t visits = 0;          ///< visits of long chases, all of which the automaton predicted; only by learn_policy()
  std::vector<PolicyWord> examples;  ///< a few of the longest of these words, as evidence
};

/// Learns the automaton of a policy of `ways` ways by asking words. The automaton is accepted only if it predicts at least a
/// thousand new words exactly. Otherwise the result is undecided, as for any policy with an element of chance. Throws what the
/// oracle throws, except NotAnAutomaton. \pre 1 ≤ ways ≤ kMostAutomatonWays
LearnedAutomaton learn_automaton(const PolicyOracle& oracle, std::uint32_t ways, std::uint64_t seed);

}  // namespace chasescope::inference
