#include "engine/structure/shape/crowded_lines.h"

#include <algorithm>

#include "engine/experiment/shared_work.h"
#include "engine/statistics/assumptions.h"
#include "engine/statistics/tails.h"
#include "engine/structure/sets/index_solver.h"
#include "engine/structure/shape/known_shapes.h"
#include "engine/structure/shape/shape_by_trials.h"
#include "engine/structure/testers/minimal_overflow.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr Most kForCrowded{.accesses = 50'000'000, .cycles = 3e8};

struct Crowd {
  std::uint64_t step = 0;  ///< bytes from line to line
  std::uint64_t lines = 0;
};

Addresses lines_of(const Crowd& crowd) {
  Addresses lines;
  for (std::uint64_t i = 0; i < crowd.lines; ++i) lines.push_back(i * crowd.step);
  return lines;
}

class Crowding {
 public:
  Crowding(Lab& lab, const Survey& survey, std::uint64_t line_bytes, std::uint64_t staying)
      : lab_(lab), survey_(survey), line_bytes_(line_bytes), most_(staying / 2) {}

  /// The fewest lines that evict each other although twice as many random lines would stay. Their distance is a power of two, at
  /// least twice the line, because neighbouring lines stay.
  std::optional<Crowd> fewest() {
    std::optional<Crowd> found;
    for (std::uint64_t step = 2 * line_bytes_; most_ > 1 && step <= lab_.limit_bytes() / (most_ + 1); step *= 2) {
      if (!evicts({step, most_})) continue;
      std::uint64_t fit = 1;
      while (most_ - fit > 1) {
        const std::uint64_t middle = fit + (most_ - fit) / 2;
        (evicts({step, middle}) ? most_ : fit) = middle;
      }
      found = Crowd{step, most_--};
    }
    return found;
  }

 private:
  /// Whether these lines evict each other. Just before each of them, another line of its page (the primer) is read, so that no TLB
  /// miss counts. A primer may lie in the same set and take a way there. So the lines must evict each other wherever the primers
  /// lie.
  bool evicts(const Crowd& crowd) {
    std::uint64_t beside = std::min(crowd.step, kSmallestPage) / 2;  // a distance at which none of the lines lies
    for (; evicts(crowd, beside); beside /= 2)
      if (beside <= 2 * line_bytes_) return true;  // a miss may bring a line together with its neighbour
    return false;
  }

  /// Whether the lines evict each other with primers at this distance. The level that answers the misses does not matter: lines
  /// with equal low address bits also evict each other in the caches behind.
  bool evicts(const Crowd& crowd, std::uint64_t beside) {
    Addresses visited;
    std::vector<std::size_t> asked;
    for (const std::uint64_t line : lines_of(crowd)) {
      if (visited.empty() || first_of_block(visited.back(), line)) visited.push_back(line ^ beside);
      asked.push_back(visited.size());
      visited.push_back(line);
    }
    // With random replacement, lines that fit still miss during the first passes.
    for (const std::uint64_t warm : {8, 64}) {
      const Walk walk = lab_.walk(visited, {warm, 4}, format_count(crowd.lines) + " lines " + format_bytes(crowd.step) + " apart");
      std::uint64_t missed = 0;
      for (std::size_t pass = 0; pass < walk.passes(); ++pass)
        for (const std::size_t at : asked) missed += walk.at(pass, at) > survey_.cut(0) ? 1 : 0;
      const std::uint64_t visits = walk.passes() * asked.size();
      const double stray = survey_.stray_share(0);
      if (missed == 0 || (stray > 0 && statistics::binomial_at_least(missed, visits, stray) >= statistics::kWrong)) return false;
    }
    return true;
  }

  Lab& lab_;
  const Survey& survey_;
  std::uint64_t line_bytes_;
  std::uint64_t most_;
};

/// Tries indices that may explain these lines, until `accept` takes one. Indices of other spaces come first, because these may use
/// the same array. Throws Undecided if none is accepted.
void try_indices(Lab& lab, DataTester& tester, const Crowd& crowd, std::uint64_t line_bytes,
                 const std::function<bool(const inference::SetIndex&)>& accept) {
  if (SharedWork* shared = lab.shared())
    for (const inference::SetIndex& index : shared->of<KnownShapes>().indices_like(line_bytes, crowd.lines - 1))
      if (accept(index)) return;
  std::vector<RunPtr> runs;
  Addresses overflowing = lines_of(crowd);
  tester.choose_primer(overflowing);
  overflowing = minimal_overflow(tester, std::move(overflowing), runs);
  solve_index(tester, overflowing, solve_line(tester, overflowing, crowd.step, runs), runs, accept);
}

}  // namespace

void look_for_crowded_sets(Lab& lab, const Survey& survey, DataTester& tester, CacheReport& report) {
  if (!report.shape.index || report.shape.index->kind != inference::SetIndex::Kind::one_set) return;
  const std::uint64_t staying = report.shape.overflowing.size() - 1, line_bytes = report.shape.line_bytes;
  try {
    const Allowance allowance(lab, kForCrowded);
    lab.tell("whether " + report.subject + " is one set");
    const std::optional<Crowd> crowd = Crowding(lab, survey, line_bytes, staying).fewest();
    if (!crowd) return;
    report.shape = {};
    report.undecided = "Of lines " + format_bytes(crowd->step) + " apart " + format_count(crowd->lines) +
                       " evict each other, though " + format_count(staying) + " from elsewhere stay: the address chooses sets.";
    CacheShape shape;
    std::string why;
    const auto accept = [&](const inference::SetIndex& index) {
      const SupposedSets supposed{index, static_cast<std::uint32_t>(crowd->lines - 1),
                                  statistics::kOfStaying * static_cast<double>(staying)};
      try {
        confirm_by_trials(lab, survey, tester, report.subject, supposed, shape);
        return true;
      } catch (const Unanswered&) {
        throw;
      } catch (const Undecided& undecided) {
        why = undecided.what();
        return false;
      }
    };
    try {
      try_indices(lab, tester, *crowd, line_bytes, accept);
      report.shape = std::move(shape);
      report.undecided.clear();
    } catch (const Unanswered&) {
      throw;
    } catch (const Undecided& undecided) {
      report.undecided += " " + (why.empty() ? std::string(undecided.what()) : why);
    }
  } catch (const Unanswered&) {
    throw;
  } catch (const Undecided&) {  // the memory has no room for such lines; the shape stays
  }
}

}  // namespace chasescope::structure
