#include "engine/structure/levels/far_parts.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/structure/levels/steadiness.h"
#include "engine/structure/levels/sweep_walk.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

using inference::Band;

class FarParts {
 public:
  FarParts(Lab& lab, const Survey& survey, std::uint64_t stride) : lab_(lab), survey_(survey), stride_(stride) {}

  bool is_far(const Walk& walk, const Band& band, const Boundary& boundary) {
    // Picks an element of that latency in the middle of the walk, not the first of its block. Its latency must be nearer to the new
    // level than to the last one, because the levels may be as close together as the noise is wide.
    const double nearer = (survey_.levels.back().latency.high + band.low) / 2;
    const Band wide = inference::widened(band, survey_.noise);
    const auto is_slow = [&](float cycles) { return wide.holds(cycles) && cycles > nearer; };
    const std::uint64_t each = std::max<std::uint64_t>(kSmallestPage / boundary.stride, 1);
    std::optional<std::uint64_t> element;
    for (std::size_t i = walk.period / 3; i < walk.period && !element; ++i)
      if ((each == 1 || i % each != 0) && is_slow(walk.at(0, i))) element = i * boundary.stride;
    if (!element) return false;
    if (survey_.boundaries.empty()) return is_slow_alone({*element}, is_slow);
    // Reads the element alone, after flush lines for the caches in front of this level: enough lines to overflow those caches, and
    // fewer than this level holds.
    const std::uint64_t front = std::min(survey_.boundaries.back().outgrown * 2, boundary.fits / 2);
    if (front < survey_.boundaries.back().outgrown) return same_when_doubled(walk, boundary, is_slow);
    // Some flush lines may share a set with the element and evict it. Flush lines at the second place then do not.
    for (const std::uint64_t begin : {std::uint64_t{0}, front}) {
      std::vector<std::uint64_t> offsets{*element};
      for (std::uint64_t at = begin; at < begin + front; at += stride_)
        if (at / kSmallestPage != *element / kSmallestPage) offsets.push_back(at);
      if (!is_slow_alone(offsets, is_slow) || (offsets.size() > 1 && translation_explains(offsets))) return false;
    }
    return true;
  }

 private:
  // Whether the first of `offsets` is slow when it is chased together with the others.
  template <typename IsSlow>
  bool is_slow_alone(const std::vector<std::uint64_t>& offsets, const IsSlow& is_slow) {
    constexpr std::uint64_t kPasses = 8;
    const Walk alone = lab_.walk(offsets, {2, kPasses}, "one element of them, alone");
    std::uint64_t slow = 0;
    for (std::size_t pass = 0; pass < kPasses; ++pass) slow += is_slow(alone.at(pass, 0)) ? 1 : 0;
    return slow > kPasses / 2;
  }

  // Whether the same places are slow in a walk over twice as much. If two levels appear at once, one may be the far part of the
  // other: near and far places then stay near and far. An outgrown cache keeps fewer of its lines if more is read. The same is
  // asked of a walk from the end of memory: in a cache, slow lines and the fast lines that their misses brought would change
  // places.
  template <typename IsSlow>
  bool same_when_doubled(const Walk& walk, const Boundary& boundary, const IsSlow& is_slow) {
    if (2 * boundary.outgrown > lab_.limit_bytes()) return false;
    // Accesses that hit in front of the last level don't count. Accesses to the last level do: if the slow places are a far part of
    // it, its other places must stay near.
    const double cut = survey_.cut(survey_.levels.size() - 2);
    const Walk more = sweep_walk(lab_, 2 * boundary.outgrown, boundary.stride);
    const std::uint64_t each = std::max<std::uint64_t>(kSmallestPage / boundary.stride, 1);
    const auto latency_in = [](const Walk& of) { return [&of](std::size_t i) { return of.at(0, i); }; };
    const std::size_t both = std::min(walk.period, more.period);
    if (are_left_behind(both, each, is_slow, latency_in(more))) return same_among_fewer(walk, boundary, each, cut, is_slow);
    if (!same_places(both, each, cut, is_slow, latency_in(walk), latency_in(more))) return false;
    const std::uint64_t elements = boundary.outgrown / boundary.stride;
    if (elements > kMostListed || elements != walk.period) return true;
    if (!stay_slow_among_few(walk, boundary, each, cut, is_slow)) return false;
    std::vector<std::uint64_t> offsets;
    for (std::uint64_t i = elements; i-- > 0;) offsets.push_back(i * boundary.stride);
    const Walk reversed = lab_.walk(offsets, {warm_passes(lab_, elements), 1}, "the same from its end");
    const auto from_end = [&](std::size_t i) { return reversed.at(0, elements - 1 - i); };
    return same_places(walk.period, each, cut, is_slow, latency_in(walk), from_end);
  }

  // Whether a walk over twice as much outgrows both levels, so that a level behind them answers it.
  template <typename IsSlow, typename After>
  bool are_left_behind(std::size_t elements, std::uint64_t each, const IsSlow& is_slow, const After& latency_after) const {
    const double near = clearly_above(survey_.levels.back().latency.high, survey_.noise);
    std::size_t seen = 0;
    for (std::size_t i = 1; i < elements; ++i)
      if (each == 1 || i % each != 0) seen += latency_after(i) <= near || is_slow(latency_after(i)) ? 1 : 0;
    return static_cast<double>(seen) < (1 - kSame) * static_cast<double>(elements);
  }

  // Whether the same places are slow in a walk that leaves out one page in four, at random. This replaces larger walks if these
  // outgrow the level. In a cache, evicted lines would then find room; near and far places stay near and far.
  template <typename IsSlow>
  bool same_among_fewer(const Walk& walk, const Boundary& boundary, std::uint64_t each, double cut, const IsSlow& is_slow) {
    constexpr std::uint64_t kOneOf = 4;
    const std::uint64_t elements = boundary.outgrown / boundary.stride;
    if (elements > kMostListed || elements != walk.period) return false;
    Random random(0xfa4);
    std::vector<std::uint64_t> offsets;
    std::vector<std::size_t> place(elements, elements);
    for (std::uint64_t i = 0; i < elements;) {
      const std::uint64_t until = std::min(elements, i + each);
      if (random.below(kOneOf) == 0) {
        i = until;
        continue;
      }
      for (; i < until; ++i) {
        place[i] = offsets.size();
        offsets.push_back(i * boundary.stride);
      }
    }
    if (offsets.empty()) return false;
    const Walk fewer = lab_.walk(offsets, {warm_passes(lab_, offsets.size()), 1}, "the same without one page in four");
    const auto among_fewer = [&](std::size_t i) { return place[i] < offsets.size() ? fewer.at(0, place[i]) : 0.0F; };
    return same_places(
        elements, each, std::max(cut, 0.0), is_slow, [&](std::size_t i) { return walk.at(0, i); }, among_fewer);
  }

  // Whether slow places are still slow if fewer lines are read. If the index of a cache does not use an address bit, a walk over
  // both values of the bit gives each set twice the lines, and larger walks and walks from the end of memory evict the same places.
  // So a few slow places are read together with fewer and fewer of the lines that the level holds, as long as these overflow the
  // caches in front. In a cache, the slow places would find room and become fast. Far places stay slow.
  template <typename IsSlow>
  bool stay_slow_among_few(const Walk& walk, const Boundary& boundary, std::uint64_t each, double cut, const IsSlow& is_slow) {
    constexpr std::size_t kFew = 16, kPasses = 4;
    constexpr double kShares[] = {0.9, 0.75, 0.6, 0.45};  // of the lines that the level holds
    const std::uint64_t step = survey_.boundaries.back().stride;
    if (step == 0 || boundary.fits / step > kMostListed) return true;
    std::vector<std::uint64_t> slow;  // places beyond the footprint that the level holds, one in a page
    for (std::size_t i = boundary.fits / boundary.stride; i < walk.period; ++i) {
      const std::uint64_t place = i * boundary.stride;
      if (!slow.empty() && slow.back() / kSmallestPage == place / kSmallestPage) continue;
      if ((each == 1 || (i % each != 0 && i % each != each - 1)) && is_slow(walk.at(0, i))) slow.push_back(place);
    }
    if (slow.empty()) return true;
    const double reach = clearly_above(survey_.levels.back().latency.high, survey_.noise);
    Random random(0x5e7);  // places at equal distances might share a set
    for (const double share : kShares) {
      std::vector<std::uint64_t> offsets, asked;
      for (std::size_t k = 0; k < std::min(kFew, slow.size()); ++k) {
        std::swap(slow[k], slow[k + random.below(slow.size() - k)]);
        asked.push_back(slow[k] ^ (kSmallestPage / 2));  // primer for the next element
        asked.push_back(slow[k]);
      }
      for (std::uint64_t at = 0; at < boundary.fits; at += step)
        if (random.unit() < share && std::find(asked.begin(), asked.end(), at) == asked.end()) offsets.push_back(at);
      const std::size_t first = offsets.size();
      offsets.insert(offsets.end(), asked.begin(), asked.end());
      const Walk among = lab_.walk(offsets, {warm_passes(lab_, offsets.size()), kPasses}, "a few slow places among fewer others");
      std::size_t still_slow = 0, now_near = 0;
      for (std::size_t i = first + 1; i < offsets.size(); i += 2) {
        for (std::size_t pass = 0; pass < kPasses; ++pass) {
          const float cycles = among.at(pass, i);
          still_slow += is_slow(cycles) ? 1 : 0;
          now_near += cycles <= reach && cycles > cut && !is_slow(cycles) ? 1 : 0;
        }
      }
      if (static_cast<double>(now_near) > (1 - kSame) * static_cast<double>(now_near + still_slow)) return false;
    }
    return true;
  }

  // Whether slow places are slow in both walks, and places of the last level belong to it in both. `cut`: faster accesses don't
  // count.
  template <typename IsSlow, typename Before, typename After>
  bool same_places(std::size_t elements, std::uint64_t each, double cut, const IsSlow& is_slow, const Before& latency_before,
                   const After& latency_after) const {
    const double reach = clearly_above(survey_.levels.back().latency.high, survey_.noise);
    const auto is_near = [&](float cycles) { return cycles <= reach && !is_slow(cycles); };
    std::size_t near = 0, near_still = 0, far = 0, far_still = 0;
    for (std::size_t i = 0; i < elements; ++i) {
      const float before = latency_before(i), after = latency_after(i);
      if ((each > 1 && (i % each == 0 || i % each == each - 1)) || before <= cut || after <= cut) continue;
      far += is_slow(before) ? 1 : 0;
      far_still += is_slow(before) && is_slow(after) ? 1 : 0;
      near += is_near(before) ? 1 : 0;
      near_still += is_near(before) && is_near(after) ? 1 : 0;
    }
    return near > 0 && far > 0 && static_cast<double>(near_still) >= kSame * static_cast<double>(near) &&
           static_cast<double>(far_still) >= kSame * static_cast<double>(far);
  }

  // Whether a TLB miss slowed the element, which was the first of its block when it was read alone. Its neighbour in the block is
  // read just before it, so that the translation is in the TLB.
  bool translation_explains(std::vector<std::uint64_t> offsets) {
    const std::uint64_t element = offsets.front();
    const std::uint64_t neighbour = element ^ (kSmallestPage / 2);
    std::vector<std::uint64_t> primed{neighbour};
    primed.insert(primed.end(), offsets.begin(), offsets.end());
    const Walk walk = lab_.walk(primed, {2, 8}, "the same, its page looked up before");
    std::vector<float> latencies;
    for (std::size_t pass = 0; pass < walk.passes(); ++pass) latencies.push_back(walk.at(pass, 1));
    std::nth_element(latencies.begin(), latencies.begin() + 4, latencies.end());
    return latencies[4] <= clearly_above(survey_.levels.back().latency.high, survey_.noise);
  }

  static constexpr std::size_t kMostListed = 1 << 18;  // elements
  static constexpr double kSame = 0.9;                 // share of the places that are compared

  Lab& lab_;
  const Survey& survey_;
  std::uint64_t stride_;
};

}  // namespace

bool is_far_part(Lab& lab, const Survey& survey, std::uint64_t stride, const Walk& walk, const Band& band,
                 const Boundary& boundary) {
  return FarParts(lab, survey, stride).is_far(walk, band, boundary);
}

}  // namespace chasescope::structure
