// The answers of a program behind exec: or ssh: to its client, which are its description and the results of every call.
#include "engine/device/codec/codec.h"
#include "engine/device/requests.h"
#include "tests/fuzz/protocol_fuzz.h"

namespace chasescope {
namespace {

template <typename Result>
void tell(const Outcome<Result>& outcome) {
  if (!outcome) fuzz::expect_sentence(outcome.error().message);
}

}  // namespace
}  // namespace chasescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace chasescope;
  fuzz::each_object(data, size, [](const nlohmann::json& line) {
    if (line.contains("cycles")) tell(trace_part_from_json(line["cycles"]));
    if (!line.contains("result")) return;
    const nlohmann::json& result = line["result"];
    if (const auto description = description_from_json(result)) {
      const auto again = description_from_json(to_json(*description));
      if (!again || !(*again == *description)) fuzz::fail("a description that was written is another one");
    }
    for (const Record record : {Record::each, Record::mean}) {
      ChaseRequest request;
      request.pattern = UniformPattern{512, 128};
      request.accesses = 5;
      request.record = record;
      tell(chase_result_from_json(result, request));
      request.pattern = ShuffledPattern{512, 128};
      tell(chase_result_from_json(result, request));
    }
#define CHASESCOPE_READ(Request) tell(result_from_json(result, Request{}));
    CHASESCOPE_OTHER_REQUESTS(CHASESCOPE_READ)
#undef CHASESCOPE_READ
  });
  return 0;
}
