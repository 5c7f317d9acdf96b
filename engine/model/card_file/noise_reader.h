// Reads the description of noise in a card file or on a command line.
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

/// Reads words such as "jitter=3,outliers=0.001,low=300,high=3000,drift=0.02". jitter, low and high are cycles; outliers and drift
/// are shares. A kind of noise that is not named is off; outliers without low or high get the standard's. "standard" or an empty
/// text is the standard noise, "off" is no noise. If the words can't be read, there is no value, and `complaint` is a sentence.
std::optional<NoiseSpec> parse_noise(std::string_view words, std::string& complaint);

/// The words for which parse_noise() gives `noise`.
std::string noise_words(const NoiseSpec& noise);

}  // namespace chasescope::model
