// Writes caches, TLBs and paths in the form of a card file. card_reader.h reads them back as they were.
//
//   document["caches"]["l1"] = written_cache(spec);
#pragma once

#include <nlohmann/json.hpp>

#include "engine/model/spec/card.h"

namespace chasescope::model {

nlohmann::json written(const IndexSpec& index);
nlohmann::json written(const PolicySpec& policy);
nlohmann::json written_cache(const CacheSpec& cache);
nlohmann::json written_tlb(const CacheSpec& tlb);
nlohmann::json written(const PathSpec& path);

}  // namespace chasescope::model
