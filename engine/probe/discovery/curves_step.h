// A step of a discovery, which is not in the list of probes: it draws the small curves for views and figures. It runs after the
// structure steps and finds no structure itself: sweeps draw, structure tells (decision 37).
#pragma once

#include <vector>

#include "engine/findings/finding.h"
#include "engine/probe/probe.h"

namespace chasescope {

class CurvesStep final : public Probe {
 public:
  /// `found`: the findings of the earlier steps at the time when run() is called.
  explicit CurvesStep(const std::vector<Finding>& found) : found_(found) {}
  const ProbeInfo& info() const override;
  /// Draws latency over footprint and over stride, the latency spectrum, the miss pattern around the end of each known small cache,
  /// and one trace just beyond the nearest cache. A picture that the device does not serve, or that fails, is left out.
  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override;

 private:
  const std::vector<Finding>& found_;
};

}  // namespace chasescope
