// Probe `capacity`: capacity_bytes and contiguous_bytes of each data cache.
#include "engine/probe/caches/findings.h"
#include "engine/probe/caches/structure_probe.h"

namespace chasescope {
namespace {

class CapacityProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info{
        .name = "capacity",
        .title = "Capacity",
        .group = "Caches",
        .summary = "The size of each data cache: found by filling every set, and as the largest footprint without a miss.",
        .reference = "2014 paper §3.2, steps 1 to 3",
        .parameters = structure::structure_parameters(),
    };
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    return structure::run_structure_probe(info(), device, values, control, structure::Depth::sets, structure::capacity_findings);
  }
};

}  // namespace

std::unique_ptr<Probe> make_capacity_probe() { return std::make_unique<CapacityProbe>(); }

}  // namespace chasescope
