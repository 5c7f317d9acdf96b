#include "tests/widgets/views/diagram_samples.h"

namespace chasescope {

using nlohmann::json;

Finding found(const std::string& subject, const std::string& quantity, json value, const std::string& unit, json conditions) {
  return made_finding(subject, quantity, std::move(value), unit, std::move(conditions), {"run-1"});
}

Finding undecided(const std::string& subject, const std::string& quantity, FindingStatus status, const std::string& reason,
                  bool looked) {
  Finding finding;
  finding.subject = subject;
  finding.quantity = quantity;
  finding.status = status;
  finding.reason = reason;
  if (looked) finding.evidence = {"run-1"};
  return finding;
}

Description textbook() {
  Description device;
  device.name = "Textbook cache";
  device.origin = Origin::model;
  device.calls = {"chase", "paired_chase"};
  device.spaces = {MemorySpace::global_ca};
  device.properties.memory_bytes = 1U << 20U;
  return device;
}

std::vector<Finding> textbookFindings() {
  const json ca{{"space", "global.ca"}};
  return {found("l2", "capacity_bytes", 48, "bytes", ca),
          found("l2", "line_bytes", 8, "bytes", ca),
          found("l2", "fetch_bytes", 8, "bytes", ca),
          found("l2", "sets", 3, "1", ca),
          found("l2", "ways", 2, "1", ca),
          found("l2", "replacement_policy", "lru", "1", ca),
          found("l2", "hit_latency_cycles", 10, "cycles", ca),
          found("l2", "miss_penalty_cycles", 90, "cycles", ca),
          found("dram", "hit_latency_cycles", 100, "cycles", ca)};
}

Description largeCard() {
  Description device;
  device.name = "A large card";
  device.origin = Origin::hardware;
  device.calls = {"chase", "paired_chase", "bank", "outstanding", "copy", "bandwidth", "instructions", "cluster"};
  device.spaces = {MemorySpace::global_ca, MemorySpace::global_cg, MemorySpace::readonly,
                   MemorySpace::texture,   MemorySpace::constant,  MemorySpace::shared};
  device.properties.sm_count = 132;
  device.properties.clock_khz = 1980000;
  device.properties.registers_per_sm = 65536;
  device.properties.shared_bytes_per_sm = 228U << 10U;
  device.properties.l2_bytes = 60ULL << 20U;
  device.properties.memory_bytes = 150121545728ULL;
  return device;
}

std::vector<Finding> largeFindings() {
  const auto ca = [](int carveout) { return json{{"space", "global.ca"}, {"carveout_percent", carveout}}; };
  const json constant{{"space", "constant"}};
  return {found("l1_data", "capacity_bytes", 256 << 10, "bytes", ca(0)),
          found("l1_data", "capacity_bytes", 128 << 10, "bytes", ca(50)),
          found("l1_data", "hit_latency_cycles", 38, "cycles", json{{"space", "global.ca"}}),
          found("l1_data", "line_bytes", 128, "bytes", ca(0)),
          found("l1_data", "fetch_bytes", 32, "bytes", ca(0)),
          found("l1_data", "shares_with", json{"texture", "readonly"}, "1"),
          found("texture", "hit_latency_cycles", 42, "cycles", json{{"space", "texture"}}),
          found("readonly", "hit_latency_cycles", 38, "cycles", json{{"space", "readonly"}}),
          found("constant_l1", "capacity_bytes", 2048, "bytes", constant),
          undecided("constant_l1_5", "capacity_bytes", FindingStatus::not_measurable,
                    "It holds every footprint that could be asked for."),
          found("constant_l1_5", "hit_latency_cycles", 106, "cycles", constant),
          found("l2", "near_latency_cycles", 230, "cycles", json{{"space", "global.cg"}}),
          found("l2", "far_latency_cycles", 390, "cycles", json{{"space", "global.cg"}}),
          found("l2", "partitions", 2, "1"),
          found("l1_tlb", "entries", 16, "1"),
          found("l2_tlb", "entries", 65, "1"),
          found("l2_tlb", "sets", 7, "1"),
          found("l2_tlb", "ways_per_set", json{17, 8, 8, 8, 8, 8, 8}, "1"),
          found("l2_tlb", "miss_penalty_cycles", 84, "cycles")};
}

}  // namespace chasescope
