// The list of the requests besides the chase, and the types that hold any one of them. A new request is a struct in requests.h or a
// header of its own, and a name in CHASESCOPE_OTHER_REQUESTS; the linker then names the functions that it lacks (HACKING.md).
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

#include "engine/device/description.h"
#include "engine/device/error.h"
#include "engine/device/requests.h"
#include "engine/device/trials.h"
#include "engine/device/validate.h"

namespace chasescope {
namespace detail {

// The variants made from the list. The first argument is a dummy, so that each name of the list can begin with a comma.
template <typename None, typename... Request>
struct Others {
  using Asked = std::variant<const Request*...>;
  using Result = std::variant<typename Request::Result...>;
  template <template <typename> class Of>
  using Each = std::variant<Of<ChaseRequest>, Of<Request>...>;
};
#define CHASESCOPE_AFTER_COMMA(Request) , Request
using ListedOthers = Others<void CHASESCOPE_OTHER_REQUESTS(CHASESCOPE_AFTER_COMMA)>;
#undef CHASESCOPE_AFTER_COMMA

}  // namespace detail

/// Any request but a chase, by pointer, as it may list a million places. Never null.
using OtherRequest = detail::ListedOthers::Asked;

/// The result of any request but a chase. Device::ask returns it in the type of the request.
using OtherResult = detail::ListedOthers::Result;

/// A variant of `Of<Request>` for every request of the seam, the chase first.
template <template <typename> class Of>
using OfEachRequest = detail::ListedOthers::Each<Of>;

/// Hands `request` to the overload of `device.answer_to` that takes its type. \returns its answer, or `unsupported` if there
/// is no such overload: a device writes one such method for each request that it serves, or one template for all.
template <typename Answering, typename Control>
Outcome<OtherResult> answered_by(Answering& device, const OtherRequest& request, const Control& control) {
  return std::visit(
      [&]<typename Request>(const Request* asked) -> Outcome<OtherResult> {
        if constexpr (requires { device.answer_to(*asked, control); }) {
          Outcome<typename Request::Result> outcome = device.answer_to(*asked, control);
          if (!outcome) return outcome.error();
          return OtherResult(std::move(outcome).value());
        } else {
          return not_served(Request::kCall, device.description());
        }
      },
      request);
}

}  // namespace chasescope
