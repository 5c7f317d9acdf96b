// The readers behind codec.h, for documents that hold values of the protocol inside. They take a place in the document and throw
// CodecError, so that a refusal has the whole JSON pointer ("/runs/3/request/pattern/stride").
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

/// Whether the offsets of a shuffled pattern must be in the answer (told, for answers of devices), or may be drawn again from the
/// seed of the pattern (drawn, for recorded runs).
enum class ShuffledOrder { told, drawn };

/// `landed`: cycles and ground truth that came in parts before the answer, or that were read separately because they are long.
ChaseResult read_chase_result(const JsonCursor& at, const ChaseRequest& request, ChaseResult landed,
                              ShuffledOrder order = ShuffledOrder::told);

/// Readers of the other requests and of their results. They write into an object that holds the defaults. A new request needs both
/// of its own.
#define CHASESCOPE_READ(Request)                     \
  void read(const JsonCursor& at, Request& request); \
  void read(const JsonCursor& at, const Request& request, Request::Result& result);
CHASESCOPE_OTHER_REQUESTS(CHASESCOPE_READ)
#undef CHASESCOPE_READ

/// Reads a request of any type; read_result() reads the result of one.
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
