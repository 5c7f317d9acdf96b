// A step of a discovery, which is not in the list of probes: it measures everything about the data caches at once. The probes for
// single quantities would each search for the same sets again.
#pragma once

#include <optional>
#include <string_view>

#include "engine/probe/probe.h"
#include "engine/structure/explore/explore.h"

namespace chasescope {

class CachesStep final : public Probe {
 public:
  explicit CachesStep(structure::Depth depth) : depth_(depth) {}
  const ProbeInfo& info() const override;
  /// Measures the latencies and the L1's sizes at other carve-outs. With more depth it also measures what the probes `capacity`,
  /// `line`, `sets` and `replacement` measure.
  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override;

 private:
  std::optional<DeviceError> add_carveouts(Device& device, const ParameterValues& values, const ProbeControl& control,
                                           ProbeReport& report) const;

  structure::Depth depth_;
};

/// The probe that measures this quantity alone: "capacity" for "contiguous_bytes". Empty if there is none.
std::string_view probe_for(std::string_view quantity);

}  // namespace chasescope
