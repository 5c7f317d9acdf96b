#include "engine/device/requests.h"

#include <utility>

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

std::string_view to_string(CodeOrder order) {
  switch (order) {
    case CodeOrder::straight: return "straight";
    case CodeOrder::in_order: return "in_order";
    case CodeOrder::scattered: return "scattered";
  }
  return "straight";
}

std::optional<CodeOrder> code_order_from(std::string_view word) {
  for (const CodeOrder order : {CodeOrder::straight, CodeOrder::in_order, CodeOrder::scattered})
    if (to_string(order) == word) return order;
  return std::nullopt;
}

std::string_view to_string(ClusterOperation operation) { return operation == ClusterOperation::load ? "load" : "bulk_copy"; }

std::optional<ClusterOperation> cluster_operation_from(std::string_view word) {
  for (const ClusterOperation operation : {ClusterOperation::load, ClusterOperation::bulk_copy})
    if (to_string(operation) == word) return operation;
  return std::nullopt;
}

namespace {

/// The word of each operation in the protocol.
constexpr std::pair<MemoryOperation, std::string_view> kOperations[] = {
    {MemoryOperation::load, "load"},
    {MemoryOperation::store, "store"},
    {MemoryOperation::atomic, "atomic"},
    {MemoryOperation::reduce, "reduce"},
    {MemoryOperation::async_copy, "async_copy"},
    {MemoryOperation::bulk_copy, "bulk_copy"},
    {MemoryOperation::load_after_store, "load_after_store"},
    {MemoryOperation::hit_under_miss, "hit_under_miss"},
    {MemoryOperation::load_after_atomic, "load_after_atomic"},
};

}  // namespace

std::string_view to_string(MemoryOperation operation) {
  for (const auto& [known, word] : kOperations)
    if (known == operation) return word;
  return "load";
}

std::optional<MemoryOperation> memory_operation_from(std::string_view word) {
  for (const auto& [operation, known] : kOperations)
    if (known == word) return operation;
  return std::nullopt;
}

std::string_view to_string(OperationLevel level) { return level == OperationLevel::shared ? "shared" : "global"; }

std::optional<OperationLevel> operation_level_from(std::string_view word) {
  for (const OperationLevel level : {OperationLevel::shared, OperationLevel::global})
    if (to_string(level) == word) return level;
  return std::nullopt;
}

}  // namespace chasescope
