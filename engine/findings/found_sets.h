// Collects the findings about the sets of one cache or TLB: the number of sets, the ways, and which addresses go to each set.
//
//   for (const FoundSets& cache : found_sets(session.findings)) if (cache.index && cache.line_bytes) place(cache);
//
// Uses measured findings only. Values that follow by arithmetic (the line of a cache whose capacity and ways are known) are
// computed here once.
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
  nlohmann::json setting = nlohmann::json::object();  ///< the conditions of the measurements: space, carve-out, …
  std::optional<std::uint64_t> line_bytes;            ///< bytes that one tag covers: a line, or a page
  std::optional<std::uint64_t> fetch_bytes;           ///< bytes that one miss fetches
  std::optional<std::uint64_t> sets;
  std::vector<std::uint32_t> ways;  ///< of each set, as the index numbers them; empty if not known
  std::optional<inference::SetIndex> index;
  std::string policy;             ///< as in findings; empty if not known
  bool nearest = false;           ///< no other data cache was found in front of it, so that every miss of its space reaches it
  std::vector<Finding> findings;  ///< all findings about its sets, in their order

  bool translates() const { return subject.ends_with("_tlb"); }
  /// The number of lines, or pages, that it holds; 0 if not known.
  std::uint64_t entries() const;
  std::uint32_t most_ways() const;
  bool equal_ways() const;
  /// The finding of that quantity, or null.
  const Finding* find(std::string_view quantity) const;
  /// The set of an offset from the array's beginning; no value if that is not known.
  std::optional<std::uint64_t> set_of(std::uint64_t offset) const;
};

/// The subjects that have sets, data caches first, each kind nearest first: "l1_data", …, "l3_tlb".
const std::vector<std::string>& cache_subjects();

/// The caches and TLBs with findings about sets or replacement, nearest first, one entry for each setting.
std::vector<FoundSets> found_sets(const std::vector<Finding>& findings);

/// The share of misses in a warm pass over `bytes` by `stride` if each set replaced its least recently used line (2014 paper §2 and
/// figure 9's comparison): a set that is visited by more lines than it has ways misses all of them. No value if line, ways or index
/// are not known.
std::optional<double> lru_miss_rate(const FoundSets& cache, std::uint64_t bytes, std::uint64_t stride);

}  // namespace chasescope
