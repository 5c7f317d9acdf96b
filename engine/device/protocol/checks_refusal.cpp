#include "engine/device/codec/codec.h"
#include "engine/device/protocol/checks.h"

namespace chasescope {
namespace {

using nlohmann::json;

/// A check that a chase with one wrong member is refused as invalid, and that the program answers describe afterwards.
Check refuses(const std::string& name, const std::string& rule, const std::string& place, const json& value) {
  return {"refuses_" + name, rule,
          [place, value](Examiner& examiner) {
            json params = chase_params(examiner.description, {{"kind", "uniform"}, {"bytes", 1024}, {"stride", 128}}, 0, 8);
            params[json::json_pointer(place)] = value;
            expect_error(examiner.asked("chase", params), {"invalid_request"});
            if (!examiner.asked("describe", json::object()).contains("result"))
              throw Broken{"after it describe is not answered any more"};
          },
          true};
}

void unlisted_space(Examiner& examiner) {
  json params = chase_params(examiner.description, {{"kind", "uniform"}, {"bytes", 1024}, {"stride", 128}}, 0, 8);
  for (const MemorySpace space : all_memory_spaces()) {
    if (examiner.description.serves(space)) continue;
    params["space"] = std::string(to_string(space));
    expect_error(examiner.asked("chase", params), {"unsupported", "invalid_request"});
    return;
  }
  throw NotApplicable{"the device has all memory spaces"};
}

}  // namespace

std::vector<Check> refusal_checks() {
  const auto listed = [](const json& offsets) { return json{{"kind", "offsets"}, {"offsets", offsets}}; };
  return {
      refuses("bytes_no_multiple", "bytes must be a multiple of the stride", "/pattern/bytes", 1000),
      refuses("stride_zero", "the stride must not be 0", "/pattern/stride", 0),
      refuses("stride_unaligned", "the stride must be a multiple of the element size", "/pattern",
              {{"kind", "uniform"}, {"bytes", 1020}, {"stride", 6}}),
      refuses("bytes_zero", "a pattern has at least one access", "/pattern/bytes", 0),
      refuses("repeated_offset", "an offset can't appear twice", "/pattern", listed({0, 128, 0})),
      refuses("unaligned_offset", "offsets are multiples of the element size", "/pattern", listed({0, 130})),
      refuses("no_offsets", "a list of offsets is not empty", "/pattern", listed(json::array())),
      refuses("unknown_pattern", "a pattern is uniform, offsets or shuffled", "/pattern/kind", "spiral"),
      refuses("negative_accesses", "accesses must not be negative", "/accesses", -1),
      refuses("wrong_type", "accesses must be a number", "/accesses", "many"),
      refuses("element_bytes", "elements have 4 or 8 bytes", "/element_bytes", 3),
      {"refuses_unlisted_space", "a memory space that describe does not list is refused", unlisted_space, true},
  };
}

}  // namespace chasescope
