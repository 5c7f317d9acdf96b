#include "app/documents/alt_text.h"

#include <QByteArrayList>
#include <algorithm>
#include <set>

#include "engine/findings/finding_words.h"
#include "engine/trace/number_text.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr int kMostColumns = 4, kMostFindings = 4;

struct Column {
  QString name;
  double low = 0, high = 0;
  bool numeric = false, mixed = false;
};

/// The numeric columns of the data behind a figure, from its first to its last line.
class Ranges {
 public:
  void add(const QByteArray& bytes) {
    rest_ += bytes;
    for (qsizetype end = rest_.indexOf('\n'); end >= 0; end = rest_.indexOf('\n')) {
      line(rest_.left(end));
      rest_.remove(0, end + 1);
    }
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
  void line(const QByteArray& text) {
    const QByteArrayList cells = text.split(',');
    if (columns_.empty()) {
      for (QByteArray name : cells) columns_.push_back({QString::fromUtf8(name.replace('_', ' '))});
      return;
    }
    if (cells.size() != static_cast<qsizetype>(columns_.size())) return;  // words with commas
    ++rows_;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      Column& column = columns_[i];
      const QByteArray& cell = cells[static_cast<qsizetype>(i)];
      if (cell.isEmpty()) continue;
      bool number = false;
      const double value = cell.toDouble(&number);
      column.mixed = column.mixed || !number;
      if (!number) continue;
      column.low = column.numeric ? std::min(column.low, value) : value;
      column.high = column.numeric ? std::max(column.high, value) : value;
      column.numeric = true;
    }
  }

  QByteArray rest_;
  std::vector<Column> columns_;
  std::size_t rows_ = 0;
};

/// The findings that the runs of the figure show.
QString findings_words(const FigureContent& figure, const Session& session) {
  std::set<std::string> runs;
  const nlohmann::json provenance = figure.provenance();
  if (const auto list = provenance.find("runs"); list != provenance.end() && list->is_array())
    for (const auto& run : *list)
      if (run.is_object() && run.contains("id") && run["id"].is_string()) runs.insert(run["id"]);
  QStringList parts;
  for (const Finding& finding : session.findings) {
    if (finding.status != FindingStatus::measured || parts.size() == kMostFindings) continue;
    if (std::none_of(finding.evidence.begin(), finding.evidence.end(), [&](const std::string& id) { return runs.contains(id); }))
      continue;
    constexpr std::size_t kLongest = 60;  // the ways of thousands of sets are no words
    const std::string value = value_words(finding);
    if (value.size() > kLongest) continue;
    const QString words =
        QString::fromStdString(subject_words(finding.subject) + ", " + quantity_words(finding.quantity) + ": " + value);
    if (!parts.contains(words)) parts << words;
  }
  return parts.isEmpty() ? QString() : tr("Found: %1.").arg(parts.join(QStringLiteral("; ")));
}

}  // namespace

QString alt_text(const FigureContent& figure, const QString& title, const Session& session) {
  Ranges ranges;
  figure.writeCsv([&](const QByteArray& bytes) {
    ranges.add(bytes);
    return true;
  });
  QStringList sentences{title + QLatin1Char('.')};
  for (const QString& sentence : {ranges.words(), findings_words(figure, session)})
    if (!sentence.isEmpty()) sentences << sentence;
  return sentences.join(QLatin1Char(' '));
}

}  // namespace chasescope
