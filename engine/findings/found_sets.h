// What findings say of the sets of one cache or TLB, put together: how many, how high, and which addresses each of them takes.
//
//   for (const FoundSets& cache : found_sets(session.findings)) if (cache.index && cache.line_bytes) place(cache);
//
// Only what was measured. What follows by arithmetic (the line of a cache whose capacity and ways are known) is worked out here
// once.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/inference/sets/set_index.h"

namespace chasescope {

struct FoundSets {
  std::string subject;                                ///< "l1_data", "l2_tlb"
  nlohmann::json setting = nlohmann::json::object();  ///< the conditions under which it was measured: space, carve-out, …
  std::optional<std::uint64_t> line_bytes;            ///< what one tag covers: a line, or a page
  std::optional<std::uint64_t> fetch_bytes;           ///< what one miss brings
  std::optional<std::uint64_t> sets;
  std::vector<std::uint32_t> ways;  ///< of each set, as the index numbers them; empty if not known
  std::optional<inference::SetIndex> index;
  std::string policy;             ///< as in findings; empty if not known
  bool nearest = false;           ///< no other data cache was found in front of it: what misses in its space misses here
  std::vector<Finding> findings;  ///< all that speak of its sets, in their order

  bool translates() const { return subject.ends_with("_tlb"); }
  /// Lines, or pages, that it holds; 0 if not known.
  std::uint64_t entries() const;
  std::uint32_t most_ways() const;
  bool equal_ways() const;
  /// The finding of that quantity, or null.
  const Finding* find(std::string_view quantity) const;
  /// Which of the sets an offset from the array's beginning falls into; nothing where that is not known.
  std::optional<std::uint64_t> set_of(std::uint64_t offset) const;
};

/// The subjects that have sets, data caches first, each kind nearest first: "l1_data", …, "l3_tlb".
const std::vector<std::string>& cache_subjects();

/// The caches and TLBs of whose sets or replacement something was asked, nearest first, each setting by itself.
std::vector<FoundSets> found_sets(const std::vector<Finding>& findings);

/// Share of the accesses of a warm pass over `bytes` by `stride` that would miss if each set replaced its least recently used line
/// (2014 paper §2 and figure 9's comparison): a set that is visited by more lines than it has ways misses all of them. Nothing
/// where line, ways or index are not known.
std::optional<double> lru_miss_rate(const FoundSets& cache, std::uint64_t bytes, std::uint64_t stride);

}  // namespace chasescope
