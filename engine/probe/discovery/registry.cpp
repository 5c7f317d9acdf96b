// The only list of probes. A new probe needs a declaration and a line of the list.
#include "engine/probe/discovery/registry.h"

#include <algorithm>

namespace chasescope {

std::unique_ptr<Probe> make_fine_grained_probe();
std::unique_ptr<Probe> make_miss_pattern_probe();
std::unique_ptr<Probe> make_capacity_probe();
std::unique_ptr<Probe> make_line_probe();
std::unique_ptr<Probe> make_sets_probe();
std::unique_ptr<Probe> make_replacement_probe();
std::unique_ptr<Probe> make_conflicts_probe();
std::unique_ptr<Probe> make_tlb_probe();
std::unique_ptr<Probe> make_latency_probe();
std::unique_ptr<Probe> make_sharing_probe();
std::unique_ptr<Probe> make_count_probe();
std::unique_ptr<Probe> make_disturbance_probe();
std::unique_ptr<Probe> make_banks_probe();
std::unique_ptr<Probe> make_outstanding_probe();
std::unique_ptr<Probe> make_l2_copy_probe();
std::unique_ptr<Probe> make_l2_map_probe();
std::unique_ptr<Probe> make_memory_probe();
std::unique_ptr<Probe> make_footprint_sweep_probe();
std::unique_ptr<Probe> make_stride_sweep_probe();
std::unique_ptr<Probe> make_spectrum_probe();
std::unique_ptr<Probe> make_instructions_probe();
std::unique_ptr<Probe> make_code_prefetch_probe();
std::unique_ptr<Probe> make_bandwidth_probe();
std::unique_ptr<Probe> make_load_probe();
std::unique_ptr<Probe> make_operations_probe();
std::unique_ptr<Probe> make_residency_probe();
std::unique_ptr<Probe> make_host_memory_probe();
std::unique_ptr<Probe> make_cluster_probe();
std::unique_ptr<Probe> make_facts_probe();
std::unique_ptr<Probe> make_discover_probe();

const std::vector<std::unique_ptr<Probe>>& all_probes() {
  static const std::vector<std::unique_ptr<Probe>> probes = [] {
    std::vector<std::unique_ptr<Probe>> list;
    list.push_back(make_fine_grained_probe());
    list.push_back(make_miss_pattern_probe());
    list.push_back(make_capacity_probe());
    list.push_back(make_line_probe());
    list.push_back(make_sets_probe());
    list.push_back(make_replacement_probe());
    list.push_back(make_conflicts_probe());
    list.push_back(make_tlb_probe());
    list.push_back(make_latency_probe());
    list.push_back(make_sharing_probe());
    list.push_back(make_count_probe());
    list.push_back(make_disturbance_probe());
    list.push_back(make_banks_probe());
    list.push_back(make_outstanding_probe());
    list.push_back(make_l2_copy_probe());
    list.push_back(make_l2_map_probe());
    list.push_back(make_memory_probe());
    list.push_back(make_footprint_sweep_probe());
    list.push_back(make_stride_sweep_probe());
    list.push_back(make_spectrum_probe());
    list.push_back(make_residency_probe());
    list.push_back(make_instructions_probe());
    list.push_back(make_code_prefetch_probe());
    list.push_back(make_bandwidth_probe());
    list.push_back(make_load_probe());
    list.push_back(make_operations_probe());
    list.push_back(make_host_memory_probe());
    list.push_back(make_cluster_probe());
    list.push_back(make_facts_probe());
    list.push_back(make_discover_probe());
    return list;
  }();
  return probes;
}

const Probe* find_probe(std::string_view name) {
  const auto found =
      std::find_if(all_probes().begin(), all_probes().end(), [&](const auto& probe) { return probe->info().name == name; });
  return found == all_probes().end() ? nullptr : found->get();
}

}  // namespace chasescope
