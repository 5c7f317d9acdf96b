// What was told of a cache, held against chases that nothing was inferred from.
//
// However sets and policy were found, they foretell the visits of any chase that begins with the cache empty
// (structure/foretold.h). So lines are drawn from all over the range in which the index was examined, and visited in random orders:
// lines from anywhere, lines beside each other, which another line's miss may bring, a few sets with more lines than they hold, and
// those over and over in one order. If what comes is not what was foretold, then what was told is not what this machine does,
// whatever the reason: it goes. Which visits a cache in front answers is not foretold but seen.
//
// All lines together are fewer than those of a contiguous footprint that was seen to stay (but for one set, if that alone is more),
// for some caches have a smaller store of data behind their tags, and near its size lines go though their sets have room. That is
// another finding (docs/methods-caches.md). In noise, a rule that is wrong for one line in 200 can't be told from a burst
// (Survey::stray_share).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/structure/levels/survey.h"
#include "engine/structure/trials/foretold.h"

namespace chasescope::structure {

struct TestOutcome {
  std::uint64_t foretold = 0;   ///< visits
  std::uint64_t otherwise = 0;  ///< of them, those that came otherwise
  bool contradicts = false;     ///< more than noise explains
  /// Neither borne out nor denied, where fewer were foretold than show a rule that is wrong for one line in twenty.
  bool is_silent() const { return foretold < 200; }
  std::string in_words() const;
};

struct TestQuestion {
  std::size_t level = 0;             ///< of the cache: an index into the survey's levels
  std::uint64_t examined_bytes = 0;  ///< lines come from below this
  std::uint64_t staying_bytes = 0;   ///< the largest contiguous footprint that was seen to stay; 0 if none was
};

/// Where budget or limits leave no room for more, it is what was seen until then. \pre the cache is empty when a chase begins.
TestOutcome put_to_test(Lab& lab, const Survey& survey, const ToldCache& cache, const TestQuestion& question);

}  // namespace chasescope::structure
