#include "engine/inference/replacement/policy_words.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "engine/trace/quantity_text.h"

namespace chasescope::inference {
namespace {

constexpr std::uint32_t kLettersForAWay = 8;
constexpr std::uint64_t kOneIsLong = 8, kLonger = 8;
constexpr std::uint64_t kLongChases = 32, kVisitsOfALongChase = 2000;
constexpr std::uint64_t kOfLongChases = 2;  // gives the seed of long chases a number of its own

}  // namespace

PolicyWord RandomWords::after(const PolicyWord& begin) {
  for (;;) {
    const std::uint64_t most = std::uint64_t{kLettersForAWay} * ways_ * (random_.below(kOneIsLong) == 0 ? kLonger : 1);
    const std::uint64_t letters = ways_ + random_.below(most - ways_ + 1);
    const double misses = 0.1 + 0.8 * random_.unit();
    PolicyWord word = begin;
    for (std::uint64_t i = 0; i < letters; ++i)
      word.push_back(static_cast<std::uint8_t>(random_.unit() < misses ? ways_ : random_.below(ways_)));
    if (before_.insert(word).second) return word;
  }
}

std::vector<bool> misses_of(const PolicyAutomaton& automaton, const std::vector<std::uint32_t>& lines) {
  std::vector<bool> misses;
  std::vector<std::uint32_t> in_way;
  std::size_t state = 0;
  for (const std::uint32_t line : lines) {
    const auto at = std::find(in_way.begin(), in_way.end(), line);
    const bool is_miss = at == in_way.end();
    misses.push_back(is_miss);
    if (in_way.size() < automaton.ways) {
      in_way.push_back(line);
      continue;
    }
    const PolicyAutomaton::State& now = automaton.states[state];
    if (is_miss) in_way[now.victim] = line;
    state = now.next[is_miss ? automaton.ways : static_cast<std::size_t>(at - in_way.begin())];
  }
  return misses;
}

LineWords::LineWords(std::uint32_t ways, std::uint32_t lines, std::uint32_t visits_per_line, VisitLines visit)
    : ways_(ways), lines_(lines), visits_per_line_(visits_per_line), visit_(std::move(visit)) {
  known_.emplace_back().next.fill(kUnknown);
}

LineWords::Placed LineWords::filled() const {
  Placed placed;
  placed.in_way.resize(ways_);
  std::iota(placed.in_way.begin(), placed.in_way.end(), 0U);
  placed.sequence = placed.in_way;
  placed.missed.assign(ways_, true);
  placed.visits.assign(lines_, 0);
  std::fill_n(placed.visits.begin(), ways_, 1U);
  placed.last_out = ways_;
  return placed;
}

bool LineWords::may_visit(const Placed& placed, std::uint32_t line) const {
  return placed.visits[line] + 2 <= visits_per_line_;  // the last visit is kept for the question which lines are still in the set
}

std::uint32_t LineWords::line_of(const Placed& placed, std::uint8_t letter) const {
  if (letter < ways_) return may_visit(placed, placed.in_way[letter]) ? placed.in_way[letter] : kUnknown;
  // Visits the line that was evicted last: its miss proves that it was evicted.
  if (may_visit(placed, placed.last_out)) return placed.last_out;
  std::uint32_t least = kUnknown;
  for (std::uint32_t line = 0; line < lines_; ++line) {
    const bool is_out = std::find(placed.in_way.begin(), placed.in_way.end(), line) == placed.in_way.end();
    if (is_out && may_visit(placed, line) && (least == kUnknown || placed.visits[line] < placed.visits[least])) least = line;
  }
  return least;
}

void LineWords::place(Placed& placed, std::uint8_t letter, std::uint32_t line, std::uint8_t victim) const {
  placed.sequence.push_back(line);
  placed.missed.push_back(letter == ways_);
  ++placed.visits[line];
  if (letter == ways_) placed.last_out = std::exchange(placed.in_way[victim], line);
}

std::vector<bool> LineWords::chase(const std::vector<std::uint32_t>& sequence) {
  if (!holds_its_lines_) {
    holds_its_lines_ = true;
    std::vector<std::uint32_t> twice = filled().sequence;
    twice.insert(twice.end(), twice.begin(), twice.begin() + ways_);
    std::vector<bool> expected(twice.size(), false);
    std::fill_n(expected.begin(), ways_, true);
    if (chase(twice) != expected)
      throw NotAnAutomaton("Lines that should fill an empty set, one for each way, do not all stay in it.");
  }
  ++chases_;
  visits_ += sequence.size();
  std::vector<bool> missed = visit_(sequence, 1);
  if (missed.size() < sequence.size()) throw NotAnAutomaton("The device answered for fewer visits than were asked for.");
  missed.resize(sequence.size());
  return missed;
}

std::uint8_t LineWords::victim_of(const Placed& placed, std::uint32_t line) {
  std::vector<std::uint32_t> sequence = placed.sequence;
  sequence.push_back(line);
  sequence.insert(sequence.end(), placed.in_way.begin(), placed.in_way.end());
  const std::vector<bool> missed = chase(sequence);
  const auto asked = missed.begin() + static_cast<std::ptrdiff_t>(placed.sequence.size());
  if (!std::equal(placed.missed.begin(), placed.missed.end(), missed.begin()) || !*asked)
    throw NotAnAutomaton(
        "The same visits of a set had different hits and misses. The policy involves chance, or other lines disturb the set.");
  const auto gone = std::find(asked + 1, missed.end(), true);
  if (gone == missed.end())
    throw NotAnAutomaton("After a miss all old lines were still in the full set, so a line that misses is not always brought in.");
  return static_cast<std::uint8_t>(gone - asked - 1);
}

std::uint32_t LineWords::node_after(std::uint32_t node, std::uint8_t letter) {
  if (known_[node].next[letter] == kUnknown) {
    const auto fresh = static_cast<std::uint32_t>(known_.size());
    known_.emplace_back().next.fill(kUnknown);
    known_[node].next[letter] = fresh;
  }
  return known_[node].next[letter];
}

PolicyOutputs LineWords::ask(const PolicyWord& word) {
  PolicyOutputs outputs;
  Placed placed = filled();
  std::uint32_t node = 0;
  for (const std::uint8_t letter : word) {
    const std::uint32_t line = line_of(placed, letter);
    if (line == kUnknown) break;
    node = node_after(node, letter);
    if (letter == ways_ && known_[node].victim == kNobody) known_[node].victim = victim_of(placed, line);
    outputs.push_back(known_[node].victim);
    place(placed, letter, line, known_[node].victim);
  }
  return outputs;
}

std::optional<std::size_t> LineWords::comes_as(const PolicyWord& word, const PolicyOutputs& foretold) {
  Placed placed = filled();
  std::uint32_t node = 0;
  bool is_known = true;
  std::size_t asked = 0;
  for (; asked < word.size(); ++asked) {
    const std::uint8_t letter = word[asked];
    const std::uint32_t line = line_of(placed, letter);
    if (line == kUnknown) break;
    if (is_known) {
      node = known_[node].next[letter];
      is_known = node != kUnknown && (letter < ways_ || known_[node].victim != kNobody);
      if (is_known && known_[node].victim != foretold[asked]) return std::nullopt;
    }
    place(placed, letter, line, foretold[asked]);
  }
  if (is_known) return asked;
  std::vector<std::uint32_t> sequence = placed.sequence;
  sequence.insert(sequence.end(), placed.in_way.begin(), placed.in_way.end());
  std::vector<bool> expected = placed.missed;
  expected.resize(sequence.size(), false);
  if (chase(sequence) != expected) return std::nullopt;
  node = 0;
  for (std::size_t i = 0; i < asked; ++i) {
    node = node_after(node, word[i]);
    known_[node].victim = foretold[i];
  }
  return asked;
}

PolicyOracle LineWords::oracle() {
  return {[this](const PolicyWord& word) { return ask(word); },
          [this](const PolicyWord& word, const PolicyOutputs& foretold) { return comes_as(word, foretold); }};
}

std::vector<std::uint32_t> LineWords::random_order(Random& random, bool evenly) const {
  // All lines come once before any is read again, so that the empty set is filled.
  std::vector<std::uint32_t> order(lines_);
  std::iota(order.begin(), order.end(), 0U);
  for (std::uint32_t i = lines_; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  std::vector<std::uint32_t> left(lines_, visits_per_line_ - 1);
  const std::uint64_t more = lines_ * (visits_per_line_ - 1ULL) / 2;
  for (std::uint64_t i = 0; i < more; ++i)
    if (const auto line = static_cast<std::uint32_t>(random.below(evenly ? lines_ : random.below(lines_) + 1)); left[line] > 0) {
      --left[line];
      order.push_back(line);
    }
  return order;
}

std::optional<std::uint64_t> LineWords::long_chases_as_foretold(const PolicyAutomaton& automaton, std::uint64_t seed) {
  Random random(seed);
  std::uint64_t foretold = 0;
  for (std::uint64_t i = 0; i < kLongChases; ++i) {
    const std::vector<std::uint32_t> order = random_order(random, i % 2 == 0);
    const std::uint64_t times = kVisitsOfALongChase / order.size() + 1;
    std::vector<std::uint32_t> visited;
    for (std::uint64_t time = 0; time < times; ++time) visited.insert(visited.end(), order.begin(), order.end());
    ++chases_;
    visits_ += visited.size();
    const std::vector<bool> missed = visit_(order, times), expected = misses_of(automaton, visited);
    if (missed.size() < order.size()) throw NotAnAutomaton("The device answered for fewer visits than were asked for.");
    if (!std::equal(missed.begin(), missed.begin() + static_cast<std::ptrdiff_t>(std::min(missed.size(), expected.size())),
                    expected.begin()))
      return std::nullopt;
    foretold += missed.size();
  }
  return foretold;
}

LearnedAutomaton learn_policy(LineWords& words, std::uint32_t ways, std::uint64_t seed) {
  LearnedAutomaton learned = learn_automaton(words.oracle(), ways, seed);
  if (!learned.automaton) return learned;
  LearnedAutomaton none;
  try {
    const auto visits = words.long_chases_as_foretold(*learned.automaton, mixed_seed(seed, kOfLongChases));
    if (visits) {
      learned.visits = *visits;
      return learned;
    }
    const std::size_t states = learned.automaton->states.size();
    none.undecided = "An automaton of " + format_count(states) + (states == 1 ? " state" : " states") +
                     " explains short sequences, but not long chases. Something else that changes seldom influences the policy.";
  } catch (const NotAnAutomaton& why) {
    none.undecided = why.what();
  }
  return none;
}

}  // namespace chasescope::inference
