#include "kernels/driver/growing_memory.h"

#include <bit>

namespace chasescope::cuda {

bool can_map_pages(const DriverApi& api, CUdevice device) {
  return api.mapping.complete() && api.attribute(device, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) != 0;
}

CUmemAllocationProp memory_of_card(CUdevice device) {
  CUmemAllocationProp kind{};
  kind.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  kind.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  kind.location.id = device;
  return kind;
}

CUmemAccessDesc access_of_card(CUdevice device) {
  CUmemAccessDesc access{};
  access.location = memory_of_card(device).location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  return access;
}

GrowingMemory::GrowingMemory(Api api, CUdevice device, std::uint64_t most)
    : api_(std::move(api)), kind_(memory_of_card(device)), access_(access_of_card(device)), reserved_(std::bit_ceil(most)) {
  api_->check(api_->mapping.granularity(&granularity_, &kind_, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
              "asking for the size of a mapping");
  if (api_->mapping.reserve(&address_, reserved_, reserved_, 0, 0) != CUDA_SUCCESS)
    api_->check(api_->mapping.reserve(&address_, reserved_, 0, 0, 0), "reserving addresses for the card's memory");
}

bool GrowingMemory::grow(std::uint64_t bytes) {
  if (bytes <= bytes_) return true;
  const std::uint64_t more = (bytes - bytes_ + granularity_ - 1) / granularity_ * granularity_;
  if (more > reserved_ - bytes_) return false;
  Piece piece{0, address_ + bytes_, more};
  const CUresult made = api_->mapping.create(&piece.memory, more, &kind_, 0);
  if (made == CUDA_ERROR_OUT_OF_MEMORY) return false;
  api_->check(made, "allocating memory of the card");
  CUresult result = api_->mapping.map(piece.address, more, 0, piece.memory, 0);
  if (result == CUDA_SUCCESS) {
    result = api_->mapping.set_access(piece.address, more, &access_, 1);
    if (result != CUDA_SUCCESS) static_cast<void>(api_->mapping.unmap(piece.address, more));
  }
  if (result != CUDA_SUCCESS) static_cast<void>(api_->mapping.release(piece.memory));
  if (result == CUDA_ERROR_OUT_OF_MEMORY) return false;  // for the page tables
  api_->check(result, "mapping memory of the card");
  pieces_.push_back(piece);
  bytes_ += more;
  return true;
}

void GrowingMemory::release() {
  for (const Piece& piece : pieces_) {
    static_cast<void>(api_->mapping.unmap(piece.address, piece.bytes));
    static_cast<void>(api_->mapping.release(piece.memory));
  }
  static_cast<void>(api_->mapping.free_addresses(address_, reserved_));
}

}  // namespace chasescope::cuda
