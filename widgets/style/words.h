// Words in functions that belong to no class of Qt: QObject::tr() is for those that do.
#pragma once

#include <QString>
#include <cstdint>

namespace chasescope {

/// As QObject::tr(), in a context that all of the window's and the figures' words share.
QString tr(const char* text);

/// "1,024".
QString counted(std::uint64_t n);

/// "17 KiB": a size that can be typed in again.
QString sized(std::uint64_t bytes);

}  // namespace chasescope
