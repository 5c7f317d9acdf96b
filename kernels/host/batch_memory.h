// The memory that a batch of chases needs in addition to that of a single chase. Private to kernels/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/device/chase_launch.h"
#include "kernels/driver/cuda_owners.h"
#include "kernels/host/ring_reader.h"

namespace chasescope::cuda {

class BatchMemory : NotCopyable {
 public:
  BatchMemory(const Api& api, std::uint64_t most_chases)
      : slots_(api, most_chases * kSlotBytes),
        table_(api, sizeof(BatchTable) + most_chases * sizeof(ChaseLaunch)),
        words_(api, kWords * sizeof(std::uint64_t)) {}

  MailSlot slot(std::size_t chase) const {
    return {reinterpret_cast<Mailboxes*>(static_cast<unsigned char*>(slots_.memory()) + chase * kSlotBytes),
            slots_.address() + chase * kSlotBytes, kBatchRingBlocks};
  }

  BatchTable& table() const { return *static_cast<BatchTable*>(table_.memory()); }
  std::uint64_t table_address() const { return table_.address(); }
  /// The launches of the chases, behind the table.
  ChaseLaunch* chases() const { return reinterpret_cast<ChaseLaunch*>(&table() + 1); }
  std::uint64_t chases_address() const { return table_.address() + sizeof(BatchTable); }

  static constexpr std::size_t kWords = kMostSms + 1;  ///< must be 0 before a batch starts
  std::uint64_t claims_address() const { return words_.address(); }
  std::uint64_t tickets_address() const { return words_.address() + kMostSms * sizeof(std::uint64_t); }

 private:
  static constexpr std::size_t kSlotBytes = MailSlot::bytes(kBatchRingBlocks);
  MappedBuffer slots_;
  MappedBuffer table_;
  DeviceBuffer words_;
};

}  // namespace chasescope::cuda
