// What follows when a person changes one control, so that the others go on making sense: pure functions.
#pragma once

#include <string>
#include <vector>

#include "engine/model/spec/spec.h"

namespace chasescope::build {

/// As many sets, the last one's ways for those that are new.
std::vector<std::uint32_t> with_sets(const std::vector<std::uint32_t>& ways, std::size_t sets);

/// The index of that kind that a cache of this line and these sets has where nobody chose another: the bits above the line, each
/// XORed with the one as far above as there are set bits, the line number modulo the sets, or a table that counts through them.
model::IndexSpec usual_index(model::IndexSpec::Kind kind, std::uint64_t unit_bytes, std::size_t sets);

/// The index of `after`, when its line or its sets were others before. One that was the usual one is the usual one again; else bits
/// move with the line, and set bits come and go at the top. What a number of sets that is no power of two makes wrong is left, to
/// be told.
model::IndexSpec refitted_index(const model::CacheSpec& before, const model::CacheSpec& after);

/// The policy of `after`, when its ways were others before: chances of ways are made anew, all else stays.
model::PolicySpec refitted_policy(const model::CacheSpec& before, const model::CacheSpec& after);

/// "6, 4, 4, 4" with repeats put together where there are many: "6, 31 × 4". What is typed in may have either form ("x" and "*" do,
/// too).
std::string ways_text(const std::vector<std::uint32_t>& ways);
/// Empty for anything that is no such list, and for more than `most` sets.
std::vector<std::uint32_t> parse_ways(const std::string& text, std::size_t most);

}  // namespace chasescope::build
