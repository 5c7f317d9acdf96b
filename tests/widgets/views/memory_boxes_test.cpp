// The boxes of the memory diagram, which pure functions make from findings.
#include <gtest/gtest.h>

#include "tests/widgets/views/diagram_samples.h"
#include "widgets/views/memory/memory_boxes.h"

namespace chasescope {
namespace {

using nlohmann::json;

const BoxLine* lineOf(const MemoryDiagram& diagram, std::string_view subject, const QString& name) {
  const MemoryBox* box = diagram.find(subject);
  if (box == nullptr) return nullptr;
  for (const BoxLine& line : box->lines)
    if (line.name == name) return &line;
  return nullptr;
}

QString valueOf(const MemoryDiagram& diagram, std::string_view subject, const QString& name) {
  const BoxLine* line = lineOf(diagram, subject, name);
  return line == nullptr ? QStringLiteral("no such line") : line->value;
}

TEST(MemoryBoxes, nothing_is_known_of_a_device_that_was_not_measured) {
  const MemoryDiagram diagram = gatherMemoryDiagram({}, largeCard());
  EXPECT_EQ(diagram.measured(), 0U);
  for (const MemoryBox& box : diagram.boxes)
    for (const BoxLine& line : box.lines)
      EXPECT_TRUE(line.status == FindingStatus::reported || line.value == "?")
          << box.title.toStdString() << line.name.toStdString();
  EXPECT_EQ(valueOf(diagram, "registers", "size"), "256 KiB");
  EXPECT_EQ(valueOf(diagram, "l2", "size"), "60 MiB");
  EXPECT_EQ(lineOf(diagram, "l2", "size")->status, FindingStatus::reported);
  EXPECT_EQ(valueOf(diagram, "dram", "size"), "139.8 GiB");
  EXPECT_EQ(diagram.find("l1_data")->status, std::nullopt);
  EXPECT_EQ(diagram.facts, "132 SMs · 1,980 MHz · hardware");
  EXPECT_TRUE(diagram.left_out.isEmpty());
  EXPECT_NE(diagram.find("distributed_shared_memory"), nullptr);
  EXPECT_EQ(diagram.find("l3"), nullptr);
}

TEST(MemoryBoxes, a_device_that_says_nothing_of_itself_gets_the_usual_boxes) {
  const MemoryDiagram diagram = gatherMemoryDiagram({}, {});
  for (const char* subject :
       {"l1_data", "texture", "readonly", "constant_l1", "shared_memory", "l1_tlb", "l2", "dram", "instruction_l0"})
    EXPECT_NE(diagram.find(subject), nullptr) << subject;
  EXPECT_EQ(diagram.find("registers"), nullptr);
}

TEST(MemoryBoxes, a_size_that_is_what_fits_is_told_once) {
  const json whole{{"space", "global.ca"}, {"carveout_percent", 0}};
  std::vector<Finding> findings{made_finding("l1_data", "contiguous_bytes", 960, "bytes", whole, {"run-1"}),
                                made_finding("l1_data", "sets", 2, "1", whole, {"run-1"}),
                                made_finding("l1_data", "ways_per_set", json({4, 4}), "1", whole, {"run-1"}),
                                made_finding("l1_data", "line_bytes", 128, "bytes", whole, {"run-1"})};
  const MemoryDiagram diagram = gatherMemoryDiagram(findings, largeCard());
  EXPECT_EQ(valueOf(diagram, "l1_data", "size"), "960 B");
  EXPECT_EQ(lineOf(diagram, "l1_data", "contiguous"), nullptr);
}

TEST(MemoryBoxes, tags_for_more_than_the_data_store_holds_are_told) {
  const json whole = {{"space", "global.ca"}, {"carveout_percent", 0}};
  std::vector<Finding> findings{made_finding("l1_data", "contiguous_bytes", 245760, "bytes", whole),
                                made_finding("l1_data", "sets", 512, "1", whole), made_finding("l1_data", "ways", 4, "1", whole),
                                made_finding("l1_data", "ways_per_set", json(std::vector<int>(512, 4)), "1", whole),
                                made_finding("l1_data", "line_bytes", 128, "bytes", whole)};
  const MemoryDiagram diagram = gatherMemoryDiagram(findings, largeCard());
  EXPECT_EQ(valueOf(diagram, "l1_data", "size"), "240 KiB");
  EXPECT_EQ(valueOf(diagram, "l1_data", "sets × ways"), "512 × 4 · tags for 256 KiB");
  findings.front().value = 262144;
  EXPECT_EQ(valueOf(gatherMemoryDiagram(findings, largeCard()), "l1_data", "sets × ways"), "512 × 4");
}

TEST(MemoryBoxes, memory_has_the_latency_that_a_miss_leads_to_beside_those_of_its_halves) {
  const std::vector<Finding> findings{found("dram", "hit_latency_cycles", 723, "cycles"),
                                      found("dram", "near_memory_latency_cycles", 554, "cycles"),
                                      found("dram", "far_memory_latency_cycles", 760, "cycles")};
  const MemoryDiagram diagram = gatherMemoryDiagram(findings, largeCard());
  EXPECT_EQ(valueOf(diagram, "dram", "latency"), "723 cycles");
  EXPECT_EQ(valueOf(diagram, "dram", "near / far memory"), "554 / 760 cycles");
}

TEST(MemoryBoxes, the_textbook_cache_has_one_level) {
  const MemoryDiagram diagram = gatherMemoryDiagram(textbookFindings(), textbook());
  EXPECT_EQ(valueOf(diagram, "l2", "size"), "48 B");
  EXPECT_EQ(valueOf(diagram, "l2", "latency"), "10 cycles");
  EXPECT_EQ(valueOf(diagram, "l2", "line"), "8 B");
  EXPECT_EQ(valueOf(diagram, "l2", "sets × ways"), "3 × 2");
  EXPECT_EQ(valueOf(diagram, "l2", "policy"), "LRU");
  EXPECT_EQ(valueOf(diagram, "l2", "a miss adds"), "+90 cycles");
  EXPECT_EQ(valueOf(diagram, "dram", "latency"), "100 cycles");
  // No load was answered before the L2.
  EXPECT_EQ(diagram.find("l1_data")->status, FindingStatus::absent);
  EXPECT_FALSE(diagram.find("l1_data")->note.isEmpty());
  EXPECT_EQ(diagram.find("texture"), nullptr);
  EXPECT_TRUE(diagram.left_out.contains("Texture"));
  EXPECT_TRUE(diagram.left_out.contains("Shared memory"));
  // No link leads through an absent cache.
  for (const BoxLink& link : diagram.links) EXPECT_NE(diagram.boxes[link.from].key(), "l1_data");
}

TEST(MemoryBoxes, an_unknown_l2_says_what_was_seen_and_not_what_could_not_be_asked) {
  Finding none = undecided("device", "capacity_bytes", FindingStatus::absent, "No cache is in the way.");
  none.conditions = {{"space", "global.ca"}};
  const Finding map =
      undecided("l2", "partitions", FindingStatus::not_measurable, "The device does not say how many SMs it has.", false);
  Description device = textbook();
  const MemoryBox* l2 = nullptr;
  MemoryDiagram diagram = gatherMemoryDiagram({none, map}, device);
  ASSERT_NE(l2 = diagram.find("l2"), nullptr);
  EXPECT_TRUE(l2->note.startsWith("Global loads go through no cache.")) << l2->note.toStdString();
  // A reason that rests on runs comes before one that does not.
  diagram = gatherMemoryDiagram(
      {map, undecided("l2", "capacity_bytes", FindingStatus::not_measurable, "It may be larger than was asked.")}, device);
  ASSERT_NE(l2 = diagram.find("l2"), nullptr);
  EXPECT_EQ(l2->note, "It may be larger than was asked.");
}

// An NVIDIA H100: the interface tells the size, misses show where the own half ends.
TEST(MemoryBoxes, a_size_that_the_device_tells_stands_before_what_fits_without_a_miss) {
  Finding told = found("l2", "capacity_bytes", 50 << 20, "bytes");
  told.status = FindingStatus::reported;
  Finding sought = undecided("l2", "capacity_bytes", FindingStatus::not_measurable, "No set overflowed.");
  sought.conditions = {{"space", "global.cg"}};
  const Finding fits = found("l2", "contiguous_bytes", 22 << 20, "bytes", {{"space", "global.cg"}});
  const MemoryDiagram diagram = gatherMemoryDiagram({told, sought, fits}, largeCard());
  const MemoryBox* l2 = diagram.find("l2");
  ASSERT_NE(l2, nullptr);
  EXPECT_EQ(valueOf(diagram, "l2", "size"), "50 MiB");
  EXPECT_EQ(l2->lines.front().status, FindingStatus::reported);
  EXPECT_EQ(valueOf(diagram, "l2", "contiguous"), "22 MiB");
  EXPECT_EQ(
      std::count_if(l2->lines.begin(), l2->lines.end(), [](const BoxLine& line) { return line.quantity == "contiguous_bytes"; }),
      1);
  // A measured value is shown even where it is the same as the reported one.
  EXPECT_EQ(valueOf(gatherMemoryDiagram({told, sought, found("l2", "contiguous_bytes", 50 << 20, "bytes")}, largeCard()), "l2",
                    "contiguous"),
            "50 MiB");
  // Without a reported size, the largest array without a miss comes first.
  EXPECT_EQ(gatherMemoryDiagram({sought, fits}, textbook()).find("l2")->lines.front().quantity, "contiguous_bytes");
}

TEST(MemoryBoxes, an_l2_behind_an_l1_does_not_make_the_l1_absent) {
  std::vector<Finding> findings = textbookFindings();
  findings.push_back(undecided("l1_data", "capacity_bytes", FindingStatus::not_measurable, "The traces do not agree."));
  const MemoryDiagram diagram = gatherMemoryDiagram(findings, textbook());
  EXPECT_EQ(diagram.find("l1_data")->status, FindingStatus::not_measurable);
  EXPECT_EQ(diagram.find("l1_data")->note, "The traces do not agree.");
  // An unknown value is never shown as a number.
  EXPECT_EQ(valueOf(diagram, "l1_data", "size"), "?");
}

TEST(MemoryBoxes, what_is_not_there_says_so_where_cards_usually_have_it_and_is_left_out_where_they_do_not) {
  const auto none = [](const char* subject, const char* quantity) {
    return undecided(subject, quantity, FindingStatus::absent, "There is none.", false);
  };
  // That a bandwidth could not be asked for decides nothing.
  const auto unasked = undecided("l1_data", "read_bandwidth", FindingStatus::not_measurable, "It is not served.", false);
  const MemoryDiagram diagram = gatherMemoryDiagram(
      {unasked, none("l1_data", "count_per_sm"), none("distributed_shared_memory", "hit_latency_cycles")}, textbook());
  ASSERT_NE(diagram.find("l1_data"), nullptr);
  EXPECT_EQ(diagram.find("l1_data")->status, FindingStatus::absent);
  EXPECT_EQ(diagram.find("l1_data")->note, "There is none.");
  EXPECT_EQ(diagram.find("distributed_shared_memory"), nullptr);
  // One number that is absent does not make the part absent.
  const MemoryDiagram partly =
      gatherMemoryDiagram({none("l1_tlb", "set_index_bits"), found("l1_tlb", "entries", 16, "1")}, textbook());
  EXPECT_EQ(partly.find("l1_tlb")->status, FindingStatus::measured);
}

TEST(MemoryBoxes, where_a_device_cannot_be_asked_there_is_no_box) {
  const auto refused = undecided("shared_memory", "banks", FindingStatus::not_measurable, "It does not serve the request.", false);
  EXPECT_EQ(gatherMemoryDiagram({refused}, textbook()).find("shared_memory"), nullptr);
  auto looked = refused;
  looked.evidence = {"run-1"};
  const MemoryDiagram diagram = gatherMemoryDiagram({looked}, textbook());
  ASSERT_NE(diagram.find("shared_memory"), nullptr);
  EXPECT_EQ(diagram.find("shared_memory")->status, FindingStatus::not_measurable);
}

TEST(MemoryBoxes, a_tlb_level_that_nobody_saw_is_not_drawn) {
  EXPECT_NE(gatherMemoryDiagram({}, textbook()).find("l2_tlb"), nullptr);
  const MemoryDiagram one = gatherMemoryDiagram({found("l1_tlb", "entries", 16, "1")}, textbook());
  EXPECT_EQ(one.find("l2_tlb"), nullptr);
  EXPECT_FALSE(one.left_out.contains("L2 TLB"));  // it could be measured, and there is none
}

TEST(MemoryBoxes, caches_that_are_one_array_are_one_box_with_their_own_latencies) {
  const MemoryDiagram diagram = gatherMemoryDiagram(largeFindings(), largeCard());
  const MemoryBox* box = diagram.find("l1_data");
  EXPECT_EQ(diagram.find("texture"), box);
  EXPECT_EQ(diagram.find("readonly"), box);
  EXPECT_EQ(box->title, "L1 data · read-only · texture");
  EXPECT_EQ(valueOf(diagram, "l1_data", "as texture"), "42 cycles");
  EXPECT_EQ(valueOf(diagram, "l1_data", "as read-only"), "no such line");  // its latency is the same
  EXPECT_EQ(box->lines[1].name, "latency");                                // the latency of the L1 data cache itself comes first
  EXPECT_FALSE(diagram.left_out.contains("Texture"));
}

TEST(MemoryBoxes, the_carve_out_chooses_which_l1_is_shown) {
  const MemoryDiagram first = gatherMemoryDiagram(largeFindings(), largeCard());
  EXPECT_EQ(first.carveouts, (std::vector<double>{0, 50}));
  EXPECT_EQ(first.carveout, 0);
  EXPECT_EQ(valueOf(first, "l1_data", "size"), "256 KiB");
  const MemoryDiagram second = gatherMemoryDiagram(largeFindings(), largeCard(), 50);
  EXPECT_EQ(valueOf(second, "l1_data", "size"), "128 KiB");
  // A value that was measured under the other carve-out only is not known under this one.
  EXPECT_EQ(valueOf(second, "l1_data", "line"), "?");
  EXPECT_EQ(valueOf(second, "l1_data", "latency"), "38 cycles");
  EXPECT_EQ(gatherMemoryDiagram(largeFindings(), largeCard(), 33).carveout, 0);  // never measured
}

TEST(MemoryBoxes, the_largest_l1_is_shown_and_not_what_a_lone_chase_gets) {
  const auto ca = [](int carveout) { return json{{"space", "global.ca"}, {"carveout_percent", carveout}}; };
  const json chosen{{"space", "global.ca"}};
  std::vector<Finding> findings{found("l1_data", "hit_latency_cycles", 33.25, "cycles", chosen),
                                undecided("l1_data", "capacity_bytes", FindingStatus::not_measurable, "By chance."),
                                found("l1_data", "contiguous_bytes", 53248, "bytes", chosen),
                                found("l1_data", "contiguous_bytes", 20480, "bytes", ca(100)),
                                found("l1_data", "contiguous_bytes", 237568, "bytes", ca(0))};
  const MemoryDiagram diagram = gatherMemoryDiagram(findings, largeCard());
  EXPECT_EQ(diagram.carveouts, (std::vector<double>{0, 100}));
  EXPECT_EQ(diagram.carveout, 0) << "the label of the SM says so";
  EXPECT_EQ(valueOf(diagram, "l1_data", "contiguous"), "232 KiB");
  EXPECT_NE(lineOf(diagram, "shared_memory", "at most"), nullptr)
      << "beside so large an L1 there is not as much of it as the device tells";
  EXPECT_EQ(valueOf(diagram, "l1_data", "latency"), "33.25 cycles");
  EXPECT_EQ(valueOf(gatherMemoryDiagram(findings, largeCard(), 100), "l1_data", "contiguous"), "20 KiB");
  // Sets that were counted at the driver's choice are those of the L1 at the carve-out of the same size, and of no other.
  findings.push_back(found("l1_data", "sets", 4, "1", chosen));
  findings.push_back(found("l1_data", "contiguous_bytes", 53248, "bytes", ca(75)));
  EXPECT_EQ(lineOf(gatherMemoryDiagram(findings, largeCard()), "l1_data", "sets × ways")->value, "?");
  EXPECT_EQ(lineOf(gatherMemoryDiagram(findings, largeCard(), 75), "l1_data", "sets × ways")->value, "4 × ?");
}

TEST(MemoryBoxes, values_read_as_people_say_them) {
  const MemoryDiagram diagram = gatherMemoryDiagram(largeFindings(), largeCard());
  EXPECT_EQ(valueOf(diagram, "l1_data", "line / fetch"), "128 / 32 B");
  EXPECT_EQ(valueOf(diagram, "l2", "near / far slice"), "230 / 390 cycles");
  EXPECT_EQ(valueOf(diagram, "l2", "partitions"), "2");
  EXPECT_EQ(valueOf(diagram, "l2_tlb", "ways of sets"), "17, 6 × 8");
  EXPECT_EQ(lineOf(diagram, "l2_tlb", "ways of sets")->brief, "7 uneven");
  const BoxLine* size = lineOf(diagram, "constant_l1_5", "size");
  EXPECT_EQ(size->value, "?");
  EXPECT_EQ(size->status, FindingStatus::not_measurable);
  EXPECT_EQ(diagram.find("constant_l1_5")->status, FindingStatus::measured);  // its latency is measured
  EXPECT_TRUE(diagram.find("l2_tlb")->sentence().startsWith("L2 TLB: measured. entries 65, measured; page not measured"));
}

TEST(MemoryBoxes, code_has_a_box_and_bandwidths_a_line_where_they_were_measured) {
  const std::vector<Finding> findings{found("instruction_l0", "capacity_bytes", 12288, "bytes"),
                                      found("instruction_l0", "cycles_per_instruction", 2, "cycles"),
                                      undecided("instruction_l2", "capacity_bytes", FindingStatus::not_measurable, "No end seen."),
                                      found("dram", "read_bandwidth", 695244000000, "bytes/s")};
  const MemoryDiagram diagram = gatherMemoryDiagram(findings, largeCard());
  EXPECT_EQ(valueOf(diagram, "instruction_l0", "L0"), "12 KiB");
  EXPECT_EQ(valueOf(diagram, "instruction_l0", "L0, an instruction"), "2 cycles");
  EXPECT_EQ(valueOf(diagram, "instruction_l0", "L1"), "?");
  EXPECT_EQ(lineOf(diagram, "instruction_l2", "L2")->status, FindingStatus::not_measurable);
  EXPECT_EQ(valueOf(diagram, "dram", "read"), "695.2 GB/s");
  EXPECT_EQ(valueOf(diagram, "dram", "write"), "no such line");
}

TEST(MemoryBoxes, a_path_leads_from_the_nearest_cache_to_memory) {
  const MemoryDiagram diagram = gatherMemoryDiagram(largeFindings(), largeCard());
  const auto index = [&](const char* subject) { return static_cast<std::size_t>(diagram.find(subject) - diagram.boxes.data()); };
  EXPECT_EQ(pathTo(diagram, index("dram")), (std::vector<std::size_t>{index("l1_data"), index("l2"), index("dram")}));
  EXPECT_EQ(pathTo(diagram, index("l2_tlb")), (std::vector<std::size_t>{index("l1_tlb"), index("l2_tlb")}));
  EXPECT_EQ(pathTo(diagram, index("shared_memory")), std::vector<std::size_t>{index("shared_memory")});
}

}  // namespace
}  // namespace chasescope
