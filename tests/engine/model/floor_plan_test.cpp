// The cycles that the place of an SM adds, compared with the card file access by access.
#include "engine/model/floor_plan.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "engine/device/software/software_device.h"
#include "engine/model/card_file/card_reader.h"

namespace chasescope::model {
namespace {

using nlohmann::json;

json plan_card() {
  return json::parse(R"({
    "schema": "chasescope-model", "version": 1, "name": "A chip", "summary": "For tests.",
    "device": {"memory_bytes": 16777216, "sm_count": 4},
    "caches": {
      "l1": {"capacity_bytes": 1024, "line_bytes": 128, "sets": 2, "ways": 4, "index": {"kind": "modulo"}, "policy": {"kind": "lru"}},
      "l2": {"capacity_bytes": 65536, "line_bytes": 128, "sets": 64, "ways": 8, "index": {"kind": "modulo"}, "policy": {"kind": "lru"}}},
    "floor_plan": {"cache": "l2", "slices": 2, "index": {"kind": "xor", "bits": [[7]]}, "group": [0, 1, 1, 0],
                   "cycles": [[0, 0], [20, -3.5]], "sm_cycles": [0, 0, 5, 0]},
    "paths": {"global.ca": {"data": ["l1", "l2"], "latency": {"l1": 10, "l2": 100, "dram": 500}},
              "global.cg": {"data": ["l2"], "latency": {"l2": 100, "dram": 500}}}
  })");
}

std::vector<float> cycles_of(const json& card, MemorySpace space, unsigned sm, std::uint64_t warmup) {
  const auto loaded = load_card(card.dump(), "test");
  if (!loaded) throw std::runtime_error(loaded.error().message);
  auto device = open_software_device(*loaded);
  ChaseRequest request;
  request.space = space;
  request.pattern = UniformPattern{512, 128};
  request.warmup = warmup;
  request.accesses = 4;
  request.sm = sm;
  const auto answer = (*device)->chase(request, {});
  return answer ? answer->cycles.copy() : std::vector<float>{};
}

TEST(FloorPlan, adds_what_the_group_waits_for_a_slice_and_the_SM_for_all) {
  using Cycles = std::vector<float>;
  EXPECT_EQ(cycles_of(plan_card(), MemorySpace::global_cg, 0, 4), (Cycles{100, 100, 100, 100}));
  EXPECT_EQ(cycles_of(plan_card(), MemorySpace::global_cg, 1, 4), (Cycles{120, 96.5F, 120, 96.5F}));
  EXPECT_EQ(cycles_of(plan_card(), MemorySpace::global_cg, 2, 4), (Cycles{125, 101.5F, 125, 101.5F}));
  EXPECT_EQ(cycles_of(plan_card(), MemorySpace::global_cg, 1, 0), (Cycles{520, 496.5F, 520, 496.5F})) << "and what is behind it";
  EXPECT_EQ(cycles_of(plan_card(), MemorySpace::global_ca, 1, 4), (Cycles{10, 10, 10, 10})) << "but nothing before it";
}

TEST(FloorPlan, is_none_where_nothing_is_added) {
  const json document = plan_card();
  const std::vector<std::string_view> spaces{"global.ca", "global.cg"};
  const CardReading reading = read_card(document.dump(), spaces);
  ASSERT_TRUE(reading.card) << describe(reading.faults, "test");
  const PathSpec& path = reading.card->paths.at("global.cg");
  EXPECT_FALSE(FloorPlan::of(*reading.card, path, 0));
  EXPECT_TRUE(FloorPlan::of(*reading.card, path, 1));
  EXPECT_FALSE(FloorPlan::of(*reading.card, path, 4)) << "SM 4 is like SM 0";
}

}  // namespace
}  // namespace chasescope::model
