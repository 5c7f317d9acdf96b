// Keeps TLB misses from being counted as misses of the cache, in questions about lines beyond the clean footprint.
#include <algorithm>

#include "engine/structure/testers/data_tester.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {

void DataTester::choose_primer(const Addresses& overflowing) {
  find_primer(overflowing);
  if (!emptier_.is_by_sets()) return;
  // Looks for a choice of flush lines that take no ways of the set in question.
  constexpr std::uint64_t kMostChoices = 16, kApart = 16;
  const Addresses fitting(overflowing.begin(), overflowing.end() - 1);
  // The caches in front are flushed in the same way as for follow(): not all lines of the set are read between two visits of one
  // line.
  all_read_in_each_pass_ = false;
  bool settled = false;
  for (std::uint64_t number = 0; number < kMostChoices && !settled; ++number) {
    emptier_.use_choice(number * kApart);
    try {
      settled = !ask_once(fitting, {}, "with other flush lines for the caches in front").conflict;
    } catch (const Undecided&) {
    }
  }
  if (settled) {
    emptier_.settle();
    settled_ = fitting;
  } else {
    emptier_.use_choice(0);
    settled_.clear();
  }
  all_read_in_each_pass_ = true;
}

// Finds a distance of primers from their lines. The primer of a line must not lie in the set of that line, or it would take a way
// there. With two lines, all primers are at their final distance.
void DataTester::find_primer(const Addresses& overflowing) {
  if (apart_) return;
  const Addresses fitting(overflowing.begin(), overflowing.end() - 1);
  const auto listed = [&](std::uint64_t address) {
    return std::any_of(overflowing.begin(), overflowing.end(), [&](auto line) { return line / unit_ == address / unit_; });
  };
  const auto fits_and_overflows = [&] {
    return ask(overflowing, "with primers").conflict && !ask(fitting, "with primers, one line fewer").conflict;
  };
  manner_ = PageManner::primed;
  for (primer_distance_ = first_primer_; primer_distance_ >= unit_ && primer_distance_ >= 8; primer_distance_ /= 2) {
    if (std::any_of(overflowing.begin(), overflowing.end(), [&](auto line) { return listed(line ^ primer_distance_); })) continue;
    try {
      if (clean(overflowing, {})) {
        Addresses primers;
        for (const std::uint64_t line : overflowing) primers.push_back(line ^ primer_distance_);
        Addresses fewer(primers.begin(), primers.end() - 1);
        if (ask(overflowing, primers, "with primers").conflict && !ask(fitting, fewer, "with primers, one line fewer").conflict)
          return;
      } else if (fits_and_overflows()) {
        return;
      }
    } catch (const Undecided&) {
    }
  }
  manner_ = PageManner::grouped;
  if (clean(overflowing, {}) || fits_and_overflows()) return;
  throw Undecided("TLB misses can't be kept apart from misses of this cache: all lines of a page share a set.");
}

bool DataTester::prepare(const Addresses& overflowing) {
  bool is_kept = false;  // in front, where no other primer reaches it
  const auto overflows = [&] {
    try {
      return ask(overflowing, "lines that missed").conflict;
    } catch (const KeptInFront&) {
      is_kept = true;
      return false;
    } catch (const Undecided&) {
      return false;
    }
  };
  if (clean(overflowing, {})) return overflows();
  manner_ = PageManner::primed;
  constexpr int kTries = 3;
  primer_distance_ = first_primer_;
  for (int tried = 0; tried < kTries && !is_kept && primer_distance_ >= unit_ && primer_distance_ >= 8;
       ++tried, primer_distance_ /= 2)
    if (overflows()) return true;
  manner_ = PageManner::grouped;
  return false;
}

bool DataTester::fits_with_another_primer(const Addresses& overflowing) {
  if (manner_ != PageManner::primed || clean(overflowing, {})) return false;
  const std::uint64_t used = primer_distance_;
  for (std::uint64_t distance = first_primer_; distance >= unit_ && distance >= 8; distance /= 2) {
    if (distance == used) continue;
    primer_distance_ = distance;
    try {
      if (!ask(overflowing, "with other primers").conflict) {
        first_primer_ = distance;
        return true;
      }
    } catch (const Undecided&) {
    }
  }
  primer_distance_ = used;
  return false;
}

bool DataTester::holds_with_another_primer(const Addresses& overflowing) {
  if (manner_ != PageManner::primed || clean(overflowing, {})) return true;
  const std::uint64_t used = primer_distance_;
  bool holds = false;
  for (std::uint64_t distance = first_primer_; distance >= unit_ && distance >= 8; distance /= 2) {
    if (distance == used) continue;
    primer_distance_ = distance;
    try {
      if (!ask(overflowing, "with other primers").conflict) {
        // The primers at the earlier distance took ways of the set. Those at this distance do not.
        first_primer_ = distance;
        return false;
      }
      bool minimal = !holds;
      for (std::size_t i = 0; i < overflowing.size() && minimal; ++i) {
        Addresses rest = overflowing;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        minimal = !ask(rest, "with other primers, without one of them").conflict;
      }
      holds = holds || minimal;
    } catch (const Undecided&) {
    }
  }
  primer_distance_ = used;
  return holds;
}

bool DataTester::primers_took_ways(const inference::SetIndex& index, std::uint64_t line_bytes, const Addresses& lines) const {
  if (apart_ || manner_ != PageManner::primed || primer_distance_ < line_bytes || clean(lines, {})) return false;
  return std::any_of(lines.begin(), lines.end(), [&](std::uint64_t line) {
    const std::uint64_t set = index.set_of(line);
    return set < index.sets() && index.set_of(line ^ primer_distance_) == set;
  });
}

std::string DataTester::how_translation_is_kept_out() const {
  if (apart_)
    return "Each latency is split into that of a level and that of a TLB miss, which was measured before with data from memory. "
           "Where two splits are possible, both say the same about this cache.";
  if (manner_ == PageManner::primed)
    return "Each line is read just after another line of its page (" + format_bytes(primer_distance_) +
           " away), so that no TLB miss counts.";
  return "The first access to each 4 KiB block is not counted, so that TLB misses are left out.";
}

}  // namespace chasescope::structure
