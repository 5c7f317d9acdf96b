#include "engine/device/chase.h"

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <numeric>

#include "engine/trace/random.h"

namespace chasescope {
namespace {

constexpr std::array<std::pair<MemorySpace, std::string_view>, 10> kSpaces{{
    {MemorySpace::global_ca, "global.ca"},
    {MemorySpace::global_cg, "global.cg"},
    {MemorySpace::readonly, "readonly"},
    {MemorySpace::texture, "texture"},
    {MemorySpace::constant, "constant"},
    {MemorySpace::shared, "shared"},
    {MemorySpace::local, "local"},
    {MemorySpace::host, "host"},
    {MemorySpace::managed, "managed"},
    {MemorySpace::peer, "peer"},
}};

template <typename... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <typename... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;  // clang 14 does not deduce it

}  // namespace

const std::vector<MemorySpace>& all_memory_spaces() {
  static const std::vector<MemorySpace> spaces = [] {
    std::vector<MemorySpace> list;
    for (const auto& entry : kSpaces) list.push_back(entry.first);
    return list;
  }();
  return spaces;
}

const std::vector<MemorySpace>& card_memory_spaces() {
  static const std::vector<MemorySpace> spaces = [] {
    std::vector<MemorySpace> list = all_memory_spaces();
    std::erase_if(list, is_beyond_card);
    return list;
  }();
  return spaces;
}

std::string_view to_string(MemorySpace space) {
  return std::find_if(kSpaces.begin(), kSpaces.end(), [&](const auto& entry) { return entry.first == space; })->second;
}

std::optional<MemorySpace> memory_space_from(std::string_view word) {
  for (const auto& [space, name] : kSpaces)
    if (name == word) return space;
  return std::nullopt;
}

std::uint64_t accesses_per_pass(const Pattern& pattern) {
  return std::visit(Overloaded{
                        [](const OffsetsPattern& p) { return static_cast<std::uint64_t>(p.offsets.size()); },
                        [](const auto& p) { return p.stride == 0 ? 0 : p.bytes / p.stride; },
                    },
                    pattern);
}

std::uint64_t footprint_bytes(const Pattern& pattern, unsigned element_bytes) {
  return std::visit(Overloaded{
                        [&](const OffsetsPattern& p) {
                          if (p.offsets.empty()) return std::uint64_t{0};
                          return *std::max_element(p.offsets.begin(), p.offsets.end()) + element_bytes;
                        },
                        [](const auto& p) { return p.bytes; },
                    },
                    pattern);
}

namespace {

/// The offsets of one pass, shuffled (Fisher-Yates). `Number` is as narrow as the pattern allows: the swaps touch millions of
/// elements in random order, and they take half as long if the elements fit a cache.
template <typename Number>
std::vector<std::uint64_t> shuffled(const ShuffledPattern& pattern) {
  std::vector<Number> order(accesses_per_pass(pattern));
  std::iota(order.begin(), order.end(), Number{0});
  Random random(pattern.seed);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  std::vector<std::uint64_t> offsets(order.size());
  std::transform(order.begin(), order.end(), offsets.begin(), [&](Number element) { return element * pattern.stride; });
  return offsets;
}

}  // namespace

// Keeps the last order: drawing millions of offsets takes far longer than reading them.
std::shared_ptr<const std::vector<std::uint64_t>> shuffled_order(const ShuffledPattern& pattern) {
  constexpr std::uint64_t kMostKept = std::uint64_t{1} << 22;  // offsets: 32 MiB
  static std::mutex mutex;
  static std::optional<ShuffledPattern> kept_pattern;
  static std::shared_ptr<const std::vector<std::uint64_t>> kept;
  const std::uint64_t count = accesses_per_pass(pattern);
  {
    const std::lock_guard lock(mutex);
    if (kept_pattern == pattern) return kept;
  }
  const bool few = count <= std::numeric_limits<std::uint32_t>::max();
  auto order =
      std::make_shared<const std::vector<std::uint64_t>>(few ? shuffled<std::uint32_t>(pattern) : shuffled<std::uint64_t>(pattern));
  if (count <= kMostKept) {
    const std::lock_guard lock(mutex);
    kept_pattern = pattern;
    kept = order;
  }
  return order;
}

std::vector<std::uint64_t> shuffled_offsets(const ShuffledPattern& pattern) { return *shuffled_order(pattern); }

AccessOrder::AccessOrder(const Pattern& pattern, std::uint64_t warmup, std::vector<std::uint64_t> shuffled)
    : period_(accesses_per_pass(pattern)), warmup_(warmup) {
  if (const auto* uniform = std::get_if<UniformPattern>(&pattern)) {
    stride_ = uniform->stride;
  } else if (const auto* listed = std::get_if<OffsetsPattern>(&pattern)) {
    offsets_ = std::make_shared<const std::vector<std::uint64_t>>(listed->offsets);
  } else {
    offsets_ = shuffled.size() == period_ ? std::make_shared<const std::vector<std::uint64_t>>(std::move(shuffled))
                                          : shuffled_order(std::get<ShuffledPattern>(pattern));
  }
}

}  // namespace chasescope
