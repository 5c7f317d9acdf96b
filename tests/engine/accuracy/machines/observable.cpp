#include <algorithm>
#include <cmath>

#include "tests/engine/accuracy/machines/machines.h"

namespace chasescope::accuracy {
namespace {

using model::CacheSpec;
using model::Card;
using model::PathSpec;

constexpr double kClosest = 8;                            // the smallest difference between two latencies, cycles
constexpr std::uint64_t kMostTogether = 9 * 1024 * 1024;  // the most bytes of cache on a card

bool half_more(std::uint64_t behind, std::uint64_t before) { return 2 * behind >= 3 * before; }

std::uint64_t held(const CacheSpec& cache) { return cache.store_lines.value_or(cache.entries()) * cache.unit_bytes; }

std::string close(const std::string& first, const std::string& second) { return first + " and " + second + " take equally long"; }

std::string about_latency(const Card& card, const PathSpec& path) {
  double spread = 0, last = 0;
  std::string before;
  const auto farther = [&](const std::string& part) {
    const double cycles = path.latency.at(part);
    const bool told = before.empty() || cycles - last - spread >= kClosest;
    last = cycles;
    return told;
  };
  for (const std::string& part : path.data) {
    if (!farther(part)) return close(before, part);
    for (const double cycles : card.caches.at(part).slice_cycles) spread = std::max(spread, cycles);
    before = part;
  }
  return farther(path.backing) ? "" : close(before, path.backing);
}

std::string about_capacity(const Card& card, const PathSpec& path) {
  for (std::size_t i = 1; i < path.data.size(); ++i) {
    const CacheSpec &before = card.caches.at(path.data[i - 1]).cache, &cache = card.caches.at(path.data[i]).cache;
    if (!cache.exclusive && !half_more(held(cache), held(before)))
      return path.data[i] + " hardly holds more than " + path.data[i - 1];
  }
  return {};
}

std::string about_translation(const Card& card, const PathSpec& path) {
  const std::uint64_t memory = card.device.numbers.at("memory_bytes");
  std::uint64_t reach = path.translation_after ? held(card.caches.at(*path.translation_after).cache) * 4 / 3 : 0;
  double penalty = 0;
  for (const std::string& part : path.translation) {
    const CacheSpec& tlb = card.tlbs.at(part);
    if (!half_more(tlb.capacity_bytes(), reach)) return part + " hardly reaches farther than what is asked before it";
    reach = tlb.capacity_bytes();
    if (part == path.translation.front()) continue;
    if (path.translation_penalty.at(part) - penalty < kClosest) return close(part, "what translates before it");
    penalty = path.translation_penalty.at(part);
  }
  if (path.translation.empty()) return {};
  if (reach > memory / 4) return path.translation.back() + " reaches over too much of the memory to be seen to end";
  const double walk = path.translation_penalty.at(model::kWalk);
  if (walk - penalty < kClosest) return close("a walk", path.translation.back());
  if (!card.activation_window_bytes) return {};
  if (*card.activation_window_bytes < 2 * reach || *card.activation_window_bytes > memory / 4)
    return "the window is not between what TLBs reach and what there is";
  return path.translation_penalty.at(model::kWindow) - walk < kClosest ? close("a switch of the window", "a walk") : "";
}

std::string about_limits(const Card& card) {
  for (const auto& [name, entry] : card.caches) {
    std::uint64_t read = 0;
    for (const auto& [space, path] : card.paths)
      if (std::find(path.data.begin(), path.data.end(), name) != path.data.end())
        read = std::max(read, path.max_footprint_bytes.value_or(card.device.numbers.at("memory_bytes")));
    if (4 * read < 5 * held(entry.cache)) return name + " holds nearly all that can be read through it";
  }
  return {};
}

}  // namespace

std::string unobservable(const Card& card) {
  std::uint64_t together = 0;
  for (const auto& [name, entry] : card.caches) together += held(entry.cache);
  if (together > kMostTogether) return "the caches are too large for a long series";
  for (const auto& [space, path] : card.paths)
    for (const std::string& fault : {about_latency(card, path), about_capacity(card, path), about_translation(card, path)})
      if (!fault.empty()) return space + ": " + fault;
  return about_limits(card);
}

}  // namespace chasescope::accuracy
