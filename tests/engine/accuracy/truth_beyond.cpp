#include "tests/engine/accuracy/truth_beyond.h"

#include <algorithm>
#include <array>
#include <bit>

#include "engine/model/cache.h"
#include "engine/model/index/index_function.h"
#include "engine/trace/random.h"
#include "tests/engine/accuracy/gf2.h"

namespace chasescope::accuracy {
namespace {

using model::CacheSpec;
using model::Card;
using model::IndexSpec;
using nlohmann::json;

constexpr std::array kNamed{"lru", "fifo", "plru", "nmru", "random", "weighted_way"};

bool is_named(const std::string& policy) { return std::find(kNamed.begin(), kNamed.end(), policy) != kNamed.end(); }

/// The policy's own name, in the form in which a finding would write it.
std::string own_name(const CacheSpec& cache) {
  std::string name = cache.policy.kind;
  if (name == "qlru") name += "_" + cache.policy.words.at("variant");
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

void set_all(Expected& expected, const json& value) {
  for (auto& entry : expected.by_space) entry.second = value;
}

class Beyond {
 public:
  Beyond(const Card& card, std::vector<Expected>& expected) : card_(card), expected_(expected) {}

  void look() {
    for (Expected& expected : expected_) {
      if (expected.quantity == "replacement_policy") policy(expected, spec_of(expected));
      if (!expected.tlb && card_.caches.contains(expected.part)) cache(expected, card_.caches.at(expected.part).cache);
      if (expected.tlb && card_.tlbs.contains(expected.part)) tlb(expected, card_.tlbs.at(expected.part));
      if (is_latency(expected)) latency(expected);
    }
    std::erase_if(expected_, [&](const Expected& expected) {
      if (expected.quantity != "contiguous_bytes" || !card_.caches.contains(expected.part)) return false;
      const CacheSpec& spec = card_.caches.at(expected.part).cache;
      return is_skewed(spec) || spec.exclusive;  // the lines that stay depend on earlier accesses
    });
  }

 private:
  static bool is_skewed(const CacheSpec& spec) { return spec.index.kind == IndexSpec::Kind::skewed; }
  static bool is_latency(const Expected& expected) {
    return expected.quantity.ends_with("latency_cycles") || expected.quantity == "miss_penalty_cycles";
  }
  static bool is_structure(const Expected& expected) {
    return expected.probe == "sets" || expected.probe == "replacement" || expected.quantity == "line_bytes" ||
           expected.quantity == "fetch_bytes";
  }

  const CacheSpec& spec_of(const Expected& expected) const {
    return expected.tlb ? card_.tlbs.at(expected.part) : card_.caches.at(expected.part).cache;
  }

  static void policy(Expected& expected, const CacheSpec& spec) {
    const std::string name = policy_name(spec);
    if (is_named(name) && !is_skewed(spec)) return;
    if (const std::string alike = is_skewed(spec) ? "" : behaves_as(spec); !alike.empty()) return set_all(expected, alike);
    set_all(expected, "other");
    expected.others = {own_name(spec)};
    expected.nameless = true;
  }

  static void cache(Expected& expected, const CacheSpec& spec) {
    const std::string& quantity = expected.quantity;
    if (spec.store_lines) {
      const std::uint64_t store = *spec.store_lines * spec.unit_bytes;
      if (quantity == "capacity_bytes") expected.others = {store};
      if (quantity == "contiguous_bytes") set_all(expected, std::min(store, contiguous_bytes(spec)));
    }
    if (is_skewed(spec) && expected.probe == "sets") {
      expected.nameless = true;
      if (quantity != "ways") set_all(expected, nullptr);
      if (quantity == "ways" || quantity == "ways_per_set") expected.required = false;
      if (quantity == "set_index_function") expected.others = {"other"};
    }
    if (spec.next_line && quantity == "fetch_bytes") {
      expected.others = {2 * spec.unit_bytes};
      expected.required = false;
    }
    if (spec.exclusive && is_structure(expected)) expected.required = false;
    if (spec.exclusive && quantity == "replacement_policy" && expected.by_space.begin()->second == "lru")
      expected.others = {"fifo"};
  }

  static void tlb(Expected& expected, const CacheSpec& spec) {
    const std::uint64_t pages = spec.unit_bytes / spec.sector_bytes;
    if (pages == 1) return;
    if (expected.quantity == "page_bytes") expected.others = {spec.sector_bytes};
    if (expected.quantity == "entries") expected.others = {spec.entries() * pages};
  }

  /// For the slices on the paths of an expected latency: the cycles that the farthest slice adds to a hit.
  double slices_of(const Expected& expected, bool behind_only) const {
    double most = 0;
    for (const auto& [space, truth] : expected.by_space) {
      const auto path = card_.paths.find(space);
      if (path == card_.paths.end()) continue;
      const auto& data = path->second.data;
      const auto part = std::find(data.begin(), data.end(), expected.part);
      for (auto at = data.begin(); at != data.end(); ++at) {
        if (behind_only && !expected.tlb && at > part) break;  // a hit never goes to the slices behind the part that answers
        for (const double cycles : card_.caches.at(*at).slice_cycles) most = std::max(most, cycles);
      }
    }
    return most;
  }

  void latency(Expected& expected) const {
    const bool penalty = expected.quantity == "miss_penalty_cycles";
    const double slices = slices_of(expected, !penalty);
    const double tick = card_.clock.tick_cycles > 1 ? card_.clock.tick_cycles : 0;
    for (auto& [space, truth] : expected.by_space) {
      if (card_.clock.switch_cycles > 0) {
        json both = truth.is_array() ? truth : json::array({truth});
        for (std::size_t i = both.size(); i-- > 0;) both.push_back(both[i].get<double>() * card_.clock.ratio);
        truth = both;
      } else if ((slices > 0 || tick > 0) && truth.is_number()) {
        const double below = (penalty ? slices + tick : tick / 2), above = slices + (penalty ? tick : tick / 2);
        truth = {{"low", truth.get<double>() - below}, {"high", truth.get<double>() + above}};
      }
    }
  }

  const Card& card_;
  std::vector<Expected>& expected_;
};

/// The capacity of the cache before an exclusive one.
std::uint64_t capacity_before(const Card& card, const std::string& part) {
  for (const auto& [space, path] : card.paths) {
    const auto at = std::find(path.data.begin(), path.data.end(), part);
    if (at != path.data.end() && at != path.data.begin()) return card.caches.at(*(at - 1)).cache.capacity_bytes();
  }
  return 0;
}

}  // namespace

std::vector<Expected> look_beyond(const Card& card, std::vector<Expected> expected) {
  Beyond(card, expected).look();
  for (Expected& each : expected)
    if (const auto found = card.caches.find(each.part); !each.tlb && found != card.caches.end() && found->second.cache.exclusive)
      if (each.quantity == "capacity_bytes")
        each.others = {found->second.cache.capacity_bytes() + capacity_before(card, each.part)};
  return expected;
}

std::vector<Expected> without_victim_level(const Card& card, std::vector<Expected> expected) {
  for (const auto& [space, path] : card.paths)
    for (std::size_t i = 1; i < path.data.size(); ++i) {
      const CacheSpec& cache = card.caches.at(path.data[i]).cache;
      const std::string &victims = path.data[i], &before = path.data[i - 1];
      const std::string& behind = i + 1 < path.data.size() ? path.data[i + 1] : path.backing;
      if (!cache.exclusive || cache.capacity_bytes() >= card.caches.at(before).cache.capacity_bytes()) continue;
      for (Expected& each : expected) {
        if (each.tlb) continue;
        if (each.part == victims) each.subjects = {"victims"};
        if (each.part == behind) std::replace(each.subjects.begin(), each.subjects.end(), std::string("l3"), std::string("l2"));
        if (each.part == before && each.quantity == "miss_penalty_cycles" && each.by_space.contains(space))
          each.others.emplace_back(path.latency.at(behind) - path.latency.at(before));
      }
    }
  return expected;
}

namespace {

/// Whether the set is the block number modulo the number of sets, up to a renaming of the sets. Slices in turn, with other bits
/// choosing the set within a slice, are such a residue by the Chinese remainder theorem. The check takes lines in a row and random
/// lines from all of memory.
bool is_residue(const CacheSpec& cache) {
  constexpr unsigned kLargestBlock = 16;  // 2^16 lines
  constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
  const auto sets = static_cast<std::uint32_t>(cache.ways.size());
  const model::IndexFunction index(cache.index, sets, cache.unit_bytes);
  std::vector<std::uint32_t> units;
  for (std::uint32_t unit = 0; unit < 4 * sets; ++unit) units.push_back(unit);
  Random random(1);
  for (std::uint32_t i = 0; i < 32 * sets; ++i) units.push_back(static_cast<std::uint32_t>(random.next() >> 32));
  for (unsigned block = 0; block <= kLargestBlock; ++block) {
    std::vector<std::uint32_t> set_of(sets, kUnseen), residue_of(sets, kUnseen);
    const bool agrees = std::all_of(units.begin(), units.end(), [&](std::uint32_t unit) {
      const std::uint32_t residue = (unit >> block) % sets, set = index.set_of(unit);
      if (set_of[residue] == kUnseen) set_of[residue] = set;
      if (residue_of[set] == kUnseen) residue_of[set] = residue;
      return set_of[residue] == set && residue_of[set] == residue;
    });
    if (agrees) return true;
  }
  return false;
}

}  // namespace

IndexTruth sliced_truth(const CacheSpec& cache) {
  const auto part = [&](std::size_t i, std::size_t sets) {
    CacheSpec one = cache;
    one.index = cache.index.parts[i];
    one.ways.assign(sets, 1);
    return index_truth(one);
  };
  const IndexTruth slice = part(0, cache.index.slices), within = part(1, cache.ways.size() / cache.index.slices);
  const auto linear = [](const IndexTruth& truth) {
    return truth.kind == IndexTruth::Kind::linear || truth.kind == IndexTruth::Kind::none;
  };
  if (!linear(slice) || !linear(within)) return {is_residue(cache) ? IndexTruth::Kind::modulo : IndexTruth::Kind::table, {}};
  std::vector<BitMask> masks = slice.basis;
  masks.insert(masks.end(), within.basis.begin(), within.basis.end());
  return {IndexTruth::Kind::linear, reduced_basis(masks)};
}

std::string behaves_as(const CacheSpec& cache) {
  constexpr int kAccesses = 20000;
  CacheSpec set;
  set.unit_bytes = set.sector_bytes = 32;
  set.policy = cache.policy;
  if (set.policy.kind == "dip" || set.policy.kind == "qlru_duel") return {};
  set.ways = {*std::max_element(cache.ways.begin(), cache.ways.end())};
  for (const char* const name : {"lru", "fifo", "plru"}) {
    if (std::string(name) == "plru" && (!std::has_single_bit(set.ways[0]) || set.ways[0] > 64)) continue;
    CacheSpec named = set;
    named.policy = {name, {}, {}};
    model::Cache one(set, 1), other(named, 1);
    Random random(1);
    bool same = true;
    // There are only a few more lines than ways, so that hits and misses are both common. The set is cold at first, as in every
    // request.
    for (int i = 0; same && i < kAccesses; ++i) {
      const std::uint64_t address = random.below(set.ways[0] + 1 + set.ways[0] / 4) * set.unit_bytes;
      same = one.touch(address).hit == other.touch(address).hit;
    }
    if (same) return name;
  }
  return {};
}

}  // namespace chasescope::accuracy
