#include "engine/structure/sets/index_solver.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "engine/inference/sets/one_distance.h"
#include "engine/structure/sets/membership.h"
#include "engine/structure/sets/set_listing.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

using inference::BitBasis;
using inference::SetIndex;

constexpr std::size_t kMostSetBits = 14;
constexpr int kConfirmedMembers = 10, kFewestMembers = 3, kMostMemberDraws = 80;
constexpr int kConfirmedStrangers = 40;

std::uint64_t address_bits(std::uint64_t line_bytes, std::uint64_t limit) {
  return (std::bit_floor(limit) - 1) & ~(line_bytes - 1);
}

// Whether `kernel` has a vector with `bit` whose other bits all lie in `independent`.
bool depends(const BitBasis& kernel, std::uint64_t bit, std::uint64_t independent) {
  // Eliminates all other bits first. The bits that remain in each vector lie within `independent` and `bit`.
  std::vector<std::uint64_t> rows = kernel.vectors();
  std::uint64_t others = 0;
  for (const std::uint64_t row : rows) others |= row;
  others &= ~(independent | bit);
  for (; others != 0; others &= others - 1) {
    const std::uint64_t pivot_bit = others & (~others + 1);
    const auto pivot = std::find_if(rows.begin(), rows.end(), [&](auto row) { return (row & pivot_bit) != 0; });
    if (pivot == rows.end()) continue;
    const std::uint64_t vector = *pivot;
    rows.erase(pivot);
    for (std::uint64_t& row : rows)
      if ((row & pivot_bit) != 0) row ^= vector;
  }
  return std::any_of(rows.begin(), rows.end(), [&](auto row) { return (row & bit) != 0; });
}

std::uint64_t combination(const std::vector<std::uint64_t>& bits, std::uint64_t which) {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (((which >> i) & 1U) != 0) mask |= bits[i];
  return mask;
}

std::optional<SetIndex> linear_index(Membership& members, const Addresses& overflowing, std::uint64_t bits) {
  BitBasis kernel;
  for (const std::uint64_t line : overflowing) kernel.insert((line ^ members.base()) & bits);
  std::vector<std::uint64_t> active;
  for (const unsigned position : inference::bit_positions(bits)) {
    const std::uint64_t bit = std::uint64_t{1} << position;
    if (kernel.contains(bit)) continue;
    if (members.holds(members.base() ^ bit, "with address bit " + std::to_string(position) + " changed")) {
      kernel.insert(bit);
    } else {
      active.push_back(bit);
    }
  }
  std::vector<std::uint64_t> independent;
  std::uint64_t independent_bits = 0;
  for (const std::uint64_t bit : active) {
    if (!depends(kernel, bit, independent_bits)) {
      Addresses candidates;
      for (std::uint64_t which = 1; which < std::uint64_t{1} << independent.size(); ++which)
        candidates.push_back(members.base() ^ bit ^ combination(independent, which));
      const auto found =
          candidates.empty()
              ? std::nullopt
              : members.first_of(candidates, "bit " + std::to_string(std::countr_zero(bit)) + " with combinations of lower bits");
      if (found) {
        kernel.insert((*found ^ members.base()) & bits);
      } else {
        independent.push_back(bit);
        independent_bits |= bit;
        if (independent.size() > kMostSetBits) return std::nullopt;
      }
    }
  }
  SetIndex index;
  index.rows = kernel.complement(bits).vectors();
  if (index.rows.size() != independent.size()) return std::nullopt;  // a contradiction: the index is not linear
  index.kind = index.rows.empty() ? SetIndex::Kind::one_set : SetIndex::Kind::linear;
  return index;
}

// Tries a modulus: finds the runs of neighbouring lines that lie in the set, and the distance between two runs.
std::optional<SetIndex> modulo_index(Membership& members, const Addresses& overflowing, std::uint64_t line_bytes,
                                     std::uint64_t limit) {
  std::uint64_t first = overflowing.front() / line_bytes * line_bytes;
  // The run of the first line, extended downwards and upwards.
  const auto in_set = [&](std::uint64_t address) { return members.holds(address, "the next line"); };
  constexpr std::uint64_t kLongestRun = 4096;
  std::uint64_t begin = first, end = first + line_bytes;
  while (begin >= line_bytes && (end - begin) / line_bytes < kLongestRun && in_set(begin - line_bytes)) begin -= line_bytes;
  while (end + line_bytes <= limit && (end - begin) / line_bytes < kLongestRun && in_set(end)) end += line_bytes;
  // The next run: the search widens until a line of the set is found.
  constexpr std::uint64_t kFarthest = 1 << 15;  // lines
  std::uint64_t from = end + line_bytes;
  for (std::uint64_t lines = 16; lines <= kFarthest; lines *= 2) {
    Addresses candidates;
    for (std::uint64_t i = 0; i < lines && from + line_bytes <= limit; ++i, from += line_bytes) candidates.push_back(from);
    if (candidates.empty()) return std::nullopt;
    const auto found = members.first_of(candidates, "lines that follow");
    if (!found) continue;
    // The first run may be cut off at the start of memory. Then the second run is measured.
    std::uint64_t run_end = *found + line_bytes;
    while (run_end + line_bytes <= limit && (run_end - *found) / line_bytes < kLongestRun && in_set(run_end)) run_end += line_bytes;
    SetIndex index;
    index.kind = SetIndex::Kind::modulo;
    index.granule_bytes = run_end - *found;
    if ((*found - begin) % index.granule_bytes != 0) return std::nullopt;
    index.modulus = (*found - begin) / index.granule_bytes;
    if (*found % index.granule_bytes != 0 || index.modulus < 2) return std::nullopt;
    return index;
  }
  return std::nullopt;
}

// Whether the index predicts random addresses that it was not made from: those that it puts into the set must overflow it, and
// others must not.
bool confirmed(Membership& members, const SetIndex& index, std::uint64_t line_bytes, std::uint64_t limit) {
  Random random(0x5e7c0de);
  const std::uint64_t set = index.set_of(members.base());
  const std::uint64_t reach = std::bit_floor(limit);
  // The index must put all lines of the overflowing set into one set. In a small memory space this is the main test, because few
  // other addresses there belong to the set.
  if (!members.all_in(index, set)) return false;
  int asked = 0;
  for (int i = 0; i < kMostMemberDraws && asked < kConfirmedMembers; ++i) {
    // Half of the addresses come from low memory, where the regular structure lies, and half from everywhere.
    const std::uint64_t range = i % 2 == 0 ? reach : std::min(reach, std::bit_ceil(4 * index.sets() * line_bytes * 8));
    const std::uint64_t address = index.moved_to_set(random.below(range) / line_bytes * line_bytes, set);
    if (address + line_bytes > limit) continue;
    ++asked;
    if (!members.holds(address, "an address that should be in the set")) return false;
  }
  if (asked < kFewestMembers) return false;
  if (index.sets() == 1) return true;
  // A small memory space may not have so many addresses of other sets.
  constexpr int kMostDraws = 64 * kConfirmedStrangers;
  Addresses strangers;
  for (int draw = 0; draw < kMostDraws && strangers.size() < kConfirmedStrangers; ++draw) {
    const std::uint64_t range =
        strangers.size() % 2 == 0 ? reach : std::min(reach, std::bit_ceil(4 * index.sets() * line_bytes * 8));
    const std::uint64_t address = random.below(range) / line_bytes * line_bytes;
    const bool known = std::any_of(strangers.begin(), strangers.end(), [&](auto other) { return other == address; });
    if (known || index.set_of(address) == set) {
      if (index.sets() * line_bytes * 8 < kConfirmedStrangers && strangers.size() >= 4) break;
      continue;
    }
    strangers.push_back(address);
  }
  return !strangers.empty() && !members.first_of(strangers, "addresses that should not be in the set");
}

// A modulus that is a power of two is the same as address bits. Returns the linear form.
SetIndex plainest(SetIndex index) {
  if (index.kind != SetIndex::Kind::modulo || !std::has_single_bit(index.modulus) || !std::has_single_bit(index.granule_bytes))
    return index;
  SetIndex bits;
  bits.kind = index.modulus == 1 ? SetIndex::Kind::one_set : SetIndex::Kind::linear;
  for (std::uint64_t row = index.granule_bytes; row < index.granule_bytes * index.modulus; row *= 2) bits.rows.push_back(row);
  return bits;
}

// Whether the distance between two runs of neighbouring lines is not a power of two.
bool looks_modular(const Addresses& overflowing, std::uint64_t line_bytes) {
  for (std::size_t i = 1; i < overflowing.size(); ++i)
    if (overflowing[i] / line_bytes - overflowing[i - 1] / line_bytes > 1)
      return !std::has_single_bit(overflowing[i] / line_bytes - overflowing.front() / line_bytes);
  return false;
}

// Whether random addresses are all in the set, so that the cache has a single set. Lines of a single set may lie anywhere, and a
// run of them never ends.
bool seems_one_set(Membership& members, std::uint64_t line_bytes, std::uint64_t limit) {
  constexpr int kTried = 4;
  Random random(0x01e5e7);
  for (int i = 0; i < kTried; ++i)
    if (!members.holds(random.below(limit / line_bytes) * line_bytes, "an address from anywhere")) return false;
  return true;
}

}  // namespace

SetIndex solve_index(Tester& tester, const Addresses& overflowing, std::uint64_t line_bytes, std::vector<RunPtr>& runs,
                     const std::function<bool(const SetIndex&)>& accept, const std::vector<SetIndex>& guesses) {
  Membership members(tester, overflowing, line_bytes, runs);
  const std::uint64_t limit = tester.limit_bytes();
  const std::uint64_t bits = address_bits(line_bytes, limit);
  for (const SetIndex& guess : guesses)
    if (confirmed(members, guess, line_bytes, limit) && accept(guess)) return guess;
  const bool modular_first = looks_modular(overflowing, line_bytes) && !seems_one_set(members, line_bytes, limit);
  // Flush lines that are drawn anew for each question keep out of the supposed set while the index is put to the test. Otherwise
  // they may take ways of this set, and lines of other sets would seem to overflow it. Flush lines that were chosen once leave it
  // alone.
  const auto is_right = [&](const SetIndex& index) {
    if (tester.flushes_single_sets()) tester.suppose(index);
    if (confirmed(members, index, line_bytes, limit) && accept(index)) return true;
    if (tester.flushes_single_sets()) tester.suppose(std::nullopt);
    return false;
  };
  // Elsewhere the questions of modulo_index() can be trusted, and its answer rests on more lines.
  if (modular_first && tester.flushes_single_sets())
    if (const auto index = inference::modulo_of_one_distance(overflowing, line_bytes); index && is_right(*index)) return *index;
  // In noise, one wrong answer is enough to miss a linear index, so that it is looked for several times.
  constexpr int kMoreInNoise = 2;
  std::vector<bool> linear_in_turn{!modular_first, modular_first};
  if (tester.noisy()) linear_in_turn.insert(linear_in_turn.end(), kMoreInNoise, true);
  for (const bool linear : linear_in_turn) {
    auto index = linear ? linear_index(members, overflowing, bits) : modulo_index(members, overflowing, line_bytes, limit);
    if (index) *index = plainest(std::move(*index));
    if (index && is_right(*index)) return *index;
  }
  if (auto index = list_sets(tester, overflowing, line_bytes, runs)) {
    // One wrong answer is enough to miss a linear index at first. The list rests on many answers, so a linear form is looked for
    // once more.
    if (auto linear = inference::linear_form(*index)) {
      index = std::move(linear);
    } else if (auto modulo = inference::modulo_form(*index)) {
      index = std::move(modulo);
    }
    if (is_right(*index)) return *index;
  }
  throw Undecided(
      "Neither a linear index (bit fields, XOR), nor a modulus, nor a list that repeats predicts which addresses share a set.");
}

}  // namespace chasescope::structure
