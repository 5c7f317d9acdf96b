#include "app/measurement/suited_chase.h"

#include <algorithm>

#include "engine/device/recording/recorded_probe.h"
#include "engine/device/validate.h"
#include "engine/probe/chase/chase_parameters.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/parameters.h"
#include "widgets/figure/figure_probes.h"
#include "widgets/registry/figure_list.h"

namespace chasescope {

bool wants_suited_chase(const ProbeInfo& probe, const ParameterValues& given) {
  return probe.name == "fine-grained" && !given.contains("bytes") && !given.contains("offsets");
}

std::optional<DeviceError> fault_of_chase(const Description& device, const ParameterValues& given) {
  const ProbeInfo& info = find_probe("fine-grained")->info();
  const ParameterReader read(info, given);
  ChaseRequest request = request_from(info, given);
  if (!given.contains("space") && !device.spaces.empty()) request.space = device.spaces.front();
  // One element is the smallest footprint.
  const std::uint64_t stride = read.bytes("stride");
  request.pattern = UniformPattern{std::max<std::uint64_t>(stride, 1), stride};
  if (stride > std::uint64_t{4} << 32) request.element_bytes = 8;
  request.warmup = read.optional_count("warmup").value_or(0);
  request.accesses = read.optional_count("accesses").value_or(1);
  return check(request, device);
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
