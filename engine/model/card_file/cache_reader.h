// Reads a cache or a TLB of a card file and checks that it can exist.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "engine/model/card_file/fault.h"
#include "engine/model/spec/spec.h"

namespace chasescope::model {

/// A cache with its alternatives. Faults are added to `faults`; the result is valid only if none was added.
/// `memory_bytes` bounds the addresses that the index may look at; 0 if it is not known.
CacheEntry read_cache(const nlohmann::json& object, const std::string& pointer, std::uint64_t memory_bytes, Faults& faults);

/// A TLB: a cache whose unit is a page, sized in entries.
CacheSpec read_tlb(const nlohmann::json& object, const std::string& pointer, std::uint64_t memory_bytes, Faults& faults);

}  // namespace chasescope::model
