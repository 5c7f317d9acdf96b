// Probe `latency`: hit latency and miss penalty of each data level.
#include "engine/probe/caches/findings.h"
#include "engine/probe/caches/structure_probe.h"

namespace chasescope {
namespace {

class LatencyProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info{
        .name = "latency",
        .title = "Latency",
        .group = "Caches",
        .summary =
            "The latency of a hit in each cache and in memory, and the cost of a miss in each cache, without the overhead of "
            "measuring.",
        .reference = "2014 paper §3.2, tables 3 and 5",
        .parameters = structure::structure_parameters(),
    };
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    return structure::run_structure_probe(info(), device, values, control, structure::Depth::levels, structure::latency_findings,
                                          structure::Latencies::of_many_sms);
  }
};

}  // namespace

std::unique_ptr<Probe> make_latency_probe() { return std::make_unique<LatencyProbe>(); }

}  // namespace chasescope
