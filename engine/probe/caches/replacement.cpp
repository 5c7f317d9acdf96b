// Probe `replacement`: replacement policy of each data cache.
#include "engine/probe/caches/findings.h"
#include "engine/probe/caches/structure_probe.h"

namespace chasescope {
namespace {

class ReplacementProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info{
        .name = "replacement",
        .title = "Replacement",
        .group = "Caches",
        .summary = "Which line is evicted: the policy of each data cache, and the probability of each way where chance decides.",
        .reference = "2014 paper §3.2, step 4",
        .parameters = structure::structure_parameters(),
    };
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    return structure::run_structure_probe(info(), device, values, control, structure::Depth::policy,
                                          structure::replacement_findings);
  }
};

}  // namespace

std::unique_ptr<Probe> make_replacement_probe() { return std::make_unique<ReplacementProbe>(); }

}  // namespace chasescope
