// The requests of a client of the device protocol: the params of every call.
#include <type_traits>

#include "engine/device/codec/codec.h"
#include "engine/device/requests.h"
#include "tests/fuzz/protocol_fuzz.h"

namespace chasescope {
namespace {

template <typename Request>
Outcome<Request> read(const nlohmann::json& params) {
  if constexpr (std::is_same_v<Request, ChaseRequest>)
    return chase_request_from_json(params);
  else
    return request_from_json<Request>(params);
}

/// A request that was read is the same after it was written and read again.
template <typename Request>
void read_as(const nlohmann::json& params) {
  const auto request = read<Request>(params);
  if (!request) return fuzz::expect_sentence(request.error().message);
  const auto again = read<Request>(to_json(*request));
  if (!again || !(*again == *request)) fuzz::fail("a request that was written is another one");
}

}  // namespace
}  // namespace chasescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace chasescope;
  fuzz::each_object(data, size, [](const nlohmann::json& line) {
    if (!line.contains("params")) return;
    const nlohmann::json& params = line["params"];
    read_as<ChaseRequest>(params);
#define CHASESCOPE_READ(Request) read_as<Request>(params);
    CHASESCOPE_OTHER_REQUESTS(CHASESCOPE_READ)
#undef CHASESCOPE_READ
  });
  return 0;
}
