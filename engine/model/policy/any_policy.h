// A replacement policy behind one virtual call: for arrays whose lines come and go in ways that the fast one does not know
// (engine/model/array/set_array.h has its policy at compile time).
#pragma once

#include <cstdint>
#include <memory>

#include "engine/model/spec/set_layout.h"
#include "engine/model/spec/spec.h"

namespace chasescope::model {

class AnyPolicy {
 public:
  virtual ~AnyPolicy() = default;
  /// Before anything else is told of a set.
  virtual void begin(const SetRef& at) = 0;
  virtual void hit(const SetRef& at, std::uint32_t way) = 0;
  virtual void fill(const SetRef& at, std::uint32_t way) = 0;
  virtual std::uint32_t victim(const SetRef& at) = 0;
  virtual bool counts_repeats() const = 0;
  virtual std::unique_ptr<AnyPolicy> clone() const = 0;
};

/// \pre the spec has passed the loader's checks.
std::unique_ptr<AnyPolicy> make_any_policy(const PolicySpec& spec, const SetLayout& layout, std::uint64_t seed);

}  // namespace chasescope::model
