// A step of a whole, not a probe that is listed: everything about the data caches in one go. The probes for single quantities would
// each find the same sets again.
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
  /// Latencies, and by depth what `capacity`, `line`, `sets` and `replacement` tell; what the L1 holds at other carve-outs.
  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override;

 private:
  std::optional<DeviceError> add_carveouts(Device& device, const ParameterValues& values, const ProbeControl& control,
                                           ProbeReport& report) const;

  structure::Depth depth_;
};

/// The probe that tells a quantity of this step by itself: "capacity" of "contiguous_bytes"; empty if none does.
std::string_view probe_for(std::string_view quantity);

}  // namespace chasescope
