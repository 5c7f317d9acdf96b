#include <gmock/gmock.h>

#include <limits>

#include "engine/device/codec/codec.h"
#include "engine/device/codec/codec_number.h"
#include "engine/trace/random.h"

namespace chasescope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

ChaseRequest uniform(std::uint64_t accesses) {
  ChaseRequest request;
  request.pattern = UniformPattern{512, 128};
  request.accesses = accesses;
  return request;
}

TEST(CodecResult, WritesWholeCyclesAsIntegers) {
  ChaseResult result;
  result.cycles = LatencyTrace({35, 35.5F, 180.1F, 0});
  EXPECT_EQ(to_json(result).dump(), R"({"cycles":[35,35.5,180.1,0]})");
}

TEST(CodecResult, WritesOptionalMembersOnlyWhenTheyAreSet) {
  ChaseResult result;
  result.mean_cycles = 35.0;
  EXPECT_EQ(to_json(result).dump(), R"({"mean_cycles":35})");
  result = {};
  result.cycles = LatencyTrace({1, 2});
  result.offsets = {128, 0};
  result.overhead_cycles = 4.5;
  result.sm = 9;
  result.served_by = {{"l1", "l2"}, {1, 0}};
  EXPECT_EQ(to_json(result).dump(), R"({"cycles":[1,2],"offsets":[128,0],"overhead_cycles":4.5,"served_by":["l2","l1"],"sm":9})");
}

TEST(CodecResult, CyclesAreReadAsTheSameFloats) {
  Random random(3);
  ChaseResult result;
  std::vector<float> cycles{0.1F, 16777217.0F, 1e11F, 1.5e-30F};
  for (int i = 0; i < 20'000; ++i)
    cycles.push_back(static_cast<float>(random.unit() * static_cast<double>(1 + random.below(100'000))));
  result.cycles.append(cycles);
  const auto again = chase_result_from_json(json::parse(to_json(result).dump()), uniform(cycles.size()));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, result);
}

TEST(CodecResult, TextOfCyclesIsWhatTheJsonSays) {
  const std::vector<float> cycles{35, 180.1F, 1e11F, 3e9F, 0};
  std::string text = "[";
  append_cycles(text, cycles);
  ChaseResult result;
  result.cycles.append(cycles);
  EXPECT_EQ(json::parse(text + "]"), to_json(result)["cycles"]);
}

TEST(CodecResult, AppendsToWhatHasLanded) {
  ChaseResult landed;
  landed.cycles = LatencyTrace({1, 2, 3});
  const auto result = chase_result_from_json(json::parse(R"({"cycles": [4, 5]})"), uniform(5), landed);
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->cycles.copy(), (std::vector<float>{1, 2, 3, 4, 5}));
  EXPECT_TRUE(chase_result_from_json(json::object(), uniform(3), landed));
  EXPECT_FALSE(chase_result_from_json(json::object(), uniform(4), landed));
}

TEST(CodecResult, ReadsAPart) {
  const auto part = trace_part_from_json(json::parse("[35, 36.5]"));
  ASSERT_TRUE(part);
  EXPECT_EQ(**part, (std::vector<float>{35, 36.5F}));
  const auto bad = trace_part_from_json(json::parse("[35, null]"));
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::internal);
  EXPECT_THAT(bad.error().message, testing::StartsWith("/1: "));
  EXPECT_FALSE(trace_part_from_json(json::object()));
}

TEST(CodecResult, MapsGroundTruthToNames) {
  const auto result = chase_result_from_json(json::parse(R"({"cycles": [1, 2, 3], "served_by": ["l2", "l1", "l2"]})"), uniform(3));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->served_by, (ServedBy{{"l2", "l1"}, {0, 1, 0}}));
}

TEST(CodecResult, RefusesMoreNamesThanItCanTellApart) {
  json names = json::array();
  json cycles = json::array();
  for (int i = 0; i < 257; ++i) {
    names.push_back("part " + std::to_string(i));
    cycles.push_back(1);
  }
  const auto result = chase_result_from_json({{"cycles", cycles}, {"served_by", names}}, uniform(257));
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, testing::StartsWith("/served_by/256: "));
}

TEST(CodecResult, ChecksTheResultAgainstTheRequest) {
  const auto message = [](const char* text, const ChaseRequest& request) {
    const auto result = chase_result_from_json(json::parse(text), request);
    if (!result) {
      EXPECT_EQ(result.error().code, ErrorCode::internal);
    }
    return result ? std::string() : result.error().message;
  };
  EXPECT_THAT(message(R"({"cycles": [1, 2, 3]})", uniform(4)), HasSubstr("/cycles: has 3 entries, but 4 accesses"));
  EXPECT_THAT(message(R"({"cycles": [1, 2, 3, 4, 5]})", uniform(4)), HasSubstr("5 entries"));
  EXPECT_THAT(message(R"({})", uniform(4)), HasSubstr("/cycles: is missing"));
  EXPECT_THAT(message(R"({"cycles": [1, -2]})", uniform(2)), HasSubstr("/cycles/1: "));
  EXPECT_THAT(message(R"({"cycles": [1, 1e12]})", uniform(2)), HasSubstr("/cycles/1: "));
  EXPECT_THAT(message(R"({"cycles": [1, 1], "served_by": ["a"]})", uniform(2)), HasSubstr("/served_by: has 1 entries"));

  ChaseRequest mean = uniform(4);
  mean.record = Record::mean;
  EXPECT_EQ(message(R"({"mean_cycles": 35.5})", mean), "");
  EXPECT_THAT(message(R"({"cycles": [1, 2, 3, 4]})", mean), HasSubstr("only the mean"));
  EXPECT_THAT(message(R"({})", mean), HasSubstr("/mean_cycles: is missing"));
  EXPECT_THAT(message(R"({"mean_cycles": -1})", mean), HasSubstr("/mean_cycles: "));

  ChaseRequest shuffled = uniform(2);
  shuffled.pattern = ShuffledPattern{512, 128, 1};
  EXPECT_EQ(message(R"({"cycles": [1, 2], "offsets": [384, 0, 128, 256]})", shuffled), "");
  EXPECT_THAT(message(R"({"cycles": [1, 2]})", shuffled), HasSubstr("/offsets: is missing"));
  EXPECT_THAT(message(R"({"cycles": [1, 2], "offsets": [384, 0, 128]})", shuffled), HasSubstr("/offsets: has 3 entries"));
  EXPECT_THAT(message(R"({"cycles": [1, 2], "offsets": [384, 0, 128, 0]})", shuffled),
              HasSubstr("/offsets/3: is 0, which came before"));
  EXPECT_THAT(message(R"({"cycles": [1, 2], "offsets": [384, 0, 128, 4]})", shuffled),
              HasSubstr("/offsets/3: is 4, which is no offset"));
  shuffled.pattern = ShuffledPattern{512, 0, 1};
  EXPECT_THAT(message(R"({"cycles": [1, 2], "offsets": [1]})", shuffled), HasSubstr("the pattern has 0 offsets"));
}

}  // namespace
}  // namespace chasescope
