#include "kernels/driver/loaded_kernels.h"

#include <string_view>

#include "kernels/device/embedded_kernels.h"
#include "kernels/driver/toolkits.h"

namespace chasescope::cuda {
namespace {

/// Throws with the reason why the driver found no kernels to load: the build does not have this architecture, or the driver is too
/// old.
[[noreturn]] void explain_no_binary(const DriverApi& api, CUdevice device, const CudaFailure& failure) {
  const auto major = api.attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  const auto minor = api.attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  const std::string capability = std::to_string(major) + "." + std::to_string(minor);
  const std::string arch = std::to_string(major) + std::to_string(minor);
  const std::string_view built = embedded_architectures();
  if (failure.kind() == Failure::driver_too_old && api.version() / 1000 >= CUDA_VERSION / 1000)
    throw CudaFailure(Failure::unsupported, "This build has no kernels for compute capability " + capability +
                                                "; it has them for " + std::string(built) + ". " +
                                                toolkits_for(static_cast<int>(major), static_cast<int>(minor)) +
                                                (major < 5 ? "" : " Build it with -DCHASESCOPE_CUDA_ARCHS=" + arch + "."));
  if (failure.kind() == Failure::driver_too_old)
    throw CudaFailure(Failure::driver_too_old, "The NVIDIA driver is too old: it speaks CUDA " + cuda_version_text(api.version()) +
                                                   ", and these kernels were compiled by CUDA " + cuda_version_text(CUDA_VERSION) +
                                                   ". Install driver " + minimum_driver() + " or newer.");
  throw failure;
}

std::unique_ptr<Module> load_module(const Api& api, CUdevice device, std::span<const std::byte> image) {
  try {
    return std::make_unique<Module>(api, image.data());
  } catch (const CudaFailure& failure) {
    explain_no_binary(*api, device, failure);
  }
}

}  // namespace

LoadedKernels::LoadedKernels(Api api, CUdevice device, std::span<const std::byte> image)
    : api_(std::move(api)), module_(load_module(api_, device, image)) {}

CUfunction LoadedKernels::function(const std::string& name) {
  const auto known = functions_.find(name);
  if (known != functions_.end()) return known->second;
  CUfunction function = nullptr;
  api_->check(api_->module_get_function(&function, module_->get(), name.c_str()), "looking a kernel up");
  functions_.emplace(name, function);
  return function;
}

CUdeviceptr LoadedKernels::constant_array() const {
  CUdeviceptr address = 0;
  std::size_t bytes = 0;
  api_->check(api_->module_get_global(&address, &bytes, module_->get(), "chasescope_constant"), "looking the constant array up");
  return address;
}

void LoadedKernels::set_carveout(CUfunction function, int percent) {
  const auto [entry, fresh] = carveouts_.try_emplace(function, CU_SHAREDMEM_CARVEOUT_DEFAULT);
  if (entry->second == percent) return;
  api_->check(api_->func_set_attribute(function, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, percent),
              "setting the carve-out");
  entry->second = percent;
}

std::size_t LoadedKernels::static_shared_bytes(CUfunction function) const {
  int bytes = 0;
  api_->check(api_->func_get_attribute(&bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function),
              "asking for a kernel's shared memory");
  return static_cast<std::size_t>(bytes);
}

void LoadedKernels::allow_shared_bytes(CUfunction function, std::size_t bytes) {
  api_->check(api_->func_set_attribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, static_cast<int>(bytes)),
              "asking for shared memory");
}

void LoadedKernels::launch(CUfunction function, unsigned blocks, unsigned threads, std::size_t shared_bytes, const Stream& stream,
                           void** arguments) const {
  api_->check(api_->launch_kernel(function, blocks, 1, 1, threads, 1, 1, static_cast<unsigned>(shared_bytes), stream.get(),
                                  arguments, nullptr),
              "launching a kernel");
}

namespace {

CUlaunchConfig cluster_of(unsigned blocks, CUlaunchAttribute& attribute) {
  attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attribute.value.clusterDim.x = blocks;
  attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
  CUlaunchConfig config{};
  config.gridDimX = blocks;
  config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = config.blockDimY = config.blockDimZ = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return config;
}

}  // namespace

void LoadedKernels::launch_cluster(CUfunction function, unsigned blocks, const Stream& stream, void** arguments) const {
  CUlaunchAttribute attribute{};
  CUlaunchConfig config = cluster_of(blocks, attribute);
  config.hStream = stream.get();
  api_->check(api_->launch_kernel_ex(&config, function, arguments, nullptr), "launching a cluster");
}

unsigned LoadedKernels::max_cluster_size(CUfunction function) {
  api_->check(api_->func_set_attribute(function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1), "asking for clusters");
  CUlaunchAttribute attribute{};
  CUlaunchConfig config = cluster_of(1, attribute);
  config.numAttrs = 0;
  int size = 0;
  api_->check(api_->max_cluster_size(&size, function, &config), "asking for the largest cluster");
  return size > 0 ? static_cast<unsigned>(size) : 1;
}

}  // namespace chasescope::cuda
