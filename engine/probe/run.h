// A run: one request that a probe made and the trace that came back. Findings name runs as their evidence.
#pragma once

#include <memory>
#include <string>

#include "engine/device/chase.h"

namespace chasescope {

struct Run {
  std::string id;     ///< unique within a session: "run-1"
  std::string probe;  ///< the probe that asked: "fine-grained"
  std::string label;  ///< what this run is within its probe, for people: "trace", "one line, always a hit", "N = 12,416 B"
  bool auxiliary = false;  ///< a reference for other runs: kept as evidence, but no view or figure shows it unless asked
  ChaseRequest request;
  ChaseResult result;
  friend bool operator==(const Run&, const Run&) = default;
};

using RunPtr = std::shared_ptr<const Run>;

}  // namespace chasescope
