// Sentences about the halves of the chip that own the addresses, for findings, figures and views.
#pragma once

#include <string>
#include <vector>

#include "engine/findings/half_map.h"

namespace chasescope {

/// "12, 13 and 19".
std::string numbers_in_words(const std::vector<unsigned>& numbers);
/// The meaning of an odd parity, the number of blocks that agree, and the bits that were examined.
std::string bits_in_words(const HalfMap& map);
/// How many pages are known, from how many lines, with which probability of an error, and page by page.
std::string pages_in_words(const inference::PageKinds& pages, const HalfMap& map);
/// Which bits above the page are open, and how certain the others are.
std::string row_in_words(const inference::PageRow& row, const inference::PageKinds& pages);

}  // namespace chasescope
