// `describe`: the description of a device as JSON.
#include "engine/device/codec/codec.h"
#include "engine/device/codec/codec_read.h"
#include "engine/output/outgoing_text.h"

namespace chasescope {
namespace {

using nlohmann::json;

/// Calls `visit(name, member)` for every property that is a plain count. Reader and writer share this list of names.
template <typename Props, typename Visit>
void for_each_count(Props& properties, Visit&& visit) {
  visit("sm_count", properties.sm_count);
  visit("warp_size", properties.warp_size);
  visit("max_threads_per_block", properties.max_threads_per_block);
  visit("clock_khz", properties.clock_khz);
  visit("memory_clock_khz", properties.memory_clock_khz);
  visit("memory_bus_bits", properties.memory_bus_bits);
  visit("memory_bytes", properties.memory_bytes);
  visit("l2_bytes", properties.l2_bytes);
  visit("shared_bytes_per_sm", properties.shared_bytes_per_sm);
  visit("shared_bytes_per_block", properties.shared_bytes_per_block);
  visit("constant_bytes", properties.constant_bytes);
  visit("registers_per_sm", properties.registers_per_sm);
  visit("max_accesses", properties.max_accesses);
}

template <typename Props, typename Visit>
void for_each_text(Props& properties, Visit&& visit) {
  visit("compute_capability", properties.compute_capability);
  visit("driver", properties.driver);
  visit("runtime", properties.runtime);
  visit("notes", properties.notes);
}

void put_footprints(json& out, const Properties& properties) {
  if (properties.max_footprint_bytes_by_space.empty()) {
    if (properties.max_footprint_bytes) out["max_footprint_bytes"] = *properties.max_footprint_bytes;
    return;
  }
  json by_space = json::object();
  if (properties.max_footprint_bytes)
    for (const MemorySpace space : card_memory_spaces()) by_space[std::string(to_string(space))] = *properties.max_footprint_bytes;
  for (const auto& [space, bytes] : properties.max_footprint_bytes_by_space) by_space[std::string(to_string(space))] = bytes;
  out["max_footprint_bytes"] = std::move(by_space);
}

json properties_to_json(const Properties& properties) {
  json out = json::object();
  const auto put = [&](const char* name, const auto& value) {
    if (value) out[name] = *value;
  };
  for_each_count(properties, put);
  for_each_text(properties, put);
  put_footprints(out, properties);
  return out;
}

void read_footprints(const JsonCursor& at, Properties& properties) {
  if (!at.value().is_object()) {
    properties.max_footprint_bytes = at.count();
    return;
  }
  for (const auto& [word, value] : at.value().items()) {
    const JsonCursor entry(value, at.pointer() + pointer_step(word));
    const std::uint64_t bytes = entry.count();
    if (const auto space = memory_space_from(word)) properties.max_footprint_bytes_by_space[*space] = bytes;
  }
}

Properties read_properties(const JsonCursor& at) {
  Properties properties;
  for_each_count(properties, [&](const char* name, auto& value) {
    if (const auto member = at.find(name)) value = member->count();
  });
  for_each_text(properties, [&](const char* name, auto& value) {
    if (const auto member = at.find(name)) value = member->text();
  });
  if (const auto member = at.find("max_footprint_bytes")) read_footprints(*member, properties);
  return properties;
}

void read_keeps_state(const JsonCursor& at, Description& description) {
  if (at.value().is_boolean()) {
    description.keeps_all_state = at.truth();
  } else if (at.value().is_array()) {
    description.keeps_state = at.texts();
  } else {
    at.refuse("must be true, false or a list of what stays warm, but it is " + kind_of(at.value()));
  }
}

}  // namespace

json to_json(const Description& description) {
  json spaces = json::array();
  for (const MemorySpace space : description.spaces) spaces.push_back(std::string(to_string(space)));
  json out = {
      {"protocol", kProtocolVersion}, {"name", description.name},    {"origin", std::string(to_string(description.origin))},
      {"calls", description.calls},   {"spaces", std::move(spaces)}, {"properties", properties_to_json(description.properties)}};
  if (description.keeps_all_state) {
    out["keeps_state"] = true;
  } else if (!description.keeps_state.empty()) {
    out["keeps_state"] = description.keeps_state;
  }
  if (description.same_memory) out["same_memory"] = true;
  if (description.sealed) out["sealed"] = true;
  if (!description.locked_probes.empty()) out["locked_probes"] = description.locked_probes;
  return out;
}

Description read_description(const JsonCursor& at) {
  const JsonCursor protocol = at.at("protocol");
  if (const std::uint64_t version = protocol.count(); version != kProtocolVersion)
    protocol.refuse("is version " + std::to_string(version) + " of the device protocol; this program speaks version " +
                    std::to_string(kProtocolVersion));

  Description description;
  description.name = shortened(at.at("name").text());
  const JsonCursor origin = at.at("origin");
  const auto known = origin_from(origin.text());
  if (!known) origin.refuse("must be hardware, model, recording or external, but it is " + kind_of(origin.value()));
  description.origin = *known;
  description.calls = at.at("calls").texts();
  // A newer device may serve spaces that this program does not know. They are left out, as this program could not ask for them.
  for (const JsonCursor& word : at.at("spaces").elements())
    if (const auto space = memory_space_from(word.text())) description.spaces.push_back(*space);
  if (const auto properties = at.find("properties")) description.properties = read_properties(*properties);
  if (const auto keeps = at.find("keeps_state")) read_keeps_state(*keeps, description);
  if (const auto same = at.find("same_memory")) description.same_memory = same->truth();
  if (const auto sealed = at.find("sealed")) description.sealed = sealed->truth();
  if (const auto locked = at.find("locked_probes")) description.locked_probes = locked->texts();
  return description;
}

}  // namespace chasescope
