// A replacement policy without chance as a finite automaton: what it does with one full set, whatever it is called.
//
// Its letters are "hit in way i" and "miss"; a miss has an output, the way whose line is replaced. State 0 is a set that was empty
// and was filled by as many lines as it has ways, one after another: they number the ways (Vila, Ganty, Guarnieri, Köpf:
// CacheQuery, PLDI 2020, section 3, whose policies are such Mealy machines).
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
/// For each letter the way that was replaced, or kNobody.
using PolicyOutputs = std::vector<std::uint8_t>;

inline constexpr std::uint8_t kNobody = 0xFF;
/// LRU of 8 ways has 40,320 states: what has more ways or states than these is not asked for.
inline constexpr std::uint32_t kMostAutomatonWays = 8;
inline constexpr std::size_t kMostAutomatonStates = 512;

struct PolicyAutomaton {
  struct State {
    std::vector<std::uint16_t> next;  ///< by letter
    std::uint8_t victim = 0;          ///< the way that a miss replaces
    friend bool operator==(const State&, const State&) = default;
  };
  std::uint32_t ways = 0;
  std::vector<State> states;  ///< the first is where words begin

  std::uint8_t miss() const { return static_cast<std::uint8_t>(ways); }
  /// \pre letters are at most miss()
  PolicyOutputs outputs(const PolicyWord& word) const;
  friend bool operator==(const PolicyAutomaton&, const PolicyAutomaton&) = default;
};

/// The same automaton with its states in the order in which a search in breadth finds them, hits before misses. States that nothing
/// leads to are left out.
PolicyAutomaton in_order_of_finding(const PolicyAutomaton& automaton);

/// "1 0 1/0; 1 0 0/1": LRU of two ways. A part for each state, numbered from 0: where a hit in each way leads, then where a miss
/// leads and after a slash which way it replaces.
std::string to_text(const PolicyAutomaton& automaton);

struct AutomatonRead {
  std::optional<PolicyAutomaton> automaton;
  std::string fault;  ///< why there is none: the end of a sentence that begins with what was read
};
/// Reads to_text(). Whatever the text is, the answer is an automaton whose every state exists and is reached, or what is wrong.
AutomatonRead automaton_from(std::string_view text);

/// Thrown by what answers words, and caught by learn_automaton(): why no automaton can be told. A sentence.
struct NotAnAutomaton : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What knows the policy: a device, or in tests anything.
struct PolicyOracle {
  /// The outputs of a word; fewer than it has letters where the rest of it can't be asked.
  std::function<PolicyOutputs(const PolicyWord&)> ask;
  /// How many letters of a word can be asked, if all of them come as foretold; else nothing. May be cheaper than to ask. Unset:
  /// ask() tells.
  std::function<std::optional<std::size_t>(const PolicyWord&, const PolicyOutputs& foretold)> comes_as;
};

struct LearnedAutomaton {
  std::optional<PolicyAutomaton> automaton;
  std::string undecided;             ///< why there is none; a sentence
  std::size_t foretold = 0;          ///< words that were drawn when it had been learnt, and came exactly as it says
  std::size_t letters = 0;           ///< of all of them that could be asked
  std::uint64_t visits = 0;          ///< of long chases, which came as it says as well; only by learn_policy()
  std::vector<PolicyWord> examples;  ///< a few of the longest of them, to be shown as evidence
};

/// Learns the automaton of a policy of `ways` ways by asking for words, and believes it only if a thousand fresh words or more come
/// exactly as it foretells. Anything else, and so a policy with the least of chance in it, ends as undecided. Throws what the
/// oracle throws, but for NotAnAutomaton. \pre 1 ≤ ways ≤ kMostAutomatonWays
LearnedAutomaton learn_automaton(const PolicyOracle& oracle, std::uint32_t ways, std::uint64_t seed);

}  // namespace chasescope::inference
