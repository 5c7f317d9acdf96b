#include "engine/device/codec/codec.h"

#include "engine/device/codec/codec_read.h"

namespace chasescope {
namespace {

/// Runs a reader, and turns its CodecError into an error with `code`.
template <typename Read>
auto guarded(ErrorCode code, Read&& read) -> Outcome<decltype(read())> {
  try {
    return read();
  } catch (const CodecError& error) {
    return DeviceError{code, error.what()};
  }
}

}  // namespace

Outcome<Description> description_from_json(const nlohmann::json& json) {
  return guarded(ErrorCode::internal, [&] { return read_description(JsonCursor(json)); });
}

Outcome<ChaseRequest> chase_request_from_json(const nlohmann::json& json) {
  return guarded(ErrorCode::invalid_request, [&] { return read_chase_request(JsonCursor(json)); });
}

Outcome<ChaseResult> chase_result_from_json(const nlohmann::json& json, const ChaseRequest& request, ChaseResult landed) {
  return guarded(ErrorCode::internal, [&] { return read_chase_result(JsonCursor(json), request, std::move(landed)); });
}

Outcome<TraceChunk> trace_part_from_json(const nlohmann::json& json) {
  return guarded(ErrorCode::internal,
                 [&]() -> TraceChunk { return std::make_shared<const std::vector<float>>(read_cycles(JsonCursor(json))); });
}

template <typename Request>
Outcome<Request> request_from_json(const nlohmann::json& params) {
  return guarded(ErrorCode::invalid_request, [&] { return read_request<Request>(JsonCursor(params)); });
}

template <typename Request>
Outcome<typename Request::Result> result_from_json(const nlohmann::json& json, const Request& request) {
  return guarded(ErrorCode::internal, [&] { return read_result(JsonCursor(json), request); });
}

#define CHASESCOPE_INSTANTIATE(Request)                               \
  template Outcome<Request> request_from_json(const nlohmann::json&); \
  template Outcome<Request::Result> result_from_json(const nlohmann::json&, const Request&);
CHASESCOPE_OTHER_REQUESTS(CHASESCOPE_INSTANTIATE)
#undef CHASESCOPE_INSTANTIATE

}  // namespace chasescope
