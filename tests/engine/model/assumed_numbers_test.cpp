#include "engine/model/card_file/assumed_numbers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/device/software/software_device.h"
#include "resources/resources.h"

namespace chasescope::model {
namespace {

using testing::Contains;
using testing::Not;
using testing::Pair;

AssumedNumbers of(const char* preset) {
  const auto card = load_card(*resource_text(std::string("models/") + preset + ".json"), preset);
  EXPECT_TRUE(card);
  return assumed_numbers(*card);
}

TEST(AssumedNumbers, AreThoseThatTheFileMarks) {
  const AssumedNumbers fermi = of("gtx560ti");
  // The size of its L2 and all of its L1 are published. The structure of the L2 is not.
  EXPECT_THAT(fermi, Contains(Pair("l2", "sets")));
  EXPECT_THAT(fermi, Contains(Pair("l2", "ways")));
  EXPECT_THAT(fermi, Contains(Pair("l2", "line_bytes")));
  EXPECT_THAT(fermi, Contains(Pair("l2", "replacement_policy")));
  EXPECT_THAT(fermi, Contains(Pair("l1_data", "set_index_bits")));
  EXPECT_THAT(fermi, Not(Contains(Pair("l2", "capacity_bytes"))));
  EXPECT_THAT(fermi, Not(Contains(Pair("l1_data", "line_bytes"))));
  EXPECT_THAT(fermi, Not(Contains(Pair("l1_data", "hit_latency_cycles"))));
  EXPECT_THAT(fermi, Not(Contains(Pair("l2_tlb", "entries"))));
}

TEST(AssumedNumbers, ADifferenceIsAssumedIfOneOfItsPartsIs) {
  // The 377 cycles of an L2 hit are not published (a known case in the design); the 116 cycles of an L1 hit are.
  const AssumedNumbers fermi = of("gtx560ti");
  EXPECT_THAT(fermi, Contains(Pair("l2", "hit_latency_cycles")));
  EXPECT_THAT(fermi, Contains(Pair("l1_data", "miss_penalty_cycles")));
}

TEST(AssumedNumbers, ReachTheConstantCachesAndTheTlbs) {
  const AssumedNumbers kepler = of("k20");
  EXPECT_THAT(kepler, Contains(Pair("constant_l1", "capacity_bytes")));
  EXPECT_THAT(kepler, Contains(Pair("constant_l1_5", "replacement_policy")));
  EXPECT_THAT(kepler, Contains(Pair("l1_tlb", "entries")));
  EXPECT_THAT(kepler, Contains(Pair("l2_tlb", "miss_penalty_cycles")));
  EXPECT_THAT(kepler, Contains(Pair("shared_memory", "conflict_latency_cycles")));
  EXPECT_THAT(kepler, Not(Contains(Pair("request_table", "entries"))));
}

}  // namespace
}  // namespace chasescope::model
