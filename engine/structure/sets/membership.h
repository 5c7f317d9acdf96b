// Whether lines are in the set that some lines overflow.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/inference/sets/set_index.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// Answers whether an address is in the set that `overflowing` overflows. All questions throw Undecided.
class Membership {
 public:
  /// \param overflowing a minimal overflowing set of lines of `line_bytes`. \param runs gets the first questions, as evidence.
  Membership(Tester& tester, const Addresses& overflowing, std::uint64_t line_bytes, std::vector<RunPtr>& runs);

  std::uint64_t base() const { return base_; }
  /// Whether, by `index`, all lines of the overflowing set are in that set.
  bool all_in(const inference::SetIndex& index, std::uint64_t set) const;
  /// Whether `address` lies in one of the lines by which the set is known.
  bool is_known(std::uint64_t address) const;

  /// Whether any of `addresses` is in the set.
  bool any(const Addresses& addresses, const std::string& label);
  bool holds(std::uint64_t address, const std::string& label) { return any({address}, label); }
  /// The first of `addresses` that is in the set, if there is one. Many addresses at once may overflow the set together with
  /// company lines although none of them is in it, so the one that is found is asked about alone.
  std::optional<std::uint64_t> first_of(const Addresses& addresses, const std::string& label);

 private:
  std::optional<std::uint64_t> first_asked_of(std::span<const std::uint64_t> addresses, const std::string& label);

  Tester& tester_;
  std::uint64_t line_bytes_;
  std::uint64_t base_;
  Addresses rest_;
  std::vector<RunPtr>& runs_;
};

}  // namespace chasescope::structure
