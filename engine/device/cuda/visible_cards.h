// Which cards the driver starts. It starts every card that it shows, one after the other (0.2 s each were seen), also if the
// program uses one alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace chasescope {

/// The value of CUDA_VISIBLE_DEVICES that shows card `index` alone, as card 0. `visible`: its value so far, if it has one;
/// `cards`: how many cards this machine has. None if nothing is to be hidden, or if there may be no such card.
std::optional<std::string> value_that_shows(unsigned index, std::optional<std::string_view> visible, unsigned cards);

/// The cards of this machine that this process may open (files /dev/nvidia0, /dev/nvidia1 …), without starting the driver.
unsigned count_card_files();

}  // namespace chasescope
