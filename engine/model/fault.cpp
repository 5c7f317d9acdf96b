#include "engine/model/fault.h"

namespace chasescope::model {

std::string describe(const Faults& faults, const std::string& file) {
  std::string text = file + (faults.size() == 1 ? " has a fault: " : " has " + std::to_string(faults.size()) + " faults: ");
  for (std::size_t i = 0; i < faults.size(); ++i) {
    if (i > 0) text += "; ";
    text += (faults[i].pointer.empty() ? "the file" : faults[i].pointer) + " " + faults[i].reason;
  }
  return text + ".";
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
