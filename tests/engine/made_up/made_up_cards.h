// Cards made for a test, and helpers that run a probe blind on one.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/structure/levels/survey.h"

namespace chasescope {

using nlohmann::json;

inline json card_around(json caches, json paths) {
  return {{"schema", "chasescope-model"},
          {"version", 1},
          {"name", "A card of a test"},
          {"summary", "A card of a test."},
          {"device", {{"memory_bytes", std::uint64_t{8} << 30}, {"sm_count", 4}}},
          {"caches", std::move(caches)},
          {"tlbs",
           {{"tlb",
             {{"page_bytes", 65536},
              {"entries", 24},
              {"sets", 1},
              {"ways", 24},
              {"index", {{"kind", "modulo"}}},
              {"policy", {{"kind", "lru"}}}}}}},
          {"paths", std::move(paths)}};
}

inline json lru(std::uint64_t line, std::uint64_t sector, std::uint64_t sets, std::uint64_t ways, json index) {
  return {{"capacity_bytes", line * sets * ways},
          {"line_bytes", line},
          {"sector_bytes", sector},
          {"sets", sets},
          {"ways", ways},
          {"index", std::move(index)},
          {"policy", {{"kind", "lru"}}}};
}

inline json made_up_tlb(std::uint64_t page_bytes, std::uint64_t sets, std::uint64_t ways, json index, const char* policy) {
  return {{"page_bytes", page_bytes},  {"entries", sets * ways},      {"sets", sets}, {"ways", ways},
          {"index", std::move(index)}, {"policy", {{"kind", policy}}}};
}

/// Opens the card. With noise, its latencies have jitter, drift and outliers.
inline std::unique_ptr<Device> opened(const json& card, bool noise = false, std::uint64_t seed = 3) {
  const auto loaded = load_card(card.dump(), "card");
  if (!loaded) throw std::runtime_error(loaded.error().message);
  SoftwareOptions options{.seed = seed};
  if (noise) options.noise = model::kStandardNoise;
  auto device = open_software_device(*loaded, options);
  if (!device) throw std::runtime_error(device.error().message);
  return *std::move(device);
}

inline std::vector<Finding> found_on(Device& device, const std::string& probe, const ParameterValues& values) {
  const auto report = find_probe(probe)->run(device, values, {});
  if (!report) throw std::runtime_error(report.error().message);
  return report->findings;
}

inline std::vector<Finding> found_on(const json& card, const std::string& probe, const ParameterValues& values = {}) {
  return found_on(*opened(card), probe, values);
}

inline std::vector<Finding> found_in_noise_on(const json& card, const std::string& probe, const ParameterValues& values = {}) {
  return found_on(*opened(card, true), probe, values);
}

/// A device with what the testers of its caches need.
struct Surveyed {
  explicit Surveyed(Device& device, MemorySpace space = MemorySpace::global_ca, std::size_t most_caches = 8)
      : recorder(find_probe("sets")->info(), device, control),
        lab(device, recorder, {.space = space}, budget),
        survey(structure::survey_levels(lab, most_caches)) {}
  ProbeControl control;
  Recorder recorder;
  structure::Budget budget{100'000'000};
  structure::Lab lab;
  structure::Survey survey;
};

/// The survey of the caches of a space.
inline structure::Survey survey_of(Device& device, MemorySpace space, std::size_t most_caches) {
  return Surveyed(device, space, most_caches).survey;
}

/// The value of a measured finding; null if it was not measured.
inline json value_of(const std::vector<Finding>& findings, const std::string& subject, const std::string& quantity) {
  for (const Finding& finding : findings)
    if (finding.subject == subject && finding.quantity == quantity && finding.status == FindingStatus::measured)
      return finding.value;
  return nullptr;
}

}  // namespace chasescope
