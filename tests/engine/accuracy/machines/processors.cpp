// Processors as loads see them. Intel: uops.info, and Abel and Reineke (nanoBench); its TLBs: Gras et al. (TLBleed). Others: ARM's
// technical reference manuals, documents of OpenSPARC and IBM, the Alpha handbooks. Reading the clock adds some cycles to each
// load.
#include "tests/engine/accuracy/machines/machine_file.h"
#include "tests/engine/accuracy/machines/vendors.h"

namespace chasescope::accuracy {
namespace {

using nlohmann::json;

constexpr unsigned kPageShift = 12;

}  // namespace

json core(Draw& draw) {
  MachineFile card(draw.any<unsigned>({33, 34, 35}));
  const unsigned end = card.memory_bits();
  const bool is_wide = draw.once_in(2);  // 48 KiB of 12 ways since Ice Lake
  card.cache("l1",
             cache_part(64, 64, is_wide ? 12 : 8, bit_field(6, 6), policy(is_wide ? "lru" : draw.any({"plru", "plru", "lru"}))));
  json l2;
  switch (draw.between(0, 4)) {
    case 0: l2 = cache_part(64, 512, 8, bit_field(6, 9), policy("plru")); break;
    case 1: l2 = cache_part(64, 1024, 4, bit_field(6, 10), qlru("H00_M1_R2_U1")); break;
    case 2: l2 = cache_part(64, 1024, 8, bit_field(6, 10), qlru("H00_M1_R0_U1")); break;
    case 3: l2 = cache_part(64, 1024, 16, bit_field(6, 10), policy("lru")); break;
    default: l2 = cache_part(64, 1024, 20, bit_field(6, 10), policy("lru")); break;
  }
  if (draw.once_in(5)) l2["next_line"] = true;
  card.cache("l2", l2);
  const std::vector<unsigned> first{6, 10, 12, 14, 16, 17, 18, 20, 22, 24, 25, 26, 27, 28, 30, 32, 33};
  const std::vector<unsigned> second{7, 11, 13, 15, 17, 19, 20, 21, 22, 23, 24, 26, 28, 29, 31, 33, 34};
  const bool has_four = draw.once_in(2);
  const std::uint64_t slices = has_four ? 4 : 2, ways = draw.any<std::uint64_t>({12, 16, 20});
  const json slice = has_four ? hashed({first, second}, end) : hashed({first}, end);
  const json last_policy = qlru(draw.any({"H11_M1_R0_U0", "H11_M1_R1_U2", "H11_MR161_R1_U2"}));
  card.cache("l3", cache_part(64, slices * 1024, ways, sliced(slices, slice, bit_field(6, 10)),
                              draw.once_in(3) ? policy("lru") : last_policy));
  const std::uint64_t first_ways = draw.any<std::uint64_t>({4, 4, 6});
  card.tlb("l1_tlb", tlb_part(4 * kKib, 16, first_ways, bit_field(kPageShift, 4), policy(first_ways == 4 ? "plru" : "lru")));
  switch (draw.between(0, 3)) {
    case 0: card.tlb("l2_tlb", tlb_part(4 * kKib, 128, 4, bit_field(kPageShift, 7), policy("lru"))); break;
    case 1: card.tlb("l2_tlb", tlb_part(4 * kKib, 128, 8, bit_field(kPageShift, 7), policy("plru"))); break;
    case 2: card.tlb("l2_tlb", tlb_part(4 * kKib, 128, 12, folded(kPageShift, 7, 26), policy("lru"))); break;
    default: card.tlb("l2_tlb", tlb_part(4 * kKib, 256, 6, folded(kPageShift, 8, 28), policy("lru"))); break;
  }
  const double timed = draw.cycles(10, 40), l1 = timed + 4, l2_cycles = timed + draw.cycles(12, 16);
  const double l3 = l2_cycles + draw.cycles(24, 50), memory = l3 + draw.cycles(130, 260), near = draw.cycles(8, 10);
  card.path("global.ca", {{{"l1", l1}, {"l2", l2_cycles}, {"l3", l3}}, memory},
            {{{"l1_tlb", 0}, {"l2_tlb", near}}, near + draw.cycles(18, 60)});
  return card.file();
}

json cortex(Draw& draw) {
  MachineFile card(draw.any<unsigned>({31, 32, 33}));
  const std::uint64_t ways = draw.any<std::uint64_t>({2, 3, 4, 4}), sets = draw.any<std::uint64_t>({128, 256});
  card.cache("l1", cache_part(64, sets, ways, bit_field(6, sets == 128 ? 7 : 8), policy(draw.any({"random", "lru", "nru"}))));
  const std::uint64_t second_sets = draw.any<std::uint64_t>({512, 1024}), second_ways = draw.any<std::uint64_t>({16, 8});
  const json index = bit_field(6, second_sets == 512 ? 9 : 10);
  card.cache("l2", cache_part(64, second_sets, second_ways, index, policy(draw.any({"random", "lru", "plru"}))));
  const double timed = draw.cycles(8, 30), l1 = timed + 3, l2 = timed + draw.cycles(12, 22), l3 = l2 + draw.cycles(18, 40);
  const double memory = l3 + draw.cycles(100, 250), near = draw.cycles(8, 14);
  DataSteps global{{{"l1", l1}, {"l2", l2}}, memory};
  if (draw.once_in(2)) {
    const std::uint64_t third_ways = draw.any<std::uint64_t>({12, 16});
    card.cache("l3", cache_part(64, 4096, third_ways, folded(6, 12, card.memory_bits()), policy(draw.any({"lru", "random"}))));
    global.caches.emplace_back("l3", l3);
  }
  const std::uint64_t page = draw.any({4 * kKib, 4 * kKib, 64 * kKib}), entries = draw.any<std::uint64_t>({10, 32, 48});
  card.tlb("l1_tlb", full_tlb(page, entries, draw.any({"lru", "fifo"})));
  const std::uint64_t tlb_ways = draw.any<std::uint64_t>({4, 5, 2});
  card.tlb("l2_tlb", tlb_part(page, 256, tlb_ways, bit_field(page == 4 * kKib ? 12 : 16, 8), policy(draw.any({"lru", "random"}))));
  card.path("global.ca", global, {{{"l1_tlb", 0}, {"l2_tlb", near}}, near + draw.cycles(25, 80)});
  return card.file();
}

json niagara(Draw& draw) {
  MachineFile card(draw.any<unsigned>({33, 34, 35}));
  const std::uint64_t first_sets = draw.any<std::uint64_t>({128, 64, 256}), first_ways = draw.any<std::uint64_t>({4, 4, 8});
  const unsigned bits = first_sets == 64 ? 6 : first_sets == 128 ? 7 : 8;
  card.cache("l1", cache_part(16, first_sets, first_ways, bit_field(4, bits), policy(draw.any({"random", "random", "lru"}))));
  const std::uint64_t ways = draw.any<std::uint64_t>({12, 16, 24}), banks = draw.any<std::uint64_t>({4, 8});
  const std::uint64_t set_bits = draw.any<std::uint64_t>({7, 8, 9});
  const unsigned all_bits = static_cast<unsigned>(set_bits) + (banks == 4 ? 2 : 3);
  const json index = draw.once_in(2) ? bit_field(6, all_bits) : folded(6, all_bits, 28);
  card.cache("l2", cache_part(64, banks << set_bits, ways, index, policy(draw.any({"nru", "random", "lru"}))));
  const std::uint64_t entries = draw.any<std::uint64_t>({64, 128}), page = draw.any({8 * kKib, 64 * kKib, 4 * kMib});
  card.tlb("l1_tlb", full_tlb(page, entries, entries == 64 ? draw.any({"nru", "lru"}) : "lru"));
  const double l1 = draw.cycles(12, 30), l2 = l1 + draw.cycles(17, 26), memory = l2 + draw.cycles(60, 160);
  card.path("global.ca", {{{"l1", l1}, {"l2", l2}}, memory}, {{{"l1_tlb", 0}}, draw.cycles(40, 150)});
  return card.file();
}

json alpha(Draw& draw) {
  MachineFile card(draw.any<unsigned>({30, 31, 32}));
  const double timed = draw.cycles(6, 20), l1 = timed + 2, l2 = timed + draw.cycles(11, 16), board = l2 + draw.cycles(12, 40);
  const double memory = board + draw.cycles(40, 140);
  DataSteps global{{{"l1", l1}}, memory};
  const bool is_later = draw.once_in(3);  // 21264: 64 KiB of two ways
  if (is_later) {
    card.cache("l1", cache_part(64, 512, 2, bit_field(6, 9), policy(draw.any({"lru", "fifo"}))));
  } else {
    const std::uint64_t line = draw.any<std::uint64_t>({32, 16}), sets = draw.any<std::uint64_t>({256, 512});
    card.cache("l1", cache_part(line, sets, 1, bit_field(line == 32 ? 5 : 4, sets == 256 ? 8 : 9), policy("lru")));
  }
  if (!is_later && draw.once_in(2)) {
    const std::uint64_t sets = draw.any<std::uint64_t>({512, 512, 256});  // 96 KiB in 21164
    card.cache("secondary", cache_part(64, sets, 3, bit_field(6, sets == 512 ? 9 : 8), policy(draw.any({"random", "lru"}))));
    global.caches.emplace_back("secondary", l2);
  }
  const std::uint64_t line = draw.any<std::uint64_t>({64, 128}), board_bits = draw.between(12, 15);
  if (!draw.once_in(5)) {
    card.cache("board", cache_part(line, 1U << board_bits, 1, bit_field(line == 64 ? 6 : 7, static_cast<unsigned>(board_bits)),
                                   policy("lru")));
    global.caches.emplace_back("board", board);
  }
  const std::uint64_t entries = draw.any<std::uint64_t>({32, 48, 64, 128});
  card.tlb("l1_tlb", full_tlb(draw.any({8 * kKib, 4 * kKib}), entries, entries == 48 ? "random" : "nmru"));
  card.path("global.ca", global, {{{"l1_tlb", 0}}, draw.cycles(20, 90)});
  return card.file();
}

json power(Draw& draw) {
  MachineFile card(draw.any<unsigned>({33, 34, 35}));
  const double timed = draw.cycles(10, 30), l1 = timed + 3, l2 = timed + draw.cycles(12, 15), l3 = l2 + draw.cycles(18, 40);
  const double memory = l3 + draw.cycles(150, 300), near = draw.cycles(9, 25);
  DataSteps global{{{"l1", l1}, {"l2", l2}}, memory};
  if (draw.once_in(2)) {
    // z: lines of 256 bytes; 96 KiB of six ways.
    const std::uint64_t ways = draw.any<std::uint64_t>({6, 8}), second_ways = draw.any<std::uint64_t>({8, 12});
    card.cache("l1", cache_part(256, 64, ways, bit_field(8, 6), policy("lru")));
    card.cache("l2", cache_part(256, 512, second_ways, bit_field(8, 9), policy("lru")));
    if (draw.once_in(2)) {
      card.cache("l3", cache_part(256, 2048, 12, bit_field(8, 11), policy("lru")));
      global.caches.emplace_back("l3", l3);
    }
  } else {
    const std::uint64_t sets = draw.any<std::uint64_t>({32, 64});
    card.cache("l1", cache_part(128, sets, 8, bit_field(7, sets == 32 ? 5 : 6), policy("plru")));
    const bool is_fifth = draw.once_in(2);  // POWER5: 1,920 KiB in three slices of ten ways
    card.cache("l2", is_fifth ? cache_part(128, 3 * 512, 10, interleaved(3, 7, 7, 9), policy("lru"))
                              : cache_part(128, draw.any<std::uint64_t>({256, 512}), 8, modulo(), policy("plru")));
    if (!is_fifth) {
      card.cache("l3", cache_part(128, 4096, 8, folded(7, 12, 30), policy(draw.any({"lru", "fifo"}))));
      global.caches.emplace_back("l3", l3);
    }
  }
  const std::uint64_t page = draw.any({4 * kKib, 64 * kKib});
  const bool is_full = draw.once_in(2);
  card.tlb("l1_tlb", is_full ? full_tlb(page, 64) : tlb_part(page, 64, 2, modulo(), policy("lru")));
  const std::uint64_t tlb_ways = draw.any<std::uint64_t>({4, 4, 12});
  card.tlb("l2_tlb",
           tlb_part(page, 128, tlb_ways, draw.once_in(2) ? modulo() : folded(page == 4 * kKib ? 12 : 16, 7, 32), policy("lru")));
  card.path("global.ca", global, {{{"l1_tlb", 0}, {"l2_tlb", near}}, near + draw.cycles(25, 100)});
  return card.file();
}

}  // namespace chasescope::accuracy
