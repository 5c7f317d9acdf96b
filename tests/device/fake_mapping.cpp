// How much memory of the fake card is allocated, and the driver's functions that reserve addresses and map memory. Behind one page
// lies no memory, as tests map it at more addresses than the host can: such mappings are only counted. Larger pieces are the host's
// memory.
#include "tests/device/fake_mapping.h"

#include <cuda.h>
#include <sys/mman.h>
#include <unistd.h>

#include <map>
#include <mutex>
#include <set>

#include "tests/device/fake_card.h"
#include "tests/device/fake_kernels.h"

using namespace chasescope::cuda;
using chasescope::cuda::fake::give_fake_memory, chasescope::cuda::fake::take_fake_memory;

namespace {

struct Piece {
  std::uint64_t bytes;
  bool readable;
};

std::mutex mutex;
std::set<std::uint64_t> readable, mapped;         // addresses of single pages
std::map<std::uint64_t, std::uint64_t> reserved;  // bytes, by address
std::map<CUmemGenericAllocationHandle, std::uint64_t> handles;
std::map<std::uint64_t, Piece> pieces;  // larger than a page, by address
CUmemGenericAllocationHandle last_handle = 0;

void* host(std::uint64_t address) { return reinterpret_cast<void*>(address); }

bool is_reserved(std::uint64_t address, std::uint64_t bytes) {
  const auto after = reserved.upper_bound(address);
  if (after == reserved.begin()) return false;
  const auto& [begin, size] = *std::prev(after);
  return address + bytes <= begin + size;
}

bool holds_nothing(std::uint64_t address, std::uint64_t bytes) {
  const auto none = [&](const auto& all) { return all.lower_bound(address) == all.lower_bound(address + bytes); };
  return none(mapped) && none(pieces);
}

}  // namespace

namespace chasescope::cuda {

namespace fake {
namespace {
std::uint64_t taken = 0;
}

bool take_fake_memory(std::uint64_t bytes) {
  if (bytes > kFakeMemory - taken || (wanted("crowded") && bytes > (std::size_t{1} << 20))) return false;
  taken += bytes;
  return true;
}
void give_fake_memory(std::uint64_t bytes) { taken -= bytes; }
std::uint64_t taken_fake_memory() { return taken; }
}  // namespace fake

bool is_mapped_on_fake(std::uint64_t address) {
  const std::lock_guard lock(mutex);
  return readable.contains(address / kFakePage * kFakePage);
}

bool is_one_piece_on_fake(std::uint64_t address, std::uint64_t bytes) {
  const std::lock_guard lock(mutex);
  if (!is_reserved(address, bytes)) return true;
  const auto after = pieces.upper_bound(address);
  return after != pieces.begin() && address + bytes <= std::prev(after)->first + std::prev(after)->second.bytes;
}

}  // namespace chasescope::cuda

extern "C" {

unsigned long fake_mapped_pages() {
  const std::lock_guard lock(mutex);
  return mapped.size();
}

CUresult cuMemGetAllocationGranularity(size_t* bytes, const CUmemAllocationProp*, CUmemAllocationGranularity_flags) {
  *bytes = kFakePage;
  return CUDA_SUCCESS;
}

CUresult cuMemAddressReserve(CUdeviceptr* address, size_t bytes, size_t alignment, CUdeviceptr, unsigned long long) {
  const std::lock_guard lock(mutex);
  const std::size_t whole = bytes + alignment;
  if (whole < bytes || whole > std::uint64_t{1} << 46) return CUDA_ERROR_OUT_OF_MEMORY;
  void* const all = mmap(nullptr, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) return CUDA_ERROR_OUT_OF_MEMORY;
  const auto begin = reinterpret_cast<std::uint64_t>(all);
  const std::uint64_t aligned = alignment == 0 ? begin : (begin + alignment - 1) / alignment * alignment;
  if (aligned != begin) munmap(all, aligned - begin);
  if (aligned + bytes != begin + whole) munmap(host(aligned + bytes), begin + whole - aligned - bytes);
  reserved[aligned] = bytes;
  *address = aligned;
  return CUDA_SUCCESS;
}

CUresult cuMemAddressFree(CUdeviceptr address, size_t bytes) {
  const std::lock_guard lock(mutex);
  const auto found = reserved.find(address);
  if (found == reserved.end() || found->second != bytes || !holds_nothing(address, bytes)) return CUDA_ERROR_INVALID_VALUE;
  munmap(host(address), bytes);
  reserved.erase(found);
  return CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t bytes, const CUmemAllocationProp*, unsigned long long) {
  const std::lock_guard lock(mutex);
  if (bytes == 0 || bytes % kFakePage != 0) return CUDA_ERROR_INVALID_VALUE;
  if (!take_fake_memory(bytes)) return CUDA_ERROR_OUT_OF_MEMORY;
  *handle = ++last_handle;
  handles[*handle] = bytes;
  return CUDA_SUCCESS;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  const std::lock_guard lock(mutex);
  const auto found = handles.find(handle);
  if (found == handles.end()) return CUDA_ERROR_INVALID_VALUE;
  give_fake_memory(found->second);
  handles.erase(found);
  return CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr address, size_t bytes, size_t, CUmemGenericAllocationHandle handle, unsigned long long) {
  const std::lock_guard lock(mutex);
  const auto found = handles.find(handle);
  if (found == handles.end() || bytes != found->second || address % kFakePage != 0 || !is_reserved(address, bytes) ||
      !holds_nothing(address, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  if (bytes == kFakePage)
    mapped.insert(address);
  else
    pieces[address] = {bytes, false};
  return CUDA_SUCCESS;
}

CUresult cuMemUnmap(CUdeviceptr address, size_t bytes) {
  const std::lock_guard lock(mutex);
  if (mapped.erase(address) == 1) {
    readable.erase(address);
    return bytes == kFakePage ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  }
  const auto found = pieces.find(address);
  if (found == pieces.end() || found->second.bytes != bytes) return CUDA_ERROR_INVALID_VALUE;
  mmap(host(address), bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  pieces.erase(found);
  return CUDA_SUCCESS;
}

CUresult cuMemSetAccess(CUdeviceptr address, size_t bytes, const CUmemAccessDesc*, size_t) {
  const std::lock_guard lock(mutex);
  if (mapped.contains(address) && bytes == kFakePage) {
    readable.insert(address);
    return CUDA_SUCCESS;
  }
  const auto found = pieces.find(address);
  if (found == pieces.end() || found->second.bytes != bytes) return CUDA_ERROR_INVALID_VALUE;
  found->second.readable = mprotect(host(address), bytes, PROT_READ | PROT_WRITE) == 0;
  return found->second.readable ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}
}
