// Translation for functions that are no members of a QObject; members use QObject::tr().
#pragma once

#include <QString>
#include <cstdint>

namespace chasescope {

/// Like QObject::tr(), in one context that the words of the window and of the figures share.
QString tr(const char* text);

/// "1,024".
QString counted(std::uint64_t n);

/// "17 KiB", in the notation of format_bytes(), whose commas ("1,001 B") parse_bytes() does not read.
QString sized(std::uint64_t bytes);

}  // namespace chasescope
