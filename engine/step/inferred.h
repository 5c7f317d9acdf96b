// The nearest cache of a real card as far as findings tell it, put together as a part that can be stepped through.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/model/spec/card.h"
#include "engine/step/step.h"

namespace chasescope::step {

struct InferredPart {
  Part part;                         ///< unit_bytes is 0 while the line is not known
  std::vector<std::string> missing;  ///< in words, what findings do not tell: "the line", "the sets", …
  std::string policy;                ///< as found; empty if not known
  std::optional<double> hit_cycles;  ///< its hit latency, without the cost of measuring
  bool can_replay() const { return missing.empty() && part.knows_policy; }
};

/// The cache that a load from this space asks first, as the findings of the same configuration tell it.
InferredPart infer_nearest(const std::vector<Finding>& findings, const ChaseRequest& request);

/// A card of nothing but that cache. \pre can_replay().
std::shared_ptr<const model::Card> card_of(const InferredPart& inferred, MemorySpace space);

}  // namespace chasescope::step
