// Lines of the device protocol, as both sides read them.
#pragma once

#include <optional>
#include <string>

#include "engine/device/protocol/line_splitter.h"
#include "engine/device/protocol/message.h"
#include "tests/fuzz/fuzz.h"

namespace chasescope::fuzz {

/// Calls `take` with every line of the input that is a JSON object.
template <typename Take>
void each_object(const std::uint8_t* data, std::size_t size, Take take) {
  LineSplitter splitter(std::size_t{1} << 16);
  splitter.feed(text_of(data, size));
  splitter.end();
  while (const auto line = splitter.next()) {
    const ParsedLine parsed = parse_line(line->text);
    if (const auto part = parse_part_line(line->text); part && (!parsed.fault.empty() || !parsed.object.contains("cycles")))
      fail("a part that is read fast is none when it is read carefully");
    if (parsed.fault.empty())
      take(parsed.object);
    else
      expect_sentence(parsed.fault);
  }
}

}  // namespace chasescope::fuzz
