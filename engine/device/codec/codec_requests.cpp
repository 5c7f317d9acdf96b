// The requests besides the chase.
#include "engine/device/codec/codec.h"
#include "engine/device/codec/codec_read.h"

namespace chasescope {

using nlohmann::json;

void read(const JsonCursor& at, PairedChaseRequest& request) {
  request.a = read_chase_request(at.at("a"));
  request.b = read_chase_request(at.at("b"));
  request.b_thread = at.at("b_thread").small_count();
}

void read(const JsonCursor& at, BankRequest& request) {
  request.stride = at.at("stride").count();
  request.word_bytes = at.at("word_bytes").small_count();
  request.bank_bytes = at.at("bank_bytes").small_count();
  request.repeats = at.at("repeats").count();
}

void read(const JsonCursor& at, OutstandingRequest& request) {
  request.threads = at.at("threads").count();
  request.loads = at.at("loads").count();
  request.sharing = at.at("sharing").count();
  if (const auto member = at.find("block_bytes")) request.block_bytes = member->count();
  request.repeats = at.at("repeats").count();
}

void read(const JsonCursor& at, CopyRequest& request) {
  request.bytes = at.at("bytes").count();
  request.flush = at.at("flush").truth();
}

void read(const JsonCursor& at, BandwidthRequest& request) {
  request.level = at.at("level").text();
  const JsonCursor direction = at.at("direction");
  const auto known = direction_from(direction.text());
  if (!known) direction.refuse("must be read, write or copy, but it is " + kind_of(direction.value()));
  request.direction = *known;
  request.bytes = at.at("bytes").count();
  request.access_bytes = at.at("access_bytes").small_count();
  if (const auto member = at.find("blocks")) request.blocks = member->count();
  if (const auto member = at.find("threads")) request.threads = member->count();
}

void read(const JsonCursor& at, InstructionsRequest& request) {
  request.bytes = at.at("bytes").count();
  request.repeats = at.at("repeats").count();
  if (const auto member = at.find("order")) {
    const auto known = code_order_from(member->text());
    if (!known) member->refuse("must be straight, in_order or scattered, but it is " + kind_of(member->value()));
    request.order = *known;
  }
}

void read(const JsonCursor& at, ClusterRequest& request) {
  request.cluster_size = at.at("cluster_size").small_count();
  request.rank = at.at("rank").small_count();
  const JsonCursor operation = at.at("operation");
  const auto known = cluster_operation_from(operation.text());
  if (!known) operation.refuse("must be load or bulk_copy, but it is " + kind_of(operation.value()));
  request.operation = *known;
  request.accesses = at.at("accesses").count();
}

void read(const JsonCursor& at, OperationsRequest& request) {
  const JsonCursor operation = at.at("operation");
  const auto known = memory_operation_from(operation.text());
  if (!known)
    operation.refuse(
        "must be load, store, atomic, reduce, async_copy, bulk_copy, load_after_store, hit_under_miss or load_after_atomic, but it "
        "is " +
        kind_of(operation.value()));
  request.operation = *known;
  const JsonCursor level = at.at("level");
  const auto known_level = operation_level_from(level.text());
  if (!known_level) level.refuse("must be shared or global, but it is " + kind_of(level.value()));
  request.level = *known_level;
  if (const auto member = at.find("warm")) request.warm = member->truth();
  request.threads = at.at("threads").count();
  if (const auto member = at.find("blocks")) request.blocks = member->count();
  request.spacing_bytes = at.at("spacing_bytes").count();
  if (const auto member = at.find("access_bytes")) request.access_bytes = member->small_count();
  if (const auto member = at.find("count")) request.count = member->count();
  request.repeats = at.at("repeats").count();
  if (const auto member = at.find("offset_bytes")) request.offset_bytes = member->count();
}

namespace {

EvictionPriority read_priority(const JsonCursor& at) {
  const auto known = eviction_priority_from(at.text());
  if (!known) at.refuse("must be normal, first, last or unchanged, but it is " + kind_of(at.value()));
  return *known;
}

}  // namespace

void read(const JsonCursor& at, ResidencyRequest& request) {
  request.kept_bytes = at.at("kept_bytes").count();
  if (const auto member = at.find("kept")) request.kept = read_priority(*member);
  if (const auto member = at.find("swept_bytes")) request.swept_bytes = member->count();
  if (const auto member = at.find("swept")) request.swept = read_priority(*member);
  if (const auto member = at.find("spacing_bytes")) request.spacing_bytes = member->count();
  if (const auto member = at.find("timed_offset")) request.timed_offset = member->count();
  request.places = at.at("places").count();
  if (const auto member = at.find("persisting_bytes")) request.persisting_bytes = member->count();
  if (const auto member = at.find("fetch_bytes")) request.fetch_bytes = member->count();
}

json to_json(const PairedChaseRequest& request) {
  return {{"a", to_json(request.a)}, {"b", to_json(request.b)}, {"b_thread", request.b_thread}};
}

json to_json(const BankRequest& request) {
  return {{"stride", request.stride},
          {"word_bytes", request.word_bytes},
          {"bank_bytes", request.bank_bytes},
          {"repeats", request.repeats}};
}

json to_json(const OutstandingRequest& request) {
  return {{"threads", request.threads},
          {"loads", request.loads},
          {"sharing", request.sharing},
          {"block_bytes", request.block_bytes},
          {"repeats", request.repeats}};
}

json to_json(const CopyRequest& request) { return {{"bytes", request.bytes}, {"flush", request.flush}}; }

json to_json(const BandwidthRequest& request) {
  json out = {{"level", request.level},
              {"direction", std::string(to_string(request.direction))},
              {"bytes", request.bytes},
              {"access_bytes", request.access_bytes}};
  if (request.blocks) out["blocks"] = *request.blocks;
  if (request.threads) out["threads"] = *request.threads;
  return out;
}

json to_json(const InstructionsRequest& request) {
  json written = {{"bytes", request.bytes}, {"repeats", request.repeats}};
  if (request.order != CodeOrder::straight) written["order"] = std::string(to_string(request.order));
  return written;
}

json to_json(const ClusterRequest& request) {
  return {{"cluster_size", request.cluster_size},
          {"rank", request.rank},
          {"operation", std::string(to_string(request.operation))},
          {"accesses", request.accesses}};
}

json to_json(const OperationsRequest& request) {
  json written = {{"operation", std::string(to_string(request.operation))},
                  {"level", std::string(to_string(request.level))},
                  {"warm", request.warm},
                  {"threads", request.threads},
                  {"blocks", request.blocks},
                  {"spacing_bytes", request.spacing_bytes},
                  {"access_bytes", request.access_bytes},
                  {"count", request.count},
                  {"repeats", request.repeats}};
  if (request.offset_bytes != 0) written["offset_bytes"] = request.offset_bytes;
  return written;
}

json to_json(const ResidencyRequest& request) {
  json written = {{"kept_bytes", request.kept_bytes},
                  {"kept", std::string(to_string(request.kept))},
                  {"swept_bytes", request.swept_bytes},
                  {"swept", std::string(to_string(request.swept))},
                  {"spacing_bytes", request.spacing_bytes},
                  {"timed_offset", request.timed_offset},
                  {"places", request.places}};
  if (request.persisting_bytes) written["persisting_bytes"] = *request.persisting_bytes;
  if (request.fetch_bytes) written["fetch_bytes"] = *request.fetch_bytes;
  return written;
}

}  // namespace chasescope
