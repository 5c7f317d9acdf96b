// The readers behind codec.h, for documents that hold the protocol's values somewhere inside: they take a place and throw
// CodecError, so that a refusal carries the whole pointer ("/runs/3/request/pattern/stride").
#pragma once

#include <type_traits>
#include <vector>

#include "engine/device/chase.h"
#include "engine/device/codec/codec_cursor.h"
#include "engine/device/description.h"
#include "engine/device/requests.h"
#include "engine/device/trials.h"

namespace chasescope {

Description read_description(const JsonCursor& at);
ChaseRequest read_chase_request(const JsonCursor& at);
MemorySpace read_space(const JsonCursor& at);

/// Whether the order of a shuffled pattern must be told, as devices do, or may be left to its seed, as recorded runs do.
enum class ShuffledOrder { told, drawn };

/// `landed`: cycles and ground truth that came before, or that were read aside because they are long.
ChaseResult read_chase_result(const JsonCursor& at, const ChaseRequest& request, ChaseResult landed,
                              ShuffledOrder order = ShuffledOrder::told);

/// The other requests, and the result of one, into what holds their defaults. A new request brings these two of its own.
#define CHASESCOPE_READ(Request)                     \
  void read(const JsonCursor& at, Request& request); \
  void read(const JsonCursor& at, const Request& request, Request::Result& result);
CHASESCOPE_OTHER_REQUESTS(CHASESCOPE_READ)
#undef CHASESCOPE_READ

/// Any request, and the result of one.
template <typename Request>
Request read_request(const JsonCursor& at) {
  if constexpr (std::is_same_v<Request, ChaseRequest>) {
    return read_chase_request(at);
  } else {
    Request request;
    read(at, request);
    return request;
  }
}
template <typename Request>
typename Request::Result read_result(const JsonCursor& at, const Request& request) {
  if constexpr (std::is_same_v<Request, ChaseRequest>) {
    return read_chase_result(at, request, {});
  } else {
    typename Request::Result result;
    read(at, request, result);
    return result;
  }
}

/// An array of cycles.
std::vector<float> read_cycles(const JsonCursor& at);

}  // namespace chasescope
