// What the fuzzers share. Each is one file with one function, LLVMFuzzerTestOneInput(). clang's libFuzzer looks for inputs on which
// it fails (packaging/fuzz); built by any compiler, the program replays the files that it is given (replay.cpp), as ctest does with
// corpus/.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace chasescope::fuzz {

/// An input showed a fault: ends the program as a crash does.
[[noreturn]] inline void fail(const char* what) {
  std::fprintf(stderr, "fuzzing: %s\n", what);
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) { return {reinterpret_cast<const char*>(data), size}; }

/// The input as a file in memory, for readers that take a path. It goes with this.
class InputFile {
 public:
  InputFile(const std::uint8_t* data, std::size_t size) : fd_(memfd_create("input", MFD_CLOEXEC)) {
    if (fd_ < 0 || ::write(fd_, data, size) != static_cast<ssize_t>(size)) std::exit(2);
  }
  ~InputFile() { ::close(fd_); }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(fd_); }

 private:
  int fd_;
};

/// What is refused is refused with words. (That they are free of a library's marks is for tests: a fuzzer soon writes the marks into its
/// inputs, and these are quoted.)
inline void expect_sentence(const std::string& text) {
  if (text.empty()) fail("an error without a sentence");
}

}  // namespace chasescope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
