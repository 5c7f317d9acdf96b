// Everything that a person can ask for, as a list that narrows while they type.
#pragma once

#include <QAbstractListModel>
#include <QString>
#include <functional>
#include <vector>

namespace chasescope {

struct Command {
  QString text;   ///< "Export figure"
  QString group;  ///< where it is found otherwise: "Session", "View", "Device"
  QString keys;   ///< "Ctrl+E"; empty if none
  QString tip;    ///< what it does, a sentence
  QString whyOff; ///< why it can't be had now; empty if it can
  std::function<void()> run;
  QString also = {};  ///< other words that it is found by
  QString named = {};  ///< the part of the text that it is found by; empty: all of it
  std::function<void()> runWithCtrl = {},
                        runWithShift = {};  ///< for Ctrl+Enter and Shift+Enter; without them those do what Enter does
};

class CommandModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role { GroupRole = Qt::UserRole + 1, KeysRole, TipRole, WhyOffRole };

  explicit CommandModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

  void setCommands(std::vector<Command> commands);
  /// Keeps what these words fit, the best first; of equals, what can be had now and then the order in which they came.
  void setTyped(const QString& typed);
  const Command* at(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  std::vector<Command> commands_;
  std::vector<std::size_t> shown_;
  QString typed_;
};

}  // namespace chasescope
