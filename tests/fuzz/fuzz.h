// Shared by the fuzzers. Each fuzzer is one file with one function, LLVMFuzzerTestOneInput(). clang's libFuzzer looks for inputs on
// which the function fails (packaging/fuzz). Built by any other compiler, the program replays the files that it is given
// (replay.cpp). ctest gives it the files of corpus/.
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

/// The input as a file in memory, for readers that take a path. The file is gone when this object is.
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

/// Every error has a message. Whether the message is free of the marks of a library is left to the tests: a fuzzer soon writes such
/// marks into its inputs, and messages quote inputs.
inline void expect_sentence(const std::string& text) {
  if (text.empty()) fail("an error without a sentence");
}

}  // namespace chasescope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
