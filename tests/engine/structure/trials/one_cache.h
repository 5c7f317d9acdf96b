// Software GPUs of one cache, with only memory behind it.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/device/software/software_device.h"
#include "engine/structure/trials/sets_by_trials.h"

namespace chasescope::structure {

using nlohmann::json;

/// A card with this cache and only memory behind it.
inline json card_of(json cache) {
  return {{"schema", "chasescope-model"},
               {"version", 1},
               {"name", "One cache"},
               {"summary", "For a test."},
               {"device", {{"memory_bytes", 1 << 30}}},
               {"caches", {{"l1", std::move(cache)}}},
               {"paths", {{"global.ca", {{"data", {"l1"}}, {"latency", {{"l1", 30}, {"dram", 500}}}}}}}};
}

inline std::unique_ptr<Device> open_card(const json& card, double jitter = 0) {
  auto loaded = load_card(card.dump(), "test");
  EXPECT_TRUE(loaded) << loaded.error().message;
  SoftwareOptions options;
  if (jitter > 0) options.noise = model::NoiseSpec{.jitter_cycles = jitter, .outlier_share = 0.001, .outlier_low_cycles = 300, .outlier_high_cycles = 3000, .drift_share = 0.02};
  return *open_software_device(*loaded, options);
}

inline std::unique_ptr<Device> card_with(json cache, double jitter = 0) { return open_card(card_of(std::move(cache)), jitter); }

/// A function that asks the device for trials. The test fails if the device does not answer.
inline AskTrials asked_of(Device& device) {
  return [&device](const TrialsRequest& request, const std::string&) -> std::optional<TrialsResult> {
    auto result = device.ask(request, {});
    EXPECT_TRUE(result) << result.error().message;
    return result ? std::optional(*std::move(result)) : std::nullopt;
  };
}

}  // namespace chasescope::structure
