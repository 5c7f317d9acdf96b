#include "engine/device/requests.h"

namespace chasescope {

std::string_view to_string(Direction direction) {
  switch (direction) {
    case Direction::read: return "read";
    case Direction::write: return "write";
    case Direction::copy: return "copy";
  }
  return "read";
}

std::optional<Direction> direction_from(std::string_view word) {
  for (const Direction direction : {Direction::read, Direction::write, Direction::copy})
    if (to_string(direction) == word) return direction;
  return std::nullopt;
}

std::string_view to_string(ClusterOperation operation) { return operation == ClusterOperation::load ? "load" : "bulk_copy"; }

std::optional<ClusterOperation> cluster_operation_from(std::string_view word) {
  for (const ClusterOperation operation : {ClusterOperation::load, ClusterOperation::bulk_copy})
    if (to_string(operation) == word) return operation;
  return std::nullopt;
}

}  // namespace chasescope
