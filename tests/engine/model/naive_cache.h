// A second cache, written straight from the definitions. It is made to be obviously right: it uses lists, linear searches and no
// tricks. The model is compared with it access by access.
#pragma once

#include <algorithm>
#include <cstdint>
#include <list>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/model/spec/spec.h"
#include "engine/trace/random.h"

namespace chasescope::model::tests {

inline std::uint32_t naive_set(const CacheSpec& spec, std::uint64_t address) {
  const std::uint64_t sets = spec.ways.size();
  const std::uint64_t granule = address / std::max(spec.index.granule_bytes, spec.unit_bytes);
  switch (spec.index.kind) {
    case IndexSpec::Kind::modulo: return static_cast<std::uint32_t>(granule % sets);
    case IndexSpec::Kind::table: return spec.index.table[granule % spec.index.table.size()];
    case IndexSpec::Kind::sliced: {
      CacheSpec slices = spec, within = spec;
      slices.ways.assign(spec.index.slices, 1);
      slices.index = spec.index.parts[0];
      within.ways.assign(sets / spec.index.slices, 1);
      within.index = spec.index.parts[1];
      return static_cast<std::uint32_t>(naive_set(slices, address) * within.ways.size() + naive_set(within, address));
    }
    case IndexSpec::Kind::skewed: return 0;  // a skewed cache has no sets
    case IndexSpec::Kind::bits:
    case IndexSpec::Kind::xor_: break;
  }
  std::uint32_t set = 0;
  for (std::size_t i = 0; i < spec.index.bit_groups.size(); ++i) {
    unsigned parity = 0;
    for (const unsigned bit : spec.index.bit_groups[i]) parity += static_cast<unsigned>((address >> bit) % 2);
    set += (parity % 2) << i;
  }
  return set;
}

class NaiveCache {
 public:
  NaiveCache(CacheSpec spec, std::uint64_t seed) : spec_(std::move(spec)), random_(seed) {
    for (const std::uint32_t ways : spec_.ways) sets_.emplace_back().lines.resize(ways);
  }

  struct Touch {
    bool hit = false;
    bool sector_miss = false;
    std::uint32_t set = 0;
    std::uint32_t way = 0;
    std::optional<std::uint64_t> evicted;
  };

  Touch touch(std::uint64_t address) {
    const std::uint32_t number = naive_set(spec_, address);
    Set& set = sets_[number];
    const std::uint64_t line = address / spec_.unit_bytes * spec_.unit_bytes;
    const std::uint64_t sector = address / spec_.sector_bytes;
    for (std::uint32_t way = 0; way < set.lines.size(); ++way) {
      if (set.lines[way].address != line) continue;
      const bool there = set.lines[way].sectors.contains(sector);
      set.lines[way].sectors.insert(sector);
      set.touched.remove(way);
      set.touched.push_back(way);
      return {there, !there, number, way, std::nullopt};
    }
    std::uint32_t way = 0;
    while (way < set.lines.size() && set.lines[way].address) ++way;
    if (way == set.lines.size()) {
      way = victim(set);
      ++set.replacements;
    }
    const std::optional<std::uint64_t> evicted = set.lines[way].address;
    set.lines[way] = {line, {sector}};
    set.touched.remove(way);
    set.touched.push_back(way);
    set.filled.remove(way);
    set.filled.push_back(way);
    return {false, false, number, way, evicted};
  }

 private:
  struct Line {
    std::optional<std::uint64_t> address;
    std::set<std::uint64_t> sectors;
  };
  struct Set {
    std::vector<Line> lines;
    std::list<std::uint32_t> touched;  // the least recently touched first
    std::list<std::uint32_t> filled;   // the one that was filled longest ago first
    std::uint64_t replacements = 0;
  };

  std::uint32_t victim(const Set& set) {
    const auto ways = static_cast<std::uint32_t>(set.lines.size());
    const std::string& kind = spec_.policy.kind;
    if (kind == "lru") return set.touched.front();
    if (kind == "fifo") return set.filled.front();
    if (kind == "plru") return tree_victim(set, 0, ways);
    if (kind == "random") return static_cast<std::uint32_t>(random_.below(ways));
    if (kind == "nmru") {
      std::vector<std::uint32_t> others;
      for (std::uint32_t way = 0; way < ways; ++way)
        if (way != set.touched.back() || ways == 1) others.push_back(way);
      return ways == 1 ? 0 : others[random_.below(others.size())];
    }
    const std::vector<double>& probabilities = spec_.policy.numbers.at("probabilities");
    if (spec_.policy.words.contains("draw") && spec_.policy.words.at("draw") == "every_second") {
      const auto hot =
          static_cast<std::uint32_t>(std::max_element(probabilities.begin(), probabilities.end()) - probabilities.begin());
      if (set.replacements % 2 == 0 || ways == 1) return hot;
      std::vector<std::uint32_t> others(ways);
      std::iota(others.begin(), others.end(), 0U);
      others.erase(others.begin() + hot);
      return others[set.replacements / 2 % others.size()];
    }
    double drawn = random_.unit();
    for (std::uint32_t way = 0; way < ways; ++way) {
      if (drawn < probabilities[way]) return way;
      drawn -= probabilities[way];
    }
    return ways - 1;
  }

  // The victim is in the half that was not touched last, and so on down the tree. An untouched subtree points left.
  static std::uint32_t tree_victim(const Set& set, std::uint32_t begin, std::uint32_t end) {
    if (end - begin == 1) return begin;
    const std::uint32_t middle = begin + (end - begin) / 2;
    for (auto way = set.touched.rbegin(); way != set.touched.rend(); ++way)
      if (*way >= begin && *way < end) return *way < middle ? tree_victim(set, middle, end) : tree_victim(set, begin, middle);
    return tree_victim(set, begin, middle);
  }

  CacheSpec spec_;
  std::vector<Set> sets_;
  Random random_;
};

}  // namespace chasescope::model::tests
