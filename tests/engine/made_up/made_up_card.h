// Unpublished cards: a random hierarchy from a seed, with its true values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/device/software/software_device.h"
#include "engine/model/index/index_function.h"
#include "engine/trace/random.h"

namespace chasescope::tests {

struct MadeUpLevel {
  model::CacheSpec spec;
  double latency = 0;            ///< of a hit in this level, cycles
  std::uint64_t contiguous = 0;  ///< the largest array from offset 0 that fits, bytes
};

struct MadeUpCard {
  model::Card card;
  std::vector<MadeUpLevel> levels;  ///< nearest first
  double memory_latency = 0;
  bool has_tlb = false;

  /// The bytes that levels `first` to `level` - 1 fetch from level `level` at once. An array that ends within such a block
  /// overflows with the whole block.
  std::uint64_t brought_before(std::size_t level, std::size_t first) const {
    std::uint64_t bytes = 1;
    for (std::size_t i = first; i < level; ++i) bytes = std::max(bytes, levels[i].spec.sector_bytes);
    return bytes;
  }

  /// A text for the message of a failing test.
  std::string description() const {
    std::string text = ' ' + card.name;
    for (const MadeUpLevel& level : levels)
      text += " [line " + std::to_string(level.spec.unit_bytes) + '/' + std::to_string(level.spec.sector_bytes) + ", " +
              std::to_string(level.spec.ways.size()) + " sets of " + std::to_string(level.spec.ways.front()) + " or more, " +
              level.spec.policy.kind + ", " + std::to_string(level.latency) + " cycles]";
    return text + " memory " + std::to_string(memory_latency) + (has_tlb ? " with TLBs" : "");
  }

  std::unique_ptr<Device> open(bool noise, std::uint64_t seed) const {
    SoftwareOptions options{.seed = seed};
    if (noise) options.noise = model::kStandardNoise;
    auto device = open_software_device(card, options);
    if (!device) throw std::runtime_error(device.error().message);
    return *std::move(device);
  }
};

/// A number from the environment: a person may set it to run more tests than by default.
inline std::uint64_t environment_number(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// The largest array from offset 0 that fits: it ends before the first line whose set is full.
inline std::uint64_t contiguous_bytes(const model::CacheSpec& spec) {
  const model::IndexFunction index(spec.index, static_cast<std::uint32_t>(spec.ways.size()), spec.unit_bytes);
  std::vector<std::uint32_t> held(spec.ways.size());
  for (std::uint32_t line = 0;; ++line) {
    const std::uint32_t set = index.set_of(line);
    if (held[set]++ == spec.ways[set]) return line * spec.unit_bytes;
  }
}

inline MadeUpCard make_up_card(std::uint64_t seed) {
  Random random(seed * 7919 + 13);
  const auto pick = [&](std::initializer_list<std::uint64_t> of) { return of.begin()[random.below(of.size())]; };
  MadeUpCard made;
  made.card.name = "Made up " + std::to_string(seed);
  const std::size_t count = 1 + random.below(3);
  std::uint64_t at_least = 0;
  double latency = static_cast<double>(15 + random.below(100));
  for (std::size_t i = 0; i < count; ++i) {
    MadeUpLevel level;
    model::CacheSpec& spec = level.spec;
    spec.unit_bytes = pick({32, 64, 128, 128, 256});
    spec.sector_bytes = spec.unit_bytes;
    while (spec.sector_bytes > 32 && random.below(2) == 0) spec.sector_bytes /= 2;
    const std::string policy =
        std::initializer_list<const char*>{"lru", "lru", "lru", "fifo", "plru", "random", "nmru"}.begin()[random.below(7)];
    spec.policy.kind = policy;
    // Each level has at least 1 KiB and at least three times as much as the one before.
    std::uint64_t wanted = std::max<std::uint64_t>(at_least, 1024) * (1 + random.below(12));
    std::uint64_t ways = policy == "plru" ? std::uint64_t{1} << (1 + random.below(4)) : 2 + random.below(15);
    std::uint64_t sets = std::max<std::uint64_t>(wanted / spec.unit_bytes / ways, 1);
    const std::uint64_t kind = random.below(4);
    if (kind <= 1) {
      std::uint64_t power = 1;
      while (power * 2 <= sets) power *= 2;
      if (power * ways * spec.unit_bytes < at_least) power *= 2;
      sets = power;
      unsigned line_bits = 0;
      while ((std::uint64_t{1} << line_bits) < spec.unit_bytes) ++line_bits;
      spec.index.kind = kind == 0 ? model::IndexSpec::Kind::bits : model::IndexSpec::Kind::xor_;
      for (unsigned bit = 0; (std::uint64_t{1} << bit) < sets; ++bit) {
        spec.index.bit_groups.push_back({line_bits + bit});
        if (kind == 1)
          for (unsigned high = 0; high < 4; ++high)
            if (random.below(2) == 0) {
              unsigned set_bits = 0;
              while ((std::uint64_t{1} << set_bits) < sets) ++set_bits;
              spec.index.bit_groups.back().push_back(line_bits + set_bits + high);
            }
      }
    } else {
      spec.index.kind = model::IndexSpec::Kind::modulo;
    }
    spec.ways.assign(sets, static_cast<std::uint32_t>(ways));
    if (kind == 3 && policy != "plru")
      for (auto& w : spec.ways) w += static_cast<std::uint32_t>(random.below(3) == 0 ? 1 : 0);
    level.contiguous = contiguous_bytes(spec);
    level.latency = latency;
    at_least = 3 * spec.capacity_bytes();
    latency += static_cast<double>(60 + random.below(250));
    made.levels.push_back(level);
  }
  made.memory_latency = latency;

  made.card.device.numbers["memory_bytes"] = std::uint64_t{4} << 30;
  model::PathSpec ca;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = "cache" + std::to_string(i);
    made.card.caches[name].cache = made.levels[i].spec;
    ca.data.push_back(name);
    ca.latency[name] = made.levels[i].latency;
  }
  ca.latency[ca.backing] = made.memory_latency;
  made.has_tlb = random.below(3) != 0;
  if (made.has_tlb) {
    const std::uint64_t page = pick({4096, 65536, 65536, 2097152});
    double penalty = static_cast<double>(10 + random.below(60));
    const std::size_t tlbs = 1 + random.below(2);
    for (std::size_t i = 0; i < tlbs; ++i) {
      model::CacheSpec tlb;
      tlb.unit_bytes = tlb.sector_bytes = page;
      tlb.ways.assign(1, static_cast<std::uint32_t>((i == 0 ? 8 : 40) + random.below(30)));
      const std::string name = "tlb" + std::to_string(i);
      made.card.tlbs[name] = tlb;
      ca.translation.push_back(name);
      if (i > 0) ca.translation_penalty[name] = penalty;
      penalty += static_cast<double>(30 + random.below(300));
    }
    ca.translation_penalty[model::kWalk] = penalty;
    if (count > 1 && random.below(2) == 0) ca.translation_after = ca.data.front();
  }
  made.card.paths["global.ca"] = ca;
  if (count > 1) {
    model::PathSpec cg = ca;
    cg.data.erase(cg.data.begin());
    cg.latency.erase("cache0");
    cg.translation_after.reset();
    made.card.paths["global.cg"] = cg;
  }
  return made;
}

}  // namespace chasescope::tests
