// File descriptors: an owner that closes them, a wake-up for poll(), and a read that survives interruptions.
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

/// A counter that poll() can wait for: raise() makes the descriptor readable. Any thread may call raise().
class WakeUp {
 public:
  WakeUp();
  int fd() const { return fd_.get(); }
  void raise() const;
  void lower() const;

 private:
  Descriptor fd_;
};

/// read(2), repeated after interruptions by signals.
long read_some(int fd, char* buffer, std::size_t size);

}  // namespace chasescope
