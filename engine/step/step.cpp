#include "engine/step/step.h"

#include <algorithm>

namespace chasescope::step {

void Source::set_walk(const ChaseRequest& request, const std::vector<std::uint64_t>& offsets) {
  order_ = AccessOrder(request.pattern, 0, offsets);
  warmup_ = request.warmup;
  timed_ = request.accesses;
  const bool uniform = std::holds_alternative<UniformPattern>(request.pattern);
  for (std::uint64_t position = uniform ? order_.period() - 1 : 0; position < order_.period(); ++position)
    largest_ = std::max(largest_, order_.offset_at_position(position));
}

bool Source::happens(std::uint64_t at, Event event, std::size_t part) const {
  if (event == Event::eviction) return evicts(at, part);
  const Verdict what = verdict(at, part);
  return what == Verdict::miss || what == Verdict::sector_miss;
}

std::optional<std::uint64_t> Source::next(std::uint64_t at, Event event, std::size_t part) const {
  for (++at; at < ready(); ++at)
    if (happens(at, event, part)) return at;
  return std::nullopt;
}

std::optional<std::uint64_t> Source::previous(std::uint64_t at, Event event, std::size_t part) const {
  while (at-- > 0)
    if (happens(at, event, part)) return at;
  return std::nullopt;
}

}  // namespace chasescope::step
