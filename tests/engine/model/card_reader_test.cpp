// The reader finds every kind of fault in a card file, with its place, and finds all faults of a file at once.
#include "engine/model/card_file/card_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/engine/model/card_slip.h"

namespace chasescope::model::tests {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::vector<std::string_view> kSpaces{"global.ca", "texture", "shared"};

json good_card() {
  return json::parse(R"({
    "schema": "chasescope-model", "version": 1, "name": "A card", "summary": "For tests.",
    "legend": {"BOOK": "A book"},
    "device": {"memory_bytes": 1048576, "sm_count": 4, "l2_bytes": 4096},
    "caches": {
      "l1": {"capacity_bytes": 1024, "line_bytes": 128, "sector_bytes": 32, "sets": 4, "ways": 2,
             "index": {"kind": "bits", "bits": [7, 8]}, "policy": {"kind": "lru"},
             "per_sm": 2,
             "alternatives": [{"l1_kib": 48, "capacity_bytes": 2048, "line_bytes": 128, "sets": 4, "ways": 4,
                               "index": {"kind": "xor", "bits": [[7, 9], [8, 10]]}, "policy": {"kind": "plru"}}]},
      "l2": {"capacity_bytes": 4096, "line_bytes": 128, "sets": 8, "ways": 4, "index": {"kind": "modulo", "granule_bytes": 256},
             "policy": {"kind": "weighted_way", "probabilities": [0.5, 0.25, 0.125, 0.125]}}},
    "tlbs": {"tlb": {"page_bytes": 4096, "entries": 7, "sets": 3, "ways": [3, 2, 2],
                     "index": {"kind": "table", "table": [0, 1, 2, 0, 1, 2, 0]}, "policy": {"kind": "fifo"}}},
    "activation_window_bytes": 262144,
    "partitions": {"cache": "l2", "count": 2, "index": {"kind": "xor", "bits": [[12, 15]]}, "home": [0, 0, 1]},
    "floor_plan": {"cache": "l2", "slices": 2, "index": {"kind": "xor", "bits": [[13]]}, "group": [0, 1], "cycles": [[0, 0], [4, -3.5]],
                   "sm_cycles": [0, 0, 5]},
    "shared_memory": {"banks": 32, "modes": [4, 8], "row_bytes": 8, "lanes_at_once": 32, "conflict_cycles": {"1": 5, "2": 9}},
    "request_table": {"kind": "mshr", "entries": 16, "merges": 4, "max_loads_per_warp": 4, "latency_cycles": 100,
                      "issue_cycles": 1, "warp_cycles": 2, "writeback_cycles": 0.5, "units": 2},
    "bandwidth": {"l2": {"read_bytes_per_cycle": 64, "write_bytes_per_cycle": 32, "scope": "card", "latency_cycles": 100,
                         "capacity_bytes": 4096},
                  "dram": {"read_bytes_per_cycle": 16, "write_bytes_per_cycle": 8, "scope": "card", "latency_cycles": 500}},
    "copy_startup_cycles": 1000,
    "instructions": {"instruction_bytes": 16, "issue_cycles": 2, "prefetch_lines": 3, "path": {"data": ["l1"], "latency": {"l1": 0, "dram": 300}}},
    "cluster": {"load_cycles": {"1": 30, "2": 180}, "bulk_copy_cycles": {"1": 150, "2": 140}},
    "operations": {
      "measuring_cycles": 9,
      "shared": {"load_cycles": 5, "fence_cycles": 7, "store_cycles": 3,
                 "atomic": {"cycles": 40, "one_word": {"lane_cycles": 2, "warp_cycles": 60}, "neighbours": {"lane_cycles": 0, "warp_cycles": 4},
                            "own_lines": {"lane_cycles": 1, "warp_cycles": 30}}},
      "global": {"load_cycles": 10, "fence_cycles": 300, "store_cycles": 120,
                 "atomic": {"cycles": 200, "one_word": {"lane_cycles": 0.5, "warp_cycles": 8, "per_cycle": 2}, "neighbours": {"lane_cycles": 0, "warp_cycles": 4},
                            "own_lines": {"lane_cycles": 2, "warp_cycles": 64, "per_cycle": 48.5}}},
      "miss_cycles": 100, "load_bytes_per_cycle": 32, "after_store_cycles": 11, "after_update_cycles": 99, "hit_under_miss_cycles": 12,
      "async_copy": {"cycles": 130, "bytes_per_cycle": 40}, "bulk_copy": {"cycles": 500, "bytes_per_cycle": 64}},
    "residency": {"ways": 4, "set_aside_ways": 1, "most_set_aside_ways": 3, "fetch_bytes": 64, "fetch_choices": [32, 64],
                  "hit_cycles": 100, "miss_cycles": 500},
    "noise": {"jitter_cycles": 2, "outlier_share": 0.5, "outlier_low_cycles": 10, "outlier_high_cycles": 20},
    "paths": {
      "global.ca": {"data": ["l1", "l2"], "translation": ["tlb"], "translation_after": "l1",
                    "latency": {"l1": 10, "l2": 100, "dram": 500}, "translation_penalty": {"walk": 200, "window": 300},
                    "combined": {"dram": {"walk": 650}}, "far_latency": {"l2": 150, "dram": 560}},
      "shared": {"data": [], "backing": "array", "latency": {"array": 5}, "max_footprint_bytes": 4096,
                 "footprint_alternatives": [{"carveout_percent_to": 50, "max_footprint_bytes": 1024}]}},
    "sources": {"/caches": "BOOK page 1", "/paths/global.ca/latency/l2": "assumed: a round number"}
  })");
}

TEST(CardReader, ReadsAGoodCard) {
  const CardReading reading = read_card(good_card().dump(), kSpaces);
  ASSERT_TRUE(reading.card) << describe(reading.faults, "test");
  const Card& card = *reading.card;
  EXPECT_EQ(card.caches.at("l1").cache.sector_bytes, 32U);
  EXPECT_EQ(card.caches.at("l1").alternatives.at(0).cache.entries(), 16U);
  EXPECT_EQ(card.caches.at("l2").cache.sector_bytes, 128U);
  EXPECT_EQ(card.tlbs.at("tlb").capacity_bytes(), 7U * 4096);
  EXPECT_EQ(card.paths.at("global.ca").backing, "dram");
  EXPECT_EQ(card.caches.at("l1").per_sm, 2U);
  EXPECT_EQ(card.caches.at("l2").per_sm, 1U);
  ASSERT_TRUE(card.partitions);
  EXPECT_EQ(card.partitions->home, (std::vector<std::uint32_t>{0, 0, 1}));
  ASSERT_TRUE(card.floor_plan);
  EXPECT_EQ(card.floor_plan->group, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(card.floor_plan->cycles, (std::vector<std::vector<double>>{{0, 0}, {4, -3.5}}));
  EXPECT_EQ(card.floor_plan->sm_cycles, (std::vector<double>{0, 0, 5}));
  EXPECT_EQ(card.paths.at("global.ca").far_latency.at("dram"), 560);
  EXPECT_EQ(card.paths.at("shared").max_footprint({.carveout_percent = 40}), 1024U);
  EXPECT_EQ(card.sm.shared_memory->conflict_cycles, (std::map<double, double>{{1, 5}, {2, 9}}));
  EXPECT_EQ(card.sm.request_table->kind, RequestTableSpec::Kind::mshr);
  EXPECT_EQ(card.sm.request_table->writeback_cycles, 0.5);
  EXPECT_EQ(card.sm.bandwidth.at("l2").capacity_bytes, 4096U);
  EXPECT_EQ(card.sm.copy_startup_cycles, 1000);
  EXPECT_EQ(card.instructions->path.data, std::vector<std::string>{"l1"});
  EXPECT_EQ(card.instructions->prefetch_lines, 3U);
  EXPECT_EQ(card.sm.cluster->max_cluster_size(), 2U);
  EXPECT_EQ(card.residency->sets(), 8U);
  EXPECT_EQ(card.residency->way_bytes(), 1024U);
  EXPECT_EQ(card.residency->fetch_choices, (std::vector<std::uint64_t>{32, 64}));
  EXPECT_EQ(card.noise, (NoiseSpec{.jitter_cycles = 2, .outlier_share = 0.5, .outlier_low_cycles = 10, .outlier_high_cycles = 20}));
  EXPECT_EQ(card.source_of("/caches/l1/ways")->text, "BOOK page 1");
  EXPECT_TRUE(card.source_of("/paths/global.ca/latency/l2")->assumed);
  EXPECT_EQ(card.source_of("/paths/global.ca/latency/l1"), nullptr);
}

class CardReaderFault : public ::testing::TestWithParam<Slip> {};

TEST_P(CardReaderFault, IsFoundAtItsPlace) { expect_found(GetParam(), good_card(), kSpaces, 6); }

const Slip kSlips[] = {
    // Members.
    {"/surplus", "1", "/surplus", "not known"},
    {"/device/colour", "\"green\"", "/device/colour", "not known"},
    {"/caches/l1/surplus", "1", "/caches/l1/surplus", "not known"},
    {"/caches/l1/index/surplus", "1", "/caches/l1/index/surplus", "not known"},
    {"/caches/l1/policy/probabilities", "[0.5, 0.5]", "/caches/l1/policy/probabilities", "no parameter of the policy lru"},
    {"/caches/l1/alternatives/0/surplus", "1", "/caches/l1/alternatives/0/surplus", "not known"},
    {"/tlbs/tlb/line_bytes", "128", "/tlbs/tlb/line_bytes", "not known"},
    {"/paths/shared/translation_penalty", "{}", "/paths/shared/translation_penalty", "not known"},
    {"/paths/global.ca/latency/l3", "5", "/paths/global.ca/latency/l3", "not known"},
    {"/name", "", "/name", "is missing"},
    {"/device", "", "/device", "is missing"},
    {"/paths", "", "/paths", "is missing"},
    {"/paths", "{}", "/paths", "at least one"},
    {"/caches/l1/ways", "", "/caches/l1/ways", "is missing"},
    {"/caches/l1/policy", "", "/caches/l1/policy", "is missing"},
    {"/paths/global.ca/latency/dram", "", "/paths/global.ca/latency/dram", "is missing"},
    {"/paths/global.ca/translation_penalty/window", "", "/paths/global.ca/translation_penalty/window", "is missing"},
    // Types.
    {"/schema", "\"something\"", "/schema", "chasescope-model"},
    {"/version", "0", "/version", "must lie between 1 and 1"},
    {"/version", "2", "/version", "is 2, and this program reads version 1; a newer ChaseScope can open it"},
    {"/name", "5", "/name", "must be a text"},
    {"/name", "\"\"", "/name", "not empty"},
    {"/device", "[]", "/device", "must be an object"},
    {"/caches", "3", "/caches", "must be an object"},
    {"/caches/l1", "null", "/caches/l1", "must be an object"},
    {"/caches/l1/index", "7", "/caches/l1/index", "must be an object"},
    {"/caches/l1/policy", "\"lru\"", "/caches/l1/policy", "must be an object"},
    {"/caches/l1/alternatives", "{}", "/caches/l1/alternatives", "must be a list"},
    {"/caches/l1/capacity_bytes", "\"1 KiB\"", "/caches/l1/capacity_bytes", "whole number"},
    {"/caches/l1/capacity_bytes", "1024.5", "/caches/l1/capacity_bytes", "whole number"},
    {"/caches/l1/capacity_bytes", "-1024", "/caches/l1/capacity_bytes", "whole number"},
    {"/caches/l1/ways", "[2, 2, 2, \"2\"]", "/caches/l1/ways", "whole numbers"},
    {"/caches/l2/policy/probabilities", "[0.5, 0.25, 0.125, null]", "/caches/l2/policy/probabilities", "numbers only"},
    {"/caches/l2/policy/probabilities", "{}", "/caches/l2/policy/probabilities", "must be a number"},
    {"/paths/global.ca/data", "\"l1\"", "/paths/global.ca/data", "list of names"},
    {"/paths/global.ca/data", "[\"l1\", 2]", "/paths/global.ca/data/1", "must be a name"},
    {"/paths/global.ca/latency/l1", "\"ten\"", "/paths/global.ca/latency/l1", "must be a number"},
    {"/paths/global.ca/combined", "[]", "/paths/global.ca/combined", "must be an object"},
    {"/legend/BOOK", "1", "/legend/BOOK", "must be a text"},
    {"/sources/~1caches", "1", "/sources/~1caches", "must be a text"},
    // Sizes that contradict each other, or that no hardware has.
    {"/caches/l1/capacity_bytes", "2048", "/caches/l1/capacity_bytes", "make 1 KiB"},
    {"/caches/l1/alternatives/0/capacity_bytes", "4096", "/caches/l1/alternatives/0/capacity_bytes", "make 2 KiB"},
    {"/caches/l1/sector_bytes", "256", "/caches/l1/sector_bytes", "larger than the line"},
    {"/caches/l1/line_bytes", "100", "/caches/l1/line_bytes", "power of two"},
    {"/caches/l1/line_bytes", "4", "/caches/l1/line_bytes", "between 8 and"},
    {"/caches/l1/line_bytes", "0", "/caches/l1/line_bytes", "between 8 and"},
    {"/caches/l1/ways", "0", "/caches/l1/ways", "between 1 and"},
    {"/caches/l1/ways", "70000", "/caches/l1/ways", "between 1 and"},
    {"/caches/l1/ways", "[2, 2, 2]", "/caches/l1/ways", "lists 3 sets"},
    {"/caches/l1/ways", "[2, 2, 2, 0]", "/caches/l1/ways", "whole numbers between 1"},
    {"/caches/l1/sets", "1000000000", "/caches/l1/sets", "between 1 and"},
    {"/caches/l1/sets", "16777216", "/caches/l1/ways", "entries"},
    {"/caches/l1/capacity_bytes", "1e30", "/caches/l1/capacity_bytes", "whole number"},
    {"/device/memory_bytes", "18446744073709551615", "/device/memory_bytes", "between 1 and"},
    {"/device/memory_bytes", "17592186044416", "/caches/l1/line_bytes", "too small for a memory"},
    {"/tlbs/tlb/entries", "8", "/tlbs/tlb/entries", "add up to 7"},
    {"/tlbs/tlb/page_bytes", "3000", "/tlbs/tlb/page_bytes", "power of two"},
    {"/activation_window_bytes", "1000", "/activation_window_bytes", "power of two"},
    {"/paths/global.ca/latency/l1", "-1", "/paths/global.ca/latency/l1", "between 0"},
    {"/paths/global.ca/latency/l1", "1e9", "/paths/global.ca/latency/l1", "between 0"},
    {"/caches/l1/alternatives/0/l1_kib", "", "/caches/l1/alternatives/0", "no setting"},
    {"/caches/l1/alternatives/0/carveout_percent_from", "101", "/caches/l1/alternatives/0/carveout_percent_from", "between 0"},
    // Index functions.
    {"/caches/l1/index/kind", "\"hash\"", "/caches/l1/index/kind", "modulo, bits, xor, table"},
    {"/caches/l1/index/bits", "[7]", "/caches/l1/index", "2 sets, but there are 4"},
    {"/caches/l1/index/bits", "[7, 7]", "/caches/l1/index", "depend on each other"},
    {"/caches/l1/index/bits", "[6, 7]", "/caches/l1/index/bits", "7 to 19"},
    {"/caches/l1/index/bits", "[7, 20]", "/caches/l1/index/bits", "7 to 19"},
    {"/caches/l1/index/bits", "[7, -8]", "/caches/l1/index/bits", "7 to 19"},
    {"/caches/l1/index/bits", "7", "/caches/l1/index/bits", "list of address bits"},
    {"/caches/l1/alternatives/0/index/bits", "[7, 8]", "/caches/l1/alternatives/0/index/bits", "list of lists"},
    {"/caches/l1/alternatives/0/index/bits", "[[7, 9], [9, 7]]", "/caches/l1/alternatives/0/index", "depend on each other"},
    {"/caches/l1/alternatives/0/index/bits", "[[7, 9], [8, 8]]", "/caches/l1/alternatives/0/index", "depend on each other"},
    {"/caches/l2/index/granule_bytes", "64", "/caches/l2/index/granule_bytes", "smaller than a line"},
    {"/caches/l2/index/granule_bytes", "384", "/caches/l2/index/granule_bytes", "power of two"},
    {"/caches/l2/index/granule_bytes", "524288", "/caches/l2/index", "only 2 granules"},
    {"/tlbs/tlb/index/table", "[0, 1, 3]", "/tlbs/tlb/index/table", "sets, 0 to 2"},
    {"/tlbs/tlb/index/table", "[0, 1]", "/tlbs/tlb/index", "set 2 is not in the table"},
    {"/tlbs/tlb/index/table", "[]", "/tlbs/tlb/index/table", "must be a list"},
    // Policies.
    {"/caches/l1/policy/kind", "\"belady\"", "/caches/l1/policy/kind", "lru, fifo, plru, nmru, random, weighted_way"},
    {"/caches/l2/policy/probabilities", "", "/caches/l2/policy/probabilities", "is missing"},
    {"/caches/l2/policy/probabilities", "[0.5, 0.25, 0.125, 0.25]", "/caches/l2/policy/probabilities", "instead of 1"},
    {"/caches/l2/policy/probabilities", "[0.5, 0.5]", "/caches/l2/policy/probabilities", "2 probabilities, but a set has 4"},
    {"/caches/l2/policy/probabilities", "[1.5, -0.5, 0, 0]", "/caches/l2/policy/probabilities", "outside 0 to 1"},
    {"/caches/l2/policy/draw", "\"sometimes\"", "/caches/l2/policy/draw", "every_second"},
    {"/caches/l2/policy/draw", "\"every_second\"", "/caches/l2/policy/probabilities", "1/2 for one way"},
    {"/caches/l1/alternatives/0/ways", "[4, 4, 4, 3]", "/caches/l1/alternatives/0/policy", "plru needs"},
    // Arrays, partitions, and limits that depend on a setting.
    {"/caches/l1/per_sm", "3", "/caches/l1/per_sm", "power of two"},
    {"/caches/l1/per_sm", "8", "/caches/l1/per_sm", "between 1 and 4"},
    {"/partitions", "[]", "/partitions", "must be an object"},
    {"/partitions/cache", "\"l3\"", "/partitions/cache", "no such cache"},
    {"/partitions/count", "1", "/partitions/count", "between 2"},
    {"/partitions/count", "4", "/partitions/index", "there are 4"},
    {"/partitions/index/bits", "[[12, 12]]", "/partitions/index", "depend on each other"},
    {"/partitions/index", "", "/partitions/index", "is missing"},
    {"/partitions/home", "[0, 2]", "/partitions/home", "0 to 1"},
    {"/partitions/home", "[]", "/partitions/home", "list of partitions"},
    {"/partitions/home", "", "/partitions/home", "is missing"},
    {"/partitions/away", "1", "/partitions/away", "not known"},
    {"/floor_plan/cache", "\"l3\"", "/floor_plan/cache", "no such cache"},
    {"/floor_plan/slices", "4", "/floor_plan/cycles", "4 numbers of cycles"},
    {"/floor_plan/index", "", "/floor_plan/index", "is missing"},
    {"/floor_plan/group", "[0, 2]", "/floor_plan/group", "list of groups, 0 to 1"},
    {"/floor_plan/cycles", "[[1, 2], [3]]", "/floor_plan/cycles", "one for each slice"},
    {"/floor_plan/cycles", "[[1, 2], [3, \"4\"]]", "/floor_plan/cycles", "one for each slice"},
    {"/floor_plan/sm_cycles", "[1e9]", "/floor_plan/sm_cycles", "one for each SM"},
    {"/floor_plan/rooms", "1", "/floor_plan/rooms", "not known"},
    {"/paths/global.ca/far_latency", "", "/paths/global.ca/far_latency", "is missing"},
    {"/paths/global.ca/far_latency/dram", "", "/paths/global.ca/far_latency/dram", "is missing"},
    {"/paths/global.ca/far_latency/l1", "20", "/paths/global.ca/far_latency/l1", "not known"},
    {"/paths/shared/far_latency", "{}", "/paths/shared/far_latency", "not known"},
    {"/paths/shared/footprint_alternatives", "{}", "/paths/shared/footprint_alternatives", "must be a list"},
    {"/paths/shared/footprint_alternatives/0", "{\"max_footprint_bytes\": 5}", "/paths/shared/footprint_alternatives/0",
     "no setting"},
    {"/paths/shared/footprint_alternatives/0/max_footprint_bytes", "0",
     "/paths/shared/footprint_alternatives/0/max_footprint_bytes", "between 1"},
    {"/paths/shared/footprint_alternatives/0/surplus", "1", "/paths/shared/footprint_alternatives/0/surplus", "not known"},
    // Parts of an SM other than caches.
    {"/shared_memory", "32", "/shared_memory", "must be an object"},
    {"/shared_memory/banks", "33", "/shared_memory/banks", "power of two"},
    {"/shared_memory/banks", "", "/shared_memory/banks", "is missing"},
    {"/shared_memory/modes", "[4, 4]", "/shared_memory/modes", "must list the bank widths"},
    {"/shared_memory/modes", "[16]", "/shared_memory/modes", "must list the bank widths"},
    {"/shared_memory/modes", "[]", "/shared_memory/modes", "must list the bank widths"},
    {"/shared_memory/modes", "4", "/shared_memory/modes", "must list the bank widths"},
    {"/shared_memory/row_bytes", "4", "/shared_memory/row_bytes", "smaller than the widest mode"},
    {"/shared_memory/lanes_at_once", "64", "/shared_memory/lanes_at_once", "between 1 and 32"},
    {"/shared_memory/conflict_cycles", "", "/shared_memory/conflict_cycles", "is missing"},
    {"/shared_memory/conflict_cycles", "[50]", "/shared_memory/conflict_cycles", "must be an object"},
    {"/shared_memory/conflict_cycles/1", "", "/shared_memory/conflict_cycles/1", "is missing"},
    {"/shared_memory/conflict_cycles/two", "7", "/shared_memory/conflict_cycles/two", "whole number between 1 and 128"},
    {"/shared_memory/conflict_cycles/2", "\"x\"", "/shared_memory/conflict_cycles/2", "must be a number"},
    {"/shared_memory/conflict_cycles/2", "3", "/shared_memory/conflict_cycles", "falls where"},
    {"/shared_memory/surplus", "1", "/shared_memory/surplus", "not known"},
    {"/request_table/kind", "\"table\"", "/request_table/kind", "there are mshr, prt"},
    {"/request_table/kind", "", "/request_table/kind", "is missing"},
    {"/request_table/kind", "\"prt\"", "/request_table/merges", "not known"},
    {"/request_table/max_requests", "4", "/request_table/max_requests", "not known"},
    {"/request_table/merges", "", "/request_table/merges", "is missing"},
    {"/request_table/entries", "0", "/request_table/entries", "between 1"},
    {"/request_table/latency_cycles", "-1", "/request_table/latency_cycles", "between 0"},
    {"/request_table/units", "0.5", "/request_table/units", "whole number"},
    {"/bandwidth", "[]", "/bandwidth", "must be an object"},
    {"/bandwidth/l2", "64", "/bandwidth/l2", "must be an object"},
    {"/bandwidth/l2/read_bytes_per_cycle", "0", "/bandwidth/l2/read_bytes_per_cycle", "between 0.001"},
    {"/bandwidth/l2/scope", "\"gpc\"", "/bandwidth/l2/scope", "must be sm or card"},
    {"/bandwidth/l2/latency_cycles", "", "/bandwidth/l2/latency_cycles", "is missing"},
    {"/bandwidth/dram", "", "/copy_startup_cycles", "needs the bandwidth of l2 and dram"},
    {"/copy_startup_cycles", "\"long\"", "/copy_startup_cycles", "must be a number"},
    {"/instructions/instruction_bytes", "12", "/instructions/instruction_bytes", "power of two"},
    {"/instructions/prefetch_lines", "65", "/instructions/prefetch_lines", "between 0 and 64"},
    {"/instructions/path", "", "/instructions/path", "is missing"},
    {"/instructions/path/data", "[\"l7\"]", "/instructions/path/data", "no such cache"},
    {"/instructions/path/latency/l1", "", "/instructions/path/latency/l1", "is missing"},
    {"/instructions/path", "{\"data\": [], \"latency\": {\"dram\": 1}}", "/instructions/path", "names no cache"},
    {"/cluster/load_cycles/1", "", "/cluster/load_cycles/1", "is missing"},
    {"/cluster/load_cycles/100", "5", "/cluster/load_cycles/100", "between 1 and 64"},
    {"/cluster/bulk_copy_cycles", "", "/cluster/bulk_copy_cycles", "is missing"},
    {"/device/l2_bytes", "", "/residency", "needs l2_bytes of the device"},
    {"/device/l2_bytes", "511", "/residency/ways", "of 512 B to 4 GiB"},
    {"/residency", "[]", "/residency", "must be an object"},
    {"/residency/ways", "65", "/residency/ways", "between 1 and 64"},
    {"/residency/ways", "2", "/residency/most_set_aside_ways", "is larger than ways"},
    {"/residency/set_aside_ways", "4", "/residency/set_aside_ways", "is larger than most_set_aside_ways"},
    {"/residency/fetch_bytes", "48", "/residency/fetch_bytes", "power of two"},
    {"/residency/fetch_bytes", "128", "/residency/fetch_bytes", "none of fetch_choices"},
    {"/residency/fetch_choices", "[]", "/residency/fetch_choices", "list of sizes"},
    {"/residency/fetch_choices", "[64, 16]", "/residency/fetch_choices", "only 32, 64 and 128"},
    {"/residency/fetch_choices", "[64, \"x\"]", "/residency/fetch_choices", "only 32, 64 and 128"},
    {"/residency/fetch_choices", "[64, 64]", "/residency/fetch_choices", "64 twice"},
    {"/residency/hit_cycles", "500", "/residency/hit_cycles", "less than miss_cycles"},
    {"/residency/surplus", "1", "/residency/surplus", "not known"},
    // Noise.
    {"/noise", "3", "/noise", "must be an object"},
    {"/noise/hiss", "3", "/noise/hiss", "not known"},
    {"/noise/jitter_cycles", "-3", "/noise/jitter_cycles", "between 0"},
    {"/noise/jitter_cycles", "\"much\"", "/noise/jitter_cycles", "must be a number"},
    {"/noise/outlier_share", "1.5", "/noise/outlier_share", "between 0"},
    {"/noise/outlier_low_cycles", "", "/noise/outlier_low_cycles", "is missing"},
    {"/noise/outlier_low_cycles", "30", "/noise/outlier_low_cycles", "larger than outlier_high_cycles"},
    {"/noise/drift_share", "2", "/noise/drift_share", "between 0"},
    // Paths and sources.
    {"/paths/global.xy", "{\"data\": []}", "/paths/global.xy", "no memory space"},
    {"/paths/global.ca/data", "[\"l1\", \"l9\"]", "/paths/global.ca/data", "no such cache"},
    {"/paths/global.ca/data", "[\"l1\", \"l2\", \"l1\"]", "/paths/global.ca/data", "twice"},
    {"/paths/global.ca/translation", "[\"l1\"]", "/paths/global.ca/translation", "no such TLB"},
    {"/paths/global.ca/translation_after", "\"texture\"", "/paths/global.ca/translation_after", "no cache of this path"},
    {"/paths/global.ca/combined/l3", "{}", "/paths/global.ca/combined/l3", "no data part"},
    {"/paths/global.ca/combined/dram/tlb", "5", "/paths/global.ca/combined/dram/tlb", "not known"},
    {"/paths/shared/backing", "\"l1\"", "/paths/shared/backing", "name of a cache"},
    {"/caches/walk", "{}", "/caches/walk", "no name for a part"},
    {"/tlbs/TLB", "{}", "/tlbs/TLB", "no name for a part"},
    {"/sources/~1caches", "\"NOVEL page 3\"", "/sources/~1caches", "nor in the legend"},
    {"/sources/~1caches~1l7", "\"assumed\"", "/sources/~1caches~1l7", "points to nothing"},
    {"/sources/caches", "\"assumed\"", "/sources/caches", "points to nothing"},
};

INSTANTIATE_TEST_SUITE_P(Slips, CardReaderFault, ::testing::ValuesIn(kSlips));

TEST(CardReader, speaks_of_a_number_that_is_too_large_in_its_own_words) {
  const CardReading reading = read_card(R"({"name": 1e400})", kSpaces);
  ASSERT_EQ(reading.faults.size(), 1U);
  EXPECT_EQ(reading.faults.front().reason, "is no JSON: number overflow parsing '1e400'");
}

TEST(CardReader, TellsAllFaultsAtOnce) {
  json card = good_card();
  card["colour"] = "green";
  card.erase("name");
  card["caches"]["l1"]["sector_bytes"] = 512;
  card["caches"]["l1"]["policy"]["kind"] = "belady";
  card["caches"]["l2"]["policy"]["probabilities"][0] = 0.75;
  card["tlbs"]["tlb"]["index"]["table"] = {0, 1};
  card["paths"]["global.ca"]["latency"]["l2"] = "fast";
  card["sources"]["/nowhere"] = "assumed";
  card["noise"]["drift_share"] = 7;
  card["partitions"]["home"] = {0, 5};
  card["shared_memory"]["banks"] = 31;
  card["request_table"]["units"] = 0;
  card["cluster"]["load_cycles"].erase("1");
  card["operations"]["global"]["atomic"]["own_lines"]["per_cycle"] = 0;
  card["residency"]["ways"] = 2;
  const CardReading reading = read_card(card.dump(), kSpaces);
  EXPECT_FALSE(reading.card);
  EXPECT_EQ(reading.faults.size(), 15U) << describe(reading.faults, "card.json");
  const std::string message = describe(reading.faults, "card.json");
  EXPECT_THAT(message, HasSubstr("card.json has 15 faults: "));
  for (const char* const place :
       {"/colour", "/name", "/caches/l1/sector_bytes", "/caches/l1/policy/kind", "/caches/l2/policy/probabilities",
        "/tlbs/tlb/index", "/paths/global.ca/latency/l2", "/sources/~1nowhere", "/noise/drift_share", "/partitions/home",
        "/shared_memory/banks", "/request_table/units", "/cluster/load_cycles/1", "/operations/global/atomic/own_lines/per_cycle",
        "/residency/most_set_aside_ways"})
    EXPECT_THAT(message, HasSubstr(place));
}

Faults faults_of_text(const std::string& text) { return read_card(text, kSpaces).faults; }

TEST(CardReader, RefusesWhatIsNoJson) {
  for (const char* const text :
       {"", "{", "{\"a\": 01}", "{\"a\": NaN}", "{\"a\": 1e999}", "nonsense", "\xff\xfe", "{\"a\": \"\xc3\x28\"}"}) {
    const Faults faults = faults_of_text(text);
    ASSERT_EQ(faults.size(), 1U) << text;
    EXPECT_THAT(faults[0].reason, HasSubstr("no JSON")) << text;
  }
  EXPECT_THAT(faults_of_text("{\n\n  \"a\" 1}")[0].reason, HasSubstr("line 3, column 7"));
  EXPECT_THAT(faults_of_text("[]")[0].reason, HasSubstr("must be an object"));
  EXPECT_THAT(faults_of_text("null")[0].reason, HasSubstr("must be an object"));
}

TEST(CardReader, RefusesAMemberThatAppearsTwice) {
  const Faults faults = faults_of_text(R"({"name": "a", "list": [1, {"x": 1}, {"x": 1, "y": 2, "x": 3}], "name": "b"})");
  EXPECT_EQ(faults, (Faults{{"/list/2/x", "appears twice"}, {"/name", "appears twice"}}));
}

TEST(CardReader, RefusesMonstersWithoutMonstrousEffort) {
  EXPECT_THAT(faults_of_text(std::string(1000000, '['))[0].reason, HasSubstr(""));
  const std::string deep = "{\"a\": " + std::string(100000, '[') + std::string(100000, ']') + "}";
  EXPECT_THAT(faults_of_text(deep)[0].reason, HasSubstr("nested"));
  EXPECT_THAT(faults_of_text(std::string((16 << 20) + 1, ' '))[0].reason, HasSubstr("16 MiB"));
}

}  // namespace
}  // namespace chasescope::model::tests
