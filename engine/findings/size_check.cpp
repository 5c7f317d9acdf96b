#include "engine/findings/size_check.h"

#include <algorithm>
#include <optional>
#include <string>

#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

constexpr const char* kQuantity = quantity::size_check;
constexpr const char* kReference = "topology thesis §4.1";
constexpr const char* kSizeCheckMethod = "The size that the device's interface tells, beside what was measured.";

std::uint64_t bytes_of(double value) { return static_cast<std::uint64_t>(value + 0.5); }

Finding blank(const std::string& subject, std::string reason) {
  Finding finding = unmeasured(subject, kQuantity, std::move(reason), kSizeCheckMethod, kReference);
  finding.unit = "";
  return finding;
}

void conclude(Finding& finding, const char* verdict, std::string reason, const std::vector<std::string>& evidence) {
  finding.status = FindingStatus::measured;
  finding.value = verdict;
  finding.reason = std::move(reason);
  finding.evidence = evidence;
}

/// The best finding about a size: one with a value, or at least with an interval.
const Finding* best_of(const std::vector<Finding>& findings, const std::string& subject, const std::string& quantity) {
  const Finding* best = nullptr;
  for (const Finding& finding : findings) {
    if (finding.subject != subject || finding.quantity != quantity || finding.status == FindingStatus::reported) continue;
    if (finding.status == FindingStatus::measured) return &finding;
    if (finding.low && finding.high && best == nullptr) best = &finding;
  }
  return best;
}

const Finding* reported_of(const std::vector<Finding>& findings, const std::string& subject) {
  const auto found = std::find_if(findings.begin(), findings.end(), [&](const Finding& finding) {
    return finding.subject == subject && finding.quantity == quantity::capacity_bytes && finding.status == FindingStatus::reported;
  });
  return found == findings.end() ? nullptr : &*found;
}

Finding check_of_l2(std::uint64_t reported, const std::vector<Finding>& findings) {
  Finding finding =
      blank(subject::l2, "The interface tells " + size_words(reported) + "; no measurement exists to compare it with.");
  const Finding* capacity = best_of(findings, subject::l2, quantity::capacity_bytes);
  if (capacity != nullptr && capacity->status == FindingStatus::measured && capacity->value.is_number()) {
    const std::uint64_t measured = bytes_of(capacity->value.get<double>());
    const std::string both =
        "The interface tells " + size_words(reported) + ", and all sets together hold " + size_words(measured) + ".";
    if (measured == reported) {
      conclude(finding, "agrees", both, capacity->evidence);
    } else if (measured < reported) {
      conclude(finding, "smaller",
               both +
                   " An SM may use only a part of it (of an L2 in two halves that copy each other's lines, or of a divided card), "
                   "or a part may be reserved.",
               capacity->evidence);
    } else {
      conclude(finding, "larger", both + " The interface may state the size of one of several parts.", capacity->evidence);
    }
    return finding;
  }
  if (capacity != nullptr && capacity->low && capacity->high) {
    const std::uint64_t least = bytes_of(*capacity->low), most = bytes_of(*capacity->high);
    const std::string both = "The interface tells " + size_words(reported) + "; what was found lies between " + size_words(least) +
                             " and " + size_words(most) + ".";
    if (least > reported) {
      conclude(finding, "larger", both + " The interface may state the size of one of several parts.", capacity->evidence);
    } else if (most < reported) {
      conclude(finding, "smaller", both + " A part may be reserved, or may belong to other users (of a divided card).",
               capacity->evidence);
    } else {
      conclude(finding, "agrees", both, capacity->evidence);
    }
    return finding;
  }
  const Finding* footprint = best_of(findings, subject::l2, quantity::contiguous_bytes);
  if (footprint == nullptr || !footprint->low || !footprint->high) return finding;
  const std::uint64_t fits = bytes_of(*footprint->low), outgrown = bytes_of(*footprint->high);
  const std::string both =
      "The interface tells " + size_words(reported) + "; footprints of " + size_words(fits) + " are held, and " +
      (size_words(fits) == size_words(outgrown) ? "slightly larger ones are not." : "one of " + size_words(outgrown) + " is not.");
  if (fits > reported) {
    conclude(finding, "larger", both + " The interface may state the size of one of several parts.", footprint->evidence);
  } else if (outgrown >= reported) {
    conclude(finding, "agrees", both, footprint->evidence);
  } else {
    finding.reason = both +
                     " That is not a check: with a hashed index, or with two halves that copy each other's lines, a footprint "
                     "misses before the cache is full.";
    finding.evidence = footprint->evidence;
    finding.low = *footprint->low;
  }
  return finding;
}

/// The largest array that a chase covered in shared memory, or in the other spaces, and its run.
std::pair<std::uint64_t, const Run*> largest_walk(const std::vector<RunPtr>& runs, bool shared) {
  std::pair<std::uint64_t, const Run*> largest{0, nullptr};
  for (const RunPtr& run : runs) {
    const auto* chase = run->chase();
    if (chase == nullptr) continue;
    const MemorySpace space = chase->request.space;
    const bool global = space == MemorySpace::global_ca || space == MemorySpace::global_cg || space == MemorySpace::readonly;
    if (shared ? space != MemorySpace::shared : !global) continue;
    const std::uint64_t bytes = footprint_bytes(chase->request.pattern, chase->request.element_bytes);
    if (bytes > largest.first) largest = {bytes, run.get()};
  }
  return largest;
}

Finding check_of_shared(const Description& device, std::uint64_t reported, const std::vector<RunPtr>& runs) {
  const std::uint64_t block = device.properties.shared_bytes_per_block.value_or(reported);
  const auto [walked, run] = largest_walk(runs, true);
  const std::string told = "The interface tells " + size_words(reported) + " for an SM and " + size_words(block) + " for a block.";
  Finding finding = blank(subject::shared_memory, told + " No chase went over it.");
  if (run == nullptr) return finding;
  const std::string both = told + " A chase went over " + size_words(walked) + " of it.";
  constexpr std::uint64_t kStep = 128;  // stride of the walk, whose last element may lie this far before the end
  const std::uint64_t usable = std::min(block, device.max_footprint(MemorySpace::shared).value_or(block));
  if (walked <= usable && usable - walked < kStep)
    conclude(finding, "agrees",
             both + (usable < block ? " The chase keeps its own results in the rest of the block's shared memory." : "") +
                 (block < reported ? " The system keeps the rest for itself, or for another block." : ""),
             {run->id});
  else if (walked > block)
    conclude(finding, "larger", both + " The interface states less than a block can have.", {run->id});
  else
    conclude(finding, "smaller", both + " More of it was refused.", {run->id});
  return finding;
}

Finding check_of_memory(std::uint64_t reported, const std::vector<RunPtr>& runs) {
  // A walk over this share of the memory confirms its size, because the driver, error correction and other programs use the rest.
  constexpr double kNearlyAll = 0.8;
  const auto [walked, run] = largest_walk(runs, false);
  Finding finding = blank(subject::dram, "The interface tells " + size_words(reported) + "; no chase went over it.");
  if (run == nullptr) return finding;
  const std::string both = "The interface tells " + size_words(reported) + "; the largest array that a chase reached into had " +
                           size_words(walked) + ".";
  if (walked > reported) {
    conclude(finding, "larger", both + " The interface tells less than there is.", {run->id});
  } else if (static_cast<double>(walked) >= kNearlyAll * static_cast<double>(reported)) {
    conclude(finding, "agrees", both + " The rest is the driver's, error correction's and other programs'.", {run->id});
  } else {
    finding.reason = both + " No chase used a larger array, so this is not a check.";
    finding.evidence = {run->id};
    finding.low = static_cast<double>(walked);
  }
  return finding;
}

}  // namespace

std::vector<Finding> size_checks(const Description& device, const std::vector<Finding>& findings, const std::vector<RunPtr>& runs) {
  std::vector<Finding> checks;
  const auto reported = [&](const char* subject) -> std::optional<std::uint64_t> {
    const Finding* finding = reported_of(findings, subject);
    if (finding == nullptr || !finding->value.is_number()) return std::nullopt;
    return bytes_of(finding->value.get<double>());
  };
  if (const auto bytes = reported(subject::l2)) checks.push_back(check_of_l2(*bytes, findings));
  if (const auto bytes = reported(subject::shared_memory)) checks.push_back(check_of_shared(device, *bytes, runs));
  if (const auto bytes = reported(subject::dram)) checks.push_back(check_of_memory(*bytes, runs));
  return checks;
}

}  // namespace chasescope
