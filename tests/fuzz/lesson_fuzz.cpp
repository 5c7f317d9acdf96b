// Lessons.
#include "engine/lesson/lesson_text.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace chasescope;
  const lesson::Reading reading = lesson::read_lesson(fuzz::text_of(data, size));
  for (const auto& fault : reading.faults) fuzz::expect_sentence(fault.sentence);
  return 0;
}
