// Tests the structure of a cache with chases that it was not inferred from.
//
// However sets and policy were found, they predict the visits of any chase that begins with an empty cache
// (engine/structure/trials/foretold.h). So lines are drawn from the whole range in which the index was examined, and visited in
// random orders. There are four kinds of chase: random lines; neighbouring lines, which another line's miss may bring; a few sets
// with more lines than they hold; and these over and over in one order. If a visit differs from its prediction by more than noise
// explains, the structure is wrong, whatever the reason, and is removed. Which visits a cache in front answers is not predicted but
// measured.
//
// A chase reads fewer lines than a contiguous footprint that was seen to stay (except for one set, if that alone is more). Some
// caches have a data store that is smaller than their tags, and near its size lines are evicted although their sets have room; that
// is another finding (docs/methods-caches.md). In noise, a rule that is wrong for one line in 200 can't be told from a burst
// (Survey::stray_share).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/structure/levels/survey.h"
#include "engine/structure/trials/foretold.h"

namespace chasescope::structure {

struct TestOutcome {
  std::uint64_t foretold = 0;   ///< visits with a prediction
  std::uint64_t otherwise = 0;  ///< of these, the visits that differ from it
  bool contradicts = false;     ///< more differ than noise explains
  /// Neither confirmed nor contradicted: too few predictions to show a rule that is wrong for one line in twenty.
  bool is_silent() const { return foretold < 200; }
  std::string in_words() const;
};

struct TestQuestion {
  std::size_t level = 0;             ///< index of the cache among the survey's levels
  std::uint64_t examined_bytes = 0;  ///< lines come from addresses below this
  std::uint64_t staying_bytes = 0;   ///< the largest contiguous footprint that was seen to stay; 0 if there is none
};

/// If budget or limits leave no room for more chases, the outcome is that of the chases until then.
/// \pre the cache is empty when a chase begins
TestOutcome put_to_test(Lab& lab, const Survey& survey, const ToldCache& cache, const TestQuestion& question);

}  // namespace chasescope::structure
