#include "app/failure.h"

#include <cstdio>

namespace chasescope {

int fail(const std::string& sentence) {
  std::fprintf(stderr, "chasescope: %s\n", sentence.c_str());
  return 1;
}

}  // namespace chasescope
