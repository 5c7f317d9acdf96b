#include "engine/structure/sets/membership.h"

#include <algorithm>

namespace chasescope::structure {
namespace {

constexpr std::size_t kFewAtOnce = 16, kManyAtOnce = 512;
constexpr std::size_t kMostRuns = 64;  // kept as evidence; there are many more questions

}  // namespace

Membership::Membership(Tester& tester, const Addresses& overflowing, std::uint64_t line_bytes, std::vector<RunPtr>& runs)
    : tester_(tester),
      line_bytes_(line_bytes),
      base_(overflowing.front()),
      rest_(overflowing.begin() + 1, overflowing.end()),
      runs_(runs) {}

bool Membership::all_in(const inference::SetIndex& index, std::uint64_t set) const {
  return std::all_of(rest_.begin(), rest_.end(), [&](std::uint64_t line) { return index.set_of(line) == set; });
}

bool Membership::is_known(std::uint64_t address) const {
  const auto same_line = [&](std::uint64_t line) { return line / line_bytes_ == address / line_bytes_; };
  return same_line(base_) || std::any_of(rest_.begin(), rest_.end(), same_line);
}

bool Membership::any(const Addresses& addresses, const std::string& label) {
  if (std::any_of(addresses.begin(), addresses.end(), [&](std::uint64_t address) { return is_known(address); })) return true;
  try {
    // A single address is asked about with care. Several are asked about roughly; the one that then seems to be a member is asked
    // about alone later.
    const Answer answer = addresses.size() == 1 ? tester_.shares_a_set(rest_, addresses.front(), label)
                                                : tester_.ask_roughly(rest_, addresses, label);
    if (runs_.size() < kMostRuns) runs_.push_back(answer.run);
    return answer.conflict;
  } catch (const HeldInFront&) {
    if (addresses.size() < 2 || tester_.wants_company()) throw;
  }
  // A question with fewer lines proves something only if no line is held in a cache in front.
  const auto middle = addresses.begin() + static_cast<std::ptrdiff_t>(addresses.size() / 2);
  return any({addresses.begin(), middle}, label) || any({middle, addresses.end()}, label);
}

std::optional<std::uint64_t> Membership::first_of(const Addresses& addresses, const std::string& label) {
  if (!any(addresses, label)) return std::nullopt;
  Addresses left = addresses;
  bool inferred = false;
  while (left.size() > 1) {
    const auto middle = left.begin() + static_cast<std::ptrdiff_t>(left.size() / 2);
    Addresses low(left.begin(), middle);
    inferred = !any(low, label);
    if (inferred)
      left.erase(left.begin(), middle);
    else
      left = std::move(low);
  }
  // Of very many addresses, this result is not checked here; the confirmation of the index checks it.
  if (!inferred || addresses.size() > kManyAtOnce || any(left, label)) return left.front();
  for (std::size_t begin = 0; begin < addresses.size(); begin += kFewAtOnce) {
    const auto end = std::min(begin + kFewAtOnce, addresses.size());
    if (const auto found = first_asked_of(std::span(addresses).subspan(begin, end - begin), label)) return found;
  }
  return std::nullopt;
}

// The same, with a question about every half in which there may be one.
std::optional<std::uint64_t> Membership::first_asked_of(std::span<const std::uint64_t> addresses, const std::string& label) {
  if (!any({addresses.begin(), addresses.end()}, label)) return std::nullopt;
  if (addresses.size() == 1) return addresses.front();
  const std::size_t middle = addresses.size() / 2;
  if (const auto found = first_asked_of(addresses.first(middle), label)) return found;
  return first_asked_of(addresses.subspan(middle), label);
}

}  // namespace chasescope::structure
