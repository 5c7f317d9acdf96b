// Which source plays a run: the model that measured it, a cache put together from findings, or the trace alone; whatever agrees
// with what was recorded, in this order.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/inference/levels/latency_levels.h"
#include "engine/model/spec/card.h"
#include "engine/step/step.h"

namespace chasescope::step {

/// The model behind a document's runs, where it has one.
struct RunModel {
  std::shared_ptr<const model::Card> card;
  std::uint64_t seed = 1;  ///< of the device
};

struct Recording {
  const std::string& run;  ///< its id: findings name it
  const ChaseRequest& request;
  const ChaseResult& result;
  const LatencyTrace& trace;
  const inference::LatencyLevels& levels;
};

/// Where the state of the cache at each access is known from, the surest source first: the model that was measured, a cache that is
/// put together from findings, or the recorded latencies alone. Sources are tried in this order.
enum class Footing { model, findings, trace };

struct MadeSource {
  std::unique_ptr<Source> source;  ///< null: the run can't be played
  Footing footing = Footing::trace;
  std::string why_not;  ///< a sentence, without a source
};

/// The surest source that this run has, beginning with `from`. Ask again with the next footing if Source::trusted() turns out
/// false.
MadeSource make_source(const Recording& recording, const std::vector<Finding>& findings, const RunModel& model,
                       Footing from = Footing::model);

}  // namespace chasescope::step
