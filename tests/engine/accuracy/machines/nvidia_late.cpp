// NVIDIA since L1, texture cache and shared memory are one: Jia et al. (2018, 2019) on V100 and T4, and this program's measurements
// of Hopper.
#include "tests/engine/accuracy/machines/machine_file.h"
#include "tests/engine/accuracy/machines/vendors.h"

namespace chasescope::accuracy {
namespace {

using nlohmann::json;

/// Two set bits, each the XOR of some of the address bits 7 to 14.
json scattered(Draw& draw) {
  std::vector<std::vector<unsigned>> groups{{7}, {8}};
  for (unsigned bit = 9; bit < 15; ++bit) switch (draw.between(0, 3)) {
      case 0: groups[0].push_back(bit); break;
      case 1: groups[1].push_back(bit); break;
      case 2: groups[0].push_back(bit), groups[1].push_back(bit); break;
      default: break;
    }
  return {{"kind", "xor"}, {"bits", groups}};
}

json wide_l1(Draw& draw, std::uint64_t kib, json policy) {
  return with(cache_part(128, 4, kib * 2, scattered(draw), std::move(policy)), "sector_bytes", 32);
}

/// The constant caches of Volta: 2 KiB before a few tens of KiB. Some of the latter have 46 KiB in 23 sets.
void constants(MachineFile& card, Draw& draw, const DataSteps& behind) {
  card.cache("constant_l1", cache_part(64, 8, 4, bit_field(6, 3), policy("lru")));
  const std::uint64_t sets = draw.any<std::uint64_t>({16, 23, 24, 12});
  card.cache("constant_l1_5", cache_part(256, sets, 8, modulo(), policy("lru")));
  const double first = draw.cycles(25, 36), second = first + draw.cycles(50, 85);
  DataSteps steps{{{"constant_l1", first}, {"constant_l1_5", second}}, behind.memory};
  steps.caches.insert(steps.caches.end(), behind.caches.begin(), behind.caches.end());
  card.constant_path(steps);
}

/// The paths through the L1, and the path that bypasses it.
void paths(MachineFile& card, Draw& draw, const DataSteps& global, TranslationSteps translation) {
  const DataSteps skipping = without_first(global);
  card.path("global.cg", skipping, translation);
  translation.after = "l1";
  card.path("global.ca", global, translation);
  const double filter = draw.cycles(40, 55);  // the cycles that the texture units add
  DataSteps texture = later(global, draw.any({0., 10.}));
  texture.caches.front().second = global.caches.front().second + filter;
  card.path("texture", texture, translation);
  if (draw.once_in(2)) card.path("readonly", global, translation);
  if (!draw.once_in(3)) constants(card, draw, skipping);
}

}  // namespace

json volta(Draw& draw) {
  MachineFile card(draw.any<unsigned>({34, 35, 35}), draw.once_in(2));
  const std::uint64_t kib = draw.any<std::uint64_t>({32, 64, 28, 96, 128});
  // Jia et al. found that replacement does not depend on the order of use alone. The policies with marks support at most 64 ways.
  const json replacement = policy(kib > 32 ? draw.any({"lru", "lru", "fifo"}) : draw.any({"lru", "lru", "nru", "srrip_hp"}));
  card.cache("l1", wide_l1(draw, kib, replacement));
  const std::uint64_t channels = draw.any<std::uint64_t>({8, 11, 12, 16});
  const std::uint64_t sector = draw.any<std::uint64_t>({32, 64});
  card.cache("l2", with(cache_part(128, channels * 128, 16, modulo(), policy("lru")), "sector_bytes", sector));
  card.tlb("l1_tlb", full_tlb(2 * kMib, draw.any<std::uint64_t>({16, 16, 32})));
  const std::uint64_t sets = draw.any<std::uint64_t>({8, 16});
  card.tlb("l2_tlb", tlb_part(32 * kMib, sets, 8, draw.once_in(2) ? modulo() : folded(25, sets == 8 ? 3 : 4, 34), policy("lru")));
  const double l1 = draw.cycles(28, 42), l2 = l1 + draw.cycles(150, 200), memory = l2 + draw.cycles(180, 330);
  const double near = draw.cycles(9, 60);
  paths(card, draw, {{{"l1", l1}, {"l2", l2}}, memory}, {{{"l1_tlb", 0}, {"l2_tlb", near}}, near + draw.cycles(90, 300)});
  return card.file();
}

json ampere(Draw& draw) {
  MachineFile card(draw.any<unsigned>({35, 36}), draw.once_in(2));
  const std::uint64_t kib = draw.any<std::uint64_t>({28, 64, 100, 128});
  card.cache("l1", wide_l1(draw, kib, policy("lru")));
  const std::uint64_t channels = draw.any<std::uint64_t>({10, 5, 8, 6});  // channels of the SM's own half, 128 KiB or 256 KiB each
  const std::uint64_t sets = channels * draw.any<std::uint64_t>({64, 128});
  card.cache("l2_near", with(cache_part(128, sets, 16, modulo(), policy("lru")), "sector_bytes", 64));
  card.cache("l2", with(cache_part(128, sets * 2, 16, modulo(), policy("lru")), "sector_bytes", 64));
  card.fact("l2_bytes", sets * 2 * 16 * 128);
  card.tlb("l1_tlb", full_tlb(2 * kMib, draw.any<std::uint64_t>({16, 32})));
  card.tlb("l2_tlb", tlb_part(32 * kMib, 8, draw.any<std::uint64_t>({4, 8}), modulo(), policy("lru")));
  const double l1 = draw.cycles(33, 42), near = l1 + draw.cycles(160, 200), far = near + draw.cycles(90, 180);
  const double memory = far + draw.cycles(120, 190), second = draw.cycles(10, 30), third = second + draw.cycles(30, 60);
  TranslationSteps translation{{{"l1_tlb", 0}, {"l2_tlb", second}}, third + draw.cycles(120, 350)};
  if (draw.once_in(2)) {
    card.tlb("l3_tlb", tlb_part(32 * kMib, 32, 8, modulo(), policy("lru")));
    translation.tlbs.emplace_back("l3_tlb", third);
  }
  paths(card, draw, {{{"l1", l1}, {"l2_near", near}, {"l2", far}}, memory}, translation);
  return card.file();
}

json hopper(Draw& draw) {
  MachineFile card(draw.any<unsigned>({35, 36}));
  const std::uint64_t kib = draw.any<std::uint64_t>({60, 124, 196, 256});
  if (draw.once_in(2)) {
    // The carve-out takes lines from the data store and leaves the tags.
    const std::uint64_t lines = kib * 8 * draw.between(60, 95) / 100;
    card.cache("l1",
               with(cache_part(128, 4, kib * 2, scattered(draw), policy("lru")), "data_store", {{"capacity_bytes", lines * 128}}));
  } else {
    card.cache("l1", wide_l1(draw, kib, policy("lru")));
  }
  const std::uint64_t slices = draw.any<std::uint64_t>({4, 5, 8, 6}), bits = draw.any<std::uint64_t>({7, 8});
  const json index =
      slices == 8 && draw.once_in(2)
          ? sliced(8, hashed({{12, 15, 18, 21, 24, 27, 30, 33}, {13, 16, 19, 22, 25, 28, 31}, {14, 17, 20, 23, 26, 29}}, 36),
                   bit_field(7, static_cast<unsigned>(bits)))
          : interleaved(slices, 12, 7, static_cast<unsigned>(bits));
  json l2 = with(cache_part(128, slices << bits, 16, index, policy("lru")), "sector_bytes", draw.any({32, 64}));
  const bool is_uneven = draw.once_in(2);
  std::vector<double> extra;
  for (std::uint64_t slice = 0; slice < slices; ++slice) extra.push_back(draw.cycles(0, 6) * 4);
  extra.front() = 0;
  card.cache("l2", is_uneven ? with(l2, "slice_cycles", extra) : l2);
  card.tlb("l1_tlb", full_tlb(16 * kMib, draw.any<std::uint64_t>({16, 16, 24})));
  const std::uint64_t sets = draw.any<std::uint64_t>({16, 32}), ways = draw.any<std::uint64_t>({8, 16});
  card.tlb("l2_tlb", tlb_part(16 * kMib, sets, ways, modulo(), policy(draw.any({"lru", "lru", "plru"}))));
  const double l1 = draw.cycles(30, 38), second = l1 + draw.cycles(190, 240), memory = second + draw.cycles(230, 420);
  const double near = draw.cycles(10, 30);
  paths(card, draw, {{{"l1", l1}, {"l2", second}}, memory}, {{{"l1_tlb", 0}, {"l2_tlb", near}}, near + draw.cycles(70, 250)});
  return card.file();
}

}  // namespace chasescope::accuracy
