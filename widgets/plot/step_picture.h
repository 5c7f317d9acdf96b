// What the step player shows of one access, gathered from a source; step_layout.h decides where things lie.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/step/address_split.h"
#include "engine/step/explanation.h"
#include "engine/step/step.h"

namespace chasescope {

/// One access of the strip at the bottom.
struct StripMark {
  std::uint64_t at = 0;  ///< the step
  step::Verdict verdict = step::Verdict::unknown;
  bool evicts = false;
  bool timed = true;
  std::optional<std::uint64_t> pass;  ///< the pass that begins here
};

struct StepPicture {
  step::Part part;
  step::Look look;            ///< the set; of very wide sets only some ways around the way that was accessed
  std::size_t first_way = 0;  ///< number of the first way that is shown
  std::size_t ways = 0;       ///< number of ways of the set; 0: not known
  step::AddressSplit split;
  step::Explanation words;
  QString title;  ///< "Access 12"
  QString facts;  ///< "element 12 · byte 48 (0x30) · pass 0 · 100 cycles"
  std::vector<StripMark> strip;
  std::size_t current = 0;  ///< index of the shown access in the strip
  bool timed = true;
};

/// \pre at < source.ready(), part < parts. `cycles`: the access's recorded latency, where it was recorded.
StepPicture gatherStepPicture(step::Source& source, std::uint64_t at, std::size_t part, unsigned element_bytes,
                              std::optional<float> cycles);

/// "Line 6 is in way 1 of set 0 …" for people who can't see the picture.
QString stepSentence(const StepPicture& picture);

/// The text of a way: "line 6"; "empty", "?".
QString wayText(const step::Part& part, const step::Way& way);

}  // namespace chasescope
