#include "engine/output/reasons.h"

#include <cerrno>
#include <cstring>
#include <new>
#include <system_error>

namespace chasescope {

std::string system_reason(int error) {
  if (error == EAGAIN) return "the system lets no more processes or threads be started";
  if (error == 0) return "the system gives no reason";
  return std::strerror(error);
}

std::string reason_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "this computer's memory is full";
  if (const auto* system = dynamic_cast<const std::system_error*>(&error);
      system != nullptr &&
      (system->code().category() == std::system_category() || system->code().category() == std::generic_category()))
    return system_reason(system->code().value());
  std::string text = error.what();
  // The prefix of nlohmann's errors: "[json.exception.out_of_range.406] number overflow".
  if (text.starts_with("[json.exception."))
    if (const std::size_t end = text.find("] "); end != std::string::npos) text.erase(0, end + 2);
  while (text.ends_with('.')) text.pop_back();
  return text.empty() ? "the reason is not known" : text;
}

}  // namespace chasescope
