// Answer files and mystery files of a class.
#include "engine/device/mystery/mystery_file.h"
#include "engine/mystery/answer_sheet.h"
#include "tests/fuzz/fuzz.h"

/// A sheet that was read is the same after it was written and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace chasescope;
  const fuzz::InputFile file(data, size);
  const auto mystery = mystery::read_mystery(file.path());
  if (!mystery) fuzz::expect_sentence(mystery.error().message);
  const auto sheet = mystery::read_sheet(file.path());
  if (!sheet) {
    fuzz::expect_sentence(sheet.error().message);
    return 0;
  }
  const mystery::CardName card{};
  const std::string text = mystery::sheet_text(*sheet, card);
  const fuzz::InputFile written(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  auto again = mystery::read_sheet(written.path());
  if (!again) fuzz::fail("a sheet that was written can't be read");
  again->mark = sheet->mark;  // the only difference allowed: the mark is that of another card
  if (!(*again == *sheet)) fuzz::fail("a sheet that was written is another one");
  return 0;
}
