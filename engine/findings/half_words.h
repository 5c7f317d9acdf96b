// Which half of the chip owns an address, in sentences: for findings, figures and whoever asks a view.
#pragma once

#include <string>
#include <vector>

#include "engine/findings/half_map.h"

namespace chasescope {

/// "12, 13 and 19".
std::string numbers_in_words(const std::vector<unsigned>& numbers);
/// What an odd parity means, how many blocks agree, and which bits were examined.
std::string bits_in_words(const HalfMap& map);
/// How many pages are told, by how many lines, with what chance of being wrong, and page by page.
std::string pages_in_words(const inference::PageKinds& pages, const HalfMap& map);
/// Which bits above the page are open, and how sure the rest is.
std::string row_in_words(const inference::PageRow& row, const inference::PageKinds& pages);

}  // namespace chasescope
