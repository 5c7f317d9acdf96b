#include "widgets/views/conflicts/conflict_sets.h"


#include "engine/findings/vocabulary.h"
#include "widgets/plot/part_head.h"
#include "widgets/style/words.h"

namespace chasescope {
QString setsInWords(const ConflictFacts& facts) {
  const Finding* all = facts.cache.find(quantity::sets);
  const bool isSome = all != nullptr && all->status == FindingStatus::measured && all->value.is_number() &&
                      all->value.get<double>() > static_cast<double>(facts.sets());
  if (isSome) return tr("%1 of %2 sets").arg(facts.sets()).arg(counted(all->value.get<std::uint64_t>()));
  return facts.sets() == 1 ? tr("1 set") : tr("%1 sets").arg(facts.sets());
}

std::uint32_t waysOf(const ConflictFacts& facts, std::size_t set) {
  bool known = false;
  const qulonglong number = facts.names[set].toULongLong(&known);
  return known && number < facts.cache.ways.size() ? facts.cache.ways[number] : 0;
}

}  // namespace chasescope
