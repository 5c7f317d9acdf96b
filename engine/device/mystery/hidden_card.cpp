#include "engine/device/mystery/hidden_card.h"

#include <bit>
#include <initializer_list>
#include <iterator>
#include <nlohmann/json.hpp>

#include "engine/device/software/software_device.h"
#include "engine/trace/random.h"

namespace chasescope::mystery {
namespace {

using nlohmann::json;

constexpr std::uint64_t KiB = 1024;
constexpr std::uint64_t MiB = 1024 * KiB;
constexpr std::uint64_t kMemoryBytes = 1024 * MiB;  // the same for all cards, so that it gives no hint
constexpr std::uint64_t kLeastCapacity = 2 * KiB;
constexpr std::uint64_t kMostCapacity = 48 * KiB;  // so that a pass over the cache with one access a line costs few accesses
constexpr std::uint64_t kMostReach = 256 * MiB;

unsigned log2_of(std::uint64_t power) { return static_cast<unsigned>(std::countr_zero(power)); }

class Generator {
 public:
  explicit Generator(const CardName& name)
      : random_(mixed_seed(mixed_seed(name.seed, name.generator), static_cast<std::uint64_t>(name.level))),
        told_all_(name.level == Level::hard || name.level == Level::expert),
        translated_(name.level == Level::expert) {}

  HiddenCard make() {
    do {
      make_cache();
    } while (card_.capacity_bytes() < kLeastCapacity || card_.capacity_bytes() > kMostCapacity);
    make_index();
    card_.hit_cycles = between(24, 120);
    card_.miss_cycles = card_.hit_cycles + between(150, 500);
    if (translated_) make_tlb();
    return card_;
  }

 private:
  template <typename T>
  T pick(std::initializer_list<T> values) {
    return *(values.begin() + static_cast<std::ptrdiff_t>(random_.below(values.size())));
  }
  std::uint32_t between(std::uint32_t low, std::uint32_t high) {
    return low + static_cast<std::uint32_t>(random_.below(high - low + 1));
  }

  void make_cache() {
    card_.policy = told_all_ ? pick({"lru", "fifo", "plru", "random"}) : "lru";
    card_.line_bytes = pick<std::uint64_t>({32, 64, 128, 256});
    card_.sets = pick<std::uint32_t>({4, 8, 16, 32, 64});
    // The tree of PLRU needs a power of two, and with two ways PLRU is the same as LRU.
    card_.ways = card_.policy == "plru" ? pick<std::uint32_t>({4, 8}) : pick<std::uint32_t>({3, 4, 5, 6, 8});
  }

  /// Consecutive lines go to consecutive sets. Levels hard and expert also have runs of lines in one set, and XORs with higher
  /// bits.
  void make_index() {
    const unsigned first = log2_of(card_.line_bytes);
    const unsigned bits = log2_of(card_.sets);
    const std::uint64_t kind = told_all_ ? random_.below(3) : 0;
    // The number of consecutive lines in one set must divide the ways. Otherwise an array read in order would not fill the cache.
    const unsigned skipped = kind == 1 && card_.ways % 2 == 0 ? (card_.ways % 4 == 0 && random_.below(2) == 1 ? 2U : 1U) : 0U;
    const unsigned above = kind == 2 ? bits + static_cast<unsigned>(random_.below(3)) : 0;
    card_.index.clear();
    for (unsigned bit = 0; bit < bits; ++bit) {
      card_.index.push_back({first + skipped + bit});
      if (above != 0) card_.index.back().push_back(first + bit + above);
    }
  }

  void make_tlb() {
    HiddenTlb tlb;
    do {
      tlb.page_bytes = pick({64 * KiB, 128 * KiB, 256 * KiB, 512 * KiB, MiB, 2 * MiB});
      tlb.sets = pick<std::uint32_t>({1, 2, 4, 8});
      tlb.ways = pick<std::uint32_t>({4, 6, 8, 12, 16});
    } while (tlb.reach_bytes() > kMostReach || tlb.reach_bytes() < 4 * kMostCapacity);
    tlb.walk_cycles = between(50, 110);  // less than a miss of the cache adds, so that the two can be told apart
    card_.tlb = tlb;
  }

  Random random_;
  bool told_all_, translated_;
  HiddenCard card_;
};

json cache_of(std::uint64_t line, std::uint32_t sets, std::uint32_t ways, const std::string& policy, json index) {
  return {{"capacity_bytes", line * sets * ways}, {"line_bytes", line},       {"sets", sets}, {"ways", ways},
          {"policy", {{"kind", policy}}},         {"index", std::move(index)}};
}

}  // namespace

HiddenCard hidden_card(const CardName& name) { return Generator(name).make(); }

Outcome<model::Card> card_of(const HiddenCard& card) {
  json file = {{"schema", "chasescope-model"},
               {"version", 1},
               {"name", kMysteryName},
               {"summary", "A card that is to be found out."},
               {"device", {{"memory_bytes", kMemoryBytes}}}};
  file["caches"]["cache"] = cache_of(card.line_bytes, card.sets, card.ways, card.policy, {{"kind", "xor"}, {"bits", card.index}});
  json path = {{"data", {"cache"}}, {"backing", "memory"}, {"latency", {{"cache", card.hit_cycles}, {"memory", card.miss_cycles}}}};
  if (const auto& tlb = card.tlb) {
    json entry = cache_of(tlb->page_bytes, tlb->sets, tlb->ways, "lru", {{"kind", "modulo"}});
    entry.erase("capacity_bytes");
    entry.erase("line_bytes");
    entry["page_bytes"] = tlb->page_bytes;
    entry["entries"] = tlb->sets * tlb->ways;
    file["tlbs"]["tlb"] = std::move(entry);
    path["translation"] = {"tlb"};
    path["translation_penalty"] = {{"walk", tlb->walk_cycles}};
  }
  file["paths"]["global.ca"] = std::move(path);
  return load_card(file.dump(), "the mystery card");
}

}  // namespace chasescope::mystery
