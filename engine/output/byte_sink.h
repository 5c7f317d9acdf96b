// The destination of a document's bytes: a string, or a file (output_file.h).
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace chasescope {

class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void put(std::string_view bytes) = 0;
};

class StringSink final : public ByteSink {
 public:
  void put(std::string_view bytes) override { text_ += bytes; }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace chasescope
