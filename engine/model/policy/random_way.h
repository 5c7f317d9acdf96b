// Random: any way, each with the same chance.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/model/policy/parameter_check.h"
#include "engine/model/spec/set_layout.h"
#include "engine/trace/random.h"

namespace chasescope::model {

class RandomWay {
 public:
  static constexpr std::string_view name = "random";
  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>&) { return only_parameters(spec, {}); }

  RandomWay(const PolicySpec&, const SetLayout&, std::uint64_t seed) : random_(seed) {}

  void empty_again(std::uint64_t seed, const std::vector<std::uint32_t>&) { random_ = Random(seed); }

  std::uint32_t victim(const SetRef& at) { return static_cast<std::uint32_t>(random_.below(at.ways)); }
  void hit(const SetRef&, std::uint32_t) {}
  void fill(const SetRef&, std::uint32_t) {}

 private:
  Random random_;
};

}  // namespace chasescope::model
