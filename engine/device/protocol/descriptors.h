// File descriptors: owned, and written to without the signal that a closed pipe raises.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace chasescope {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  void close();

 private:
  int fd_ = -1;
};

/// A counter that poll() can wait for; raising it wakes. Safe to raise from any thread.
class WakeUp {
 public:
  WakeUp();
  int fd() const { return fd_.get(); }
  void raise() const;
  void lower() const;

 private:
  Descriptor fd_;
};

/// As read(2), goes on after interruptions.
long read_some(int fd, char* buffer, std::size_t size);

}  // namespace chasescope
