#include "engine/build/likes.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "engine/step/explanation.h"
#include "engine/trace/number_text.h"

namespace chasescope::build {
namespace {

using model::CacheSpec;
using model::Card;
using model::PathSpec;

std::string words_of(const model::SettingSpec& when) {
  if (when.l1_kib) return std::to_string(*when.l1_kib) + " KiB chosen";
  return "carve-out " + number_text(when.carveout_percent_from.value_or(0)) + " to " +
         number_text(when.carveout_percent_to.value_or(100)) + " %";
}

/// Makes the cache one that stands alone: no cache in front evicts lines into it. Returns a sentence about the difference.
std::string make_plain(CacheSpec& spec) {
  std::string left_out;
  if (std::exchange(spec.exclusive, false))
    left_out = "There it is filled by what the cache before it evicts; here it is asked first.";
  return left_out;
}

/// The memory spaces in the order in which people look for them.
std::vector<const PathSpec*> paths_in_order(const Card& card) {
  constexpr std::array<std::string_view, 5> kFirst{"global.ca", "global.cg", "readonly", "texture", "constant"};
  std::vector<const PathSpec*> paths;
  for (const std::string_view space : kFirst)
    if (const auto found = card.paths.find(std::string(space)); found != card.paths.end()) paths.push_back(&found->second);
  for (const auto& [space, path] : card.paths)
    if (std::find(kFirst.begin(), kFirst.end(), space) == kFirst.end()) paths.push_back(&path);
  if (card.instructions) paths.push_back(&card.instructions->path);
  return paths;
}

}  // namespace

std::vector<Like> likes_of(const Card& card) {
  std::vector<Like> likes;
  std::set<std::string> seen;
  for (const PathSpec* path : paths_in_order(card))
    for (std::size_t at = 0; at < path->data.size(); ++at) {
      const std::string& name = path->data[at];
      const auto entry = card.caches.find(name);
      if (entry == card.caches.end() || !seen.insert(name).second) continue;
      const std::string& next = at + 1 < path->data.size() ? path->data[at + 1] : path->backing;
      const auto cycles = [&](const std::string& part) {
        const auto found = path->latency.find(part);
        return found == path->latency.end() ? 0 : found->second;
      };
      step::Part part;
      part.name = name;
      const auto add = [&](const CacheSpec& spec, const std::string& setting) {
        Like like;
        like.label = step::part_title(part) + (setting.empty() ? "" : ", " + setting);
        like.cache.cache = spec;
        like.left_out = make_plain(like.cache.cache);
        like.cache.hit_cycles = cycles(name);
        // A fetched instruction that hits can cost no cycle. A miss still has to be slower than a hit, so it is at least one cycle
        // slower.
        like.cache.miss_cycles = std::max(cycles(next), like.cache.hit_cycles + 1);
        like.cache.like = card.name + ", " + like.label;
        like.cache.name = "Like " + like.cache.like;
        likes.push_back(std::move(like));
      };
      add(entry->second.cache, {});
      for (const model::AlternativeSpec& alternative : entry->second.alternatives)
        add(alternative.cache, words_of(alternative.when));
    }
  return likes;
}

}  // namespace chasescope::build
