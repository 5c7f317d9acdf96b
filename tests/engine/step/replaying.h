// Runs of software GPUs, and sources that replay them.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "engine/device/software/software_device.h"
#include "engine/inference/levels/latency_levels.h"
#include "engine/step/make_source.h"
#include "engine/trace/quantity_text.h"
#include "resources/resources.h"
#include "tests/engine/model/chasing.h"

namespace chasescope::tests {

inline std::shared_ptr<const model::Card> card(const std::string& id) {
  const std::string path = "models/" + id + ".json";
  return std::make_shared<const model::Card>(*load_card(resource_text(path).value(), path));
}

/// A request that was answered with ground truth, and the part of it that a window would know.
struct Played {
  std::string run = "run-1";
  ChaseRequest request;
  ChaseResult result;
  inference::LatencyLevels levels;

  Played(Device& device, ChaseRequest asked) : request(std::move(asked)), result(chase(device, request)) {
    levels = inference::find_latency_levels(result.cycles);
  }
  step::Recording recording() const { return {run, request, result, result.cycles, levels}; }
  const std::string& served_by(std::uint64_t timed) const { return result.served_by.names[result.served_by.index[timed]]; }
};

inline std::unique_ptr<step::Source> whole(step::MadeSource made) {
  while (made.source && !made.source->complete() && !made.source->given_up()) made.source->extend(1000);
  return std::move(made.source);
}

}  // namespace chasescope::tests
