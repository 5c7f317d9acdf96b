// The driver's functions that map memory, for the fake card. Nothing lies behind the addresses: they are only counted.
#include "tests/device/fake_mapping.h"

#include <cuda.h>

#include <mutex>
#include <set>

namespace {

constexpr std::uint64_t kFrom = std::uint64_t{1} << 46;  // where addresses are reserved
std::mutex mutex;
std::set<std::uint64_t> readable, mapped;  // pages
std::uint64_t reserved = 0;
int handles = 0;

}  // namespace

namespace chasescope::cuda {

bool is_mapped_on_fake(std::uint64_t address) {
  const std::lock_guard lock(mutex);
  return readable.contains(address / kFakePage);
}

}  // namespace chasescope::cuda

using chasescope::cuda::kFakePage;

extern "C" {

unsigned long fake_mapped_pages() {
  const std::lock_guard lock(mutex);
  return mapped.size();
}

CUresult cuMemGetAllocationGranularity(size_t* bytes, const CUmemAllocationProp*, CUmemAllocationGranularity_flags) {
  *bytes = kFakePage;
  return CUDA_SUCCESS;
}

CUresult cuMemAddressReserve(CUdeviceptr* address, size_t bytes, size_t, CUdeviceptr, unsigned long long) {
  const std::lock_guard lock(mutex);
  if (reserved != 0 || bytes > kFrom) return CUDA_ERROR_OUT_OF_MEMORY;  // one at a time
  reserved = bytes;
  *address = kFrom;
  return CUDA_SUCCESS;
}

CUresult cuMemAddressFree(CUdeviceptr address, size_t bytes) {
  const std::lock_guard lock(mutex);
  if (address != kFrom || bytes != reserved || !mapped.empty()) return CUDA_ERROR_INVALID_VALUE;
  reserved = 0;
  return CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t bytes, const CUmemAllocationProp*, unsigned long long) {
  if (bytes != kFakePage) return CUDA_ERROR_INVALID_VALUE;
  *handle = static_cast<CUmemGenericAllocationHandle>(++handles);
  return CUDA_SUCCESS;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle) { return CUDA_SUCCESS; }

CUresult cuMemMap(CUdeviceptr address, size_t bytes, size_t, CUmemGenericAllocationHandle, unsigned long long) {
  const std::lock_guard lock(mutex);
  const bool is_inside = address >= kFrom && address + bytes <= kFrom + reserved;
  if (!is_inside || bytes != kFakePage || address % kFakePage != 0) return CUDA_ERROR_INVALID_VALUE;
  return mapped.insert(address / kFakePage).second ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemUnmap(CUdeviceptr address, size_t) {
  const std::lock_guard lock(mutex);
  readable.erase(address / kFakePage);
  return mapped.erase(address / kFakePage) == 1 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemSetAccess(CUdeviceptr address, size_t, const CUmemAccessDesc*, size_t) {
  const std::lock_guard lock(mutex);
  if (!mapped.contains(address / kFakePage)) return CUDA_ERROR_INVALID_VALUE;
  readable.insert(address / kFakePage);
  return CUDA_SUCCESS;
}
}
