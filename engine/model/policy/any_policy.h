// A replacement policy behind virtual calls, for arrays whose lines also leave without being replaced. The fast array
// (engine/model/array/set_array.h) knows its policy at compile time and can't do this.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/model/spec/set_layout.h"
#include "engine/model/spec/spec.h"

namespace chasescope::model {

class AnyPolicy {
 public:
  virtual ~AnyPolicy() = default;
  /// Prepares a set. Called before any other function for that set.
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
