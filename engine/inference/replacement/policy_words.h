// Draws random words over the letters of a replacement policy, and asks words of one set by visiting its lines.
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

/// Draws random words, no word twice.
class RandomWords {
 public:
  RandomWords(std::uint32_t ways, std::uint64_t seed) : ways_(ways), random_(seed) {}

  /// A word of `begin` and then one to eight letters for each way; in one word of eight, up to 64 letters. Some words are nearly
  /// all hits and some nearly all misses, because only many letters of one kind in a row lead to some states.
  PolicyWord after(const PolicyWord& begin);
  /// A random number below `bound`, from the same generator.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_.below(bound)); }

 private:
  std::uint32_t ways_;
  Random random_;
  std::set<PolicyWord> before_;
};

/// The hits and misses that the automaton predicts for visits of one set. The set is empty at first, and the first `ways` visits
/// are of as many different lines.
std::vector<bool> misses_of(const PolicyAutomaton& automaton, const std::vector<std::uint32_t>& lines);

/// Visits `lines` of one set in this order, `times` times over, starting with a cold cache. The result says for each visit whether
/// it missed, and is shorter if a chase can't be so long. May throw NotAnAutomaton.
using VisitLines = std::function<std::vector<bool>(const std::vector<std::uint32_t>& lines, std::uint64_t times)>;

/// Translates words into visits (CacheQuery's Polca). The set is empty at first and is filled with lines 0, 1, …, one for each way.
/// A hit in way i is a visit of the line in that way, and a miss is a visit of a line that is not in the set. The victim of a miss
/// is found by visiting all lines that were in the set before: the first of them that misses is the victim, because hits evict
/// nothing. All of these visits are one chase, whereas Polca starts again for each line. Answers that are known from a shorter word
/// are not asked again.
///
/// In each chase, all visits must agree with the answers of shorter words. If one visit does not, the policy involves chance, or
/// other accesses disturb the set.
class LineWords {
 public:
  /// `lines`: the number of lines of the set, at least ways + 1. `visits_per_line`: how often a chase may visit each line.
  LineWords(std::uint32_t ways, std::uint32_t lines, std::uint32_t visits_per_line, VisitLines visit);

  /// \throws NotAnAutomaton, and what visit() throws
  PolicyOutputs ask(const PolicyWord& word);
  /// The number of letters of the word that can be asked, if their outputs are as predicted. One chase visits all letters, and then
  /// all lines that should be in the set.
  std::optional<std::size_t> comes_as(const PolicyWord& word, const PolicyOutputs& foretold);
  PolicyOracle oracle();
  /// The number of visits that the automaton predicts, in chases that repeat a random order of the lines many times. The chases are
  /// far longer than any word, so that slow or rare changes of the policy show. No value if a prediction fails.
  std::optional<std::uint64_t> long_chases_as_foretold(const PolicyAutomaton& automaton, std::uint64_t seed);

  std::uint64_t chases() const { return chases_; }
  std::uint64_t visits() const { return visits_; }

 private:
  /// The state of the set after some letters.
  struct Placed {
    std::vector<std::uint32_t> in_way, visits, sequence;
    std::vector<bool> missed;  ///< by visit of `sequence`
    std::uint32_t last_out;    ///< the line that was evicted last
  };
  static constexpr std::uint32_t kUnknown = ~0U;
  struct Node {
    std::array<std::uint32_t, kMostAutomatonWays + 1> next;
    std::uint8_t victim = kNobody;
  };

  Placed filled() const;
  bool may_visit(const Placed& placed, std::uint32_t line) const;
  /// The line that the next letter visits; kUnknown if it can't be asked.
  std::uint32_t line_of(const Placed& placed, std::uint8_t letter) const;
  void place(Placed& placed, std::uint8_t letter, std::uint32_t line, std::uint8_t victim) const;
  std::vector<bool> chase(const std::vector<std::uint32_t>& sequence);
  /// A random order of all lines once and some lines again; with `evenly` equally often, else some lines more often than others.
  std::vector<std::uint32_t> random_order(Random& random, bool evenly) const;
  /// The victim of the miss that the next visit, of `line`, is.
  std::uint8_t victim_of(const Placed& placed, std::uint32_t line);
  std::uint32_t node_after(std::uint32_t node, std::uint8_t letter);

  std::uint32_t ways_, lines_, visits_per_line_;
  VisitLines visit_;
  std::vector<Node> known_;  // the words with known answers, as a tree whose edges are letters
  bool holds_its_lines_ = false;
  std::uint64_t chases_ = 0, visits_ = 0;
};

/// Learns an automaton by asking `words`, and accepts it only if it also predicts long chases.
LearnedAutomaton learn_policy(LineWords& words, std::uint32_t ways, std::uint64_t seed);

}  // namespace chasescope::inference
