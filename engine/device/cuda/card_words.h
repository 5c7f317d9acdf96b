// Turns requests into the orders of the kernels, and their answers and card properties into those of a device. Only with a CUDA
// compiler.
#pragma once

#ifdef CHASESCOPE_WITH_CUDA

#include <optional>
#include <string>

#include "engine/device/device.h"
#include "kernels/host/cuda_backend.h"

namespace chasescope {

Description describe(const cuda::CardProperties& card);

/// The order for the kernels. It refers to memory of `result` (the offsets of a shuffled pattern) or of the request, which must
/// outlive it.
cuda::ChaseOrder order_of(const ChaseRequest& request, ChaseResult& result);

cuda::OperationsOrder operations_order(const OperationsRequest& request);

cuda::ResidencyOrder residency_order(const ResidencyRequest& request);

cuda::TrialsOrder trials_order(const TrialsRequest& request);
TrialsResult result_of(const TrialsRequest& request, const cuda::TrialsAnswer& answer);

/// Empty for a level that the kernels don't know.
std::optional<cuda::Level> level_of(const std::string& name);
cuda::Flow flow_of(Direction direction);

}  // namespace chasescope

#endif
