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

  /// \param space what stands between the two
  std::string joined(std::string_view space = " ") const;
};

/// Whole numbers in full, "1,408"; others to four digits, which is what repeated runs on a card agree on: "33.25", "116.2", "0.1667".
/// Zeros at the end are left out; from 10^15 on in powers of ten.
std::string number_text(double number);

/// A share of 1 in percent, to a tenth: "12.5 %". What is not quite nothing or not quite all never looks like it: "< 0.1 %", "> 99.9 %".
std::string share_text(double share);

/// A size in the largest unit that tells it within two decimals, "222.75 KiB", "12,416 B"; where that takes five digits, or seven of
/// bytes, to four digits in the largest unit, "79.18 GiB".
QuantityText size_text(double bytes);
/// The same in one, "79.18 GiB".
std::string size_words(std::uint64_t bytes);
/// Two sizes of one sentence; in bytes where they would read alike and are not.
std::pair<std::string, std::string> two_sizes(std::uint64_t a, std::uint64_t b);

/// The same, but to four digits at the most: "222.8 KiB", for places with little room.
QuantityText short_size_text(double bytes);

/// Two sizes in one unit, "52 to 52.47 KiB": to four digits where no unit tells both exactly, in bytes where those would read alike.
std::string size_range_text(double from, double to, std::string_view between = " to ");

/// A number in the unit that people read: "bytes" in KiB to TiB, "bytes/s" in decimal units, "kHz" in MHz. Other units stay; "1" and
/// "" are plain numbers.
QuantityText quantity_text(double number, std::string_view unit);

}  // namespace chasescope
