// Tests a supposed index by trials of lines that it puts into chosen sets. Each set shows by itself how many lines it holds, and so
// whether the index is right, because its lines are drawn anew from the whole range.
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
  /// `question`: the conditions of the trials; must outlive this object. `range`: lines come from offsets below this (bytes).
  /// `most_in`: the most lines that a trial may read. If a cache has a data store that is smaller than its tags, more lines may be
  /// evicted although their sets have room.
  SetTrials(TrialAsker& asker, const SetsQuestion& question, const inference::SetIndex& index, std::uint64_t range, double most_in, std::uint64_t seed);

  /// The ways of each set, found with loads around `guess`. Two independent draws of lines must agree. No value if a set does not
  /// tell, or if they don't agree; why_not() then has the reason. Throws Unanswerable.
  std::optional<std::vector<std::uint32_t>> ways_of_each(std::uint32_t guess);

  /// Whether two sets of the index are really two sets: filled together, they must hold as much as each alone. If not, too few
  /// address differences were seen, and parts of one set look like several. False with why_not(). Throws Unanswerable.
  bool are_apart(const std::vector<std::uint32_t>& ways);

  /// The line size (bytes, a power of two). Neighbours of the lines of full sets evict these lines if they have tags of their own.
  /// A line spans no address bits that choose the set. No value, with why_not(), if sets disagree, if a line is smaller than the
  /// fetch size (so that places were not lines), or if no end of the line is seen.
  std::optional<std::uint64_t> line_bytes(const std::vector<std::uint32_t>& ways);

  /// A request that shows some sets for a picture: twice as many lines as they hold, half of which a trial reads.
  TrialsRequest shown(const std::vector<std::uint32_t>& ways);

  /// `count` random lines of a set; fewer if there are not so many.
  std::vector<std::uint64_t> lines_of(std::uint64_t set, std::uint32_t count);

  std::uint64_t lines_used() const { return lines_used_; }
  const std::optional<TrialsRequest>& line_trials() const { return line_trials_; }
  const std::string& why_not() const { return why_not_; }

 private:
  bool add_ways(std::uint64_t begin, std::uint64_t end, std::uint32_t guess, std::vector<std::uint32_t>& ways);

  TrialAsker& asker_;
  const SetsQuestion& question_;
  const inference::SetIndex& index_;
  std::uint64_t range_, chosen_from_;  // address bits below chosen_from_ do not choose the set
  double most_in_;
  Random random_;
  std::uint64_t lines_used_ = 0;
  std::optional<TrialsRequest> line_trials_;
  std::string why_not_;
};

}  // namespace chasescope::structure
