// What is left to tell where the lines that empty the caches in front take ways of the set that is asked about.
#include "engine/probe/structure/data_tester.h"

namespace chasescope::structure {
namespace {

// While it lives, sets in front are emptied for `lines` as well.
class Emptied {
 public:
  Emptied(Addresses& as_if_asked, const Addresses& lines) : as_if_asked_(as_if_asked) { as_if_asked_ = lines; }
  Emptied(const Emptied&) = delete;
  Emptied& operator=(const Emptied&) = delete;
  ~Emptied() { as_if_asked_.clear(); }

 private:
  Addresses& as_if_asked_;
};

}  // namespace

bool DataTester::is_overflowed_by_what_empties(const Addresses& fitting, const Addresses& more) {
  if (!emptier_.is_by_sets()) return false;
  const Emptied beside(as_if_asked_, more);
  return ask(fitting, "without some, with what empties the caches in front for them").conflict;
}

std::optional<bool> DataTester::overflows_beside(const Addresses& fitting, const Addresses& more, const std::string& label) {
  if (!emptier_.is_by_sets() || fitting.size() < 2) return std::nullopt;
  constexpr std::uint64_t kChoices = 8;
  ChoiceAsBefore before(emptier_);
  const auto overflows = [&](std::size_t count, const Addresses& others) {
    const Emptied beside(as_if_asked_, more);
    const Addresses first(fitting.begin(), fitting.begin() + static_cast<std::ptrdiff_t>(count));
    return ask_emptied(first, others, label).conflict;
  };
  for (std::uint64_t number = 0; number < kChoices; ++number) {
    emptier_.use_choice(before.choice() + number);
    std::size_t low = 0, high = fitting.size() + 1;  // so many fit, so many do not
    while (high - low > 1) {
      const std::size_t middle = low + (high - low) / 2;
      (overflows(middle, {}) ? high : low) = middle;
    }
    if (low == 0) continue;
    // One of its own is one too many: so would be another.
    if (low < fitting.size() && !overflows(low, {fitting[low]})) continue;
    const std::uint32_t fill = emptier_.fill();
    const bool found = overflows(low, more);
    if (emptier_.fill() == fill) return found;
  }
  return std::nullopt;
}

}  // namespace chasescope::structure
