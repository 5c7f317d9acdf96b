#include "tests/engine/mystery/schema_check.h"

#include <algorithm>
#include <regex>

namespace chasescope::mystery {
namespace {

using nlohmann::json;

bool is_of(const json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  return false;
}

std::string member_fault(const json& document, const json& schema, const std::string& place) {
  for (const json& name : schema.value("required", json::array()))
    if (!document.contains(name.get<std::string>())) return place + " lacks " + name.get<std::string>();
  for (const auto& [name, value] : document.items()) {
    if (schema.contains("propertyNames"))
      if (std::string fault = schema_fault(json(name), schema["propertyNames"], place + "/" + name); !fault.empty()) return fault;
    const bool known = schema.contains("properties") && schema["properties"].contains(name);
    const json& rest = schema.contains("additionalProperties") ? schema["additionalProperties"] : json(true);
    if (!known && rest.is_boolean()) {
      if (!rest.get<bool>()) return place + "/" + name + " is not known";
      continue;
    }
    if (std::string fault = schema_fault(value, known ? schema["properties"][name] : rest, place + "/" + name); !fault.empty())
      return fault;
  }
  return {};
}

}  // namespace

std::string schema_fault(const json& document, const json& schema, const std::string& place) {
  if (schema.contains("type") && !is_of(document, schema["type"].get<std::string>())) return place + " is of another type";
  if (schema.contains("const") && document != schema["const"]) return place + " is not " + schema["const"].dump();
  if (schema.contains("enum") && std::find(schema["enum"].begin(), schema["enum"].end(), document) == schema["enum"].end())
    return place + " is none of the words";
  if (schema.contains("minimum") && document.get<double>() < schema["minimum"].get<double>()) return place + " is too small";
  if (schema.contains("maximum") && document.get<double>() > schema["maximum"].get<double>()) return place + " is too large";
  if (schema.contains("pattern") &&
      !std::regex_search(document.get<std::string>(), std::regex(schema["pattern"].get<std::string>())))
    return place + " is no " + schema["pattern"].get<std::string>();
  if (document.is_object()) return member_fault(document, schema, place);
  if (document.is_array() && schema.contains("items"))
    for (std::size_t i = 0; i < document.size(); ++i)
      if (std::string fault = schema_fault(document[i], schema["items"], place + "/" + std::to_string(i)); !fault.empty())
        return fault;
  return {};
}

}  // namespace chasescope::mystery
