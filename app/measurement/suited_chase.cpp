#include "app/measurement/suited_chase.h"

#include "engine/device/recording/recorded_probe.h"
#include "engine/probe/discovery/registry.h"
#include "widgets/figure/figure_probes.h"
#include "widgets/registry/figure_list.h"

namespace chasescope {

bool wants_suited_chase(const ProbeInfo& probe, const ParameterValues& given) {
  return probe.name == "fine-grained" && !given.contains("bytes") && !given.contains("offsets");
}

ParameterValues suited_chase(Device& device, const ParameterValues& given, const std::stop_token& stop) {
  const auto probes = probesToRun(QStringLiteral("scope"), {}, {});
  if (!probes) return given;
  const std::string any;
  std::vector<Finding> findings;
  for (const FigureProbe& step : *probes) {
    const Probe* probe = find_probe(step.name);
    if (probe == nullptr || step.suited == nullptr) return given;
    auto values = step.suited({device.description(), findings, given, any});
    if (!values) continue;
    for (const auto& [key, text] : given)
      if (probe->info().parameter(key) != nullptr) (*values)[key] = text;
    if (step.role == FigureProbe::Role::fills) return *std::move(values);
    const auto report = run_probe(device, *probe, *values, {.stop = stop});
    if (!report || stop.stop_requested()) return given;
    findings.insert(findings.end(), report->findings.begin(), report->findings.end());
  }
  return given;
}

}  // namespace chasescope
