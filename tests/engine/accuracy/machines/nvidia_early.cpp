// NVIDIA before unified caches: Wong et al. (ISPASS 2010) on GT200, Meltzer et al. (GTC 2013) on the C2070, Mei and Chu (NPC 2014,
// TPDS 2017) on Fermi, Kepler and Maxwell.
#include "tests/engine/accuracy/machines/machine_file.h"
#include "tests/engine/accuracy/machines/vendors.h"

namespace chasescope::accuracy {
namespace {

using nlohmann::json;

/// A fully associative L1 TLB, and the L2 TLB of Mei and Chu's figure 10, in which one set has more ways than the others.
void two_tlbs(MachineFile& card, Draw& draw, std::uint64_t page) {
  card.tlb("l1_tlb", full_tlb(page, draw.any<std::uint64_t>({16, 16, 16, 12, 32})));
  const std::uint64_t sets = draw.any<std::uint64_t>({7, 7, 5, 6, 9}), first = draw.between(9, 17);
  std::vector<std::uint64_t> ways(sets, 8);
  ways.front() = first;
  // The entries go to the sets in turn. The entries that exceed equal sets go to the first set.
  std::vector<std::uint64_t> table;
  for (std::uint64_t i = 0; i < sets * 8; ++i) table.push_back(i % sets);
  table.resize(sets * 8 + first - 8, 0);
  const json index = draw.once_in(2) ? modulo() : json{{"kind", "table"}, {"table", table}};
  card.tlb("l2_tlb", tlb_part(page, ways, index, policy("lru")));
}

/// Texture data in sets of 128-byte pieces, which bits 7 and 8 of the address choose.
json wide_texture(std::uint64_t ways) { return cache_part(32, 4, ways, bit_field(7, 2), policy("lru")); }

void constants(MachineFile& card, Draw& draw, const DataSteps& global, bool has_l2) {
  card.cache("constant_l1", cache_part(64, 8, 4, bit_field(6, 3), policy("lru")));
  const std::uint64_t sets = draw.any<std::uint64_t>({8, 16, 32, 32});
  card.cache("constant_l1_5", cache_part(256, sets, 4, modulo(), policy("lru")));
  const double first = draw.cycles(28, 60), second = first + draw.cycles(25, 75);
  DataSteps steps{{{"constant_l1", first}, {"constant_l1_5", second}}, global.memory};
  if (has_l2) steps.caches.push_back(global.caches.back());
  card.constant_path(steps);
}

}  // namespace

json tesla(Draw& draw) {
  MachineFile card(draw.any<unsigned>({29, 30, 30, 32}));
  const std::uint64_t sets = draw.any<std::uint64_t>({8, 8, 16}), ways = draw.any<std::uint64_t>({20, 16, 24});
  card.cache("texture_l1", cache_part(32, sets, ways, bit_field(5, sets == 8 ? 3 : 4), policy("lru")));
  const std::uint64_t line = draw.any<std::uint64_t>({256, 256, 128}), channels = draw.between(2, 8);
  card.cache("texture_l2", cache_part(line, channels * 16, 8, modulo(), policy("lru")));
  card.cache("constant_l1", cache_part(64, 8, 4, bit_field(6, 3), policy("lru")));
  card.cache("constant_l2", cache_part(256, 8, 4, modulo(), policy("lru")));
  const std::uint64_t page = draw.any({512 * kKib, 512 * kKib, 4 * kKib, 64 * kKib});
  card.tlb("l1_tlb", full_tlb(page, draw.any<std::uint64_t>({16, 16, 8})));
  TranslationSteps translation{{{"l1_tlb", 0}}, draw.cycles(60, 160)};
  if (draw.once_in(2)) {
    card.tlb("l2_tlb", tlb_part(page, 8, 8, modulo(), policy("lru")));
    translation.tlbs.emplace_back("l2_tlb", draw.cycles(15, 45));
  }
  const double memory = draw.cycles(420, 520), first = draw.cycles(220, 270), second = first + draw.cycles(60, 120);
  card.path("global.ca", {{}, memory}, translation);
  card.path("texture", {{{"texture_l1", first}, {"texture_l2", second}}, memory + draw.cycles(40, 80)}, translation);
  card.constant_path({{{"constant_l1", 8}, {"constant_l2", draw.cycles(70, 100)}}, memory});
  return card.file();
}

json fermi(Draw& draw) {
  MachineFile card(draw.any<unsigned>({30, 31, 32, 33}), draw.once_in(3));
  const bool is_large = draw.once_in(3);
  const json weights = weighted({1. / 6, 1. / 2, 1. / 6, 1. / 6});  // Mei and Chu's section 4.3
  const json small_policy = draw.once_in(2) ? weights : policy(draw.any({"lru", "lru", "nmru"}));
  card.cache("l1", is_large ? cache_part(128, 64, 6, bit_field(7, 6), policy("lru"))
                            : cache_part(128, 32, 4, bit_field(draw.any<unsigned>({7, 7, 9}), 5), small_policy));
  const std::uint64_t partitions = draw.between(2, 6);
  if (draw.once_in(3)) {
    // According to the poster, lines of 32 bytes lie in partitions of 128 sets, and some partitions have one way less.
    std::vector<std::uint64_t> ways(partitions * 128, draw.any<std::uint64_t>({14, 12}));
    const std::uint64_t fewer = draw.between(1, partitions - 1) * 128;
    for (std::size_t set = ways.size() - fewer; set < ways.size(); ++set) --ways[set];
    card.cache("l2", cache_part(32, ways, modulo(), policy("lru")));
  } else {
    card.cache("l2", with(cache_part(128, partitions * 64, 16, modulo(), policy("lru")), "sector_bytes", 32));
  }
  card.cache("texture_l1", wide_texture(draw.any<std::uint64_t>({96, 48, 64})));
  two_tlbs(card, draw, draw.any({2 * kMib, 2 * kMib, 128 * kKib}));
  const double l1 = draw.cycles(45, 100), l2 = l1 + draw.cycles(120, 260), memory = l2 + draw.cycles(150, 330);
  const double near = draw.cycles(8, 35);
  TranslationSteps translation{{{"l1_tlb", 0}, {"l2_tlb", near}}, near + draw.cycles(60, 280), 0, "l1"};
  const DataSteps global{{{"l1", l1}, {"l2", l2}}, memory};
  card.path("global.ca", global, translation);
  translation.after.clear();
  const DataSteps skipping = later(without_first(global), -8);
  if (!draw.once_in(4)) card.path("global.cg", skipping, translation);
  card.path("texture", {{{"texture_l1", l2 - draw.cycles(30, 90)}, {"l2", l2 + 20}}, memory + 20}, translation);
  if (draw.once_in(2)) constants(card, draw, skipping, true);
  return card.file();
}

json kepler(Draw& draw) {
  MachineFile card(draw.any<unsigned>({31, 32, 32, 33}), draw.once_in(2));
  const std::uint64_t channels = draw.any<std::uint64_t>({1, 2, 3, 4, 5, 6});
  card.cache("l2", with(cache_part(128, channels * 128, 16, modulo(), policy("lru")), "sector_bytes", 32));
  card.cache("texture_l1", with(wide_texture(96), "per_sm", draw.any({4, 4, 1})));
  two_tlbs(card, draw, draw.any({2 * kMib, 2 * kMib, 128 * kKib}));
  const double l2 = draw.cycles(160, 260), memory = l2 + draw.cycles(110, 230), near = draw.cycles(8, 20);
  TranslationSteps translation{{{"l1_tlb", 0}, {"l2_tlb", near}}, near + draw.cycles(45, 120)};
  if (draw.once_in(2)) {
    card.member("activation_window_bytes", draw.any({512 * kMib, 256 * kMib}));
    translation.window = translation.walk + draw.cycles(180, 320);
  }
  const DataSteps skipping{{{"l2", l2}}, memory};
  const bool has_l1 = draw.once_in(3);  // K20 and K40 can be set up to cache global loads in the L1
  if (has_l1) {
    card.cache("l1", cache_part(128, 32, 4, bit_field(7, 5), policy("lru")));
    TranslationSteps behind = translation;
    behind.after = "l1";
    card.path("global.ca", {{{"l1", draw.cycles(55, 90)}, {"l2", l2 + 6}}, memory + 6}, behind);
  } else {
    card.path("global.ca", skipping, translation);
  }
  card.path("global.cg", skipping, translation);
  const DataSteps texture{{{"texture_l1", draw.cycles(95, 130)}, {"l2", l2 + 8}}, memory + 8};
  card.path("texture", texture, translation);
  if (draw.once_in(2)) card.path("readonly", later(texture, draw.cycles(10, 25)), translation);
  if (draw.once_in(2)) constants(card, draw, skipping, true);
  return card.file();
}

json maxwell(Draw& draw) {
  MachineFile card(draw.any<unsigned>({31, 32, 33, 34}));
  const std::uint64_t ways = draw.any<std::uint64_t>({96, 192, 192, 384});
  const json texture = draw.once_in(2) ? wide_texture(ways)
                                       : with(cache_part(128, 4, ways / 4, folded(7, 2, 15), policy("lru")), "sector_bytes", 32);
  card.cache("texture_l1", with(texture, "per_sm", draw.any({2, 2, 1})));
  const std::uint64_t channels = draw.any<std::uint64_t>({4, 6, 8, 12, 16, 22});  // each of 128 KiB
  card.cache("l2", with(cache_part(128, channels * 64, 16, modulo(), policy("lru")), "sector_bytes", 32));
  two_tlbs(card, draw, 2 * kMib);
  const double first = draw.cycles(80, 115), l2 = first + draw.cycles(90, 150), memory = l2 + draw.cycles(120, 260);
  const double near = draw.cycles(9, 40);
  TranslationSteps translation{{{"l1_tlb", 0}, {"l2_tlb", near}}, near + draw.cycles(60, 200)};
  const DataSteps textures{{{"texture_l1", first}, {"l2", l2}}, memory}, skipping = later(without_first(textures), -3);
  card.path("global.cg", skipping, translation);
  const std::string after = draw.once_in(2) ? "texture_l1" : "";
  const bool is_global_cached = draw.once_in(2);
  if (!is_global_cached) card.path("global.ca", skipping, translation);
  translation.after = after;
  if (is_global_cached) card.path("global.ca", textures, translation);
  card.path("texture", later(textures, draw.cycles(0, 12)), translation);
  card.path("readonly", textures, translation);
  if (!draw.once_in(3)) constants(card, draw, skipping, true);
  return card.file();
}

}  // namespace chasescope::accuracy
