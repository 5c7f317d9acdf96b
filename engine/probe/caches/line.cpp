// Probe `line`: line_bytes and fetch_bytes of each data cache.
#include "engine/probe/caches/findings.h"
#include "engine/probe/caches/structure_probe.h"

namespace chasescope {
namespace {

class LineProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info{
        .name = "line",
        .title = "Line",
        .group = "Caches",
        .summary = "The bytes that one miss fetches (sector) and the bytes that share one tag (line) in each data cache.",
        .reference = "2014 paper §3.2, step 2",
        .parameters = structure::structure_parameters_of_each_cache(),
    };
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    return structure::run_structure_probe(info(), device, values, control, structure::Depth::sets, structure::line_findings);
  }
};

}  // namespace

std::unique_ptr<Probe> make_line_probe() { return std::make_unique<LineProbe>(); }

}  // namespace chasescope
