// GPUs that are built in beside processors: Intel's open manuals of Gen9 and Xe, ARM's guides to Midgard and Bifrost, measurements
// of Apple's and Qualcomm's GPUs (chips and cheese, Adreno's open driver), Broadcom's VideoCore IV reference guide.
#include "tests/engine/accuracy/machines/machine_file.h"
#include "tests/engine/accuracy/machines/vendors.h"

namespace chasescope::accuracy {
namespace {

using nlohmann::json;

/// A last level of 64-byte lines in 2 or 4 slices, by the hashes that Maurice et al. (RAID 2015) read from Intel's processors.
json hashed_llc(Draw& draw, unsigned memory_bits) {
  const std::vector<unsigned> first{6, 10, 12, 14, 16, 17, 18, 20, 22, 24, 25, 26, 27, 28, 30, 32, 33};
  const std::vector<unsigned> second{7, 11, 13, 15, 17, 19, 20, 21, 22, 23, 24, 26, 28, 29, 31, 33, 34};
  const bool has_four = draw.once_in(2);
  const json slice = has_four ? hashed({first, second}, memory_bits) : hashed({first}, memory_bits);
  const std::uint64_t slices = has_four ? 4 : 2, ways = draw.any<std::uint64_t>({12, 16, 20});
  const json replacement = draw.once_in(2) ? qlru("H11_M1_R0_U0") : policy("lru");
  return cache_part(64, slices * 1024, ways, sliced(slices, slice, bit_field(6, 10)), replacement);
}

json gen9(Draw& draw) {
  MachineFile card(draw.any<unsigned>({32, 33}));
  const std::uint64_t ways = draw.any<std::uint64_t>({16, 24, 32, 48}), banks = draw.any<std::uint64_t>({4, 8, 3});
  const json index = banks == 3 ? interleaved(3, 6, 6, 6) : folded(6, banks == 4 ? 7 : 8, 20);
  card.cache("l3", cache_part(64, banks == 3 ? 192 : banks * 32, ways, index, policy(draw.any({"lru", "nru"}))));
  const std::uint64_t sampler_ways = draw.any<std::uint64_t>({4, 8, 16});
  card.cache("sampler", cache_part(64, 16, sampler_ways, bit_field(6, 4), policy("lru")));
  const double l3 = draw.cycles(140, 200), llc = l3 + draw.cycles(60, 120), memory = llc + draw.cycles(120, 300);
  DataSteps global{{{"l3", l3}}, memory};
  if (draw.once_in(2)) {
    card.cache("llc", hashed_llc(draw, card.memory_bits()));
    global.caches.emplace_back("llc", llc);
  }
  card.tlb("l1_tlb", full_tlb(4 * kKib, draw.any<std::uint64_t>({32, 48, 64})));
  const std::uint64_t second_ways = draw.any<std::uint64_t>({4, 8});
  card.tlb("l2_tlb", tlb_part(4 * kKib, 128, second_ways, modulo(), policy("lru")));
  const double near = draw.cycles(20, 60);
  const TranslationSteps translation{{{"l1_tlb", 0}, {"l2_tlb", near}}, near + draw.cycles(80, 250)};
  card.path("global.ca", global, translation);
  DataSteps texture = later(global, 30);
  texture.caches.insert(texture.caches.begin(), {"sampler", draw.cycles(80, 120)});
  card.path("texture", texture, translation);
  return card.file();
}

}  // namespace

json xe(Draw& draw) {
  if (draw.once_in(2)) return gen9(draw);
  MachineFile card(draw.any<unsigned>({32, 33, 34}));
  const std::uint64_t ways = draw.any<std::uint64_t>({12, 16, 8}), bits = draw.any<std::uint64_t>({6, 7, 8});
  const json replacement = policy(ways == 12 ? "lru" : draw.any({"lru", "plru"}));
  card.cache("l1", cache_part(64, 1U << bits, ways, bit_field(6, static_cast<unsigned>(bits)), replacement));
  const std::uint64_t banks = draw.any<std::uint64_t>({5, 8, 10}), many = draw.any<std::uint64_t>({16, 24, 48});
  card.cache("l2", cache_part(64, banks * 128, many, interleaved(banks, 6, 6, 7), policy(draw.any({"lru", "nru", "srrip_hp"}))));
  card.tlb("l1_tlb", full_tlb(64 * kKib, draw.any<std::uint64_t>({32, 48})));
  card.tlb("l2_tlb", tlb_part(64 * kKib, 64, 8, folded(16, 6, 32), policy("lru")));
  const double l1 = draw.cycles(40, 65), l2 = l1 + draw.cycles(90, 170), memory = l2 + draw.cycles(200, 450),
               near = draw.cycles(15, 50);
  const DataSteps global{{{"l1", l1}, {"l2", l2}}, memory};
  TranslationSteps translation{{{"l1_tlb", 0}, {"l2_tlb", near}}, near + draw.cycles(100, 300)};
  if (draw.once_in(2)) translation.after = "l1";
  card.path("global.ca", global, translation);
  if (draw.once_in(2)) card.path("texture", later(global, draw.cycles(15, 60)), translation);
  return card.file();
}

json mali(Draw& draw) {
  MachineFile card(draw.any<unsigned>({31, 32, 33}));
  const std::uint64_t sets = draw.any<std::uint64_t>({64, 128, 32});
  const unsigned bits = sets == 64 ? 6 : sets == 128 ? 7 : 5;
  card.cache("l1", cache_part(64, sets, 4, bit_field(6, bits), policy(draw.any({"random", "plru", "lru"}))));
  const bool has_texture = draw.once_in(2);
  if (has_texture) card.cache("texture_l1", cache_part(64, 64, draw.any<std::uint64_t>({4, 8}), bit_field(6, 6), policy("lru")));
  const std::uint64_t slices = draw.any<std::uint64_t>({1, 2, 4}), set_bits = draw.any<std::uint64_t>({8, 9});
  const json within = bit_field(6, static_cast<unsigned>(set_bits));
  const json index =
      slices == 1 ? within : sliced(slices, folded(6 + static_cast<unsigned>(set_bits), slices == 2 ? 1 : 2, 30), within);
  card.cache("l2", cache_part(64, slices << set_bits, 16, index, policy(draw.any({"random", "plru", "lru"}))));
  const std::uint64_t page = draw.any({4 * kKib, 4 * kKib, 64 * kKib}), entries = draw.any<std::uint64_t>({8, 16, 32});
  card.tlb("l1_tlb", full_tlb(page, entries, draw.any({"lru", "fifo", "random"})));
  const std::uint64_t ways = draw.any<std::uint64_t>({2, 4, 8});
  card.tlb("l2_tlb", tlb_part(page, 128, ways, modulo(), policy("lru")));
  const double l1 = draw.cycles(35, 70), l2 = l1 + draw.cycles(60, 130), memory = l2 + draw.cycles(120, 320),
               near = draw.cycles(12, 45);
  const TranslationSteps translation{{{"l1_tlb", 0}, {"l2_tlb", near}}, near + draw.cycles(60, 200)};
  const DataSteps global{{{"l1", l1}, {"l2", l2}}, memory};
  card.path("global.ca", global, translation);
  DataSteps texture = later(global, 15);
  if (has_texture) texture.caches.front().first = "texture_l1";
  card.path("texture", texture, translation);
  const unsigned tick = draw.any<unsigned>({1, 1, 2, 4});
  if (tick > 1) card.member("clock", {{"tick_cycles", tick}});
  return card.file();
}

json apple(Draw& draw) {
  MachineFile card(draw.any<unsigned>({33, 34}));
  card.cache("l1", cache_part(128, 8, 8, bit_field(7, 3), policy(draw.any({"lru", "plru", "clock"}))));
  const std::uint64_t ways = draw.any<std::uint64_t>({12, 12, 8, 16});
  card.cache("l2", cache_part(128, 512, ways, bit_field(7, 9), policy("lru")));
  const double l1 = draw.cycles(32, 60), l2 = l1 + draw.cycles(60, 130), system = l2 + draw.cycles(90, 160);
  const double memory = system + draw.cycles(110, 260), near = draw.cycles(15, 50);
  DataSteps global{{{"l1", l1}, {"l2", l2}}, memory};
  if (!draw.once_in(3)) {
    const std::uint64_t sets = draw.any<std::uint64_t>({2048, 4096}), system_ways = draw.any<std::uint64_t>({12, 16});
    const json index = sliced(4, hashed({{7, 15, 18, 21, 24, 27, 30}, {8, 16, 19, 22, 25, 28}}, card.memory_bits()),
                              bit_field(9, sets == 2048 ? 9 : 10));
    card.cache("system", cache_part(128, sets, system_ways, index, policy(draw.any({"lru", "random"}))));
    global.caches.emplace_back("system", system);
  }
  const std::uint64_t entries = draw.any<std::uint64_t>({16, 32, 48, 160});
  card.tlb("l1_tlb", full_tlb(16 * kKib, entries));
  const bool is_large = draw.once_in(2);
  card.tlb("l2_tlb",
           is_large ? tlb_part(16 * kKib, 256, 12, modulo(), policy("lru")) : tlb_part(16 * kKib, 128, 8, modulo(), policy("lru")));
  const TranslationSteps translation{{{"l1_tlb", 0}, {"l2_tlb", near}}, near + draw.cycles(80, 220)};
  card.path("global.ca", global, translation);
  if (draw.once_in(2)) card.path("texture", later(global, draw.cycles(10, 40)), translation);
  return card.file();
}

json adreno(Draw& draw) {
  MachineFile card(draw.any<unsigned>({31, 32, 33}));
  const std::uint64_t line = draw.any<std::uint64_t>({64, 128}), sets = draw.any<std::uint64_t>({64, 96, 128, 256, 512});
  card.cache("uche", cache_part(line, sets, 8, modulo(), policy(draw.any({"lru", "plru"}))));
  const std::uint64_t texture_ways = draw.any<std::uint64_t>({4, 8, 16});
  card.cache("texture_l1", cache_part(64, 4, texture_ways, bit_field(6, 2), policy(draw.any({"lru", "fifo"}))));
  card.tlb("l1_tlb", full_tlb(4 * kKib, draw.any<std::uint64_t>({16, 32, 8})));
  const double uche = draw.cycles(95, 160), memory = uche + draw.cycles(180, 420), near = draw.cycles(20, 60);
  TranslationSteps translation{{{"l1_tlb", 0}}, near + draw.cycles(50, 200)};
  if (draw.once_in(2)) {
    card.tlb("l2_tlb", tlb_part(4 * kKib, 64, draw.any<std::uint64_t>({4, 8}), modulo(), policy("lru")));
    translation.tlbs.emplace_back("l2_tlb", near);
  }
  card.path("global.ca", {{{"uche", uche}}, memory}, translation);
  card.path("texture", {{{"texture_l1", uche - draw.cycles(30, 60)}, {"uche", uche + 25}}, memory + 25}, translation);
  if (draw.once_in(2)) {
    card.cache("constant_l1", cache_part(64, 32, 4, bit_field(6, 5), policy("lru")));
    card.constant_path({{{"constant_l1", draw.cycles(20, 45)}, {"uche", uche}}, memory});
  }
  return card.file();
}

json videocore(Draw& draw) {
  MachineFile card(draw.any<unsigned>({29, 30, 31}));
  const std::uint64_t ways = draw.any<std::uint64_t>({4, 4, 2});
  card.cache("l1", cache_part(64, 16, ways, bit_field(6, 4), policy(draw.any({"lru", "fifo"}))));
  const std::uint64_t sets = draw.any<std::uint64_t>({128, 256, 512}), second_ways = draw.any<std::uint64_t>({4, 8});
  card.cache("l2", cache_part(64, sets, second_ways, modulo(), policy(draw.any({"lru", "random"}))));
  const double l1 = draw.cycles(18, 30), l2 = l1 + draw.cycles(20, 60), memory = l2 + draw.cycles(60, 160);
  TranslationSteps translation;
  if (draw.once_in(2)) {
    card.tlb("l1_tlb", full_tlb(4 * kKib, draw.any<std::uint64_t>({8, 16, 64})));
    translation = {{{"l1_tlb", 0}}, draw.cycles(30, 120)};
    if (draw.once_in(2)) translation.after = "l1";
  }
  const DataSteps global{{{"l1", l1}, {"l2", l2}}, memory};
  card.path("global.ca", global, translation);
  if (draw.once_in(2)) card.path("texture", global, translation);
  if (draw.once_in(2)) {
    card.cache("uniforms", cache_part(64, 16, draw.any<std::uint64_t>({4, 8}), bit_field(6, 4), policy("lru")));
    card.constant_path({{{"uniforms", draw.cycles(9, 20)}, {"l2", l2 + 4}}, memory + 4});
  }
  return card.file();
}

}  // namespace chasescope::accuracy
