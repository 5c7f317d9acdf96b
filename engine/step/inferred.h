// Builds the nearest cache of a real card from findings, as a part that can be stepped through.
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
  Part part;                         ///< unit_bytes is 0 if the line is not known
  std::vector<std::string> missing;  ///< what no finding gives, in words: "its line", "its ways", …
  std::string policy;                ///< the name in the finding; empty if not known
  std::optional<double> hit_cycles;  ///< the cache's hit latency, without the cost of measuring
  bool can_replay() const { return missing.empty() && part.knows_policy; }
};

/// The cache that a load from the request's space asks first, according to the findings for the same configuration.
InferredPart infer_nearest(const std::vector<Finding>& findings, const ChaseRequest& request);

/// A card that has only that cache. \pre can_replay().
std::shared_ptr<const model::Card> card_of(const InferredPart& inferred, MemorySpace space);

}  // namespace chasescope::step
