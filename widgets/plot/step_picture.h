// What the step player shows of one access, gathered from a source; where things lie is step_layout.h's business.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/step/address_split.h"
#include "engine/step/explanation.h"
#include "engine/step/step.h"

namespace chasescope {

/// One access of the strip at the foot.
struct StripMark {
  std::uint64_t at = 0;  ///< the step
  step::Verdict verdict = step::Verdict::unknown;
  bool evicts = false;
  bool timed = true;
  std::optional<std::uint64_t> pass;  ///< the pass that begins here
};

struct StepPicture {
  step::Part part;
  step::Look look;            ///< of very wide sets, only some ways around the one that was touched
  std::size_t first_way = 0;  ///< of those
  std::size_t ways = 0;       ///< of the set; 0: not known
  step::AddressSplit split;
  step::Explanation words;
  QString title;  ///< "Access 12"
  QString facts;  ///< "element 12 · byte 48 (0x30) · pass 0 · 100 cycles"
  std::vector<StripMark> strip;
  std::size_t current = 0;  ///< of the strip
  bool timed = true;
};

/// \pre at < source.ready(), part < parts. `cycles`: what was recorded of it, where it was.
StepPicture gatherStepPicture(step::Source& source, std::uint64_t at, std::size_t part, unsigned element_bytes,
                              std::optional<float> cycles);

/// "Line 6 is in way 1 of set 0 …" for people who can't see the picture.
QString stepSentence(const StepPicture& picture);

/// What a way says: "line 6"; "empty", "?".
QString wayText(const step::Part& part, const step::Way& way);

}  // namespace chasescope
