// Owners of the driver's resources. None can be copied; clean-up never throws. Private to kernels/.
//
// All but Context need the context to be current (Context::Scope) when they are made and when they die.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "kernels/driver/driver_api.h"

namespace chasescope::cuda {

using Api = std::shared_ptr<const DriverApi>;

class NotCopyable {
 public:
  NotCopyable() = default;
  NotCopyable(const NotCopyable&) = delete;
  NotCopyable& operator=(const NotCopyable&) = delete;
};

/// A reference to the card's primary context.
class Context : NotCopyable {
 public:
  Context(Api api, CUdevice device) : api_(std::move(api)), device_(device) {
    api_->check(api_->primary_retain(&context_, device_), "making a context on the card");
  }
  ~Context() { static_cast<void>(api_->primary_release(device_)); }
  CUcontext get() const { return context_; }

  /// Makes the context current on this thread during its lifetime.
  class Scope : NotCopyable {
   public:
    explicit Scope(const Context& context) : api_(*context.api_) {
      api_.check(api_.ctx_push(context.context_), "making the card's context current");
    }
    ~Scope() {
      CUcontext popped = nullptr;
      static_cast<void>(api_.ctx_pop(&popped));
    }

   private:
    const DriverApi& api_;
  };

 private:
  Api api_;
  CUdevice device_;
  CUcontext context_ = nullptr;
};

class Stream : NotCopyable {
 public:
  explicit Stream(Api api) : api_(std::move(api)) {
    api_->check(api_->stream_create(&stream_, CU_STREAM_NON_BLOCKING), "making a stream");
  }
  ~Stream() { static_cast<void>(api_->stream_destroy(stream_)); }
  CUstream get() const { return stream_; }

  /// True once everything in the stream has ended. Throws the failure of work in the stream.
  bool idle() const {
    const CUresult result = api_->stream_query(stream_);
    if (result == CUDA_ERROR_NOT_READY) return false;
    api_->check(result, "running a kernel");
    return true;
  }

 private:
  Api api_;
  CUstream stream_ = nullptr;
};

class Module : NotCopyable {
 public:
  Module(Api api, const void* image) : api_(std::move(api)) {
    api_->check(api_->module_load(&module_, image), "loading the kernels");
  }
  ~Module() { static_cast<void>(api_->module_unload(module_)); }
  CUmodule get() const { return module_; }

 private:
  Api api_;
  CUmodule module_ = nullptr;
};

/// Any memory for the arrays of chases, on the card or beyond it.
class ArrayMemory : NotCopyable {
 public:
  virtual ~ArrayMemory() = default;
  virtual CUdeviceptr address() const = 0;
  virtual std::size_t bytes() const = 0;
  /// The host's address of the memory; null if the host can't access it.
  virtual void* on_host() const { return nullptr; }
};

/// Memory of the card.
class DeviceBuffer final : public ArrayMemory {
 public:
  DeviceBuffer(Api api, std::size_t bytes) : api_(std::move(api)), bytes_(bytes) {
    api_->check(api_->mem_alloc(&address_, bytes_), "allocating memory of the card");
  }
  ~DeviceBuffer() override { static_cast<void>(api_->mem_free(address_)); }
  CUdeviceptr address() const override { return address_; }
  std::size_t bytes() const override { return bytes_; }

 private:
  Api api_;
  CUdeviceptr address_ = 0;
  std::size_t bytes_;
};

/// Pinned memory of the host that the card sees at `address()`. Page-aligned.
class MappedBuffer : NotCopyable {
 public:
  MappedBuffer(Api api, std::size_t bytes) : api_(std::move(api)) {
    api_->check(api_->mem_host_alloc(&memory_, bytes, CU_MEMHOSTALLOC_DEVICEMAP), "allocating pinned memory of the host");
    const CUresult result = api_->mem_host_get_device_pointer(&address_, memory_, 0);
    if (result != CUDA_SUCCESS) {
      static_cast<void>(api_->mem_free_host(memory_));
      api_->check(result, "mapping memory of the host");
    }
  }
  ~MappedBuffer() { static_cast<void>(api_->mem_free_host(memory_)); }
  void* memory() const { return memory_; }
  CUdeviceptr address() const { return address_; }

 private:
  Api api_;
  void* memory_ = nullptr;
  CUdeviceptr address_ = 0;
};

/// A linear 1D texture over unsigned numbers. A texel is one of 1, 2 or 4 bytes, or two or four of 4 bytes.
class LinearTexture : NotCopyable {
 public:
  LinearTexture(Api api, CUdeviceptr address, std::size_t bytes, unsigned texel_bytes) : api_(std::move(api)) {
    CUDA_RESOURCE_DESC resource{};
    resource.resType = CU_RESOURCE_TYPE_LINEAR;
    resource.res.linear.devPtr = address;
    resource.res.linear.format = texel_bytes == 1   ? CU_AD_FORMAT_UNSIGNED_INT8
                                 : texel_bytes == 2 ? CU_AD_FORMAT_UNSIGNED_INT16
                                                    : CU_AD_FORMAT_UNSIGNED_INT32;
    resource.res.linear.numChannels = texel_bytes < 4 ? 1 : texel_bytes / 4;
    resource.res.linear.sizeInBytes = bytes;
    CUDA_TEXTURE_DESC texture{};
    texture.addressMode[0] = CU_TR_ADDRESS_MODE_CLAMP;
    texture.filterMode = CU_TR_FILTER_MODE_POINT;
    texture.flags = CU_TRSF_READ_AS_INTEGER;
    api_->check(api_->tex_object_create(&object_, &resource, &texture, nullptr), "making a texture");
  }
  ~LinearTexture() { static_cast<void>(api_->tex_object_destroy(object_)); }
  std::uint64_t object() const { return object_; }

 private:
  Api api_;
  CUtexObject object_ = 0;
};

}  // namespace chasescope::cuda
