// Two kinds of helper processes: the keeper, which starts a nurse for each program that is to run, and the nurses, each of which
// holds its program and all processes that the program starts. Both are forked without exec, possibly from a process with several
// threads, so the code here allocates no memory and takes no lock.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstddef>

namespace chasescope::nursing {

/// The descriptors that the keeper receives with the words of a program ("NAME\0argument\0…"), in this order.
enum Given : std::size_t {
  kInput,    ///< of the program
  kOutput,   ///< of the program
  kErrors,   ///< of the program
  kFolder,   ///< the folder in which the program starts
  kControl,  ///< when the other end of this is closed, the whole family is ended
  kReport,   ///< the nurse writes two numbers here, an `int` each: errno of the start, and the wait status of the program once it
            ///< has ended
  kGivenCount,
};
using Descriptors = std::array<int, kGivenCount>;

inline constexpr std::size_t kMostBytes = 65536;  ///< of the words
inline constexpr std::size_t kMostWords = 4096;

/// The keeper's main loop: reads a message for each program from the socket, until the other end is closed. Closes all other
/// descriptors of the process.
[[noreturn]] void keep(int socket);

}  // namespace chasescope::nursing
