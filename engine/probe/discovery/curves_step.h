// A step of a discovery, not a probe that is listed: the small curves that fill the views and figures. They are drawn when the
// structure is known, and tell nothing of it: sweeps draw, structure tells (decision 37).
#pragma once

#include <vector>

#include "engine/findings/finding.h"
#include "engine/probe/probe.h"

namespace chasescope {

class CurvesStep final : public Probe {
 public:
  /// `found`: what the steps before told, when run() is called.
  explicit CurvesStep(const std::vector<Finding>& found) : found_(found) {}
  const ProbeInfo& info() const override;
  /// Latency over footprint and over stride, the latency spectrum, the miss pattern around the end of each cache that is known and
  /// not large, and one trace just beyond the nearest. What a device does not serve, or what goes wrong with one picture, leaves it
  /// out.
  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override;

 private:
  const std::vector<Finding>& found_;
};

}  // namespace chasescope
