// Checks a document against a schema of this project. It knows the parts of JSON Schema that these schemas use.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace chasescope::mystery {

/// The first fault with its place; empty if there is none.
std::string schema_fault(const nlohmann::json& document, const nlohmann::json& schema, const std::string& place = "");

}  // namespace chasescope::mystery
