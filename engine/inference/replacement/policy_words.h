// Words over a replacement policy's letters: drawn at random, and asked of one set by visits of its lines alone.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "engine/inference/replacement/policy_automaton.h"
#include "engine/trace/random.h"

namespace chasescope::inference {

/// Draws words, none of them twice.
class RandomWords {
 public:
  RandomWords(std::uint32_t ways, std::uint64_t seed) : ways_(ways), random_(seed) {}

  /// `begin` and one to eight letters for each way, of one word in eight up to 64. Some words are nearly all hits, and some nearly
  /// all misses: states that only many of one kind in a row lead to are reached, too.
  PolicyWord after(const PolicyWord& begin);
  /// A number below `bound`, by the same seed.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_.below(bound)); }

 private:
  std::uint32_t ways_;
  Random random_;
  std::set<PolicyWord> before_;
};

/// Hits and misses that the automaton foretells for visits of one set from empty on, whose first `ways` are of as many lines.
std::vector<bool> misses_of(const PolicyAutomaton& automaton, const std::vector<std::uint32_t>& lines);

/// Visits lines of one set from cold, in this order so many times over, and tells which visits missed; fewer of them where a chase
/// can't be so long. May throw NotAnAutomaton.
using VisitLines = std::function<std::vector<bool>(const std::vector<std::uint32_t>& lines, std::uint64_t times)>;

/// Translates words into visits (CacheQuery's Polca). A set begins empty and is filled by lines 0, 1, …: a way for each. A hit in
/// way i is a visit of the line that sits there, a miss one of a line that is out. Whom the miss replaced is seen by visiting all
/// that sat in the set before: hits change nobody's place, so the first of them that misses is the one. All in one chase, where
/// Polca begins anew for each line. What is known of a word is not asked again for a longer one.
///
/// In each chase all visits must come as the shorter words have it: where one does not, chance has a part in it, or others do.
class LineWords {
 public:
  /// `lines`: lines of the set that there are, at least ways + 1. `visits_per_line`: how often one may be visited in a chase.
  LineWords(std::uint32_t ways, std::uint32_t lines, std::uint32_t visits_per_line, VisitLines visit);

  /// \throws NotAnAutomaton, and what visit() throws
  PolicyOutputs ask(const PolicyWord& word);
  /// How many letters of the word can be asked, if they come as foretold: one chase for all of them, at whose end everything that
  /// should be in the set must be.
  std::optional<std::size_t> comes_as(const PolicyWord& word, const PolicyOutputs& foretold);
  PolicyOracle oracle();
  /// How many visits came as the automaton foretells, in chases that go over a random order of the lines again and again: far
  /// longer than any word, so that what changes slowly or seldom shows. Nothing if any came otherwise.
  std::optional<std::uint64_t> long_chases_as_foretold(const PolicyAutomaton& automaton, std::uint64_t seed);

  std::uint64_t chases() const { return chases_; }
  std::uint64_t visits() const { return visits_; }

 private:
  /// Where everything is after some letters.
  struct Placed {
    std::vector<std::uint32_t> in_way, visits, sequence;
    std::vector<bool> missed;  ///< of the sequence
    std::uint32_t last_out;    ///< the line that was replaced last
  };
  static constexpr std::uint32_t kUnknown = ~0U;
  struct Node {
    std::array<std::uint32_t, kMostAutomatonWays + 1> next;
    std::uint8_t victim = kNobody;
  };

  Placed filled() const;
  bool may_visit(const Placed& placed, std::uint32_t line) const;
  /// The line that the next letter visits; kUnknown where it can't be asked.
  std::uint32_t line_of(const Placed& placed, std::uint8_t letter) const;
  void place(Placed& placed, std::uint8_t letter, std::uint32_t line, std::uint8_t victim) const;
  std::vector<bool> chase(const std::vector<std::uint32_t>& sequence);
  /// All lines once, and then some of them again: all alike, or some more often than others.
  std::vector<std::uint32_t> random_order(Random& random, bool evenly) const;
  /// Whom a miss replaces that visits `line` next.
  std::uint8_t victim_of(const Placed& placed, std::uint32_t line);
  std::uint32_t node_after(std::uint32_t node, std::uint8_t letter);

  std::uint32_t ways_, lines_, visits_per_line_;
  VisitLines visit_;
  std::vector<Node> known_;  // words as a tree, by letter
  bool holds_its_lines_ = false;
  std::uint64_t chases_ = 0, visits_ = 0;
};

/// learn_automaton() of these words, and long chases that must come as the automaton foretells.
LearnedAutomaton learn_policy(LineWords& words, std::uint32_t ways, std::uint64_t seed);

}  // namespace chasescope::inference
