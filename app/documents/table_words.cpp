// The table behind a figure, in a sentence.
#include "app/documents/alt_text.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "engine/trace/number_text.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr int kMostColumns = 4;

struct Column {
  QString name;
  double low = 0, high = 0;
  bool numeric = false, mixed = false;
};

/// The least and greatest values of the numeric columns of the data behind a figure.
class Ranges {
 public:
  void add(const QByteArray& bytes) {
    std::string_view text(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    if (!rest_.empty()) {
      rest_ += text;
      text = rest_;
    }
    std::size_t end = text.find('\n');
    for (; end != std::string_view::npos; end = text.find('\n')) {
      line(text.substr(0, end));
      text.remove_prefix(end + 1);
    }
    rest_ = std::string(text);
  }

  QString words() const {
    QStringList parts;
    for (const Column& column : columns_) {
      if (!column.numeric || column.mixed || parts.size() == kMostColumns) continue;
      const auto text = [&](double number) { return QString::fromStdString(number_text(number)); };
      parts << (column.low == column.high ? tr("%1 of %2").arg(column.name, text(column.low))
                                          : tr("%1 from %2 to %3").arg(column.name, text(column.low), text(column.high)));
    }
    if (parts.isEmpty()) return {};
    return tr("Its %1 rows of data have %2.")
        .arg(QString::fromStdString(number_text(static_cast<double>(rows_))), parts.join(QStringLiteral(", ")));
  }

 private:
  /// Hands each cell to `take`. Cells end at commas; a file of a million lines leaves no time for a list of the cells.
  template <typename Take>
  static std::size_t each_cell(std::string_view text, const Take& take) {
    std::size_t count = 0, begin = 0;
    for (std::size_t end = text.find(','); end != std::string_view::npos; end = text.find(',', begin)) {
      take(count++, text.substr(begin, end - begin));
      begin = end + 1;
    }
    take(count, text.substr(begin));
    return count + 1;
  }

  /// Reads a number. Most cells are short whole numbers, which are read without from_chars() as that is faster.
  static bool reads(std::string_view cell, double& value) {
    constexpr std::size_t kExact = 15;  // digits; a double holds each such number exactly
    if (cell.size() <= kExact && cell.find_first_not_of("0123456789") == std::string_view::npos) {
      std::uint64_t whole = 0;
      for (const char digit : cell) whole = 10 * whole + static_cast<std::uint64_t>(digit - '0');
      value = static_cast<double>(whole);
      return true;
    }
    const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return read.ec == std::errc() && read.ptr == cell.data() + cell.size();
  }

  void line(std::string_view text) {
    if (columns_.empty()) {
      each_cell(text, [this](std::size_t /*index*/, std::string_view name) {
        columns_.push_back({QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).replace(u'_', u' ')});
      });
      return;
    }
    const auto commas = static_cast<std::size_t>(std::count(text.begin(), text.end(), ','));
    if (commas + 1 != columns_.size()) return;  // a cell holds words with commas, so the columns of the line are unknown
    ++rows_;
    each_cell(text, [this](std::size_t index, std::string_view cell) {
      Column& column = columns_[index];
      if (cell.empty()) return;
      double value = 0;
      const bool number = reads(cell, value);
      column.mixed = column.mixed || !number;
      if (!number) return;
      column.low = column.numeric ? std::min(column.low, value) : value;
      column.high = column.numeric ? std::max(column.high, value) : value;
      column.numeric = true;
    });
  }

  std::string rest_;
  std::vector<Column> columns_;
  std::size_t rows_ = 0;
};

}  // namespace

QString table_words(const FigureContent& figure) {
  Ranges ranges;
  figure.writeCsv([&](const QByteArray& bytes) {
    ranges.add(bytes);
    return true;
  });
  return ranges.words();
}

}  // namespace chasescope
