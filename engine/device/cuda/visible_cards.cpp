#include "engine/device/cuda/visible_cards.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>
#include <vector>

namespace chasescope {

std::optional<std::string> value_that_shows(unsigned index, std::optional<std::string_view> visible, unsigned cards) {
  if (!visible) return cards > 1 && index < cards ? std::optional(std::to_string(index)) : std::nullopt;
  std::vector<std::string_view> entries;
  for (std::string_view rest = *visible; !rest.empty();) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    entries.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (entries.size() < 2 || index >= entries.size()) return std::nullopt;
  // The driver ends the list at the first entry that names no card, and the cards before that entry stay visible.
  for (const std::string_view entry : entries)
    if (entry.empty() || entry == "-1" || entry.find_first_of(" \t") != std::string_view::npos) return std::nullopt;
  return std::string(entries[index]);
}

unsigned count_card_files() {
  constexpr std::string_view kBegin = "nvidia";
  unsigned count = 0;
  std::error_code error;
  for (auto file = std::filesystem::directory_iterator("/dev", error); !error && file != std::filesystem::directory_iterator();
       file.increment(error)) {
    const std::string name = file->path().filename().string();
    if (!name.starts_with(kBegin) || name.size() == kBegin.size()) continue;
    count += std::all_of(name.begin() + kBegin.size(), name.end(), [](unsigned char c) { return std::isdigit(c) != 0; }) ? 1 : 0;
  }
  return count;
}

}  // namespace chasescope
