// What runs beside the program, in processes of its own: the keeper, which starts a nurse for each program that is asked for, and
// the nurses, which hold their program and everything that it starts. Both are forked, with no other program put in their place,
// and possibly from one with several threads: nothing here takes memory or a lock.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstddef>

namespace chasescope::nursing {

/// What the keeper gets with the words of a program ("NAME\0argument\0…"), in this order.
enum Given : std::size_t {
  kInput,    ///< of the program
  kOutput,   ///< of the program
  kErrors,   ///< of the program
  kFolder,   ///< where the program begins
  kControl,  ///< once this ends, all of the family is to end
  kReport,  ///< where the nurse says two numbers, an `int` each: errno of the start, and the wait status of the program once it has
            ///< ended
  kGivenCount,
};
using Descriptors = std::array<int, kGivenCount>;

inline constexpr std::size_t kMostBytes = 65536;  ///< of the words
inline constexpr std::size_t kMostWords = 4096;

/// Works off what comes through the socket, a message for each program, until the other end is closed. It is the process's only
/// open descriptor then.
[[noreturn]] void keep(int socket);

}  // namespace chasescope::nursing
