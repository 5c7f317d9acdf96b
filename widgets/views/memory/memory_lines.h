// The numbers that a box of the memory diagram lists, from findings and from what the device says of itself.
#pragma once

#include <QString>
#include <memory>
#include <string>
#include <vector>

#include "widgets/views/memory/memory_boxes.h"

namespace chasescope {

/// Subjects of the one box of instruction caches, nearest first.
const std::vector<std::string>& instructionCaches();

class MemoryLines {
 public:
  /// Keeps references to both.
  MemoryLines(const std::vector<Finding>& findings, const Description& device);
  ~MemoryLines();
  MemoryLines(const MemoryLines&) = delete;
  MemoryLines& operator=(const MemoryLines&) = delete;

  /// What a box of this kind lists of the subject.
  std::vector<BoxLine> of(BoxKind kind, const std::string& subject) const;
  /// The latency of another cache that is the same array, under a name of its own.
  BoxLine latency_as(const QString& name, const std::string& subject) const;

 private:
  class Writer;
  std::unique_ptr<Writer> writer_;
};

}  // namespace chasescope
