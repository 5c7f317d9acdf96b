// A latency trace: the cycles of each timed access, in order, as a list of immutable chunks.
//
// A trace grows by whole chunks that are never changed again. So a window may draw the first chunks while a worker thread goes on
// measuring; both share the chunks, and nothing is copied. Cost: 4 bytes for each access and 24 bytes for each chunk.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace chasescope {

/// Cycles of consecutive accesses (SM clock cycles). Clock values of single accesses are integers; a float holds them up to 2^24.
using TraceChunk = std::shared_ptr<const std::vector<float>>;

class LatencyTrace {
 public:
  LatencyTrace() = default;
  explicit LatencyTrace(std::vector<float> cycles) { append(std::move(cycles)); }

  /// Appends a chunk that is shared, not copied. Empty and null chunks are ignored.
  void append(TraceChunk chunk);
  void append(std::vector<float> cycles);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// Cycles of access `index`. O(log chunks). \pre index < size().
  float operator[](std::size_t index) const;

  /// Calls `visit(std::span<const float> cycles, std::size_t first_index)` for each contiguous piece of [begin, end), in order.
  /// The range is clamped to the trace.
  template <typename Visit>
  void for_each_segment(std::size_t begin, std::size_t end, Visit&& visit) const {
    end = std::min(end, size_);
    if (begin >= end) return;
    for (std::size_t c = chunk_of(begin); c < chunks_.size() && starts_[c] < end; ++c) {
      const std::size_t from = std::max(begin, starts_[c]) - starts_[c];
      const std::size_t to = std::min(end - starts_[c], chunks_[c]->size());
      visit(std::span<const float>(chunks_[c]->data() + from, to - from), starts_[c] + from);
    }
  }

  /// All chunks, in order.
  const std::vector<TraceChunk>& chunks() const { return chunks_; }

  /// A copy in one piece, [begin, end) clamped to the trace.
  std::vector<float> copy(std::size_t begin, std::size_t end) const;
  std::vector<float> copy() const { return copy(0, size_); }

  /// Compares the cycles only; the chunks may be cut differently.
  friend bool operator==(const LatencyTrace& a, const LatencyTrace& b);

 private:
  std::size_t chunk_of(std::size_t index) const;

  std::vector<TraceChunk> chunks_;
  std::vector<std::size_t> starts_;  // first access of each chunk
  std::size_t size_ = 0;
};

}  // namespace chasescope
