#include "widgets/builder/cache_map.h"

#include "engine/findings/vocabulary.h"

namespace chasescope {

SetMap cacheMapOf(const build::WarmPass& pass, std::size_t part) {
  const build::PartPass& from = pass.parts[part];
  SetMap map;
  map.cache.subject = from.translates ? subject::l1_tlb : subject::l1_data;
  map.cache.line_bytes = from.spec.unit_bytes;
  map.cache.fetch_bytes = from.spec.sector_bytes;
  if (!from.has_sets) return map;
  map.cache.sets = from.spec.ways.size();
  map.cache.ways = from.spec.ways;
  map.contents = SetMap::Contents::run;
  map.missesKnown = true;
  map.bytes = pass.bytes;
  map.lines.resize(from.spec.ways.size());
  for (std::uint64_t access = 0; access < pass.accesses(); ++access) {
    auto& lines = map.lines[from.sets[access]];
    const std::uint64_t unit = from.unit_of(pass.offset(access));
    if (lines.empty() || lines.back().line != unit) lines.push_back({unit, access});
    const step::Verdict verdict = from.verdicts[access];
    lines.back().visits += verdict == step::Verdict::not_asked ? 0 : 1;
    lines.back().misses += verdict == step::Verdict::miss ? 1 : 0;
  }
  return map;
}

std::uint64_t tellingAccess(const build::WarmPass& pass, std::size_t part) {
  const SetMap map = cacheMapOf(pass, part);
  std::uint64_t telling = pass.accesses() == 0 ? 0 : pass.accesses() - 1;
  bool found = false;
  for (std::size_t set = 0; set < map.lines.size(); ++set)
    if (const std::size_t ways = map.cache.ways[set]; map.lines[set].size() > ways) {
      const std::uint64_t first = map.lines[set][ways].position;
      telling = found ? std::min(telling, first) : first;
      found = true;
    }
  return telling;
}

}  // namespace chasescope
