// How the program writes measured numbers: in the terminal, the window, the reports and the figures alike, so that one number
// never looks like two. 33.25 cycles is "33.25 cycles", 17,110,399 bytes are "16.32 MiB", 1,980,000 kHz is "1,980 MHz".
// (What a person may type in again, such as a footprint, is written exactly: see format_bytes.)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace chasescope {

/// A number and its unit apart, so that numbers of a column line up.
struct QuantityText {
  std::string value;  ///< "29.61"
  std::string unit;   ///< "TB/s"; empty for plain numbers

  /// \param space the text between number and unit
  std::string joined(std::string_view space = " ") const;
};

/// Whole numbers in full, "1,408"; others to four digits, the precision to which repeated runs on a card agree: "33.25", "116.2",
/// "0.1667". Zeros at the end are left out; from 10^15 on in powers of ten.
std::string number_text(double number);

/// A share of 1 in percent, to a tenth: "12.5 %". A share that is nearly 0 or nearly 1 never looks like 0 or 1: "< 0.1 %", "> 99.9
/// %".
std::string share_text(double share);

/// A size in the largest unit that shows it exactly within two decimals, "222.75 KiB", "12,416 B". If that needs five digits, or
/// seven digits of bytes, four digits in the largest unit: "79.18 GiB".
QuantityText size_text(double bytes);
/// The same in one, "79.18 GiB".
std::string size_words(std::uint64_t bytes);
/// Two sizes for one sentence; in bytes if they differ but would look alike.
std::pair<std::string, std::string> two_sizes(std::uint64_t a, std::uint64_t b);

/// The same, but to four digits at the most: "222.8 KiB", for places with little room.
QuantityText short_size_text(double bytes);

/// Two sizes in one unit, "52 to 52.47 KiB": to four digits if no unit shows both exactly; in bytes if these would look alike.
std::string size_range_text(double from, double to, std::string_view between = " to ");

/// A number in the unit that people read: "bytes" in KiB to TiB, "bytes/s" in decimal units, "kHz" in MHz. Other units stay; "1" and
/// "" are plain numbers.
QuantityText quantity_text(double number, std::string_view unit);

}  // namespace chasescope
