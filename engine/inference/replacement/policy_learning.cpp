// Learns the automaton of a replacement policy: L* for Mealy machines with a discrimination tree instead of a table (Kearns,
// Vazirani, 1994), and one more question for each word with an unexpected output (Rivest, Schapire, 1993).
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "engine/inference/replacement/policy_automaton.h"
#include "engine/inference/replacement/policy_words.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::inference {
namespace {

constexpr std::uint64_t kSearching = 0, kConfirming = 1;  // numbers of two separate sequences of random words
/// Words that search for differences from the automaton, and new words that it must predict: so many, or a few for each transition.
/// A difference that one word in a hundred shows escapes a thousand words with a probability of 4 in 100,000.
constexpr std::size_t kWords = 1000, kSearchATransition = 8, kConfirmATransition = 2;
/// Systematic words that look one step beyond every transition (Chow's W-method, 1978), unless there are more of them.
constexpr std::size_t kMostBySystem = 4000;
constexpr std::size_t kShownWords = 3;
constexpr std::uint16_t kOpen = 0xFFFF;

PolicyWord joined(PolicyWord first, const PolicyWord& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

PolicyWord with(PolicyWord word, std::uint8_t letter) {
  word.push_back(letter);
  return word;
}

class Learner {
 public:
  Learner(const PolicyOracle& oracle, std::uint32_t ways, std::uint64_t seed)
      : oracle_(oracle),
        ways_(ways),
        searching_(ways, mixed_seed(seed, kSearching)),
        confirming_(ways, mixed_seed(seed, kConfirming)),
        // A miss for every way shows the order in which the lines would be evicted.
        all_go_(ways, static_cast<std::uint8_t>(ways)) {}

  LearnedAutomaton learn() {
    nodes_.push_back({.question = all_go_});
    sift({});
    complete();
    while (explain_all(drawn(searching_, kSearchATransition), Asked::as_far_as_can_be) ||
           explain_all(one_step_beyond(), Asked::whole)) {
    }
    return confirmed();
  }

 private:
  struct Node {
    PolicyWord question = {};
    std::map<PolicyOutputs, std::size_t> answers = {};
    std::uint16_t state = kOpen;  // the state of a leaf; kOpen for an inner node
  };

  enum class Asked : std::uint8_t { whole, as_far_as_can_be };

  static NotAnAutomaton cant_ask(std::size_t letters) {
    return NotAnAutomaton("To tell its states apart takes words of " + std::to_string(letters) +
                          " letters, and lines can't be visited so often in one chase.");
  }

  /// The outputs of `end` after `begin`.
  PolicyOutputs answer(const PolicyWord& begin, const PolicyWord& end) const {
    PolicyOutputs outputs = oracle_.ask(joined(begin, end));
    if (outputs.size() < begin.size() + end.size()) throw cant_ask(begin.size() + end.size());
    outputs.erase(outputs.begin(), outputs.begin() + static_cast<std::ptrdiff_t>(begin.size()));
    return outputs;
  }

  std::size_t new_leaf(const PolicyWord& access) {
    if (automaton_.states.size() == kMostAutomatonStates)
      throw NotAnAutomaton("It has more than " + std::to_string(kMostAutomatonStates) + " states.");
    automaton_.states.push_back({std::vector<std::uint16_t>(ways_ + 1, kOpen), kNobody});
    access_.push_back(access);
    nodes_.push_back({.state = static_cast<std::uint16_t>(access_.size() - 1)});
    leaf_of_.push_back(nodes_.size() - 1);
    return nodes_.size() - 1;
  }

  /// The state that a word leads to. It is a new one if no known state fits.
  std::uint16_t sift(const PolicyWord& word) {
    std::size_t at = 0;
    while (nodes_[at].state == kOpen) {
      const PolicyOutputs told = answer(word, nodes_[at].question);
      const auto known = nodes_[at].answers.find(told);
      if (known != nodes_[at].answers.end()) {
        at = known->second;
        continue;
      }
      const std::size_t leaf = new_leaf(word);
      nodes_[at].answers.emplace(told, leaf);
      at = leaf;
    }
    return nodes_[at].state;
  }

  /// Follows every letter from every state, including states that are found on the way.
  void complete() {
    automaton_.ways = ways_;
    for (std::size_t state = 0; state < access_.size(); ++state) {
      if (automaton_.states[state].victim == kNobody)
        automaton_.states[state].victim = answer(access_[state], {automaton_.miss()}).front();
      for (std::uint32_t letter = 0; letter <= ways_; ++letter)
        if (automaton_.states[state].next[letter] == kOpen) {
          const std::uint16_t next = sift(with(access_[state], static_cast<std::uint8_t>(letter)));
          automaton_.states[state].next[letter] = next;
        }
    }
  }

  std::optional<std::size_t> letters_as_foretold(const PolicyWord& word) const {
    const PolicyOutputs foretold = automaton_.outputs(word);
    if (oracle_.comes_as) return oracle_.comes_as(word, foretold);
    const PolicyOutputs told = oracle_.ask(word);
    return std::equal(told.begin(), told.end(), foretold.begin()) ? std::optional(told.size()) : std::nullopt;
  }
  bool comes_as_foretold(const PolicyWord& word) const { return letters_as_foretold(word).has_value(); }

  std::vector<std::uint16_t> states_along(const PolicyWord& word) const {
    std::vector<std::uint16_t> states{0};
    for (const std::uint8_t letter : word) states.push_back(automaton_.states[states.back()].next[letter]);
    return states;
  }

  /// The word up to the first letter with an unexpected output; empty if there is none.
  PolicyWord up_to_difference(const PolicyWord& word) const {
    const PolicyOutputs told = oracle_.ask(word), foretold = automaton_.outputs(word);
    const auto differs = std::mismatch(told.begin(), told.end(), foretold.begin()).first;
    if (differs == told.end()) return {};
    return {word.begin(), word.begin() + (differs - told.begin()) + 1};
  }

  /// The word without the letters that are not needed for the unexpected output. Short words then distinguish the states, which are
  /// cheap to ask.
  PolicyWord shortened(PolicyWord word) const {
    for (std::size_t i = 0; i < word.size();) {
      PolicyWord less = word;
      less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
      if (!comes_as_foretold(less) && !(less = up_to_difference(less)).empty())
        word = std::move(less);
      else
        ++i;
    }
    return word;
  }

  /// Splits a state that does not explain the word's last output.
  void split(const PolicyWord& word) {
    const std::vector<std::uint16_t> along = states_along(word);
    const std::uint8_t foretold = automaton_.outputs(word).back();
    // From the word's beginning the output differs from the prediction; from the state before its last letter it agrees. Somewhere
    // between is a letter that leads to another state than the automaton says.
    const auto is_foretold_from = [&](std::size_t i) {
      const PolicyWord rest(word.begin() + static_cast<std::ptrdiff_t>(i), word.end());
      return answer(access_[along[i]], rest).back() == foretold;
    };
    std::size_t wrong = 0, right = word.size() - 1;
    if (right == 0 || is_foretold_from(wrong) || !is_foretold_from(right))
      throw NotAnAutomaton("The same sequence of hits and misses had two different results, so the policy involves chance.");
    while (right - wrong > 1) {
      const std::size_t middle = (wrong + right) / 2;
      (is_foretold_from(middle) ? right : wrong) = middle;
    }
    const std::uint16_t old = along[right];
    const PolicyWord fresh = with(access_[along[wrong]], word[wrong]);
    const PolicyWord question(word.begin() + static_cast<std::ptrdiff_t>(right), word.end());
    const PolicyOutputs of_old = answer(access_[old], question), of_fresh = answer(fresh, question);
    if (of_old == of_fresh)
      throw NotAnAutomaton("The same sequence of hits and misses had two different results, so the policy involves chance.");
    const std::size_t inner = leaf_of_[old];
    nodes_.push_back({.state = old});
    leaf_of_[old] = nodes_.size() - 1;
    const std::size_t leaf = new_leaf(fresh);
    nodes_[inner] = {.question = question, .answers = {{of_old, leaf_of_[old]}, {of_fresh, leaf}}};
    for (PolicyAutomaton::State& state : automaton_.states) std::replace(state.next.begin(), state.next.end(), old, kOpen);
    complete();
  }

  /// Learns from every word with an unexpected output. \return whether there was one
  bool explain_all(const std::vector<PolicyWord>& words, Asked asked) {
    bool any = false;
    for (const PolicyWord& word : words)
      for (;;) {
        const std::optional<std::size_t> letters = letters_as_foretold(word);
        if (letters && *letters < word.size() && asked == Asked::whole) throw cant_ask(word.size());
        if (letters) break;
        any = true;
        const PolicyWord different = up_to_difference(word);
        if (different.empty())
          throw NotAnAutomaton(
              "A sequence of hits and misses contradicts its own beginning. The policy involves chance, or other lines disturb the "
              "set.");
        split(shortened(different));
      }
    return any;
  }

  /// Words from any state on, also from states that no short word leads to.
  std::vector<PolicyWord> drawn(RandomWords& source, std::size_t for_a_transition) const {
    std::vector<PolicyWord> words(std::max(kWords, for_a_transition * access_.size() * (ways_ + 1)));
    for (PolicyWord& word : words) word = source.after(access_[source.below(access_.size())]);
    return words;
  }

  /// After every transition one more letter, and then the eviction of all lines. This shows a state that looked like another one
  /// until then. For a large automaton, only a part of these words is used.
  std::vector<PolicyWord> one_step_beyond() {
    const std::size_t all = access_.size() * (ways_ + 1) * (ways_ + 1);
    const std::size_t step = all / kMostBySystem + 1;
    std::vector<PolicyWord> words;
    for (std::size_t i = 0; i < all; i += step) {
      const auto first = static_cast<std::uint8_t>(i / (ways_ + 1) % (ways_ + 1)),
                 second = static_cast<std::uint8_t>(i % (ways_ + 1));
      words.push_back(joined(with(with(access_[i / (ways_ + 1) / (ways_ + 1)], first), second), all_go_));
    }
    return words;
  }

  LearnedAutomaton confirmed() {
    LearnedAutomaton learned;
    std::vector<std::pair<std::size_t, PolicyWord>> asked;
    std::vector<PolicyWord> words = drawn(confirming_, kConfirmATransition);
    for (PolicyWord& word : words) {
      const std::optional<std::size_t> letters = letters_as_foretold(word);
      if (!letters)
        throw NotAnAutomaton("An automaton of " + format_count(access_.size()) + (access_.size() == 1 ? " state" : " states") +
                             " explains all words that it was learnt from, but one of " + format_count(words.size()) +
                             " new ones contradicted it.");
      learned.letters += *letters;
      asked.emplace_back(*letters, std::move(word));
    }
    learned.foretold = asked.size();
    std::stable_sort(asked.begin(), asked.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t i = 0; i < kShownWords; ++i) learned.examples.push_back(std::move(asked[i].second));
    learned.automaton = in_order_of_finding(automaton_);
    return learned;
  }

  const PolicyOracle& oracle_;
  std::uint32_t ways_;
  RandomWords searching_, confirming_;
  PolicyWord all_go_;
  PolicyAutomaton automaton_;
  std::vector<PolicyWord> access_;    // by state: a word that leads there
  std::vector<std::size_t> leaf_of_;  // by state
  std::vector<Node> nodes_;           // the root is the first
};

}  // namespace

LearnedAutomaton learn_automaton(const PolicyOracle& oracle, std::uint32_t ways, std::uint64_t seed) {
  try {
    return Learner(oracle, ways, seed).learn();
  } catch (const NotAnAutomaton& why) {
    LearnedAutomaton none;
    none.undecided = why.what();
    return none;
  }
}

}  // namespace chasescope::inference
