// The 2014 paper's tables 3 to 5 and section 4.1, the poster's table, and the request study.
#include "tests/engine/model/preset_check/measure.h"
#include "tests/engine/model/preset_check/table.h"

namespace chasescope::preset_check {
namespace {

constexpr double kKiB = 1024;
constexpr std::uint64_t KiB = 1024;
constexpr std::uint64_t MiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kPage = 2 * MiB;
constexpr auto ca = MemorySpace::global_ca;
constexpr auto cg = MemorySpace::global_cg;
constexpr auto texture = MemorySpace::texture;

/// One access in each of `pages` pages. Each has a line and a set of its own, so that the data caches hold all of them.
OffsetsPattern one_line_a_page(std::uint64_t pages) {
  OffsetsPattern pattern;
  for (std::uint64_t page = 0; page < pages; ++page) pattern.offsets.push_back(page * kPage + page * 128);
  return pattern;
}

const Pattern kSmall = UniformPattern{8 * KiB, 128};
const Pattern kInL2 = UniformPattern{256 * KiB, 128};
const Pattern kFewPages = one_line_a_page(40);
const Pattern kManyPages = one_line_a_page(100);
const Pattern kLarge = UniformPattern{16 * MiB, 128};
const Pattern kManyLarge = UniformPattern{256 * MiB, kPage};
const Pattern kWindows = UniformPattern{2048 * MiB, kPage};

void table_3(Table& table) {
  struct Cell {
    const char* card;
    MemorySpace space;
    int pattern;
    double cycles;
    const Pattern& chased;
    const char* served_by;
  };
  const Cell cells[] = {
      {"gtx780", ca, 1, 230, kInL2, "l2+l1_tlb"},         {"gtx780", ca, 2, 236, kFewPages, "l2+l2_tlb"},
      {"gtx780", ca, 3, 289, kManyPages, "l2+walk"},      {"gtx780", ca, 4, 371, kLarge, "dram+l1_tlb"},
      {"gtx780", ca, 5, 734, kManyLarge, "dram+walk"},    {"gtx780", ca, 6, 1000, kWindows, "dram+window"},
      {"gtx560ti", ca, 1, 116, kSmall, "l1+l1_tlb"},      {"gtx560ti", ca, 2, 404, kFewPages, "l1+l2_tlb"},
      {"gtx560ti", ca, 3, 488, kManyPages, "l1+walk"},    {"gtx560ti", ca, 4, 655, kLarge, "dram+l1_tlb"},
      {"gtx560ti", ca, 5, 1259, kManyLarge, "dram+walk"}, {"gtx560ti", cg, 1, 371, kInL2, "l2+l1_tlb"},
      {"gtx560ti", cg, 2, 398, kFewPages, "l2+l2_tlb"},   {"gtx560ti", cg, 3, 482, kManyPages, "l2+walk"},
      {"gtx560ti", cg, 4, 639, kLarge, "dram+l1_tlb"},    {"gtx560ti", cg, 5, 1245, kManyLarge, "dram+walk"},
  };
  for (const Cell& cell : cells) {
    Bench bench(cell.card);
    table.equal(cell.card, std::string(to_string(cell.space)) + ", pattern " + std::to_string(cell.pattern) + ", cycles",
                cell.cycles, bench.latency(cell.space, cell.chased, cell.served_by).value_or(-1), "MEI14 table 3");
  }
}

void table_4(Table& table) {
  const std::string source = "MEI14 table 4";
  Bench fermi("gtx560ti");
  const auto not_l1 = [](const std::string& name) { return !by("l1")(name); };
  const auto not_texture = [](const std::string& name) { return !by("texture_l1")(name); };
  table.equal("gtx560ti", "L1 size, KiB", 16,
              static_cast<double>(fermi.largest_without(not_l1, ca, 128, 8 * KiB, 32 * KiB, 128)) / kKiB, source);
  table.equal("gtx560ti", "L1 line, bytes", 128, static_cast<double>(fermi.spacing(not_l1, ca, 8 * KiB)), source);
  const auto l1_ways = fermi.elements_that(not_l1, ca, 16 * KiB + 128, 128) - 1;
  table.equal("gtx560ti", "L1 sets", 32, 128.0 / static_cast<double>(l1_ways), source);
  for (const char* const card : {"gtx560ti", "gtx780"}) {
    Bench bench(card);
    const auto size = bench.largest_without(beyond("l1_tlb"), cg, kPage, 2 * kPage, 64 * kPage, kPage);
    table.equal(card, "L1 TLB size, MB", 32, static_cast<double>(size / MiB), source);
    table.equal(card, "L1 TLB sets", 1,
                16.0 / static_cast<double>(bench.elements_that(beyond("l1_tlb"), cg, size + kPage, kPage) - 1), source);
    const Answer walk = [](const std::string& name) { return name.ends_with("+walk") || name.ends_with("+window"); };
    const auto reach = bench.largest_without(walk, cg, kPage, 2 * kPage, 100 * kPage, kPage);
    table.equal(card, "L2 TLB size, MB", 130, static_cast<double>(reach / MiB), source);
    const auto at = [&](std::uint64_t mib) { return static_cast<double>(bench.elements_that(walk, cg, mib * MiB, kPage)); };
    table.equal(card, "L2 TLB large set, entries", 17, at(132) - 1, "MEI14 section 4.2");
    table.equal(card, "L2 TLB small set, entries", 8, at(134) - at(132) - 1, "MEI14 section 4.2");
    table.equal(card, "L2 TLB sets", 7, 1 + (65 - (at(132) - 1)) / (at(134) - at(132) - 1), source);
    const auto bytes = bench.largest_without(not_texture, texture, 32, 8 * KiB, 24 * KiB, 32);
    table.equal(card, "texture L1 size, KiB", 12, static_cast<double>(bytes) / kKiB, source);
    table.equal(card, "texture L1 line, bytes", 32, static_cast<double>(bench.spacing(not_texture, texture, 8 * KiB)), source);
    table.equal(card, "texture L1 sets", 4,
                384.0 / static_cast<double>(bench.elements_that(not_texture, texture, bytes + 32, 32) - 1), source);
  }
}

void table_5_and_banks(Table& table) {
  const Pattern words = UniformPattern{8 * KiB, 32};
  Bench fermi("gtx560ti"), kepler("gtx780");
  const std::string source = "MEI14 table 5";
  table.equal("gtx560ti", "texture hit, cycles", 240, *fermi.latency(texture, words, "texture_l1+l1_tlb"), source);
  table.equal("gtx560ti", "texture miss, L2 hit, cycles", 470, *fermi.latency(texture, kInL2, "l2+l1_tlb"), source);
  table.equal("gtx780", "texture hit, cycles", 110, *kepler.latency(texture, words, "texture_l1+l1_tlb"), source);
  table.equal("gtx780", "texture miss, L2 hit, cycles", 220, *kepler.latency(texture, kInL2, "l2+l1_tlb"), source);
  table.equal("gtx560ti", "global L1 hit, cycles", 116, *fermi.latency(ca, kSmall, "l1+l1_tlb"), source);
  table.differs("gtx560ti", "global L1 miss, L2 hit, cycles", 404, *fermi.latency(ca, kInL2, "l2+l1_tlb"), source,
                "table 3 gives the same 404 cycles for an L1 hit that misses the L1 TLB; 371 with the L1 off and the 6 that the L1 "
                "adds make 377");
  table.equal("gtx780", "global L2 hit, cycles", 230, *kepler.latency(ca, kInL2, "l2+l1_tlb"), source);
  const std::string banks = "MEI14 section 4.1";
  table.equal("gtx560ti", "shared memory, broadcast, cycles", 50, fermi.bank(0, 4), banks);
  table.equal("gtx560ti", "shared memory, stride 2, cycles", 88, fermi.bank(2, 4), banks);
  table.equal("gtx560ti", "shared memory, stride 32, cycles", 1210, fermi.bank(32, 4), banks);
  table.says("gtx560ti", "conflict at stride 3", false, fermi.bank(3, 4) > fermi.bank(1, 4), banks);
  table.says("gtx780", "conflict at stride 2, 4-byte mode", false, kepler.bank(2, 4) > kepler.bank(1, 4), banks);
  table.says("gtx780", "conflict at stride 2, 8-byte mode", false, kepler.bank(2, 8) > kepler.bank(1, 8), banks);
  table.says("gtx780", "conflict at stride 4, 4-byte mode", true, kepler.bank(4, 4) > kepler.bank(1, 4), banks);
  table.says("gtx780", "conflict at stride 4, 8-byte mode", true, kepler.bank(4, 8) > kepler.bank(1, 8), banks);
  table.says("gtx780", "conflict at stride 6, 4-byte mode", true, kepler.bank(6, 4) > kepler.bank(1, 4), banks);
  table.says("gtx780", "conflict at stride 6, 8-byte mode", false, kepler.bank(6, 8) > kepler.bank(1, 8), banks);
}

}  // namespace

void check_2014_paper(Table& table) {
  table_3(table);
  table_4(table);
  table_5_and_banks(table);
}

void check_poster(Table& table) {
  const std::string source = "MELTZER13";
  Bench bench("c2070");
  const Answer not_l1 = [](const std::string& name) { return !by("l1")(name); };
  for (const unsigned kib : {16U, 48U}) {
    const std::string name = kib == 16 ? "small L1" : "large L1";
    const auto size = bench.largest_without(not_l1, ca, 128, 8 * KiB, 64 * KiB, 128, kib);
    table.equal("c2070", name + " size, KiB", kib, static_cast<double>(size) / kKiB, source);
    const auto ways = static_cast<double>(bench.elements_that(not_l1, ca, size + 128, 128, kib) - 1);
    table.equal("c2070", name + " ways", kib == 16 ? 4 : 6, ways, source);
    table.equal("c2070", name + " sets", kib == 16 ? 32 : 64, static_cast<double>(size) / 128 / ways, source);
  }
  table.equal("c2070", "L1 line, bytes", 128, static_cast<double>(bench.spacing(not_l1, ca, 8 * KiB)), source);
  table.equal("c2070", "L1 hit, cycles", 80, *bench.latency(ca, kSmall, "l1+l1_tlb"), source);
  const double on = *bench.latency(ca, kInL2, "l2+l1_tlb");
  table.equal("c2070", "L2 hit, cycles", 350, on, source);
  table.equal("c2070", "memory, cycles", 580, *bench.latency(ca, kLarge, "dram+l1_tlb"), source);
  table.within("c2070", "L2 hit with the L1 off: fewer cycles by", 6, 11, 0, on - *bench.latency(cg, kInL2, "l2+l1_tlb"), "", source);
  table.equal("c2070", "L2 line, bytes", 32, static_cast<double>(bench.spacing(by("dram"), cg, 8 * KiB)), source);
  const auto size = static_cast<double>(bench.retained(by("l2"), cg, 32, 2 * MiB));
  table.equal("c2070", "L2 size, KiB", 768, size / kKiB, source);
  // Between the first footprint that misses and the last plateau, where every access misses, there is one line for each set, or one
  // way.
  const auto first = bench.largest_without(by("dram"), cg, 32, 512 * KiB, 1 * MiB, 32);
  const auto plateau = bench.all_are(by("dram"), cg, 32, first, 1 * MiB);
  table.equal("c2070", "L2 way, bytes", 57344, static_cast<double>(plateau - first), source);
  table.equal("c2070", "L2 sets", 1792, static_cast<double>(plateau - first) / 32, source);
  table.near("c2070", "L2 ways, on average", 13.0 + 5.0 / 7, size / 32 / 1792, 1e-9, "", source);
  table.equal("c2070", "page, MB", 2, static_cast<double>(bench.spacing_of_pages() / MiB), source);
}

void check_request_study(Table& table) {
  Bench fermi("m2070"), kepler("k20");
  const auto spike = [&](Bench& bench, const char* card, std::uint64_t loads, std::uint64_t sharing, double published,
                         const char* figure) {
    table.equal(
        card, "spike after threads, " + std::to_string(loads) + " loads each, " + std::to_string(sharing) + " to a block (0: none)",
        published, static_cast<double>(bench.spike(loads, sharing)), std::string("LASHGAR15 figure ") + figure);
  };
  const auto none = [&](Bench& bench, std::uint64_t loads, std::uint64_t sharing) {
    table.says("m2070", "spike, " + std::to_string(loads) + " loads each, " + std::to_string(sharing) + " to a block", false,
               bench.spike(loads, sharing) != 0, "LASHGAR15 section 5.1");
  };
  spike(fermi, "m2070", 1, 1, 128, "3");
  spike(fermi, "m2070", 2, 1, 64, "4");
  spike(fermi, "m2070", 1, 2, 256, "5");
  spike(fermi, "m2070", 2, 4, 256, "6");
  spike(fermi, "m2070", 4, 8, 256, "7");
  for (const std::uint64_t sharing : {16, 32})
    for (std::uint64_t loads = 1; loads <= 4; ++loads) none(fermi, loads, sharing);
  spike(kepler, "k20", 1, 1, 0, "8");
  spike(kepler, "k20", 2, 1, 680, "9");
  spike(kepler, "k20", 3, 1, 454, "10");
  table.equal("m2070", "loads under way per warp", 4, static_cast<double>(fermi.loads_under_way()), "LASHGAR15 section 4");
  table.equal("k20", "loads under way per warp", 3, static_cast<double>(kepler.loads_under_way()), "LASHGAR15 section 4");
  table.equal("m2070", "copy: gain saturates at KB", 768, static_cast<double>(fermi.copy_knee()) / kKiB, "LASHGAR15 figure 2");
  table.equal("k20", "copy: gain saturates at KB", 1536, static_cast<double>(kepler.copy_knee()) / kKiB, "LASHGAR15 figure 2");
}

}  // namespace chasescope::preset_check
