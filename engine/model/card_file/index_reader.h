// Reads the index function of a cache or TLB and checks that it reaches every set.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "engine/model/card_file/fault.h"
#include "engine/model/spec/spec.h"

namespace chasescope::model {

/// Whether a function may be composed of others: of one for the slice and one within it, or of one for each way.
enum class Composed { no, yes };

/// `cache` gives the unit and the sets; if either is missing, less is checked. `memory_bytes` is 0 if it is not known.
IndexSpec read_index(const nlohmann::json& object, const std::string& pointer, const CacheSpec& cache, std::uint64_t memory_bytes,
                     Faults& faults, Composed composed = Composed::no);

}  // namespace chasescope::model
