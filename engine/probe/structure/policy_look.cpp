#include "engine/probe/structure/policy_look.h"

#include <algorithm>

#include "engine/probe/structure/shape_look.h"

namespace chasescope::structure {
namespace {

// The policy is best seen in a set with many ways: in a set of one any policy is the same machine, and so are some in a set of two.
Addresses policy_lines(DataTester& tester, const CacheShape& shape) {
  if (shape.ways.empty() || !shape.index || shape.equal_ways()) return shape.overflowing;
  const auto most = std::max_element(shape.ways.begin(), shape.ways.end());
  const auto set = static_cast<std::uint64_t>(most - shape.ways.begin());
  if (shape.index->set_of(shape.overflowing.front()) == set) return shape.overflowing;
  Addresses lines;
  const std::uint64_t end = std::min(tester.limit_bytes(), 16 * shape.entries() * shape.line_bytes);
  for (std::uint64_t address = 0; address < end && lines.size() <= *most; address += shape.line_bytes)
    if (shape.index->set_of(address) == set) lines.push_back(address);
  if (lines.size() <= *most) return shape.overflowing;
  tester.keep_clear_of(lines);
  tester.choose_primer(lines);
  return lines;
}

PolicyFound find_policy(DataTester& tester, const Survey& survey, std::size_t cache, const CacheShape& shape) {
  const Addresses lines = policy_lines(tester, shape);
  PolicyFound found = solve_policy(tester, lines);
  const std::uint32_t most = shape.ways.empty() ? 0 : *std::max_element(shape.ways.begin(), shape.ways.end());
  const std::string& policy = found.replacement.policy;
  if (policy.empty()) return found;
  if (found.ways <= 2 && most != found.ways)
    throw Undecided("It was seen in a set of " + std::to_string(found.ways) + (found.ways == 1 ? " way" : " ways") +
                    ", in which several policies do the same, and other sets may have more ways.");
  if (policy == "other" && most != found.ways)
    throw Undecided(
        "The victims are none of a known policy's, but the sets are not known well enough to be sure that nothing else took part.");
  if (policy == "other" && tester.empties_sets())
    throw Undecided(
        "The victims are none of a known policy's, but lines that empty the caches in front may have taken part in the set.");
  if (policy == "other" && asked_for_in_blocks(survey, cache, shape))
    throw Undecided(
        "The victims are none of a known policy's, but the cache in front asks for whole blocks, which may be lines of several "
        "sets.");
  return found;
}

}  // namespace

void look_for_policy(Lab& lab, const Survey& survey, DataTester& tester, CacheReport& report) {
  const Allowance allowance(lab, kForCache);
  try {
    lab.tell("replacement in " + report.subject);
    report.policy_undecided.clear();
    report.policy = find_policy(tester, survey, report.level, report.shape);
    if (report.policy->replacement.policy.empty()) report.policy_undecided = report.policy->replacement.undecided;
  } catch (const Undecided& undecided) {
    report.policy_undecided = undecided.what();
  }
}

}  // namespace chasescope::structure
