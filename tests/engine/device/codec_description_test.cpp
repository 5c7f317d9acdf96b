#include <gmock/gmock.h>

#include "engine/device/codec/codec.h"

namespace chasescope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

Description full_description() {
  Description device;
  device.name = "H200";
  device.origin = Origin::hardware;
  device.calls = {"chase", "bank"};
  device.spaces = all_memory_spaces();
  Properties& p = device.properties;
  p.compute_capability = "9.0";
  p.sm_count = 132;
  p.warp_size = 32;
  p.max_threads_per_block = 1024;
  p.clock_khz = 1'980'000;
  p.memory_clock_khz = 3'201'000;
  p.memory_bus_bits = 6144;
  p.memory_bytes = 150'000'000'000;
  p.l2_bytes = 62'914'560;
  p.shared_bytes_per_sm = 233'472;
  p.shared_bytes_per_block = 49'152;
  p.constant_bytes = 65'536;
  p.registers_per_sm = 65'536;
  p.driver = "550.54";
  p.runtime = "12.4";
  p.max_footprint_bytes = 1ULL << 36;
  p.max_accesses = 1ULL << 40;
  p.notes = "a note";
  device.keeps_state = {"l2"};
  device.same_memory = true;
  device.sealed = true;
  device.locked_probes = {"capacity", "discover"};
  return device;
}

TEST(CodecDescription, ReadsBackWhatItWrote) {
  const auto again = description_from_json(json::parse(to_json(full_description()).dump()));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, full_description());
}

TEST(CodecDescription, WritesTheProtocolsMembers) {
  const json written = to_json(full_description());
  EXPECT_EQ(written["protocol"], 1);
  EXPECT_EQ(written["origin"], "hardware");
  EXPECT_EQ(written["spaces"][0], "global.ca");
  EXPECT_EQ(written["keeps_state"], json({"l2"}));
  EXPECT_EQ(written["sealed"], true);
  EXPECT_EQ(written["locked_probes"], json({"capacity", "discover"}));
  EXPECT_EQ(written["properties"].size(), 19U - 1U);
  EXPECT_EQ(written["properties"]["memory_bytes"], 150'000'000'000);
}

TEST(CodecDescription, LeavesOutWhatIsNotSet) {
  Description device;
  device.name = "n";
  EXPECT_EQ(to_json(device).dump(), R"({"calls":[],"name":"n","origin":"external","properties":{},"protocol":1,"spaces":[]})");
}

TEST(CodecDescription, KeepsStateIsTrueOrAList) {
  Description device;
  device.keeps_all_state = true;
  EXPECT_EQ(to_json(device)["keeps_state"], true);
  json document = to_json(device);
  EXPECT_TRUE(description_from_json(document)->keeps_all_state);
  document["keeps_state"] = false;
  EXPECT_FALSE(description_from_json(document)->keeps_all_state);
  document["keeps_state"] = {"l2", "tlb"};
  EXPECT_EQ(description_from_json(document)->keeps_state, (std::vector<std::string>{"l2", "tlb"}));
}

TEST(CodecDescription, FootprintLimitsAreANumberOrBySpace) {
  Description device;
  device.properties.max_footprint_bytes = 1024;
  EXPECT_EQ(to_json(device)["properties"]["max_footprint_bytes"], 1024);

  device.properties.max_footprint_bytes.reset();
  device.properties.max_footprint_bytes_by_space = {{MemorySpace::constant, 65'536}};
  EXPECT_EQ(to_json(device)["properties"]["max_footprint_bytes"], json({{"constant", 65'536}}));
  EXPECT_EQ(*description_from_json(to_json(device)), device);

  // With both kinds of limits, the file lists them by space, and the limits stay the same.
  device.properties.max_footprint_bytes = 1024;
  const auto both = description_from_json(to_json(device));
  ASSERT_TRUE(both);
  for (const MemorySpace space : all_memory_spaces()) EXPECT_EQ(both->max_footprint(space), device.max_footprint(space));
}

TEST(CodecDescription, LeavesOutSpacesThatItDoesNotKnow) {
  json document = to_json(full_description());
  document["spaces"] = {"global.ca", "of.tomorrow", "host"};
  document["properties"]["max_footprint_bytes"] = {{"of.tomorrow", 4096}, {"host", 8192}};
  const auto read = description_from_json(document);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->spaces, (std::vector{MemorySpace::global_ca, MemorySpace::host}));
  EXPECT_EQ(read->max_footprint(MemorySpace::host), 8192U);
}

TEST(CodecDescription, TellsNoLimitBeyondTheCardUnlessItIsStated) {
  Description device;
  device.name = "n";
  device.properties.max_footprint_bytes = 1024;
  device.properties.max_footprint_bytes_by_space = {{MemorySpace::constant, 512}};
  EXPECT_EQ(device.max_footprint(MemorySpace::global_cg), 1024U);
  EXPECT_EQ(device.max_footprint(MemorySpace::host), std::nullopt);
  // The file leaves out "host", so that programs that know only seven spaces can read it.
  EXPECT_FALSE(to_json(device)["properties"]["max_footprint_bytes"].contains("host"));
}

TEST(CodecDescription, RefusesWithThePlaceAndTheReason) {
  const auto message = [](const char* at, const json& value) {
    json document = to_json(full_description());
    document[json::json_pointer(at)] = value;
    const auto outcome = description_from_json(document);
    if (!outcome) {
      EXPECT_EQ(outcome.error().code, ErrorCode::internal);
    }
    return outcome ? std::string() : outcome.error().message;
  };
  EXPECT_THAT(message("/protocol", 3), HasSubstr("/protocol: is version 3"));
  EXPECT_THAT(message("/protocol", nullptr), HasSubstr("/protocol: is missing"));
  EXPECT_THAT(message("/name", json::array()), HasSubstr("/name: must be a text, but it is an array"));
  EXPECT_THAT(message("/origin", "card"), HasSubstr("/origin: "));
  EXPECT_THAT(message("/calls", "chase"), HasSubstr("/calls: must be an array"));
  EXPECT_THAT(message("/calls/1", 7), HasSubstr("/calls/1: "));
  EXPECT_THAT(message("/spaces/0", 7), HasSubstr("/spaces/0: "));
  EXPECT_THAT(message("/properties", 7), HasSubstr("/properties: must be an object"));
  EXPECT_THAT(message("/properties/sm_count", "132"), HasSubstr("/properties/sm_count: "));
  EXPECT_THAT(message("/properties/driver", 550.54), HasSubstr("/properties/driver: must be a text"));
  EXPECT_THAT(message("/properties/max_footprint_bytes", {{"a/b", "much"}}), HasSubstr("/properties/max_footprint_bytes/a~1b: "));
  EXPECT_THAT(message("/keeps_state", "l2"), HasSubstr("/keeps_state: "));
}

}  // namespace
}  // namespace chasescope
