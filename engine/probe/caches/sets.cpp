// Probe `sets`: sets, ways and set index of each data cache.
#include "engine/probe/caches/findings.h"
#include "engine/probe/caches/structure_probe.h"

namespace chasescope {
namespace {

class SetsProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info{
        .name = "sets",
        .title = "Sets",
        .group = "Caches",
        .summary = "The number of sets, the ways of each, and which address bits choose the set.",
        .reference = "2014 paper §3.2, step 3",
        .parameters = structure::structure_parameters_of_each_cache(),
    };
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    return structure::run_structure_probe(info(), device, values, control, structure::Depth::sets, structure::set_findings);
  }
};

}  // namespace

std::unique_ptr<Probe> make_sets_probe() { return std::make_unique<SetsProbe>(); }

}  // namespace chasescope
