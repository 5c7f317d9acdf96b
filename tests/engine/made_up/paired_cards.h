// Unpublished cards whose spaces share arrays in various ways, with the true sharing.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/engine/made_up/made_up_card.h"

namespace chasescope::tests {

/// The findings that the probes `sharing` and `count` must report, by subject. They may measure nothing else.
struct PairedTruth {
  std::map<std::string, std::set<std::string>> shares_with;
  std::map<std::string, std::uint64_t> count_per_sm;
};

/// The truth from the card itself: the spaces whose first cache is the same array. An L2 counts only if another space's first cache
/// is that L2.
inline PairedTruth paired_truth(const model::Card& card) {
  std::map<std::string, std::string> nearest;  // by subject
  for (const auto& [space, subject] : std::initializer_list<std::pair<const char*, const char*>>{
           {"global.ca", "l1_data"}, {"texture", "texture"}, {"readonly", "readonly"}, {"constant", "constant_l1"}}) {
    const auto path = card.paths.find(space);
    if (path == card.paths.end() || path->second.data.empty()) continue;
    const bool only = std::string(space) == "global.ca" && path->second.data.size() == 1;
    nearest[only ? "l2" : subject] = path->second.data.front();
  }
  PairedTruth truth;
  for (const auto& [subject, array] : nearest) {
    std::set<std::string> partners;
    for (const auto& [other, its] : nearest)
      if (other != subject && its == array) partners.insert(other);
    if (nearest.size() > 1 && (subject != "l2" || !partners.empty())) truth.shares_with[subject] = partners;
    if (subject != "l2") truth.count_per_sm[subject] = card.caches.at(array).per_sm;
  }
  return truth;
}

/// A made-up card of two or more levels. It may have texture, read-only and constant caches of its own, and an SM may have several
/// of each.
inline MadeUpCard make_up_paired_card(std::uint64_t seed) {
  Random random(seed * 104729 + 7);
  MadeUpCard made;
  for (std::uint64_t at = seed * 1000;; ++at) {
    made = make_up_card(at);
    if (made.levels.size() > 1 && made.levels[1].spec.capacity_bytes() >= 24 * 1024) break;
  }
  made.card.name = "Paired " + std::to_string(seed);
  auto& caches = made.card.caches;
  const auto any_count = [&] { return std::uint32_t{1} << random.below(3); };
  caches["cache0"].per_sm = any_count();
  const double next = made.levels[1].latency;
  const auto own = [&](const std::string& name, std::uint64_t at_most) {
    for (std::uint64_t at = random.next() >> 1;; ++at) {
      const MadeUpCard other = make_up_card(at);
      const model::CacheSpec& spec = other.levels.front().spec;
      // A cache of very few lines is hard to tell from translation. An index of high bits spreads neighbouring lines badly, so that
      // hardly a footprint would fit.
      if (spec.capacity_bytes() > at_most || spec.capacity_bytes() / spec.unit_bytes < 8 || other.levels.front().contiguous < 1024)
        continue;
      caches[name].cache = spec;
      caches[name].per_sm = any_count();
      return;
    }
  };
  const auto add = [&](const std::string& space, const std::string& first, double latency) {
    model::PathSpec path = made.card.paths.at("global.ca");
    path.data.front() = first;
    path.latency.erase("cache0");
    path.latency[first] = latency;
    if (path.translation_after) path.translation_after = first;
    made.card.paths[space] = path;
  };
  const std::uint64_t room = made.levels[1].spec.capacity_bytes() / 4;
  const auto sooner = [&] {
    return next - 25 - static_cast<double>(random.below(static_cast<std::uint64_t>(std::max(1.0, next / 4))));
  };
  const std::uint64_t kind = random.below(5);
  // Kinds: 0 has one array for all; 1 has one for texture and read-only, and the L1; 2 has one for L1 and read-only, and the
  // texture cache; 3 has three arrays; 4 has one for L1 and texture, and no read-only space.
  if (kind == 1 || kind == 2 || kind == 3) own("own_texture", room);
  if (kind == 3) own("own_readonly", room);
  const double texture = kind == 0 || kind == 4 ? made.levels[0].latency + 8 : sooner();
  add("texture", kind == 0 || kind == 4 ? "cache0" : "own_texture", texture);
  if (kind == 0 || kind == 2) add("readonly", "cache0", made.levels[0].latency);
  if (kind == 1) add("readonly", "own_texture", texture + 3);
  if (kind == 3) add("readonly", "own_readonly", sooner());
  if (random.below(2) == 0) {
    own("own_constant", std::min<std::uint64_t>(room, 4096));
    add("constant", "own_constant", sooner());
    made.card.paths["constant"].max_footprint_bytes = 65536;
  }
  return made;
}

}  // namespace chasescope::tests
