// AMD: GPUs of GCN, CDNA and RDNA (white papers and instruction set manuals), processors of K8 to Zen (optimisation guides).
#include <bit>

#include "tests/engine/accuracy/machines/machine_file.h"
#include "tests/engine/accuracy/machines/vendors.h"

namespace chasescope::accuracy {

using nlohmann::json;

json gcn(Draw& draw) {
  const unsigned memory_bits = draw.any<unsigned>({31, 32, 33, 34});
  MachineFile card(memory_bits);
  const bool is_cdna = draw.once_in(3);  // as many ways as a wave has lanes
  const std::uint64_t line = is_cdna ? draw.any<std::uint64_t>({64, 128}) : 64;
  const unsigned shift = line == 64 ? 6 : 7;
  card.cache("l1", is_cdna ? cache_part(line, 4, 64, bit_field(shift, 2), policy("lru"))
                           : cache_part(64, 64, 4, bit_field(6, 6), policy(draw.any({"lru", "lru", "plru"}))));
  card.cache("scalar", cache_part(64, 64, 4, bit_field(6, 6), policy("lru")));
  const std::uint64_t channels = draw.any<std::uint64_t>({4, 6, 8, 12, 16}), bits = draw.any<std::uint64_t>({6, 7});
  json index = interleaved(channels, draw.any<unsigned>({8, 8, 12}), shift, static_cast<unsigned>(bits));
  if (std::has_single_bit(channels) && draw.once_in(2)) {
    // A hash chooses the channel, so that no stride stays in one channel.
    const auto count = static_cast<unsigned>(std::countr_zero(channels));
    index = sliced(channels, folded(8 + static_cast<unsigned>(bits), count, 26), bit_field(shift, static_cast<unsigned>(bits)));
  }
  card.cache("l2", cache_part(line, channels << bits, 16, index, policy("lru")));
  const std::uint64_t page = draw.any({4 * kKib, 64 * kKib, 64 * kKib});
  card.tlb("l1_tlb", full_tlb(page, draw.any<std::uint64_t>({16, 32, 64})));
  const std::uint64_t entries = draw.any<std::uint64_t>({512, 1024, 4096});
  const json second = tlb_part(page, entries / 8, 8, modulo(), policy("lru"));
  const bool is_in_blocks = draw.once_in(4);  // fragments: eight pages under one tag
  card.tlb("l2_tlb", is_in_blocks ? with(second, "pages_per_entry", 8) : second);
  const double l1 = draw.cycles(105, 130), l2 = l1 + draw.cycles(70, 160), memory = l2 + draw.cycles(150, 420);
  const double near = draw.cycles(20, 90);
  const TranslationSteps translation{{{"l1_tlb", 0}, {"l2_tlb", near}}, near + draw.cycles(120, 420)};
  const DataSteps global{{{"l1", l1}, {"l2", l2}}, memory};
  card.path("global.ca", global, translation);
  if (draw.once_in(2)) card.path("global.cg", later(without_first(global), -10), translation);
  if (draw.once_in(2)) card.path("texture", later(global, draw.cycles(9, 40)), translation);
  const double scalar = draw.cycles(45, 64);
  card.path("readonly", {{{"scalar", scalar}, {"l2", l2 - 20}}, memory - 20}, translation);
  return card.file();
}

json rdna(Draw& draw) {
  MachineFile card(draw.any<unsigned>({32, 33, 34}));
  const std::uint64_t zero_sets = draw.any<std::uint64_t>({32, 64});  // 16 or 32 KiB
  card.cache("l0", cache_part(128, zero_sets, 4, bit_field(7, zero_sets == 32 ? 5 : 6), policy(draw.any({"lru", "lru", "plru"}))));
  const std::uint64_t one_sets = draw.any<std::uint64_t>({64, 128});
  card.cache("l1", cache_part(128, one_sets, 16, bit_field(7, one_sets == 64 ? 6 : 7), policy("lru")));
  card.cache("scalar", cache_part(64, 64, 4, bit_field(6, 6), policy("lru")));
  const std::uint64_t channels = draw.any<std::uint64_t>({8, 12, 16, 10}), bits = draw.any<std::uint64_t>({5, 6});
  json l2 = cache_part(128, channels << bits, 16, interleaved(channels, 8, 7, static_cast<unsigned>(bits)), policy("lru"));
  if (draw.once_in(3)) {
    std::vector<double> extra;
    for (std::uint64_t channel = 0; channel < channels; ++channel) extra.push_back(static_cast<double>(channel % 4) * 6);
    l2["slice_cycles"] = extra;
  }
  card.cache("l2", l2);
  const std::uint64_t page = draw.any({4 * kKib, 64 * kKib, 256 * kKib});
  card.tlb("l1_tlb", full_tlb(page, draw.any<std::uint64_t>({16, 32, 48})));
  const bool has_second = !draw.once_in(4);
  const std::uint64_t sets = draw.any<std::uint64_t>({64, 128, 96});
  const double zero = draw.cycles(95, 130), one = zero + draw.cycles(70, 120), two = one + draw.cycles(60, 120);
  const double memory = two + draw.cycles(150, 350), near = draw.cycles(25, 80);
  TranslationSteps translation{{{"l1_tlb", 0}}, near + draw.cycles(100, 300)};
  if (has_second) {
    card.tlb("l2_tlb", tlb_part(page, sets, 8, modulo(), policy("lru")));
    translation.tlbs.emplace_back("l2_tlb", near);
  }
  const DataSteps global{{{"l0", zero}, {"l1", one}, {"l2", two}}, memory};
  card.path("global.ca", global, translation);
  if (draw.once_in(2)) card.path("global.cg", later(without_first(global), -12), translation);
  if (draw.once_in(2)) card.path("texture", later(global, draw.cycles(9, 30)), translation);
  if (draw.once_in(2)) card.path("readonly", {{{"scalar", draw.cycles(40, 60)}, {"l1", one}, {"l2", two}}, memory}, translation);
  return card.file();
}

json zen(Draw& draw) {
  MachineFile card(draw.any<unsigned>({33, 34, 35}));
  const bool is_early = draw.once_in(3);     // K8, K10: 64 KiB of two ways, and an L2 of the lines that the L1 evicts
  const double timed = draw.cycles(12, 40);  // the cycles that reading the clock takes
  const double l1 = timed + 4, l2 = timed + draw.cycles(13, 20), l3 = l2 + draw.cycles(24, 40), memory = l3 + draw.cycles(120, 300);
  DataSteps global{{{"l1", l1}, {"l2", l2}}, memory};
  if (is_early) {
    card.cache("l1", cache_part(64, 512, 2, bit_field(6, 9), policy("lru")));
    const std::uint64_t sets = draw.any<std::uint64_t>({512, 1024});
    card.cache("l2", with(cache_part(64, sets, 16, modulo(), policy("lru")), "exclusive", true));
  } else {
    card.cache("l1", cache_part(64, 64, 8, bit_field(6, 6), policy(draw.any({"plru", "lru"}))));
    const std::uint64_t sets = draw.any<std::uint64_t>({1024, 1024, 2048});
    card.cache("l2", cache_part(64, sets, 8, modulo(), policy(draw.any({"plru", "lru"}))));
    const std::uint64_t slices = draw.any<std::uint64_t>({2, 4});
    const json index = sliced(slices, slices == 2 ? hashed({{6, 17, 19, 21, 23, 25}}, 33) : folded(6, 2, 24), bit_field(8, 10));
    card.cache("l3", with(cache_part(64, slices * 1024, 16, index, policy("lru")), "exclusive", true));
    global.caches.emplace_back("l3", l3);
  }
  const std::uint64_t page = draw.any({4 * kKib, 4 * kKib, 2 * kMib});
  const std::uint64_t entries = draw.any<std::uint64_t>({32, 48, 64, 72});
  card.tlb("l1_tlb", full_tlb(page, entries, draw.any({"lru", "lru", "fifo"})));
  const std::uint64_t ways = draw.any<std::uint64_t>({4, 8, 12, 16});
  const json second = tlb_part(page, 128, ways, modulo(), policy("lru"));
  const bool joins_pages = draw.once_in(3);  // four neighbouring pages under one tag
  card.tlb("l2_tlb", joins_pages ? with(second, "pages_per_entry", 4) : second);
  card.path("global.ca", global, {{{"l1_tlb", 0}, {"l2_tlb", 8}}, draw.cycles(25, 60)});
  return card.file();
}

}  // namespace chasescope::accuracy
