// Once an index is supposed: trials of lines that it puts into chosen sets. Each set tells by itself how many lines it holds, and so
// whether the index is right, for its lines are drawn anew from all over the range.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/inference/sets/set_index.h"
#include "engine/structure/trials/trial_asker.h"
#include "engine/trace/random.h"

namespace chasescope::structure {

class SetTrials {
 public:
  /// `question`: what is asked of the cache; must outlive this. `range`: lines come from offsets below this (bytes). `most_in`: so many lines may be in a trial at once; more may push lines out
  /// whose sets have room, where a cache has a smaller store of data behind its tags.
  SetTrials(TrialAsker& asker, const SetsQuestion& question, const inference::SetIndex& index, std::uint64_t range, double most_in, std::uint64_t seed);

  /// The ways of each set, asked with loads around `guess`. Nothing where one of them does not tell, in two independent draws of lines,
  /// the same; why_not() then says why. Throws Unanswerable.
  std::optional<std::vector<std::uint32_t>> ways_of_each(std::uint32_t guess);

  /// Whether sets that the index tells apart are: filled together, they hold all that each of them holds. Else fewer differences of
  /// addresses were seen than the index has, and parts of one set passed for several. False with why_not(). Throws Unanswerable.
  bool are_apart(const std::vector<std::uint32_t>& ways);

  /// What has one tag (bytes, a power of two): what lies beside the lines of full sets pushes them out where it has tags of its own. No
  /// line spans address bits that choose the set. Nothing, and why_not(), where sets disagree, where a line is less than what a miss
  /// brings, so that places were not lines, and where no end of it is seen.
  std::optional<std::uint64_t> line_bytes(const std::vector<std::uint32_t>& ways);

  /// Some sets with twice as many lines as they hold, half of which are in: all partners stand out. For people.
  TrialsRequest shown(const std::vector<std::uint32_t>& ways);

  /// So many lines of a set, from anywhere; fewer where there are no more.
  std::vector<std::uint64_t> lines_of(std::uint64_t set, std::uint32_t count);

  std::uint64_t lines_used() const { return lines_used_; }
  const std::optional<TrialsRequest>& line_trials() const { return line_trials_; }
  const std::string& why_not() const { return why_not_; }

 private:
  bool add_ways(std::uint64_t begin, std::uint64_t end, std::uint32_t guess, std::vector<std::uint32_t>& ways);

  TrialAsker& asker_;
  const SetsQuestion& question_;
  const inference::SetIndex& index_;
  std::uint64_t range_, chosen_from_;  // address bits below chosen_from_ choose no set
  double most_in_;
  Random random_;
  std::uint64_t lines_used_ = 0;
  std::optional<TrialsRequest> line_trials_;
  std::string why_not_;
};

}  // namespace chasescope::structure
