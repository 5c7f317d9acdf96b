#include "tests/engine/accuracy/random_card.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <vector>

#include "tests/engine/accuracy/random_shape.h"

namespace chasescope::accuracy {
namespace {

using nlohmann::json;

constexpr std::uint64_t KiB = 1024;
constexpr std::uint64_t MiB = 1024 * KiB;
constexpr std::uint64_t GiB = 1024 * MiB;
constexpr std::uint64_t kMostReach = 2 * GiB;
constexpr std::uint64_t kConstantBytes = 64 * KiB;
constexpr unsigned kConstantBit = 15;  // the highest address bit that differs within 64 KiB
constexpr unsigned kWindowPercent = 10;

constexpr std::uint64_t kCountStream = 0x636F756E74;
constexpr std::uint64_t kWindowStream = 0x77696E646F77;

class Maker {
 public:
  Maker(std::uint64_t seed, std::uint64_t number)
      : chance_(mixed_seed(seed, number)),
        counts_(mixed_seed(mixed_seed(seed, number), kCountStream)),
        windows_(mixed_seed(mixed_seed(seed, number), kWindowStream)),
        has_window_(windows_.percent(kWindowPercent)) {
    card_ = {{"schema", "chasescope-model"},
             {"version", 1},
             {"name", "Random card " + std::to_string(number)},
             {"summary", "A random software GPU."},
             {"device", {{"memory_bytes", 16 * GiB}, {"sm_count", chance_.between(1, 64)}}},
             {"caches", json::object()},
             {"tlbs", json::object()},
             {"paths", json::object()}};
  }

  json make() {
    make_global_caches();
    make_tlbs();
    make_other_caches();
    do {
      make_latencies();
    } while (!all_tell_apart());
    make_counts();
    make_window();
    return card_;
  }

 private:
  json& cache(const std::string& name) { return card_["caches"][name]; }
  json& path(const std::string& space) { return card_["paths"][space]; }

  void make_global_caches() {
    const auto levels = chance_.pick<unsigned>({{1, 20}, {2, 50}, {3, 30}});
    const bool skips = levels > 1 && chance_.percent(90);  // global.cg goes past the first cache
    const std::uint64_t most[3][3] = {{512 * KiB, 0, 0}, {128 * KiB, 4 * MiB, 0}, {48 * KiB, MiB, 6 * MiB}};
    std::vector<std::string> names;
    CacheLimits limits{.low_bytes = KiB};
    for (unsigned level = 0; level < levels; ++level) {
      limits.high_bytes = most[levels - 1][level];
      names.push_back("l" + std::to_string(level + 1));
      cache(names.back()) = random_cache(chance_, limits);
      limits.low_bytes = std::max(kGrowth * capacity_of(cache(names.back())), 16 * KiB);
      // A cache that fetches large pieces hides smaller sectors of the cache behind it, unless another path leads past the first
      // cache.
      limits.lowest_sector = level == 0 && skips ? 16 : sector_of(cache(names.back()));
    }
    path("global.ca")["data"] = names;
    if (skips)
      path("global.cg")["data"] = std::vector<std::string>(names.begin() + 1, names.end());
    else if (chance_.percent(50))
      path("global.cg")["data"] = names;
  }

  void make_tlbs() {
    const auto levels = chance_.pick<unsigned>({{1, 30}, {2, 45}, {3, 25}});
    std::uint64_t page = chance_.pick<std::uint64_t>(
        {{4 * KiB, 2}, {16 * KiB, 1}, {64 * KiB, 3}, {128 * KiB, 2}, {256 * KiB, 1}, {512 * KiB, 1}, {MiB, 1}, {2 * MiB, 6}});
    std::uint64_t low = 16 * page;
    std::vector<std::string> names;
    for (unsigned level = 0; level < levels; ++level) {
      std::uint64_t high = kMostReach;
      for (unsigned later = level + 1; later < levels; ++later) high /= 2 * kGrowth;
      if (level > 0) {
        if (chance_.percent(35)) page <<= chance_.between(1, 4);
        page = std::min(page, std::bit_floor(high / 64));
        // The page is so large that 256 pages or fewer cover the lowest reach, and so small that 64 entries do not reach too far.
        while (page * 256 < low) page *= 2;
      }
      names.push_back("l" + std::to_string(level + 1) + "_tlb");
      card_["tlbs"][names.back()] = random_tlb(chance_, page, low, high);
      low = kGrowth * card_["tlbs"][names.back()]["entries"].get<std::uint64_t>() * page;
    }
    tlbs_ = names;
    behind_first_ = chance_.percent(35);
    for (auto& [space, object] : card_["paths"].items()) {
      object["translation"] = names;
      if (behind_first_ && space == "global.ca") object["translation_after"] = object["data"].front();
    }
  }

  /// The caches that other paths with a cache of their own share: all global caches but the first, or the only one.
  std::vector<std::string> shared() const {
    auto names = card_["paths"]["global.ca"]["data"].get<std::vector<std::string>>();
    if (names.size() > 1) names.erase(names.begin());
    return names;
  }

  void make_other_caches() {
    const std::uint64_t next = capacity_of(cache(shared().front()));
    const bool room = next >= 16 * KiB;
    const bool has_texture = chance_.percent(40);
    if (has_texture) add_path("texture", "texture_l1", room && chance_.percent(60), next);
    if (chance_.percent(30)) {
      const bool as_texture = has_texture && chance_.percent(50);
      if (as_texture)
        path("readonly") = path("texture");
      else
        add_path("readonly", "readonly_l1", room && chance_.percent(50), next);
    }
    if (next < 64 * KiB || !chance_.percent(30)) return;
    std::vector<std::string> names{"constant_l1"};
    cache("constant_l1") = random_cache(chance_, {KiB, 4 * KiB, 16, kConstantBit});
    if (chance_.percent(60)) {
      names.emplace_back("constant_l1_5");
      cache("constant_l1_5") = random_cache(
          chance_, {kGrowth * capacity_of(cache("constant_l1")), 24 * KiB, sector_of(cache("constant_l1")), kConstantBit});
    }
    for (const std::string& name : shared()) names.push_back(name);
    path("constant") = {{"data", names}, {"max_footprint_bytes", kConstantBytes}};
  }

  /// Adds a path. It has a first cache of its own if `own` is true; else it is the path of global loads.
  void add_path(const std::string& space, const std::string& name, bool own, std::uint64_t next) {
    path(space) = path("global.ca");
    if (!own) return;
    cache(name) = random_cache(chance_, {KiB, std::min(48 * KiB, next / kGrowth)});
    std::vector<std::string> names{name};
    for (const std::string& behind : shared()) names.push_back(behind);
    path(space)["data"] = names;
    if (behind_first_) path(space)["translation_after"] = name;
  }

  void make_latencies() {
    std::map<std::string, std::uint64_t> global;
    const auto names = card_["paths"]["global.ca"]["data"].get<std::vector<std::string>>();
    std::uint64_t cycles = names.size() == 1 ? chance_.between(30, 300) : chance_.between(20, 120);
    for (const std::string& name : names) {
      global[name] = cycles;
      cycles += &name == &names.back() ? chance_.between(100, 500) : chance_.between(60, 300);
    }
    global["dram"] = cycles;
    json penalties = json::object();
    std::uint64_t penalty = 0;
    for (std::size_t level = 0; level < tlbs_.size(); ++level) {
      const bool last = level + 1 == tlbs_.size();
      penalty += last ? chance_.between(40, 300) : chance_.between(15, 80);
      penalties[last ? "walk" : tlbs_[level + 1]] = penalty;
    }
    if (has_window_) penalties["window"] = penalty + windows_.between(60, 400);
    for (auto& [space, object] : card_["paths"].items()) {
      if (object.contains("translation")) object["translation_penalty"] = penalties;
      object["latency"] = latencies(space, object["data"].get<std::vector<std::string>>(), global);
    }
  }

  /// The latencies of another path. It reaches the shared caches a little sooner or later than global loads do.
  json latencies(const std::string& space, const std::vector<std::string>& data,
                 const std::map<std::string, std::uint64_t>& global) {
    json cycles = json::object();
    const bool plain = space == "global.ca" || space == "readonly";
    const std::uint64_t sooner = space == "global.cg" ? chance_.between(0, 15) : 0;
    const std::uint64_t later = plain || space == "global.cg" ? 0 : chance_.between(0, 60);
    std::vector<std::string> own;
    for (const std::string& name : data)
      if (const auto found = global.find(name); found != global.end())
        cycles[name] = found->second + later - sooner;
      else
        own.push_back(name);
    cycles["dram"] = global.at("dram") + later - sooner;
    const auto nearest = cycles[data[own.size()]].get<std::uint64_t>();
    // Each own cache of the path costs at least 20 cycles less than the level behind it.
    std::uint64_t at = 8;
    for (std::size_t i = 0; i < own.size(); ++i) {
      const std::uint64_t highest = nearest - std::min(nearest - 1, 25 * (own.size() - i));
      at = chance_.between(std::min(at, highest), std::max<std::uint64_t>(highest, at));
      cycles[own[i]] = at;
      at += 20;
    }
    return cycles;
  }

  /// Whether no two combinations of data level and translation on the same path cost nearly the same.
  bool all_tell_apart() const {
    return std::all_of(card_["paths"].begin(), card_["paths"].end(), [](const json& object) {
      std::vector<double> sums;
      const bool translated = object.contains("translation_penalty");
      for (const auto& [part, cycles] : object["latency"].items()) {
        sums.push_back(cycles.get<double>());
        if (!translated || (object.contains("translation_after") && object["translation_after"] == part)) continue;
        for (const json& penalty : object["translation_penalty"]) sums.push_back(cycles.get<double>() + penalty.get<double>());
      }
      std::sort(sums.begin(), sums.end());
      for (std::size_t i = 1; i < sums.size(); ++i)
        if (sums[i] - sums[i - 1] < std::max(6.0, 0.015 * sums[i])) return false;
      const auto data = object["data"].get<std::vector<std::string>>();
      for (std::size_t i = 1; i <= data.size(); ++i)
        if (object["latency"][i < data.size() ? data[i] : "dram"].get<double>() < object["latency"][data[i - 1]].get<double>() + 20)
          return false;
      return true;
    });
  }

  /// The window of page tables is drawn from a random stream of its own as well.
  void make_window() {
    if (!has_window_) return;
    // If a window were no larger than a page, every page walk would switch windows too, and nobody could tell the two apart.
    const auto page = card_["tlbs"][tlbs_.back()]["page_bytes"].get<std::uint64_t>();
    card_["activation_window_bytes"] = std::max(16 * MiB << windows_.between(0, 8), 2 * page);
  }

  /// An SM may have a cache more than once. The counts are drawn from a random stream of their own, so that they change nothing
  /// else of a card.
  void make_counts() {
    const std::vector<std::string> of_all = shared();
    for (const auto& [space, object] : card_["paths"].items()) {
      const std::string first = object["data"].front();
      if (std::find(of_all.begin(), of_all.end(), first) != of_all.end() || cache(first).contains("per_sm")) continue;
      cache(first)["per_sm"] = counts_.pick<unsigned>({{1, 50}, {2, 25}, {4, 25}});
    }
  }

  Chance chance_;
  Chance counts_;
  Chance windows_;
  bool has_window_ = false;
  json card_;
  std::vector<std::string> tlbs_;
  bool behind_first_ = false;
};

}  // namespace

json random_card(std::uint64_t seed, std::uint64_t number) { return Maker(seed, number).make(); }

}  // namespace chasescope::accuracy
