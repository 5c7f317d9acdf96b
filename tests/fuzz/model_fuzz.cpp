// Card files of software GPUs.
#include <vector>

#include "engine/device/chase.h"
#include "engine/model/card_file/card_reader.h"
#include "tests/fuzz/fuzz.h"

/// A card is read, or each fault has words.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace chasescope;
  std::vector<std::string_view> spaces;
  for (const MemorySpace space : all_memory_spaces()) spaces.push_back(to_string(space));
  const model::CardReading reading = model::read_card(fuzz::text_of(data, size), spaces);
  if (!reading.card && reading.faults.empty()) fuzz::fail("a card was refused without a fault");
  for (const auto& fault : reading.faults) fuzz::expect_sentence(fault.reason);
  return 0;
}
