// `chase`: the request.
#include "engine/device/codec/codec.h"
#include "engine/device/codec/codec_number.h"
#include "engine/device/codec/codec_read.h"

namespace chasescope {
namespace {

using nlohmann::json;

json to_json(const UniformPattern& pattern) { return {{"kind", "uniform"}, {"bytes", pattern.bytes}, {"stride", pattern.stride}}; }
json to_json(const OffsetsPattern& pattern) { return {{"kind", "offsets"}, {"offsets", pattern.offsets}}; }
json to_json(const ShuffledPattern& pattern) {
  return {{"kind", "shuffled"}, {"bytes", pattern.bytes}, {"stride", pattern.stride}, {"seed", pattern.seed}};
}

Pattern read_pattern(const JsonCursor& at) {
  const JsonCursor kind = at.at("kind");
  const std::string word = kind.text();
  if (word == "uniform") return UniformPattern{at.at("bytes").count(), at.at("stride").count()};
  if (word == "offsets") return OffsetsPattern{at.at("offsets").counts()};
  if (word == "shuffled")
    return ShuffledPattern{at.at("bytes").count(), at.at("stride").count(), at.at("seed").count(~std::uint64_t{0})};
  kind.refuse("must be uniform, offsets or shuffled, but it is " + kind_of(kind.value()));
}

Record read_record(const JsonCursor& at) {
  const std::string word = at.text();
  if (word == "each") return Record::each;
  if (word == "mean") return Record::mean;
  at.refuse("must be each or mean, but it is " + kind_of(at.value()));
}

}  // namespace

MemorySpace read_space(const JsonCursor& at) {
  const auto space = memory_space_from(at.text());
  if (space) return *space;
  std::string words;
  for (const MemorySpace known : all_memory_spaces()) words += (words.empty() ? "" : ", ") + std::string(to_string(known));
  at.refuse("must be a memory space (" + words + "), but it is " + kind_of(at.value()));
}

json to_json(const ChaseRequest& request) {
  json out = {{"space", std::string(to_string(request.space))},
              {"pattern", std::visit([](const auto& pattern) { return to_json(pattern); }, request.pattern)},
              {"element_bytes", request.element_bytes},
              {"warmup", request.warmup},
              {"accesses", request.accesses},
              {"record", request.record == Record::each ? "each" : "mean"}};
  if (request.carveout_percent) out["carveout_percent"] = json_number(*request.carveout_percent);
  if (request.l1_kib) out["l1_kib"] = *request.l1_kib;
  if (request.sm) out["sm"] = *request.sm;
  if (request.truth) out["truth"] = true;
  return out;
}

ChaseRequest read_chase_request(const JsonCursor& at) {
  ChaseRequest request;
  request.space = read_space(at.at("space"));
  request.pattern = read_pattern(at.at("pattern"));
  request.accesses = at.at("accesses").count();
  if (const auto member = at.find("element_bytes")) request.element_bytes = member->small_count();
  if (const auto member = at.find("warmup")) request.warmup = member->count();
  if (const auto member = at.find("record")) request.record = read_record(*member);
  if (const auto member = at.find("carveout_percent")) request.carveout_percent = member->number();
  if (const auto member = at.find("l1_kib")) request.l1_kib = member->small_count();
  if (const auto member = at.find("sm")) request.sm = member->small_count();
  if (const auto member = at.find("truth")) request.truth = member->truth();
  return request;
}

}  // namespace chasescope
