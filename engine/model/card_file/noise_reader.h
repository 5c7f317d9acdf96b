// Reads noise from a card file, and from the words of a command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "engine/model/card_file/fault.h"
#include "engine/model/spec/noise.h"

namespace chasescope::model {

/// The `noise` member of a card file.
NoiseSpec read_noise(const nlohmann::json& object, const std::string& pointer, Faults& faults);

/// "jitter=3,outliers=0.001,low=300,high=3000,drift=0.02": cycles, shares, cycles, cycles, share; what is not named is off,
/// but outliers without low and high are the standard ones. "standard", or nothing, is the standard set; "off" is none.
/// On nonsense empty, and `complaint` is a sentence.
std::optional<NoiseSpec> parse_noise(std::string_view words, std::string& complaint);

/// The same words for a set.
std::string noise_words(const NoiseSpec& noise);

}  // namespace chasescope::model
