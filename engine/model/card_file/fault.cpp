#include "engine/model/card_file/fault.h"

#include <algorithm>

#include "engine/output/outgoing_text.h"

namespace chasescope::model {

std::string describe(const Faults& faults, const std::string& file) {
  std::string text = file + (faults.size() == 1 ? " has a fault: " : " has " + std::to_string(faults.size()) + " faults: ");
  constexpr std::size_t kMostShown = 20;
  constexpr std::size_t kLongestReason = 400;
  for (std::size_t i = 0; i < std::min(faults.size(), kMostShown); ++i) {
    if (i > 0) text += "; ";
    text += (faults[i].pointer.empty() ? "the file" : shortened(faults[i].pointer)) + " " + shortened(faults[i].reason, kLongestReason);
  }
  return text + (faults.size() > kMostShown ? "; and " + std::to_string(faults.size() - kMostShown) + " more." : ".");
}

std::string below(const std::string& pointer, const std::string& member) {
  std::string extended = pointer + "/";
  for (const char c : member) {
    if (c == '~')
      extended += "~0";
    else if (c == '/')
      extended += "~1";
    else
      extended += c;
  }
  return extended;
}

}  // namespace chasescope::model
