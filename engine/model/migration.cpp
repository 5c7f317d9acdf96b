#include "engine/model/migration.h"

#include <algorithm>

namespace chasescope::model {

double Migration::touch(std::uint64_t address) {
  const auto page = static_cast<std::size_t>(address / spec_.page_bytes);
  const auto all = static_cast<std::size_t>(spec_.most_bytes / spec_.page_bytes);
  if (page >= is_here_.size()) is_here_.resize(std::max(2 * is_here_.size(), (page / all + 1) * all), false);
  if (is_here_[page]) return 0;
  is_here_[page] = true;
  const auto here = [&](std::size_t first, std::size_t count) {
    const auto begin = is_here_.begin() + static_cast<std::ptrdiff_t>(first);
    return static_cast<std::size_t>(std::count(begin, begin + static_cast<std::ptrdiff_t>(count), true));
  };
  std::size_t brought = 1, first = page;
  for (std::size_t count = 2; count <= all; count *= 2)
    if (2 * here(page / count * count, count) > count) {
      brought = count;
      first = page / count * count;
    }
  const std::size_t moved = brought == 1 ? 1 : brought - here(first, brought) + 1;
  std::fill_n(is_here_.begin() + static_cast<std::ptrdiff_t>(first), brought, true);
  return spec_.fault_cycles + static_cast<double>(moved * spec_.page_bytes) / spec_.move_bytes_per_cycle;
}

void Migration::add_to(std::span<float> cycles, std::span<const std::uint64_t> addresses) {
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const double waited = touch(addresses[i]);
    if (!cycles.empty() && waited != 0) cycles[i] += static_cast<float>(waited);
  }
}

}  // namespace chasescope::model
