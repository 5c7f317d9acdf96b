// Whether a document is as a schema of this project says, for what these schemas use of JSON Schema.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace chasescope::mystery {

/// What is wrong first, with its place; empty if nothing is.
std::string schema_fault(const nlohmann::json& document, const nlohmann::json& schema, const std::string& place = "");

}  // namespace chasescope::mystery
