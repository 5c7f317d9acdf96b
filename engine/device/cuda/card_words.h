// Requests and answers in the words of the kernels, and a card in those of a device. Only where there is a CUDA compiler.
#pragma once

#ifdef CHASESCOPE_WITH_CUDA

#include <optional>
#include <string>

#include "engine/device/device.h"
#include "kernels/host/cuda_backend.h"

namespace chasescope {

Description describe(const cuda::CardProperties& card);

/// What the kernels are to do. The order looks into `result` (the offsets of a shuffled pattern) or into the request.
cuda::ChaseOrder order_of(const ChaseRequest& request, ChaseResult& result);

cuda::OperationsOrder operations_order(const OperationsRequest& request);

cuda::TrialsOrder trials_order(const TrialsRequest& request);
TrialsResult result_of(const TrialsRequest& request, const cuda::TrialsAnswer& answer);

/// Nothing for a level that the kernels don't know.
std::optional<cuda::Level> level_of(const std::string& name);
cuda::Flow flow_of(Direction direction);

}  // namespace chasescope

#endif
