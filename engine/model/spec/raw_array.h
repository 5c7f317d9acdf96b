// An array of fixed size whose entries are not initialised. A cache of tens of megabytes is made for every request, and most
// requests touch few of its sets, so that initialising all of them would waste time.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>

namespace chasescope::model {

template <typename T>
class RawArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  RawArray() = default;
  explicit RawArray(std::size_t size) : size_(size), entries_(std::make_unique_for_overwrite<T[]>(size)) {}
  RawArray(const RawArray& other) : RawArray(other.size_) {
    if (size_ > 0) std::memcpy(entries_.get(), other.entries_.get(), size_ * sizeof(T));
  }
  RawArray& operator=(const RawArray&) = delete;
  RawArray(RawArray&&) noexcept = default;
  RawArray& operator=(RawArray&&) noexcept = default;
  ~RawArray() = default;

  bool empty() const { return size_ == 0; }
  T* data() { return entries_.get(); }
  const T* data() const { return entries_.get(); }
  T& operator[](std::size_t index) { return entries_[index]; }
  const T& operator[](std::size_t index) const { return entries_[index]; }

 private:
  std::size_t size_ = 0;
  std::unique_ptr<T[]> entries_;
};

}  // namespace chasescope::model
