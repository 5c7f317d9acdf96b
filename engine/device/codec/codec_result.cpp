// `chase`: the result.
#include <algorithm>
#include <limits>

#include "engine/device/codec/codec.h"
#include "engine/device/codec/codec_number.h"
#include "engine/device/codec/codec_read.h"

namespace chasescope {
namespace {

using nlohmann::json;

json cycles_to_json(const LatencyTrace& trace) {
  json::array_t cycles;
  cycles.reserve(trace.size());
  for (const TraceChunk& chunk : trace.chunks())
    for (const float value : *chunk) cycles.push_back(json_cycles(value));
  return cycles;
}

json served_by_to_json(const ServedBy& served_by) {
  json::array_t names;
  names.reserve(served_by.index.size());
  for (const std::uint8_t index : served_by.index) names.emplace_back(served_by.names.at(index));
  return names;
}

ServedBy read_served_by(const JsonCursor& at) {
  ServedBy served_by;
  for (const JsonCursor& element : at.elements()) {
    const std::string name = element.text();
    const auto known = std::find(served_by.names.begin(), served_by.names.end(), name);
    const auto index = static_cast<std::size_t>(known - served_by.names.begin());
    if (known == served_by.names.end()) {
      if (index > std::numeric_limits<std::uint8_t>::max()) element.refuse("is the 257th name; a device may tell 256 parts apart");
      served_by.names.push_back(name);
    }
    served_by.index.push_back(static_cast<std::uint8_t>(index));
  }
  return served_by;
}

/// The order of a shuffled pattern must have each offset of the pattern exactly once: every conclusion from the trace rests on it.
std::vector<std::uint64_t> read_order(const JsonCursor& at, const ShuffledPattern& pattern) {
  std::vector<std::uint64_t> offsets = at.counts();
  const std::uint64_t period = accesses_per_pass(pattern);
  if (offsets.size() != period)
    at.refuse("has " + std::to_string(offsets.size()) + " entries, but the pattern has " + std::to_string(period) + " offsets");
  const auto refuse = [&](std::size_t entry, const char* reason) {
    throw CodecError(at.pointer() + "/" + std::to_string(entry), "is " + std::to_string(offsets[entry]) + ", which " + reason);
  };
  std::vector<bool> seen(offsets.size(), false);
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const std::uint64_t element = offsets[i] / pattern.stride;
    if (offsets[i] % pattern.stride != 0 || element >= period) refuse(i, "is no offset of the pattern");
    if (seen[element]) refuse(i, "came before");
    seen[element] = true;
  }
  return offsets;
}

std::string entries_but_accesses(std::size_t entries, std::uint64_t accesses) {
  return "has " + std::to_string(entries) + " entries, but " + std::to_string(accesses) + " accesses were asked for";
}

void check_cycles(const JsonCursor& at, const ChaseRequest& request, const ChaseResult& result) {
  const std::string pointer = at.pointer() + "/cycles";
  if (request.record == Record::mean) {
    if (!result.cycles.empty()) throw CodecError(pointer, "is there, but only the mean was asked for");
  } else if (result.cycles.size() != request.accesses) {
    throw CodecError(pointer,
                     result.cycles.empty() ? "is missing or empty" : entries_but_accesses(result.cycles.size(), request.accesses));
  }
}

}  // namespace

json to_json(const ChaseResult& result) {
  json out = json::object();
  if (result.mean_cycles) out["mean_cycles"] = json_number(*result.mean_cycles);
  if (!result.mean_cycles || !result.cycles.empty()) out["cycles"] = cycles_to_json(result.cycles);
  if (!result.offsets.empty()) out["offsets"] = result.offsets;
  if (result.overhead_cycles) out["overhead_cycles"] = json_number(*result.overhead_cycles);
  if (result.sm) out["sm"] = *result.sm;
  if (!result.served_by.empty()) out["served_by"] = served_by_to_json(result.served_by);
  return out;
}

std::vector<float> read_cycles(const JsonCursor& at) {
  if (!at.value().is_array()) at.refuse("must be an array of cycles, but it is " + kind_of(at.value()));
  std::vector<float> cycles;
  cycles.reserve(at.value().size());
  for (const json& element : at.value()) {
    const double value = element.is_number() ? element.get<double>() : -1;
    if (!(value >= 0 && value < kMaxCycles)) {
      const JsonCursor entry(element, at.pointer() + "/" + std::to_string(cycles.size()));
      static_cast<void>(entry.cycles());  // throws the reason
    }
    cycles.push_back(static_cast<float>(value));
  }
  return cycles;
}

ChaseResult read_chase_result(const JsonCursor& at, const ChaseRequest& request, ChaseResult landed, ShuffledOrder order) {
  ChaseResult result = std::move(landed);
  if (const auto member = at.find("cycles")) result.cycles.append(read_cycles(*member));
  check_cycles(at, request, result);
  if (request.record == Record::mean) result.mean_cycles = at.at("mean_cycles").cycles();

  if (const auto* shuffled = std::get_if<ShuffledPattern>(&request.pattern)) {
    if (const auto member = at.find("offsets")) {
      result.offsets = read_order(*member, *shuffled);
    } else if (request.record == Record::each && order == ShuffledOrder::told) {
      throw CodecError(at.pointer() + "/offsets", "is missing; a shuffled pattern's answer tells its order");
    } else if (request.record == Record::each && accesses_per_pass(request.pattern) > kMostDrawnOffsets) {
      throw CodecError(at.pointer() + "/offsets", "is missing, and the order is too long to be drawn again");
    }
  }
  if (const auto member = at.find("overhead_cycles")) result.overhead_cycles = member->cycles();
  if (const auto member = at.find("sm")) result.sm = member->small_count();
  if (const auto member = at.find("served_by"); member && result.served_by.empty()) result.served_by = read_served_by(*member);
  if (!result.served_by.empty() && result.served_by.index.size() != request.accesses)
    throw CodecError(at.pointer() + "/served_by", entries_but_accesses(result.served_by.index.size(), request.accesses));
  return result;
}

}  // namespace chasescope
