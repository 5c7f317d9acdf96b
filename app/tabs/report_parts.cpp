#include "app/tabs/report_parts.h"

#include "engine/probe/discovery/discovery_plan.h"
#include "engine/probe/discovery/registry.h"

namespace chasescope {

std::vector<ReportPart> report_parts(const QString& probe, const ParameterValues& values) {
  std::vector<ReportPart> parts;
  if (probe == QLatin1String("discover")) {
    for (const DiscoveryPart& part : discovery_plan(values))
      parts.push_back({QString::fromStdString(part.title), QString::fromStdString(part.summary)});
  } else if (const Probe* found = find_probe(probe.toStdString())) {
    parts.push_back({QString::fromStdString(found->info().title), QString::fromStdString(found->info().summary)});
  }
  return parts;
}

}  // namespace chasescope
