// Once an index is supposed: trials of lines that it puts into chosen sets. Each set tells by itself how many lines it holds, and so
// whether the index is right, for its lines are drawn anew from all over the range.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/inference/set_index.h"
#include "engine/structure/trial_asker.h"
#include "engine/trace/random.h"

namespace chasescope::structure {

class SetTrials {
 public:
  /// `range`: lines come from offsets below this (bytes). `most_in`: so many lines may be in a trial at once; more may push lines out
  /// whose sets have room, where a cache has a smaller store of data behind its tags.
  SetTrials(TrialAsker& asker, const inference::SetIndex& index, std::uint64_t range, double most_in, std::uint64_t seed);

  /// The ways of each set, asked with loads around `guess`. Nothing where one of them does not tell, in two independent draws of lines,
  /// the same; why_not() then says why. Throws Unanswerable.
  std::optional<std::vector<std::uint32_t>> ways_of_each(std::uint32_t guess);

  /// What has one tag (bytes, a power of two, at least `unit`): what lies beside the lines of full sets pushes them out where it has tags
  /// of its own. No line spans address bits that choose the set. Nothing, and why_not(), where sets disagree.
  std::optional<std::uint64_t> line_bytes(std::uint64_t unit, const std::vector<std::uint32_t>& ways);

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
  const inference::SetIndex& index_;
  std::uint64_t range_, chosen_from_;  // address bits below chosen_from_ choose no set
  double most_in_;
  Random random_;
  std::uint64_t lines_used_ = 0;
  std::optional<TrialsRequest> line_trials_;
  std::string why_not_;
};

}  // namespace chasescope::structure
