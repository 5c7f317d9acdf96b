#include "engine/session/document/session.h"

#include <algorithm>

namespace chasescope {

bool operator==(const Session& a, const Session& b) {
  const auto same_run = [](const RunPtr& x, const RunPtr& y) { return x == y || (x && y && *x == *y); };
  return a.device == b.device && a.environment == b.environment && a.findings == b.findings && a.notes == b.notes &&
         std::equal(a.runs.begin(), a.runs.end(), b.runs.begin(), b.runs.end(), same_run);
}

}  // namespace chasescope
