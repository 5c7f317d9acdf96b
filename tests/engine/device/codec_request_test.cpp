#include <gmock/gmock.h>

#include <limits>

#include "engine/device/codec/codec.h"

namespace chasescope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(CodecRequest, WritesTheProtocolsMembers) {
  ChaseRequest request;
  request.space = MemorySpace::global_cg;
  request.pattern = UniformPattern{17408, 128};
  request.warmup = 272;
  request.accesses = 544;
  EXPECT_EQ(to_json(request), json::parse(R"({"space": "global.cg", "pattern": {"kind": "uniform", "bytes": 17408, "stride": 128},
      "element_bytes": 4, "warmup": 272, "accesses": 544, "record": "each"})"));
}

TEST(CodecRequest, WritesOptionalMembersOnlyWhenTheyAreSet) {
  ChaseRequest request;
  request.pattern = OffsetsPattern{{0, 256, 128}};
  request.accesses = 3;
  request.record = Record::mean;
  request.carveout_percent = 50.0;
  request.l1_kib = 48;
  request.sm = 3;
  request.truth = true;
  const json written = to_json(request);
  EXPECT_EQ(written["pattern"], json::parse(R"({"kind": "offsets", "offsets": [0, 256, 128]})"));
  EXPECT_EQ(written["record"], "mean");
  EXPECT_EQ(written["carveout_percent"].dump(), "50");
  EXPECT_EQ(written["l1_kib"], 48);
  EXPECT_EQ(written["sm"], 3);
  EXPECT_EQ(written["truth"], true);
}

TEST(CodecRequest, ReadsBackWhatItWrote) {
  for (const Pattern& pattern : {Pattern(UniformPattern{1 << 20, 128}), Pattern(OffsetsPattern{{1ULL << 62, 0}}),
                                 Pattern(ShuffledPattern{4096, 64, std::numeric_limits<std::uint64_t>::max()})}) {
    for (const MemorySpace space : all_memory_spaces()) {
      ChaseRequest request;
      request.space = space;
      request.pattern = pattern;
      request.element_bytes = 8;
      request.warmup = 1ULL << 63;
      request.accesses = 10;
      request.carveout_percent = 12.5;
      const auto again = chase_request_from_json(to_json(request));
      ASSERT_TRUE(again) << again.error().message;
      EXPECT_EQ(*again, request);
    }
  }
}

TEST(CodecRequest, AppliesDefaultsAndIgnoresUnknownMembers) {
  const auto request = chase_request_from_json(json::parse(
      R"({"space": "shared", "pattern": {"kind": "shuffled", "bytes": 64.0, "stride": 4, "seed": 1, "x": 1}, "accesses": 5, "sm": null, "y": []})"));
  ASSERT_TRUE(request) << request.error().message;
  EXPECT_EQ(request->element_bytes, 4U);
  EXPECT_EQ(request->warmup, 0U);
  EXPECT_EQ(request->record, Record::each);
  EXPECT_EQ(request->sm, std::nullopt);
  EXPECT_FALSE(request->truth);
  EXPECT_EQ(std::get<ShuffledPattern>(request->pattern).bytes, 64U);
}

TEST(CodecRequest, RefusesWithThePlaceAndTheReason) {
  const json good =
      json::parse(R"({"space": "global.ca", "pattern": {"kind": "uniform", "bytes": 512, "stride": 128}, "accesses": 8})");
  struct Wrong {
    const char* at;
    json value;
    const char* reason;
  };
  for (const Wrong& wrong : std::initializer_list<Wrong>{
           {"/space", "global", "must be a memory space"},
           {"/space", 1, "must be a text, but it is the number 1"},
           {"/pattern", "uniform", "must be an object"},
           {"/pattern/kind", nullptr, "is missing"},
           {"/pattern/bytes", -1, "must be a whole number from 0 to 2^63, but it is the number -1"},
           {"/pattern/bytes", 1.5, "the number 1.5"},
           {"/pattern/bytes", 1e30, "whole number"},
           {"/pattern/stride", std::numeric_limits<double>::quiet_NaN(), "NaN"},
           {"/pattern/stride", "128", "the text \"128\""},
           {"/accesses", std::numeric_limits<std::uint64_t>::max(), "from 0 to 2^63"},
           {"/element_bytes", 1ULL << 32, "from 0 to 4294967295"},
           {"/warmup", false, "but it is false"},
           {"/record", "all", "each or mean"},
           {"/carveout_percent", std::numeric_limits<double>::infinity(), "finite number"},
           {"/truth", 1, "must be true or false"},
       }) {
    json request = good;
    request[json::json_pointer(wrong.at)] = wrong.value;
    const auto outcome = chase_request_from_json(request);
    ASSERT_FALSE(outcome) << wrong.at;
    EXPECT_EQ(outcome.error().code, ErrorCode::invalid_request);
    EXPECT_THAT(outcome.error().message, testing::StartsWith(std::string(wrong.at) + ": "));
    EXPECT_THAT(outcome.error().message, HasSubstr(wrong.reason));
  }
  for (const json& whole : {json(), json(3), json::array()}) {
    const auto outcome = chase_request_from_json(whole);
    ASSERT_FALSE(outcome);
    EXPECT_THAT(outcome.error().message, HasSubstr("The value must be an object"));
  }
}

}  // namespace
}  // namespace chasescope
