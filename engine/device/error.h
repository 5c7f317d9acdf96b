// The answer of a device that can't give a result: a code of the device protocol and a sentence for a person.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace chasescope {

/// The error codes of the device protocol, version 1.
enum class ErrorCode {
  unsupported,
  invalid_request,
  out_of_memory,
  launch_failed,
  timed_out,
  lost,
  cancelled,
  internal,
};

/// The protocol's word for a code ("invalid_request").
std::string_view to_string(ErrorCode code);

/// The code for a protocol word; anything unknown is `internal`.
ErrorCode error_code_from(std::string_view word);

/// A typed error. `message` is one sentence that says what is wrong, where, and what a person can do.
struct DeviceError {
  ErrorCode code = ErrorCode::internal;
  std::string message;

  friend bool operator==(const DeviceError&, const DeviceError&) = default;
};

/// The error for a request that is not well formed or not possible; the sentence says why.
inline DeviceError invalid_request(std::string sentence) { return {ErrorCode::invalid_request, std::move(sentence)}; }

/// A value or a DeviceError. Check it (`if (outcome)`) before looking inside; access to the alternative that it does not hold
/// throws std::logic_error.
template <typename T>
class [[nodiscard]] Outcome {
 public:
  Outcome(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Outcome(DeviceError error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  explicit operator bool() const { return state_.index() == 0; }
  bool has_value() const { return state_.index() == 0; }

  const T& value() const& {
    require(0);
    return std::get<0>(state_);
  }
  T& value() & {
    require(0);
    return std::get<0>(state_);
  }
  T&& value() && {
    require(0);
    return std::get<0>(std::move(state_));
  }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const DeviceError& error() const {
    require(1);
    return std::get<1>(state_);
  }

 private:
  void require(std::size_t index) const {
    if (state_.index() != index) throw std::logic_error("Outcome: looked at the alternative that it does not hold");
  }
  std::variant<T, DeviceError> state_;
};

}  // namespace chasescope
