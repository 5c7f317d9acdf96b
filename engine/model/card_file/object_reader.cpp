#include "engine/model/card_file/object_reader.h"

#include <bit>
#include <cmath>

#include "engine/trace/quantity_text.h"

namespace chasescope::model {

using nlohmann::json;

ObjectReader::ObjectReader(const json& object, std::string pointer, Faults& faults)
    : object_(object), pointer_(std::move(pointer)), faults_(faults) {
  if (!object_.is_object()) faults_.push_back({pointer_, "must be an object"});
}

const json* ObjectReader::member(const std::string& member, Need need) {
  asked_.insert(member);
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(member);
  if (found != object_.end()) return &*found;
  if (need == Need::required) fault(member, "is missing");
  return nullptr;
}

std::optional<std::uint64_t> ObjectReader::count(const std::string& name, std::uint64_t low, std::uint64_t high, Need need) {
  const json* value = member(name, need);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number_unsigned()) {
    fault(name, "must be a whole number");
    return std::nullopt;
  }
  const auto number = value->get<std::uint64_t>();
  if (number < low || number > high) {
    fault(name, "is " + format_count(number) + ", but must lie between " + format_count(low) + " and " + format_count(high));
    return std::nullopt;
  }
  return number;
}

std::optional<std::uint64_t> ObjectReader::power_of_two(const std::string& name, std::uint64_t low, std::uint64_t high, Need need) {
  const auto number = count(name, low, high, need);
  if (number && !std::has_single_bit(*number)) {
    fault(name, "is " + format_count(*number) + ", but must be a power of two");
    return std::nullopt;
  }
  return number;
}

std::optional<double> ObjectReader::number(const std::string& name, double low, double high, Need need) {
  const json* value = member(name, need);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number()) {
    fault(name, "must be a number");
    return std::nullopt;
  }
  const double number = value->get<double>();
  if (!std::isfinite(number) || number < low || number > high) {
    fault(name, "is " + value->dump() + ", but must lie between " + json(low).dump() + " and " + json(high).dump());
    return std::nullopt;
  }
  return number;
}

std::optional<std::string> ObjectReader::text(const std::string& name, Need need) {
  const json* value = member(name, need);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string() || value->get_ref<const std::string&>().empty()) {
    fault(name, "must be a text that is not empty");
    return std::nullopt;
  }
  return value->get<std::string>();
}

std::vector<std::string> ObjectReader::names(const std::string& name, Need need) {
  std::vector<std::string> list;
  const json* value = member(name, need);
  if (value == nullptr) return list;
  if (!value->is_array()) {
    fault(name, "must be a list of names");
    return list;
  }
  for (std::size_t i = 0; i < value->size(); ++i) {
    if ((*value)[i].is_string())
      list.push_back((*value)[i].get<std::string>());
    else
      faults_.push_back({below(at(name), std::to_string(i)), "must be a name"});
  }
  return list;
}

std::vector<std::pair<std::string, const json*>> ObjectReader::entries(const std::string& name, Need need) {
  std::vector<std::pair<std::string, const json*>> list;
  const json* value = member(name, need);
  if (value == nullptr) return list;
  if (!value->is_object()) {
    fault(name, "must be an object");
    return list;
  }
  for (const auto& [key, entry] : value->items()) list.emplace_back(key, &entry);
  return list;
}

void ObjectReader::finish() {
  if (!object_.is_object()) return;
  for (const auto& [name, value] : object_.items())
    if (!asked_.contains(name)) fault(name, "is not known");
}

}  // namespace chasescope::model
