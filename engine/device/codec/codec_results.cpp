// The results of the requests besides the chase.
#include <cmath>

#include "engine/device/codec/codec.h"
#include "engine/device/codec/codec_number.h"
#include "engine/device/codec/codec_read.h"

namespace chasescope {
namespace {

using nlohmann::json;

json cycles_to_json(const std::vector<double>& cycles) {
  json::array_t out;
  out.reserve(cycles.size());
  for (const double value : cycles) out.push_back(json_number(value));
  return out;
}

/// An array of times with `wanted` entries.
std::vector<double> read_times(const JsonCursor& at, std::uint64_t wanted, const char* of_what) {
  const auto elements = at.elements();
  if (elements.size() != wanted)
    at.refuse("has " + std::to_string(elements.size()) + " entries, but " + std::to_string(wanted) + " " + of_what +
              " were asked for");
  std::vector<double> cycles;
  cycles.reserve(elements.size());
  for (const JsonCursor& element : elements) cycles.push_back(element.cycles());
  return cycles;
}

/// A number that is not negative and below `limit`.
double read_amount(const JsonCursor& at, double limit) {
  const double amount = at.number();
  if (!(amount >= 0 && amount < limit)) at.refuse("must not be negative or absurd, but it is " + kind_of(at.value()));
  return amount;
}

}  // namespace

void read(const JsonCursor& at, const PairedChaseRequest& request, PairedChaseResult& result) {
  result.a = read_chase_result(at.at("a"), request.a, {});
  result.b = read_chase_result(at.at("b"), request.b, {});
}

void read(const JsonCursor& at, const BankRequest&, BankResult& result) { result.mean_cycles = at.at("mean_cycles").cycles(); }

void read(const JsonCursor& at, const OutstandingRequest& request, OutstandingResult& result) {
  result.cycles = read_times(at.at("cycles"), request.repeats, "repeats");
}

void read(const JsonCursor& at, const CopyRequest&, CopyResult& result) {
  if (const auto member = at.find("cycles")) result.cycles = read_amount(*member, 1e18);
  if (const auto member = at.find("seconds")) result.seconds = read_amount(*member, 1e9);
  if (!result.cycles && !result.seconds) at.refuse("must have cycles or seconds, but has neither");
}

void read(const JsonCursor& at, const BandwidthRequest&, BandwidthResult& result) {
  result.bytes_per_cycle = read_amount(at.at("bytes_per_cycle"), 1e9);
  result.bytes_per_second = read_amount(at.at("bytes_per_second"), 1e18);
}

void read(const JsonCursor& at, const InstructionsRequest&, InstructionsResult& result) {
  result.cycles_per_instruction = at.at("cycles_per_instruction").cycles();
  const JsonCursor bytes = at.at("instruction_bytes");
  result.instruction_bytes = bytes.count(std::uint64_t{1} << 20);
  if (result.instruction_bytes == 0) bytes.refuse("must be at least 1");
  if (const auto member = at.find("block_bytes")) {
    result.block_bytes = member->count(std::uint64_t{1} << 30);
    if (result.block_bytes == 0) member->refuse("must be at least 1");
  }
}

void read(const JsonCursor& at, const ClusterRequest& request, ClusterResult& result) {
  result.cycles = read_times(at.at("cycles"), request.accesses, "accesses");
}

void read(const JsonCursor& at, const OperationsRequest& request, OperationsResult& result) {
  result.cycles = read_times(at.at("cycles"), request.repeats, "repeats");
  result.overhead_cycles = at.at("overhead_cycles").cycles();
}

void read(const JsonCursor& at, const ResidencyRequest& request, ResidencyResult& result) {
  result.cycles = read_times(at.at("cycles"), request.places, "places");
}

json to_json(const PairedChaseResult& result) { return {{"a", to_json(result.a)}, {"b", to_json(result.b)}}; }
json to_json(const BankResult& result) { return {{"mean_cycles", json_number(result.mean_cycles)}}; }
json to_json(const OutstandingResult& result) { return {{"cycles", cycles_to_json(result.cycles)}}; }

json to_json(const CopyResult& result) {
  json out = json::object();
  if (result.cycles) out["cycles"] = json_number(*result.cycles);
  if (result.seconds) out["seconds"] = json_number(*result.seconds);
  return out;
}

json to_json(const BandwidthResult& result) {
  return {{"bytes_per_cycle", json_number(result.bytes_per_cycle)}, {"bytes_per_second", json_number(result.bytes_per_second)}};
}

json to_json(const InstructionsResult& result) {
  json written = {{"cycles_per_instruction", json_number(result.cycles_per_instruction)},
                  {"instruction_bytes", result.instruction_bytes}};
  if (result.block_bytes != 0) written["block_bytes"] = result.block_bytes;
  return written;
}

json to_json(const ClusterResult& result) { return {{"cycles", cycles_to_json(result.cycles)}}; }

json to_json(const OperationsResult& result) {
  return {{"cycles", cycles_to_json(result.cycles)}, {"overhead_cycles", json_number(result.overhead_cycles)}};
}

json to_json(const ResidencyResult& result) { return {{"cycles", cycles_to_json(result.cycles)}}; }

}  // namespace chasescope
