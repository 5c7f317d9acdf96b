#include "engine/session/document/run_series.h"

#include <algorithm>
#include <iterator>

namespace chasescope {
namespace {

/// The request without the values that depend on the footprint.
ChaseRequest without_footprint(ChaseRequest request) {
  request.warmup = request.accesses = 0;
  if (auto* uniform = std::get_if<UniformPattern>(&request.pattern)) uniform->bytes = 0;
  if (auto* shuffled = std::get_if<ShuffledPattern>(&request.pattern)) shuffled->bytes = 0;
  return request;
}

}  // namespace

std::vector<RunPtr> data_runs(const std::vector<RunPtr>& runs) {
  std::vector<RunPtr> data;
  std::copy_if(runs.begin(), runs.end(), std::back_inserter(data), [](const RunPtr& run) { return is_data(*run); });
  return data;
}

bool same_series(const Run& a, const Run& b) {
  if (a.chase() == nullptr || b.chase() == nullptr || a.probe != b.probe) return false;
  const ChaseRequest& x = a.chase()->request;
  const ChaseRequest& y = b.chase()->request;
  if (x.pattern.index() != y.pattern.index()) return false;
  return without_footprint(x) == without_footprint(y);
}

}  // namespace chasescope
