#include "engine/device/error.h"

#include <array>

namespace chasescope {
namespace {

struct Word {
  ErrorCode code;
  std::string_view word;
};

constexpr std::array kCodeWords{
    Word{ErrorCode::unsupported, "unsupported"},     Word{ErrorCode::invalid_request, "invalid_request"},
    Word{ErrorCode::out_of_memory, "out_of_memory"}, Word{ErrorCode::launch_failed, "launch_failed"},
    Word{ErrorCode::timed_out, "timed_out"},         Word{ErrorCode::lost, "lost"},
    Word{ErrorCode::cancelled, "cancelled"},         Word{ErrorCode::internal, "internal"},
};

}  // namespace

std::string_view to_string(ErrorCode code) {
  for (const Word& entry : kCodeWords)
    if (entry.code == code) return entry.word;
  return "internal";
}

ErrorCode error_code_from(std::string_view word) {
  for (const Word& entry : kCodeWords)
    if (entry.word == word) return entry.code;
  return ErrorCode::internal;
}

}  // namespace chasescope
