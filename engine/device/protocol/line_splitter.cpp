#include "engine/device/protocol/line_splitter.h"

#include <utility>

namespace chasescope {

void LineSplitter::append(std::string_view bytes) {
  if (skipping_) return;
  if (bytes.size() <= max_bytes_ - open_.size()) {
    open_ += bytes;
    return;
  }
  std::string kept = open_.substr(0, kKept);
  kept += bytes.substr(0, kKept - kept.size());
  open_ = std::move(kept);
  open_.shrink_to_fit();
  skipping_ = true;
}

void LineSplitter::feed(std::string_view bytes) {
  for (;;) {
    const std::size_t end = bytes.find('\n');
    append(bytes.substr(0, end));
    if (end == std::string_view::npos) return;
    lines_.push_back({std::exchange(open_, {}), std::exchange(skipping_, false)});
    bytes.remove_prefix(end + 1);
  }
}

void LineSplitter::end() {
  if (!open_.empty() || skipping_) lines_.push_back({std::exchange(open_, {}), std::exchange(skipping_, false)});
}

std::optional<LineSplitter::Line> LineSplitter::next() {
  if (lines_.empty()) return std::nullopt;
  Line line = std::move(lines_.front());
  lines_.pop_front();
  return line;
}

}  // namespace chasescope
