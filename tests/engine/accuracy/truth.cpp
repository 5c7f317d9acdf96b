#include "tests/engine/accuracy/truth.h"

#include <algorithm>
#include <bit>
#include <set>

#include "engine/model/index/index_function.h"
#include "engine/model/spec/latency_table.h"
#include "tests/engine/accuracy/gf2.h"
#include "tests/engine/accuracy/truth_beyond.h"

namespace chasescope::accuracy {
namespace {

using model::CacheSpec;
using model::Card;
using model::IndexSpec;
using model::PathSpec;
using nlohmann::json;

constexpr std::string_view kGlobal = "global.ca";
constexpr std::string_view kGlobalSkipping = "global.cg";

bool is_global(const std::string& space) { return space == kGlobal || space == kGlobalSkipping; }

std::vector<BitMask> field(unsigned low, std::size_t count) {
  std::vector<BitMask> masks;
  for (std::size_t i = 0; i < count; ++i) masks.push_back(BitMask{1} << (low + i));
  return masks;
}

bool single_bits(const std::vector<BitMask>& basis) {
  return std::all_of(basis.begin(), basis.end(), [](BitMask mask) { return std::has_single_bit(mask); });
}

/// The truth of an index table: a residue of the granule number or a function that is linear over GF(2) if the table is one, else a
/// table.
IndexTruth table_truth(const std::vector<std::uint32_t>& table, std::size_t sets, unsigned granule_shift) {
  const auto same_classes = [&](auto&& class_of) {
    std::map<std::uint64_t, std::uint32_t> set_of_class;
    std::set<std::uint32_t> used;
    for (std::size_t i = 0; i < table.size(); ++i) {
      const auto [entry, added] = set_of_class.try_emplace(class_of(i), table[i]);
      if (entry->second != table[i] || (added && !used.insert(table[i]).second)) return false;
    }
    return set_of_class.size() == sets;
  };
  const bool residue = table.size() % sets == 0 && same_classes([&](std::size_t i) { return i % sets; });
  if (std::has_single_bit(table.size()) && std::has_single_bit(sets)) {
    // If the table is linear, the granules that share the set of granule 0 are a subspace, and the other sets are its cosets. Masks
    // that are orthogonal to every difference of two granules of one set make up the function.
    const auto bits = static_cast<unsigned>(std::bit_width(table.size()) - 1);
    std::vector<BitMask> kernel;
    for (std::size_t i = 1; i < table.size(); ++i)
      if (table[i] == table[0]) kernel.push_back(i);
    kernel = reduced_basis(kernel);
    std::vector<BitMask> masks;
    for (BitMask mask = 1; mask < (BitMask{1} << bits); ++mask)
      if (std::all_of(kernel.begin(), kernel.end(), [&](BitMask vector) { return std::popcount(mask & vector) % 2 == 0; }))
        masks.push_back(mask);
    masks = reduced_basis(masks);
    const auto value = [&](std::size_t i) {
      std::uint64_t set = 0;
      for (const BitMask mask : masks) set = set << 1 | static_cast<std::uint64_t>(std::popcount(mask & i) % 2);
      return set;
    };
    if (masks.size() == log2_of(sets) && same_classes(value)) {
      for (BitMask& mask : masks) mask <<= granule_shift;
      return {IndexTruth::Kind::linear, masks};
    }
  }
  return {residue ? IndexTruth::Kind::modulo : IndexTruth::Kind::table, {}};
}

/// The names of a cache, and for each space that sees it the size of the pieces that earlier caches fetch from it.
struct Seen {
  std::vector<std::string> subjects;
  std::map<std::string, std::uint64_t> asked_bytes;  // by space, bytes
};

class TruthTeller {
 public:
  explicit TruthTeller(const Card& card) : card_(card) {}

  std::vector<Expected> tell() {
    look_at_paths();
    for (const auto& [name, seen] : seen_)
      if (!seen.subjects.empty()) structure(name, card_.caches.at(name).cache, seen);
    for (const auto& [name, spec] : card_.tlbs) tlb(name, spec);
    for (const auto& [space, path] : card_.paths) latencies(space, path);
    arrays();
    window();
    return std::move(expected_);
  }

 private:
  void look_at_paths() {
    // The longest global path names its caches first, so that these names are the plain ones.
    const PathSpec* longest = nullptr;
    for (const auto& [space, path] : card_.paths)
      if (is_global(space) && (longest == nullptr || path.data.size() > longest->data.size())) longest = &path;
    if (longest != nullptr) {
      const std::size_t count = longest->data.size();
      static const std::vector<std::string> kNames{"l1_data", "l2", "l3"};
      // The third cache is a half of the L2 if it holds no more than the interface says of the L2. The SM's own half comes first,
      // and has no name of its own.
      const auto told = card_.device.numbers.find("l2_bytes");
      if (count == 3 && told != card_.device.numbers.end() &&
          card_.caches.at(longest->data[2]).cache.capacity_bytes() <= told->second)
        own_half_ = longest->data[1];
      for (std::size_t i = 0; i < count && i < kNames.size(); ++i) {
        if (longest->data[i] == own_half_) continue;
        // A single cache is the L2 if there are loads that bypass a first level.
        const bool second = count == 1 && card_.paths.contains(std::string(kGlobalSkipping));
        seen_[longest->data[i]].subjects.push_back(second || (i == 2 && !own_half_.empty()) ? "l2" : kNames[i]);
      }
    }
    for (const auto& [space, path] : card_.paths) {
      if (space == "shared" || space == "local") continue;
      std::uint64_t asked = 0;
      for (std::size_t i = 0; i < path.data.size(); ++i) {
        Seen& seen = seen_[path.data[i]];
        const std::string name = name_on(space, path, i);
        if (!name.empty() && std::find(seen.subjects.begin(), seen.subjects.end(), name) == seen.subjects.end())
          seen.subjects.push_back(name);
        seen.asked_bytes[space] = asked;
        asked = std::max(asked, card_.caches.at(path.data[i]).cache.sector_bytes);
      }
    }
  }

  /// A further name that a path gives to its cache `i`; empty if there is none.
  std::string name_on(const std::string& space, const PathSpec& path, std::size_t i) const {
    if (i == 0 && (space == "texture" || space == "readonly")) return space;
    if (space != "constant") return {};
    const auto own = [&](std::size_t at) { return at < path.data.size() && !seen_global(path.data[at]); };
    if (i == 0 && own(0)) return "constant_l1";
    if (i == 1 && own(0) && own(1)) return "constant_l1_5";
    return {};
  }

  bool seen_global(const std::string& name) const {
    return std::any_of(card_.paths.begin(), card_.paths.end(), [&](const auto& entry) {
      return is_global(entry.first) &&
             std::find(entry.second.data.begin(), entry.second.data.end(), name) != entry.second.data.end();
    });
  }

  void structure(const std::string& part, const CacheSpec& cache, const Seen& seen) {
    part_ = part;
    subjects_ = seen.subjects;
    spaces_.clear();
    for (const auto& entry : seen.asked_bytes) spaces_.push_back(entry.first);
    tlb_ = false;
    add("capacity", "capacity_bytes", cache.capacity_bytes());
    add("capacity", "contiguous_bytes", contiguous_bytes(cache));
    add("line", "line_bytes", cache.unit_bytes);
    Expected& fetch = add("line", "fetch_bytes", cache.sector_bytes);
    fetch.required = false;
    for (const auto& [space, asked] : seen.asked_bytes) {
      fetch.by_space[space] = std::max(asked, cache.sector_bytes);
      // If every fetch is as large as a sector, or larger, nobody can tell whether the cache would also bring less.
      fetch.required = fetch.required || asked < cache.sector_bytes;
    }
    sets_and_policy(cache, "sets", "replacement", true);
    // If whole blocks are always fetched together, a block may be one line or several smaller lines in more sets or ways.
    const bool is_line_shown = std::any_of(seen.asked_bytes.begin(), seen.asked_bytes.end(),
                                           [&](const auto& entry) { return entry.second < cache.unit_bytes; });
    if (!is_line_shown)
      for (Expected& expected : expected_)
        if (expected.part == part && (expected.quantity == "line_bytes" || expected.probe == "sets")) expected.required = false;
    if (!every_set_is_reached(cache))
      for (Expected& expected : expected_)
        if (expected.part == part && (expected.quantity == "capacity_bytes" || expected.probe == "sets")) expected.required = false;
  }

  /// Whether the data that can be read through the spaces of a cache lie in all of its sets.
  bool every_set_is_reached(const CacheSpec& cache) const {
    std::uint64_t bytes = 0;
    for (const std::string& space : spaces_) {
      const PathSpec& path = card_.paths.at(space);
      if (!path.max_footprint_bytes) return true;  // all of memory
      bytes = std::max(bytes, *path.max_footprint_bytes);
    }
    const model::IndexFunction index(cache.index, static_cast<std::uint32_t>(cache.ways.size()), cache.unit_bytes);
    std::set<std::uint32_t> reached;
    for (std::uint32_t unit = 0; unit < bytes / cache.unit_bytes; ++unit) reached.insert(index.set_of(unit));
    return reached.size() == cache.ways.size();
  }

  void tlb(const std::string& part, const CacheSpec& spec) {
    part_ = part;
    spaces_.clear();
    tlb_ = true;
    std::map<std::string, json> penalties;
    for (const auto& [space, path] : card_.paths) {
      if (space == "shared" || space == "local") continue;
      const auto found = std::find(path.translation.begin(), path.translation.end(), part);
      if (found == path.translation.end()) continue;
      const auto level = static_cast<std::size_t>(found - path.translation.begin());
      subjects_ = {"l" + std::to_string(level + 1) + "_tlb"};
      spaces_.push_back(space);
      penalties[space] = penalty_on(path, level);
    }
    if (spaces_.empty()) return;
    add("tlb", "page_bytes", spec.unit_bytes);
    add("tlb", "entries", spec.entries());
    add("tlb", "reach_bytes", spec.capacity_bytes());
    add("tlb", "miss_penalty_cycles", nullptr).by_space = penalties;
    sets_and_policy(spec, "tlb", "tlb", false);
    for (Expected& expected : expected_)
      if (expected.tlb && expected.part == part && expected.quantity == "ways_per_set") {
        expected.required = true;
        if (spec.ways.size() == 1) expected.also = {"ways", spec.ways.front()};  // one number describes the only set
      }
  }

  /// The cycles that a TLB miss adds. They are the same at every data level, unless the card states combinations: then any of them
  /// is true.
  static json penalty_on(const PathSpec& path, std::size_t level) {
    const auto cycles = [&](const std::string& part, std::size_t at) {
      if (at == 0) return path.latency.at(part);
      const std::string outcome = at < path.translation.size() ? path.translation[at] : std::string(model::kWalk);
      if (const auto row = path.combined.find(part); row != path.combined.end())
        if (const auto cell = row->second.find(outcome); cell != row->second.end()) return cell->second;
      return path.latency.at(part) + path.translation_penalty.at(outcome);
    };
    std::set<double> values;
    for (const std::string& part : model::data_parts(path))
      if (part != path.translation_after) values.insert(cycles(part, level + 1) - cycles(part, level));
    return values.size() == 1 ? json(*values.begin()) : json(values);
  }

  void sets_and_policy(const CacheSpec& cache, const std::string& sets_probe, const std::string& policy_probe, bool required) {
    const bool equal = std::adjacent_find(cache.ways.begin(), cache.ways.end(), std::not_equal_to<>()) == cache.ways.end();
    add(sets_probe, "sets", cache.ways.size()).required = required;
    if (equal) add(sets_probe, "ways", cache.ways.front()).required = required;
    add(sets_probe, "ways_per_set", cache.ways).required = required && cache.ways.size() > 1;
    const IndexTruth index = index_truth(cache);
    switch (index.kind) {
      case IndexTruth::Kind::none: add(sets_probe, "set_index_bits", json::array()).required = false; break;
      case IndexTruth::Kind::linear: {
        BitMask all = 0;
        json basis = json::array();
        for (const BitMask mask : index.basis) {
          all |= mask;
          basis.push_back(bits_of(mask));
        }
        const bool plain = single_bits(index.basis);
        add(sets_probe, "set_index_bits", bits_of(all)).required = required && plain;
        add(sets_probe, "set_index_function", basis).required = required && !plain;
        break;
      }
      case IndexTruth::Kind::modulo: add(sets_probe, "set_index_function", "modulo").required = required; break;
      case IndexTruth::Kind::table: add(sets_probe, "set_index_function", "table").required = false; break;
    }
    const std::string policy = policy_name(cache);
    add(policy_probe, "replacement_policy", policy).required = required;
    if (policy == "weighted_way")
      add(policy_probe, "way_replacement_probability", cache.policy.numbers.at("probabilities")).required = required;
    if (policy == "random")
      add(policy_probe, "way_replacement_probability", std::vector<double>(cache.ways.front(), 1.0 / cache.ways.front())).required =
          false;
  }

  void latencies(const std::string& space, const PathSpec& path) {
    if (space == "shared" || space == "local") return;
    spaces_ = {space};
    tlb_ = false;
    const std::vector<std::string> parts = model::data_parts(path);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool memory = i + 1 == parts.size();
      part_ = parts[i];
      subjects_ = memory ? std::vector<std::string>{"dram"} : seen_.at(parts[i]).subjects;
      if (subjects_.empty()) continue;
      // The levels behind another space's own caches must be found through global loads only.
      const bool required = is_global(space) || (!memory && i < own_caches(path));
      // In an L2 of two halves, a hit means a hit in the SM's own half.
      const bool halves = i > 0 && !own_half_.empty() && parts[i - 1] == own_half_;
      const double hit = path.latency.at(parts[halves ? i - 1 : i]);
      add("latency", "hit_latency_cycles", hit).required = required;
      if (halves) add("latency", "own_half_latency_cycles", hit).required = required;
      if (halves) add("latency", "other_half_latency_cycles", path.latency.at(parts[i])).required = required;
      if (!memory) add("latency", "miss_penalty_cycles", path.latency.at(parts[i + 1]) - hit).required = required;
    }
  }

  /// The first cache of each path: which of them are one array, and how many of the array an SM has.
  void arrays() {
    std::map<std::string, std::map<std::string, std::string>> names;  // by part and space
    std::size_t nearest = 0;
    for (const char* const space : {"global.ca", "texture", "readonly", "constant"}) {
      const auto path = card_.paths.find(space);
      if (path == card_.paths.end() || path->second.data.empty()) continue;
      const std::string& part = path->second.data.front();
      const std::string name = is_global(space) ? seen_.at(part).subjects.front() : name_on(space, path->second, 0);
      if (name.empty()) continue;
      names[part][space] = name;
      ++nearest;
    }
    tlb_ = false;
    for (const auto& [part, by_space] : names) {
      part_ = part;
      subjects_ = seen_.at(part).subjects;
      spaces_.clear();
      std::map<std::string, json> partners;
      for (const auto& [space, name] : by_space) {
        spaces_.push_back(space);
        partners[space] = json::array();
        for (const auto& [other, its] : by_space)
          if (other != space) partners[space].push_back(its);
      }
      // The last cache before memory belongs to no SM. Sharing must be found for it only if several spaces meet it first.
      const bool last = subjects_.front() == "l2";
      add("count", "count_per_sm", card_.caches.at(part).per_sm).required = !last;
      Expected& shares = add("sharing", "shares_with", nullptr);
      shares.by_space = partners;
      shares.required = nearest > 1 && (!last || by_space.size() > 1);
    }
  }

  void window() {
    if (!card_.activation_window_bytes) return;
    part_ = "device";
    subjects_ = {"device"};
    tlb_ = true;
    spaces_.clear();
    for (const auto& [space, path] : card_.paths)
      if (!path.translation.empty()) spaces_.push_back(space);
    if (!spaces_.empty()) add("tlb", "activation_window_bytes", *card_.activation_window_bytes);
  }

  /// How many caches at the front of a path no global path has; at least 1.
  std::size_t own_caches(const PathSpec& path) const {
    std::size_t count = 0;
    while (count < path.data.size() && !seen_global(path.data[count])) ++count;
    return std::max<std::size_t>(count, 1);
  }

  Expected& add(const std::string& probe, const std::string& quantity, const json& value) {
    Expected expected{part_, probe, quantity, subjects_, {}, {}, true, tlb_};
    for (const std::string& space : spaces_) expected.by_space[space] = value;
    return expected_.emplace_back(std::move(expected));
  }

  const Card& card_;
  std::map<std::string, Seen> seen_;
  std::string own_half_;  ///< the half of the L2 that answers first; empty if the L2 has no halves
  std::vector<Expected> expected_;
  // Members of the next expectation that add() makes.
  std::string part_;
  std::vector<std::string> subjects_, spaces_;
  bool tlb_ = false;
};

}  // namespace

std::vector<Expected> truth_of(const Card& card) { return look_beyond(card, TruthTeller(card).tell()); }

std::string policy_name(const CacheSpec& cache) {
  const auto most = *std::max_element(cache.ways.begin(), cache.ways.end());
  const std::string& kind = cache.policy.kind;
  if (most == 1 || (most == 2 && (kind == "plru" || kind == "nmru"))) return "lru";
  if (kind != "weighted_way") return kind;
  const auto draw = cache.policy.words.find("draw");
  if (draw != cache.policy.words.end() && draw->second == "every_second") return most == 2 ? "fifo" : kind;
  const std::vector<double>& weights = cache.policy.numbers.at("probabilities");
  const auto [least, greatest] = std::minmax_element(weights.begin(), weights.end());
  return *greatest - *least < 1e-9 ? "random" : kind;
}

IndexTruth index_truth(const CacheSpec& cache) {
  const std::size_t sets = cache.ways.size();
  if (sets == 1) return {};
  const IndexSpec& index = cache.index;
  const unsigned granule = log2_of(std::max(index.granule_bytes, cache.unit_bytes));
  switch (index.kind) {
    case IndexSpec::Kind::modulo:
      if (!std::has_single_bit(sets)) return {IndexTruth::Kind::modulo, {}};
      return {IndexTruth::Kind::linear, field(granule, log2_of(sets))};
    case IndexSpec::Kind::bits:
    case IndexSpec::Kind::xor_: {
      std::vector<BitMask> masks;
      for (const auto& group : index.bit_groups) masks.push_back(mask_of(group));
      return {IndexTruth::Kind::linear, reduced_basis(masks)};
    }
    case IndexSpec::Kind::table: return table_truth(index.table, sets, granule);
    case IndexSpec::Kind::sliced: return sliced_truth(cache);
    case IndexSpec::Kind::skewed: return {IndexTruth::Kind::table, {}};
  }
  return {};
}

std::uint64_t contiguous_bytes(const CacheSpec& cache) {
  const model::IndexFunction index(cache.index, static_cast<std::uint32_t>(cache.ways.size()), cache.unit_bytes);
  std::vector<std::uint32_t> room = cache.ways;
  std::uint32_t unit = 0;
  while (room[index.set_of(unit)]-- > 0) ++unit;
  return unit * cache.unit_bytes;
}

}  // namespace chasescope::accuracy
