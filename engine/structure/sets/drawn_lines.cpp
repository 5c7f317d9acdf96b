#include "engine/structure/sets/drawn_lines.h"

#include <algorithm>
#include <set>

#include "engine/structure/sets/sets_in_front.h"

namespace chasescope::structure {
namespace {

class Drawing {
 public:
  Drawing(const CacheShape& shape, std::uint64_t limit, std::uint64_t part_bytes, std::uint64_t parts, Random& random)
      : shape_(shape), limit_(limit), part_bytes_(part_bytes), all_(shape.line_bytes / part_bytes), random_(random) {
    parts_ = std::min(parts, all_);
  }

  /// Draws lines of the set from all of memory. Whether `count` lines were found.
  bool anywhere(std::uint32_t set, std::size_t count) {
    std::size_t tries = 0;
    for (std::size_t have = 0; have < count;) {
      if (++tries > kPatience * (count + 1)) return false;
      have += take(random_.below(limit_ / shape_.line_bytes) * shape_.line_bytes + random_.below(all_) * part_bytes_, set) ? 1 : 0;
    }
    return true;
  }

  bool in_crowds(std::uint32_t set, std::size_t count, const Crowding& crowding) {
    const std::size_t crowds = std::min(count / crowding.fewest(), kMostCrowds);
    for (std::size_t crowd = 0; crowd < crowds; ++crowd) {
      if (!anywhere(set, 1)) return false;
      const SetsInFront sets(crowding.fronts, drawn_.addresses[drawn_.addresses.size() - parts_]);
      const std::size_t size = count * (crowd + 1) / crowds - count * crowd / crowds;
      std::size_t tries = 0;
      for (std::size_t have = 1; have < size;) {
        if (++tries > kPatienceCrowded * size) return false;
        const std::uint64_t address =
            shape_.index->moved_to_set(sets.moved(random_.below(limit_ / part_bytes_) * part_bytes_), set);
        have += sets.holds(address) && take(address, set) ? 1 : 0;
      }
    }
    return true;
  }

  DrawnLines drawn() && { return std::move(drawn_); }

 private:
  static constexpr std::size_t kMostCrowds = 4;
  // The number of draws for each line. If lines are crowded, most draws miss the right set of a cache in front if that cache uses
  // the same address bits as this one.
  static constexpr std::size_t kPatience = 64, kPatienceCrowded = 1024;

  // Takes the line around `address`, beginning with the part that `address` lies in, unless it is of another set or was taken
  // before.
  bool take(std::uint64_t address, std::uint32_t set) {
    const std::uint64_t within = address % shape_.line_bytes;
    const std::uint64_t line = shape_.index->moved_to_set(address - within, set) / shape_.line_bytes;
    if (line >= limit_ / shape_.line_bytes || shape_.index->set_of(line * shape_.line_bytes) != set || !taken_.insert(line).second)
      return false;
    for (std::uint64_t i = 0; i < parts_; ++i) {
      drawn_.addresses.push_back(line * shape_.line_bytes + (within / part_bytes_ + i * (all_ / parts_)) % all_ * part_bytes_);
      drawn_.set.push_back(set);
    }
    return true;
  }

  const CacheShape& shape_;
  std::uint64_t limit_, part_bytes_, all_, parts_ = 1;
  Random& random_;
  std::set<std::uint64_t> taken_;
  DrawnLines drawn_;
};

}  // namespace

std::size_t Crowding::fewest() const {
  std::size_t most = 0;
  for (const CacheShape* front : fronts)
    most = std::max<std::size_t>(most, *std::max_element(front->ways.begin(), front->ways.end()));
  return factor * most + 1;
}

std::optional<DrawnLines> draw_lines(const CacheShape& shape, const std::vector<std::uint32_t>& counts, std::uint64_t limit,
                                     std::uint64_t part_bytes, std::uint64_t parts, const Crowding& crowding, Random& random) {
  Drawing drawing(shape, limit, part_bytes, parts, random);
  for (std::uint32_t set = 0; set < counts.size(); ++set) {
    const bool crowded = crowding.factor > 0 && counts[set] >= crowding.fewest_crowds * crowding.fewest();
    if (!(crowded ? drawing.in_crowds(set, counts[set], crowding) : drawing.anywhere(set, counts[set]))) return std::nullopt;
  }
  return std::move(drawing).drawn();
}

}  // namespace chasescope::structure
