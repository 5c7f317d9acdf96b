#include "engine/trace/latency_trace.h"

namespace chasescope {

void LatencyTrace::append(TraceChunk chunk) {
  if (!chunk || chunk->empty()) return;
  starts_.push_back(size_);
  size_ += chunk->size();
  chunks_.push_back(std::move(chunk));
}

void LatencyTrace::append(std::vector<float> cycles) {
  append(std::make_shared<const std::vector<float>>(std::move(cycles)));
}

std::size_t LatencyTrace::chunk_of(std::size_t index) const {
  return static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), index) - starts_.begin()) - 1;
}

float LatencyTrace::operator[](std::size_t index) const {
  const std::size_t chunk = chunk_of(index);
  return (*chunks_[chunk])[index - starts_[chunk]];
}

std::vector<float> LatencyTrace::copy(std::size_t begin, std::size_t end) const {
  std::vector<float> cycles;
  if (begin < std::min(end, size_)) cycles.reserve(std::min(end, size_) - begin);
  for_each_segment(begin, end,
                   [&](std::span<const float> part, std::size_t) { cycles.insert(cycles.end(), part.begin(), part.end()); });
  return cycles;
}

bool operator==(const LatencyTrace& a, const LatencyTrace& b) {
  if (a.size_ != b.size_) return false;
  bool equal = true;
  a.for_each_segment(0, a.size_, [&](std::span<const float> mine, std::size_t first) {
    b.for_each_segment(first, first + mine.size(), [&](std::span<const float> theirs, std::size_t at) {
      equal = equal && std::equal(theirs.begin(), theirs.end(), mine.begin() + static_cast<std::ptrdiff_t>(at - first));
    });
  });
  return equal;
}

}  // namespace chasescope
