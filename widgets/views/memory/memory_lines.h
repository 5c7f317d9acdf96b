// The numbers in the boxes of the memory diagram, from findings and from the device's description of itself.
#pragma once

#include <QString>
#include <memory>
#include <string>
#include <vector>

#include "widgets/views/memory/memory_boxes.h"

namespace chasescope {

/// The subjects in the single box of instruction caches, nearest first.
const std::vector<std::string>& instructionCaches();

class MemoryLines {
 public:
  /// Keeps references to both arguments.
  MemoryLines(const std::vector<Finding>& findings, const Description& device);
  ~MemoryLines();
  MemoryLines(const MemoryLines&) = delete;
  MemoryLines& operator=(const MemoryLines&) = delete;

  /// The lines in a box of this kind for the subject.
  std::vector<BoxLine> of(BoxKind kind, const std::string& subject) const;
  /// The latency of a second cache that is the same array as the box's, under the given name.
  BoxLine latency_as(const QString& name, const std::string& subject) const;

 private:
  class Writer;
  std::unique_ptr<Writer> writer_;
};

}  // namespace chasescope
