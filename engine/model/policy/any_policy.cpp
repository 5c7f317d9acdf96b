#include "engine/model/policy/any_policy.h"

#include <stdexcept>

#include "engine/model/policy/policy_list.h"

namespace chasescope::model {
namespace {

template <typename Policy>
class OnePolicy final : public AnyPolicy {
 public:
  OnePolicy(const PolicySpec& spec, const SetLayout& layout, std::uint64_t seed) : policy_(spec, layout, seed) {}

  void begin([[maybe_unused]] const SetRef& at) override {
    if constexpr (requires { policy_.begin(at); }) policy_.begin(at);
  }
  void hit(const SetRef& at, std::uint32_t way) override { policy_.hit(at, way); }
  void fill(const SetRef& at, std::uint32_t way) override { policy_.fill(at, way); }
  std::uint32_t victim(const SetRef& at) override { return policy_.victim(at); }
  bool counts_repeats() const override { return model::counts_repeats<Policy>(); }
  std::unique_ptr<AnyPolicy> clone() const override { return std::make_unique<OnePolicy>(*this); }

 private:
  Policy policy_;
};

}  // namespace

std::unique_ptr<AnyPolicy> make_any_policy(const PolicySpec& spec, const SetLayout& layout, std::uint64_t seed) {
  std::unique_ptr<AnyPolicy> policy;
  with_policy(AllPolicies{}, spec.kind,
              [&]<typename Policy>() { policy = std::make_unique<OnePolicy<Policy>>(spec, layout, seed); });
  if (!policy) throw std::invalid_argument("no replacement policy is called " + spec.kind);
  return policy;
}

}  // namespace chasescope::model
