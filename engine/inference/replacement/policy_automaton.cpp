#include "engine/inference/replacement/policy_automaton.h"

#include <algorithm>
#include <charconv>

namespace chasescope::inference {
namespace {

constexpr std::uint16_t kNowhere = 0xFFFF;
/// The longest text of an automaton: each of its numbers has three digits at the most and is followed by one character or two.
constexpr std::size_t kLongestText = kMostAutomatonStates * (kMostAutomatonWays + 2) * 5;

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// The number in `text`; no value if it is not a whole number below `end`.
std::optional<std::uint16_t> number_below(std::string_view text, std::size_t end) {
  std::uint16_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || rest != text.data() + text.size() || number >= end) return std::nullopt;
  return number;
}

/// Quotes a part of a text from outside, shortened for display.
std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 24;
  std::string shown;
  for (const char c : text.substr(0, kShown)) shown += c >= ' ' && c <= '~' && c != '"' ? c : '?';
  return '"' + shown + (text.size() > kShown ? "…\"" : "\"");
}

/// The state that `part` describes, for an automaton of `states` states. If it describes none, `fault` says why.
PolicyAutomaton::State state_from(std::string_view part, std::size_t ways, std::size_t states, std::string& fault) {
  PolicyAutomaton::State state;
  const std::vector<std::string_view> words = split(part, ' ');
  if (words.size() != ways + 1) {
    fault = "has " + std::to_string(words.size()) + " entries, and the first state has " + std::to_string(ways + 1);
    return state;
  }
  for (std::size_t letter = 0; letter <= ways; ++letter) {
    std::string_view word = words[letter];
    if (letter == ways) {
      const std::size_t slash = word.find('/');
      const auto victim = slash == std::string_view::npos ? std::nullopt : number_below(word.substr(slash + 1), ways);
      if (!victim) {
        fault = "must end with a state, a slash and a way below " + std::to_string(ways) + ", and ends with " + quoted(word);
        return state;
      }
      state.victim = static_cast<std::uint8_t>(*victim);
      word = word.substr(0, slash);
    }
    const auto next = number_below(word, states);
    if (!next) {
      fault = "leads to " + quoted(word) + ", and there are " + std::to_string(states) + " states, numbered from 0";
      return state;
    }
    state.next.push_back(*next);
  }
  return state;
}

}  // namespace

PolicyOutputs PolicyAutomaton::outputs(const PolicyWord& word) const {
  PolicyOutputs outputs;
  outputs.reserve(word.size());
  std::size_t at = 0;
  for (const std::uint8_t letter : word) {
    outputs.push_back(letter == miss() ? states[at].victim : kNobody);
    at = states[at].next[letter];
  }
  return outputs;
}

PolicyAutomaton in_order_of_finding(const PolicyAutomaton& automaton) {
  std::vector<std::uint16_t> number(automaton.states.size(), kNowhere), found{0};
  number[0] = 0;
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const std::uint16_t next : automaton.states[found[i]].next)
      if (number[next] == kNowhere) {
        number[next] = static_cast<std::uint16_t>(found.size());
        found.push_back(next);
      }
  PolicyAutomaton ordered{automaton.ways, {}};
  for (const std::uint16_t old : found) {
    PolicyAutomaton::State state = automaton.states[old];
    for (std::uint16_t& next : state.next) next = number[next];
    ordered.states.push_back(std::move(state));
  }
  return ordered;
}

std::string to_text(const PolicyAutomaton& automaton) {
  std::string text;
  for (const PolicyAutomaton::State& state : automaton.states) {
    if (!text.empty()) text += "; ";
    for (const std::uint16_t next : state.next) text += std::to_string(next) + ' ';
    text.back() = '/';
    text += std::to_string(state.victim);
  }
  return text;
}

AutomatonRead automaton_from(std::string_view text) {
  const auto refused = [](std::string why) { return AutomatonRead{std::nullopt, std::move(why)}; };
  if (text.size() > kLongestText)
    return refused("is longer than any automaton of " + std::to_string(kMostAutomatonStates) + " states");
  std::vector<std::string_view> parts = split(text, ';');
  for (std::size_t i = 1; i < parts.size(); ++i)
    if (parts[i].starts_with(' ')) parts[i].remove_prefix(1);
  if (parts.size() > kMostAutomatonStates)
    return refused("has " + std::to_string(parts.size()) + " states, and " + std::to_string(kMostAutomatonStates) +
                   " are the most");
  const std::size_t ways = split(parts.front(), ' ').size() - 1;
  if (ways < 1 || ways > kMostAutomatonWays)
    return refused("must have an entry for each of 1 to " + std::to_string(kMostAutomatonWays) +
                   " ways and one for a miss in every state, and has " + quoted(parts.front()));
  PolicyAutomaton automaton{static_cast<std::uint32_t>(ways), {}};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::string fault;
    automaton.states.push_back(state_from(parts[i], ways, parts.size(), fault));
    if (!fault.empty()) return refused("is wrong in state " + std::to_string(i) + ", which " + fault);
  }
  if (in_order_of_finding(automaton).states.size() != automaton.states.size()) return refused("has states that nothing leads to");
  return {std::move(automaton), {}};
}

}  // namespace chasescope::inference
