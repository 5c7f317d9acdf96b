// The one list of probes. A new probe adds a declaration and a line.
#include <algorithm>

#include "engine/probe/probe.h"

namespace chasescope {

std::unique_ptr<Probe> make_fine_grained_probe();
std::unique_ptr<Probe> make_miss_pattern_probe();

const std::vector<std::unique_ptr<Probe>>& all_probes() {
  static const std::vector<std::unique_ptr<Probe>> probes = [] {
    std::vector<std::unique_ptr<Probe>> list;
    list.push_back(make_fine_grained_probe());
    list.push_back(make_miss_pattern_probe());
    return list;
  }();
  return probes;
}

const Probe* find_probe(std::string_view name) {
  const auto found = std::find_if(all_probes().begin(), all_probes().end(), [&](const auto& probe) { return probe->info().name == name; });
  return found == all_probes().end() ? nullptr : found->get();
}

}  // namespace chasescope
