#include "app/failure.h"

#include <cstdio>

#include "engine/probe/discovery_trouble.h"

namespace chasescope {

int fail(const std::string& sentence) {
  std::fprintf(stderr, "chasescope: %s\n", sentence.c_str());
  return 1;
}

int fail_if_not_whole(const Session& session) {
  const auto trouble = discovery_trouble(session.findings);
  return trouble ? fail("The discovery " + outcome_words(*trouble) + ". " + trouble->reason) : 0;
}

}  // namespace chasescope
